"""What the loop of core.fit trains: a recipe per kind of data, with its batches, its loss and its metrics."""
