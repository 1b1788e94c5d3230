"""What a layer is made of beside attention: residual, norm, feed-forward network. N0 4, N1 3.2, N2."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import layers, layers_2

lesson.question("layers")
trace, _ = switchboard.run(state.trace())
if trace is not None:
    sentence.sentence()
    sentence.pair(trace)
    layers.who_moves(trace)
    layers.add_and_norm(trace)
layers.norm_by_hand(trace)
if trace is not None:
    layers_2.feed_forward(trace)
    layers_2.linear_or_not(trace)
layers_2.depth_lab()
layers_2.layer_or_batch()
