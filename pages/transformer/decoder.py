"""How a decoder layer writes one word after another: N0 section 5, N1 section 4, N2."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import decoder, decoder_2, decoder_3

lesson.question("decoder")
trace, _ = switchboard.run(state.trace())
if trace is not None:
    sentence.sentence()
    sentence.pair(trace)
    decoder.depends(trace)
    decoder.layer(trace)
    decoder.shift(trace)
    decoder.moves(trace)
decoder_2.worked_scores()
if trace is not None:
    decoder_2.four_masks(trace)
    decoder_2.leak(trace)
    decoder_3.first_row(trace)
    decoder_3.alignment(trace)
    decoder_3.switchboard(trace)
    decoder_3.branches(trace)
    decoder_3.hidden(trace)
