"""The page on heads: its numbers agree with the exhibits and errata, and it opens in both languages."""

import pytest
import torch
from headless_page import answered, lacking, opened, unwritten

from core import zoo
from core.edits import Ablate
from core.experiments import heads, parameters
from core.experiments.parameters import BASE, BIG, Sizes
from core.models.attention import MultiHeadAttention
from core.models.transformer import Transformer
from pages.components.location import parameter
from pages.components.text_files import escaped, page_words

SENTENCE = "我昨天买了一本书。"


def sites(trace):
    return heads.sites(trace)


# ---- Parameters: TABLES 3.4, FIDELITY T48 ----------------------------------------------------------------------------


def test_counts_are_those_of_the_tables():
    assert parameters.total(BASE) == 63_082_496
    assert parameters.total(BIG) == 214_245_376
    assert parameters.body(BASE) == 44_138_496
    one = Sizes(n_layers=1, vocabulary=0)
    encoder = sum(count for name, count in parameters.modules(one).items() if name.startswith("encoder"))
    decoder = sum(count for name, count in parameters.modules(one).items() if name.startswith("decoder"))
    assert (encoder, decoder) == (3_152_384, 4_204_032)


@pytest.mark.parametrize("sizes", [BASE, BIG, Sizes(2, 64, 256, 4), Sizes(3, 128, 100, 1), Sizes(1, 96, 7, 32)])
def test_the_closed_form_is_what_the_classes_have(sizes):
    assert parameters.counted_body(sizes) == parameters.body(sizes)


def test_the_whole_model_is_counted():
    sizes = Sizes(2, 32, 48, 4, vocabulary=11)
    model = Transformer(11, 11, 32, 4, 2, 48)
    tables_and_bias = model.source_embedding.W_E.numel() + model.b_out.numel()
    assert parameters.counted(model) - tables_and_bias == parameters.total(sizes)


PRINTED = {"base": 63.08, "d_k=16": 55.99, "d_k=32": 58.36, "N=2": 33.66, "N=4": 48.37, "N=8": 77.80, "d=256": 26.84,
           "d=1024": 163.89, "d_ff=1024": 50.49, "d_ff=4096": 88.27, "big": 214.25}
IMPLIED = {"base": (39769, 41722), "d_k=16": (39948, 41901), "d_k=32": (39237, 41190), "N=2": (40600, 42553),
           "N=4": (39208, 41161), "N=8": (40329, 42283), "d=256": (39598, 43504), "d=1024": (40526, 41503),
           "d_ff=1024": (40931, 42884), "d_ff=4096": (39397, 41350), "big": (35296, 36272)}


@pytest.mark.parametrize("row", [row for row in parameters.TABLE_3 if row.millions], ids=lambda r: r.change or r.row)
def test_the_rows_of_table_3(row):
    name = row.change or row.row
    assert parameters.total(row.sizes) / 1e6 == pytest.approx(PRINTED[name], abs=0.006)
    low, high = parameters.implied_vocabulary(row)
    assert abs(low - IMPLIED[name][0]) <= 1 and abs(high - IMPLIED[name][1]) <= 1
    assert not low <= 37_000 <= high
    for vocabulary, inside in ((low, True), (high, True), (low - 1, False), (high + 1, False)):
        millions = (parameters.body(row.sizes) + vocabulary * row.sizes.d_model) / 1e6
        assert (abs(millions - row.millions) <= 0.5) is inside


def test_one_vocabulary_explains_all_rows_but_the_big_one():
    low, high = parameters.common_vocabulary()
    assert low <= 40_940 < 41_160 <= high


@pytest.mark.parametrize("d_model", [64, 512])
def test_sharing_heads_cost_nothing_and_full_ones_multiply(d_model):
    """N0-12, R94: 1,048,576 for every h at d = 512; full width 4.2, 8.4, 33.6 million for 4, 8, 32 heads."""
    counts = parameters.by_heads(d_model)
    assert set(counts.shared) == {4 * d_model**2}
    assert counts.full == tuple(4 * d_model**2 * h for h in counts.heads)
    with torch.device("meta"):
        for h, count in zip(counts.heads, counts.shared):
            module = MultiHeadAttention(d_model, h)
            assert sum(p.numel() for name, p in module.named_parameters() if name.startswith("W")) == count


def test_multiply_adds_do_not_depend_on_the_number_of_heads():
    assert len({sum(parameters.multiply_adds(20, 64, h, 64 // h).values()) for h in (1, 2, 4, 8)}) == 1


# ---- Heads -----------------------------------------------------------------------------------------------------------


def test_writes_add_up_to_the_output(trace):
    for site in sites(trace):
        written = heads.writes(trace, site)
        whole = written["head_writes"].value.sum(0) + trace.parameters[f"{site}.b_O"]
        assert torch.allclose(whole, trace[f"{site}.output"].value, atol=1e-5)
        assert written.check("head_writes")[0] == written.check("head_writes")[1]


def test_matrices_reach_more_than_scalars(trace):
    """N0-12, N4-17, R93."""
    for site in sites(trace):
        split = heads.split(trace, site)
        n_heads, _, d_v = trace[f"{site}.head_outputs"].value.shape
        assert split.difference < 1e-12
        assert split.scalar_reach <= min(n_heads, d_v) < split.matrix_reach == trace[f"{site}.output"].value.shape[-1]


@pytest.mark.parametrize("head", range(4))
def test_switching_off_is_subtraction(translator, trace, head):
    for site in sites(trace):
        assert heads.subtraction(translator, SENTENCE, site, head) < 1e-5


def test_switching_off_weights_or_outputs_is_the_same(translator, trace):
    site = "encoder.0.self_attention"
    a, b = (translator.trace(SENTENCE, (Ablate(f"{site}.{step}", 1),)) for step in ("weights", "head_outputs"))
    assert torch.equal(a["logits"].value, b["logits"].value)


def test_ablations_are_of_the_same_translation(translator, trace):
    ablations = heads.ablations(translator, SENTENCE)
    assert ablations.without.shape == (len(sites(trace)), 4)
    assert ablations.whole == pytest.approx(heads.log_probability(trace), abs=1e-4)
    whole, without = heads.word_probabilities(translator, SENTENCE, (Ablate(f"{ablations.sites[0]}.head_outputs", 2),))
    assert float(whole.log().sum()) == pytest.approx(ablations.whole, abs=1e-4)
    assert float(without.log().sum()) == pytest.approx(float(ablations.without[0, 2]), abs=1e-4)


def test_all_heads_of_a_cross_attention_are_needed(translator, trace):
    site = sites(trace)[-1]
    everything = tuple(Ablate(f"{site}.head_outputs", head) for head in range(4))
    whole, without = heads.word_probabilities(translator, SENTENCE, everything)
    assert without.log().sum() < whole.log().sum() - 3
    assert translator.answer(SENTENCE, everything) != translator.answer(SENTENCE)


def test_the_wrong_cut_fits_and_is_wrong(trace):
    """N1-11."""
    for site in sites(trace):
        assert heads.wrong_cut(trace, site) > 0.5
        assert heads.two_stages(trace, site) < 1e-12


@pytest.mark.parametrize("n_heads", [1, 2, 4, 8, 16, 32])
def test_rank_is_bounded_before_the_softmax_and_full_after(n_heads):
    """N0-12: 8 of 64 for h = 8."""
    ranks = heads.rank(64, 64, n_heads)
    assert ranks.scores_rank == 64 // n_heads
    assert ranks.weights_rank == 64 if n_heads <= 16 else ranks.weights_rank >= 60


def test_printed_shapes_do_not_multiply():
    """R04."""
    message, right = heads.shapes_as_printed(torch.zeros(4, 8), 4)
    assert message == "mat1 and mat2 shapes cannot be multiplied (4x8 and 4x4)" and right == (4, 4)
    assert heads.shapes_as_printed(torch.zeros(4, 4), 4) == ("", (4, 4))


def test_r77_two_projections_are_one_matrix_with_more_numbers(trace):
    for site in sites(trace):
        once, twice = heads.stage_counts(trace, site)
        assert heads.two_stages(trace, site) < 1e-12 and twice == once + 64**2


def test_r42_two_tensors_of_one_name_and_shape_are_two(trace):
    looked_up, joined = heads.called_alike(trace)
    assert looked_up.shape == joined.shape and (looked_up != joined).all()


def test_an_untrained_model_comes_from_its_seed(translator):
    first, again, other = (dict(heads.untrained(translator, seed).model.named_parameters()) for seed in (1, 1, 2))
    assert all(torch.equal(first[name], again[name]) for name in first)
    assert not torch.equal(first["encoder.0.self_attention.W_Q"], other["encoder.0.self_attention.W_Q"])
    assert translator.model is zoo.load("translator-zh-en").model
    assert sorted(heads.order(3, 5)) == [0, 1, 2]


# ---- The page --------------------------------------------------------------------------------------------------------

EXHIBITS = ("N1-11-N2-19-N3-10", "N4-17", "N0-12", "N1-24", "N1-05", "N2-20", "one_or_several", "N2-13-N2-14")
def test_r52_heads_and_layers_are_two_numbers_in_the_papers_models():
    assert all(sizes.n_heads != sizes.n_layers for sizes in (BASE, BIG))


ERRATA = ("R04", "R06", "R42", "R77", "R93", "R24", "R94", "R23", "R29", "R52")
GUESSES = {"N1-11": "cut_silent", "N3-10": "stage_none", "N4-17": "scalar_less", "N0-12": "lost_cross",
           "N1-24": "memory_last", "N1-05": "map_A", "N2-20": "count_same", "one_or_several": "same_better",
           "N2-13": "count_63"}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_shows_every_exhibit_and_erratum(language):
    app = opened("transformer/heads", GUESSES, lang=language)
    assert not app.exception
    assert not lacking(app, EXHIBITS, ERRATA)
    assert len(answered(app)) == len(GUESSES)
    assert not unwritten(app, ((row.perplexity, row.bleu, row.millions) for row in parameters.TABLE_3))


def test_without_a_sentence_the_rest_is_there():
    app = opened("transformer/heads", lang="zh", text="我昨天买了一本书。" * 8, model="translator-zh-en")
    assert not app.exception and app.warning
    assert not lacking(app, ("N2-20", "N2-13-N2-14"))


@pytest.mark.parametrize("off", [{}, {"encoder.0.self_attention": [0, 2], "decoder.1.cross_attention": [3]},
                                 {"decoder.0.self_attention": [0, 1, 2, 3]}])
def test_a_link_holds_the_heads_that_are_off(translator, off):
    link = {parameter(f"off {site}"): ",".join(map(str, some)) for site, some in off.items()}
    app = opened("transformer/heads", lang="en", text=SENTENCE, model=translator.name, **link)
    edits = [Ablate(f"{site}.head_outputs", head) for site, some in off.items() for head in some]
    written = translator.target_vocabulary.join(translator.answer(SENTENCE, tuple(edits)))
    begins = page_words("en", "heads")["with_some"]
    (said,) = [one.value.partition(f"{begins} ")[2] for one in app.markdown if begins in one.value]
    assert not app.exception and said == f"**{escaped(written) or '∅'}**"
    chosen = {str(one.key)[4:]: one.value for one in app.button_group if str(one.key).startswith("off ")}
    assert {site: some for site, some in chosen.items() if some} == off
    assert {name: app.query_params[name] for name in app.query_params if name.startswith("off-")} in (
        link, {name: [value] for name, value in link.items()})


def test_n0_12_an_attention_is_not_unused_whose_heads_make_up_for_each_other():
    """The costliest head of all was in an attention that the next sentence called unused."""
    without = torch.tensor([[-0.14, 0.06], [-0.04, 0.05]])
    ablations = heads.Ablations(("a", "b"), ("I",), 0.0, without, torch.tensor([-0.05, -0.09]))
    assert ablations.unused() == ["b"]
