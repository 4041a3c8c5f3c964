"""The windows of a tiling window manager: workspaces on screens and behind them, one window of each in focus."""
