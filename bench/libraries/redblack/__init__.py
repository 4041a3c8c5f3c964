"""Sets as red-black trees: insertion by Okasaki, deletion by Kahrs, and set operations by splitting and joining."""
