-- How many valid inputs a property was tried with, and an end after so many.
module Counting (Enough (..), counted, inputs, stopAfter) where

import Control.Exception (Exception, throwIO)
import Control.Monad (when)
import Data.IORef (IORef, newIORef, readIORef, writeIORef)
import System.IO.Unsafe (unsafePerformIO)

data Enough = Enough deriving (Show)

instance Exception Enough

{-# NOINLINE inputs #-}
inputs :: IORef Int
inputs = unsafePerformIO (newIORef 0)

{-# NOINLINE stopAfter #-}
stopAfter :: IORef Int
stopAfter = unsafePerformIO (newIORef maxBound)

-- A conclusion, counted once it is decided: before, a lazy tool may come back with more of the input.
{-# NOINLINE counted #-}
counted :: Bool -> Bool
counted conclusion =
  conclusion `seq` unsafePerformIO (do
    before <- readIORef inputs
    most <- readIORef stopAfter
    writeIORef inputs $! before + 1
    when (before + 1 >= most) (throwIO Enough)
    return conclusion)
