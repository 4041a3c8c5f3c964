-- Inserting into an increasing list.
module Lists (precondition, conclusion) where

insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys)
  | x < y = x : y : ys
  | x == y = y : ys
  | otherwise = y : insert x ys

increasing :: [Int] -> Bool
increasing (x : y : rest) = x < y && increasing (y : rest)
increasing _ = True

precondition :: Int -> [Int] -> Bool
precondition _ = increasing

conclusion :: Int -> [Int] -> Bool
conclusion x xs = increasing (insert x xs)
