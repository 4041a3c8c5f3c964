{-# LANGUAGE FlexibleInstances, MultiParamTypeClasses #-}
-- Deleting from a balanced map: the result is one, and has just the other keys.
module Maps (Map, precondition, conclusion) where

import qualified Data.Set as Set
import Naturals
import qualified Test.LazySmallCheck as Lazy
import qualified Test.SmallCheck.Series as Small

data Map = Tip | Bin Int Nat () Map Map deriving (Show)

instance Lazy.Serial Map where
  series = Lazy.cons0 Tip Lazy.\/ Lazy.cons5 Bin

instance Monad m => Small.Serial m Map where
  series = there Tip Small.\/ Small.decDepth (Bin <$> Small.series Small.<~> Small.series <*> there () Small.<~> Small.series Small.<~> Small.series)

size :: Map -> Int
size Tip = 0
size (Bin s _ _ _ _) = s

branch :: Nat -> Map -> Map -> Map
branch key left right = Bin (1 + size left + size right) key () left right

rebalanced :: Nat -> Map -> Map -> Map
rebalanced key left right
  | a + b > 1 && b > 3 * a = leaningRight right
  | a + b > 1 && a > 3 * b = leaningLeft left
  | otherwise = branch key left right
  where
    (a, b) = (size left, size right)
    leaningRight (Bin _ k _ (Bin _ middle _ l r) rights)
      | 1 + size l + size r >= 2 * size rights = branch middle (branch key left l) (branch k r rights)
    leaningRight (Bin _ k _ lefts rights) = branch k (branch key left lefts) rights
    leaningRight Tip = Tip
    leaningLeft (Bin _ k _ lefts (Bin _ middle _ l r))
      | 1 + size l + size r >= 2 * size lefts = branch middle (branch k lefts l) (branch key r right)
    leaningLeft (Bin _ k _ lefts rights) = branch k lefts (branch key rights right)
    leaningLeft Tip = Tip

delete :: Nat -> Map -> Map
delete _ Tip = Tip
delete key (Bin _ own _ left right)
  | key < own = rebalanced own (delete key left) right
  | key > own = rebalanced own left (delete key right)
  | otherwise = joined left right
  where
    joined l Tip = l
    joined l r = let (smallest, rest) = withoutSmallest r in rebalanced smallest l rest

withoutSmallest :: Map -> (Nat, Map)
withoutSmallest (Bin _ key _ Tip right) = (key, right)
withoutSmallest (Bin _ key _ left right) = let (smallest, rest) = withoutSmallest left in (smallest, rebalanced key rest right)
withoutSmallest Tip = error "an empty map has no smallest key"

ordered :: Map -> Bool
ordered = within (const True) (const True)
  where
    within _ _ Tip = True
    within low high (Bin _ k _ a b) = low k && high k && within low (< k) a && within (> k) high b

inBalance :: Map -> Bool
inBalance Tip = True
inBalance (Bin s _ _ l r) =
  s == 1 + a + b && (a + b <= 1 || (a <= 3 * b && b <= 3 * a)) && inBalance l && inBalance r
  where
    (a, b) = (size l, size r)

keys :: Map -> Set.Set Nat
keys Tip = Set.empty
keys (Bin _ k _ l r) = Set.insert k (Set.union (keys l) (keys r))

precondition :: Nat -> Map -> Bool
precondition _ m = ordered m && inBalance m

conclusion :: Nat -> Map -> Bool
conclusion k m = ordered after && inBalance after && keys after == Set.delete k (keys m)
  where
    after = delete k m
