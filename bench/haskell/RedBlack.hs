{-# LANGUAGE FlexibleInstances, MultiParamTypeClasses #-}
-- Adding to a red-black tree, by Okasaki's method. A valid tree may have a red root.
module RedBlack (Tree, precondition, conclusion) where

import Naturals
import qualified Test.LazySmallCheck as Lazy
import qualified Test.SmallCheck.Series as Small

data Colour = Red | Black deriving (Eq, Show)

data Tree = Leaf | Node Colour Nat Tree Tree deriving (Show)

instance Lazy.Serial Colour where
  series = Lazy.cons0 Red Lazy.\/ Lazy.cons0 Black

instance Lazy.Serial Tree where
  series = Lazy.cons0 Leaf Lazy.\/ Lazy.cons4 Node

instance Monad m => Small.Serial m Colour where
  series = there Red Small.\/ there Black

instance Monad m => Small.Serial m Tree where
  series = there Leaf Small.\/ Small.cons4 Node

add :: Nat -> Tree -> Tree
add x t = blackened (grown x t)
  where
    blackened (Node _ y a b) = Node Black y a b
    blackened Leaf = Leaf

grown :: Nat -> Tree -> Tree
grown x Leaf = Node Red x Leaf Leaf
grown x t@(Node colour y a b)
  | x < y = rebalanced colour y (grown x a) b
  | x > y = rebalanced colour y a (grown x b)
  | otherwise = t

rebalanced :: Colour -> Nat -> Tree -> Tree -> Tree
rebalanced Black z (Node Red y (Node Red x a b) c) d = Node Red y (Node Black x a b) (Node Black z c d)
rebalanced Black z (Node Red x a (Node Red y b c)) d = Node Red y (Node Black x a b) (Node Black z c d)
rebalanced Black x a (Node Red z (Node Red y b c) d) = Node Red y (Node Black x a b) (Node Black z c d)
rebalanced Black x a (Node Red y b (Node Red z c d)) = Node Red y (Node Black x a b) (Node Black z c d)
rebalanced colour x a b = Node colour x a b

ordered :: Tree -> Bool
ordered = within (const True) (const True)
  where
    within _ _ Leaf = True
    within low high (Node _ x a b) = low x && high x && within low (< x) a && within (> x) high b

noRedRed :: Tree -> Bool
noRedRed Leaf = True
noRedRed (Node colour _ a b) = (colour == Black || (isBlack a && isBlack b)) && noRedRed a && noRedRed b
  where
    isBlack (Node Red _ _ _) = False
    isBlack _ = True

balanced :: Tree -> Bool
balanced Leaf = True
balanced (Node _ _ a b) = blackHeight a == blackHeight b && balanced a && balanced b

blackHeight :: Tree -> Int
blackHeight Leaf = 0
blackHeight (Node colour _ a _) = blackHeight a + (if colour == Black then 1 else 0)

valid :: Tree -> Bool
valid t = ordered t && noRedRed t && balanced t

precondition :: Nat -> Tree -> Bool
precondition _ = valid

conclusion :: Nat -> Tree -> Bool
conclusion x t = valid (add x t)
