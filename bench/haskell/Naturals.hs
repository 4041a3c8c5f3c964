{-# LANGUAGE FlexibleInstances, MultiParamTypeClasses #-}
-- Natural numbers from 0 to the depth, and what else both libraries have to be told about depth.
module Naturals (Nat (..), there, lists, shallow) where

import qualified Test.LazySmallCheck as Lazy
import qualified Test.SmallCheck.Series as Small

newtype Nat = Nat Int deriving (Eq, Ord, Show)

instance Lazy.Serial Nat where
  series d = Lazy.drawnFrom (map Nat [0 .. max d 0])

instance Monad m => Small.Serial m Nat where
  series = Small.generate (\d -> map Nat [0 .. max d 0])

-- A constructor without fields is there at depth 0, too; for SmallCheck's own `cons0` it is not.
there :: a -> Small.Series m a
there = pure

lists :: Monad m => Small.Series m a -> Small.Series m [a]
lists items = there [] Small.\/ Small.decDepth ((:) <$> items Small.<~> lists items)

-- A constructor that does not recur is there at every depth.
shallow :: Int -> Int
shallow = max 1
