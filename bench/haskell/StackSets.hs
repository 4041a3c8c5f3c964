{-# LANGUAGE FlexibleInstances, MultiParamTypeClasses #-}
-- Moving the focus up keeps the order of the windows.
module StackSets (StackSet, precondition, conclusion) where

import qualified Data.Set as Set
import Naturals
import qualified Test.LazySmallCheck as Lazy
import qualified Test.SmallCheck.Series as Small

data Stack = Stack Nat [Nat] [Nat] deriving (Show)

data Content = Empty | Holding Stack deriving (Show)

data Workspace = Workspace Nat Content deriving (Show)

data Screen = Screen Workspace () () deriving (Show)

data StackSet = StackSet Screen [Screen] [Workspace] deriving (Show)

instance Lazy.Serial Stack where
  series = Lazy.cons3 Stack . shallow

instance Lazy.Serial Content where
  series = Lazy.cons0 Empty Lazy.\/ (Lazy.cons1 Holding . shallow)

instance Lazy.Serial Workspace where
  series = Lazy.cons2 Workspace . shallow

instance Lazy.Serial Screen where
  series = Lazy.cons3 Screen . shallow

instance Lazy.Serial StackSet where
  series = Lazy.cons3 StackSet . shallow

instance Monad m => Small.Serial m Stack where
  series = Small.localDepth shallow (Small.decDepth (Stack <$> Small.series Small.<~> lists Small.series Small.<~> lists Small.series))

instance Monad m => Small.Serial m Content where
  series = there Empty Small.\/ Small.localDepth shallow (Small.cons1 Holding)

instance Monad m => Small.Serial m Workspace where
  series = Small.localDepth shallow (Small.cons2 Workspace)

instance Monad m => Small.Serial m Screen where
  series = Small.localDepth shallow (Small.decDepth ((\w -> Screen w () ()) <$> Small.series))

instance Monad m => Small.Serial m StackSet where
  series = Small.localDepth shallow (Small.decDepth (StackSet <$> Small.series Small.<~> lists Small.series Small.<~> lists Small.series))

focusUp :: StackSet -> StackSet
focusUp (StackSet (Screen (Workspace tag (Holding stack)) i d) visible hidden) =
  StackSet (Screen (Workspace tag (Holding (moved stack))) i d) visible hidden
  where
    moved (Stack focus (above : up) down) = Stack above up (focus : down)
    moved (Stack focus [] down) = case reverse (focus : down) of
      lowest : rest -> Stack lowest rest []
      [] -> Stack focus [] down
focusUp s = s

inOrder :: StackSet -> [Nat]
inOrder (StackSet (Screen (Workspace _ content) _ _) _ _) = windows content

windows :: Content -> [Nat]
windows Empty = []
windows (Holding (Stack focus up down)) = reverse up ++ focus : down

noDuplicates :: StackSet -> Bool
noDuplicates (StackSet (Screen current _ _) visible hidden) =
  distinct [tag | Workspace tag _ <- workspaces] && distinct [w | Workspace _ content <- workspaces, w <- shown content]
  where
    workspaces = current : [w | Screen w _ _ <- visible] ++ hidden
    shown Empty = []
    shown (Holding (Stack focus up down)) = focus : up ++ down

distinct :: [Nat] -> Bool
distinct = from Set.empty
  where
    from _ [] = True
    from seen (x : xs) = not (Set.member x seen) && from (Set.insert x seen) xs

precondition :: Nat -> StackSet -> Bool
precondition _ = noDuplicates

conclusion :: Nat -> StackSet -> Bool
conclusion (Nat n) s = inOrder (iterate focusUp s !! n) == inOrder s
