"""An encoder-decoder, a language model and a recurrent network are decoded by the same code, cache included."""

import pytest
import torch
from samples import SIZES, START, close, generic

from core.decode import beam, greedy, scorer, words
from core.models.gpt import GPT
from core.models.rnn import WordRNN
from core.models.seq2seq import AttentionTranslator, LSTMTranslator
from core.models.transformer import Transformer

SPEAKERS = {
    "encoder-decoder": lambda seed: generic(Transformer(9, 7, **SIZES), seed),
    "language model": lambda seed: generic(GPT(9, 20, **SIZES), seed),
    "recurrent": lambda seed: generic(WordRNN(9, 3, 4), seed),
    "lstm encoder-decoder": lambda seed: generic(LSTMTranslator(9, 7, 3, 4), seed),
    "additive attention": lambda seed: generic(AttentionTranslator(9, 7, 3, 4, 6), seed),
}
PROMPT = torch.tensor([START, 6, 4])
every_speaker = pytest.mark.parametrize("speaker", SPEAKERS.values(), ids=SPEAKERS)


@every_speaker
def test_every_kind_of_model_says_the_same_with_and_without_a_cache(speaker):
    for seed in range(4):
        model = speaker(seed)
        full, short = (list(words(model, PROMPT, cached=cached, limit=6)) for cached in (False, True))
        ids = [word.id for word in full]
        assert ids == [word.id for word in short] == greedy(model, PROMPT, limit=6).tolist()
        for a, b in zip(full, short):
            assert close(a.probabilities, b.probabilities, 1e-12)
        search = beam(scorer(model, PROMPT), 1, limit=6)
        assert ids == list(search.tree[search.best[0]].words)


@every_speaker
def test_a_beam_of_every_kind_of_model_has_the_scores_of_whole_passes(speaker):
    model = speaker(1)
    search = beam(scorer(model, PROMPT), 3, limit=5)
    for node in [search.tree[i] for i in search.best]:
        total, score = 0.0, scorer(model, PROMPT)
        for t in reversed(range(len(node.words))):  # longest first: no prefix has been asked before
            total += float(score([node.words[:t]])[0, node.words[t]])
        assert close(node.log_probability, total, 1e-10)


@every_speaker
def test_a_step_leaves_the_state_as_it_was(speaker):
    model = speaker(0)
    with torch.no_grad():
        state = model.start(PROMPT)
        _, after = model.step(state, state.first)
        one, two = (model.step(after, torch.tensor([word]))[0] for word in (5, 6))
        again = model.step(after, torch.tensor([5]))[0]
        batch = model.step(model.start(PROMPT.unsqueeze(0)).rows(torch.tensor([0, 0])),
                           model.start(PROMPT.unsqueeze(0)).rows(torch.tensor([0, 0])).first)[0]
    assert torch.equal(one, again) and not close(one, two, 1e-6)
    assert close(batch[0], batch[1], 1e-12) and close(batch[0], model.step(state, state.first)[0].detach(), 1e-10)
