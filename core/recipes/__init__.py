"""What the loop of core.train trains: a recipe per kind of data, with its batches, its loss and its metrics."""
