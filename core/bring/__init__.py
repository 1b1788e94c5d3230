"""Bringing models that others trained: ``python -m core.bring SOURCE``, for whoever runs the server.

A source is data, read with suspicion: its header, sizes and JSON are checked before memory is taken, no line of it is
run, and what does not fit ends in one sentence. What computes or draws imports ``model_folder`` alone, which tells what
is there.
"""
