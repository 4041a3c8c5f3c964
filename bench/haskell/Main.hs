{-# LANGUAGE FlexibleContexts, RankNTypes #-}
{-# OPTIONS_GHC -fno-full-laziness -fno-cse #-}
-- One property to one depth: `depths lazy|small SUBJECT DEPTH [MOST]` tells how many valid inputs it was tried with.
-- Nothing is floated out of the properties, so that inputs with equal conclusions are counted one by one.
module Main (main) where

import Control.Exception (catch)
import Counting
import Data.IORef (readIORef, writeIORef)
import qualified Lists
import qualified Maps
import Naturals (lists)
import qualified RedBlack
import qualified StackSets
import System.Environment (getArgs)
import qualified Test.LazySmallCheck as Lazy
import qualified Test.SmallCheck as Small
import qualified Test.SmallCheck.Drivers as Small
import qualified Test.SmallCheck.Series as Small

main :: IO ()
main = do
  tool : subject : depth : most <- getArgs
  mapM_ (writeIORef stopAfter . read) most
  checked tool (read depth) subject `catch` \Enough -> return ()
  count <- readIORef inputs
  putStrLn ("inputs " ++ show count)

checked :: String -> Int -> String -> IO ()
checked tool depth subject = case subject of
  "list insert" -> run (lists Small.series) Lists.precondition Lists.conclusion
  "red-black add" -> run Small.series RedBlack.precondition RedBlack.conclusion
  "map delete" -> run Small.series Maps.precondition Maps.conclusion
  "stack-set refocus" -> run Small.series StackSets.precondition StackSets.conclusion
  _ -> error ("there is no " ++ subject)
  where
    run :: (Lazy.Serial a, Lazy.Serial b, Small.Serial IO a, Show a, Show b) => Small.Series IO b -> (a -> b -> Bool) -> (a -> b -> Bool) -> IO ()
    run structures precondition conclusion = case tool of
      "lazy" -> Lazy.depthCheck depth (\x y -> precondition x y Lazy.==> counted (conclusion x y))
      _ -> failing (\x -> Small.over structures (\y -> precondition x y Small.==> counted (conclusion x y)))
    failing property = Small.smallCheckM depth property >>= mapM_ (putStrLn . ("Counter example found: " ++) . Small.ppFailure)
