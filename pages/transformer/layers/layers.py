"""What a layer is made of beside attention: residual, norm, feed-forward network. N0 4, N1 3.2, N2."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.layers import PAGE
from pages.transformer.layers.add_and_norm import add_and_norm
from pages.transformer.layers.depth_lab import depth_lab
from pages.transformer.layers.feed_forward import feed_forward
from pages.transformer.layers.layer_or_batch import layer_or_batch
from pages.transformer.layers.linear_or_not import linear_or_not
from pages.transformer.layers.norm_by_hand import norm_by_hand
from pages.transformer.layers.who_moves import who_moves

lesson.question(PAGE)
trace, _ = switchboard.run(runs.trace())
if trace is not None:
    who_moves(trace)
    add_and_norm(trace)
norm_by_hand(trace)
if trace is not None:
    feed_forward(trace)
    linear_or_not(trace)
depth_lab()
layer_or_batch()
