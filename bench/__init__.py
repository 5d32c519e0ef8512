"""What `make bench` runs: figures as ratios to a limit measured in the same run."""
