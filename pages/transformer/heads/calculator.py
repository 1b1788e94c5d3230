"""The parameter calculator: N2-13, N2-14; R29."""

from __future__ import annotations

import streamlit as st

from core.experiments import parameters
from core.experiments.parameters import Sizes
from pages.components import charts, lesson, model_choice
from pages.components.address import expander, in_link
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.transformer.heads import PAGE

LAYERS, WIDTHS, INNER = tuple(range(1, 13)), (64, 128, 256, 512, 768, 1024), (256, 512, 1024, 2048, 3072, 4096)
HEADS = (1, 2, 4, 8, 16, 32)
SLIDERS = {"n_layers": LAYERS, "d_model": WIDTHS, "d_ff": INNER, "n_heads": HEADS}
TONES = {"embedding": 2, "encoder_attention": 0, "encoder_feed_forward": 0, "encoder_norm": 0, "decoder_attention": 1,
         "decoder_cross": 1, "decoder_feed_forward": 1, "decoder_norm": 1}


def _set(sizes: Sizes) -> None:
    for name in (*SLIDERS, "vocabulary"):
        st.session_state[f"count {name}"] = getattr(sizes, name)


@lesson.panel
def calculator(known: bool) -> None:
    """Sliders, presets, a bar per module; the same from the classes themselves. ``known``: there is a model to load."""
    with lesson.exhibit(PAGE, "N2-13", "N2-14"):
        w = words(PAGE)
        left, right = st.columns([0.36, 0.64], gap="large")
        with left:
            presets = st.container(horizontal=True)
            own = {"own": _own()} if known else {}
            for name, sizes in ({"base": parameters.BASE, "big": parameters.BIG} | own).items():
                presets.button(w[f"preset_{name}"], on_click=_set, args=(sizes,), key=f"preset {name}")
            base = parameters.BASE
            chosen = {name: in_link(st.select_slider)(w[f"size_{name}"], options, getattr(base, name),
                                                    key=f"count {name}")
                      for name, options in SLIDERS.items()}
            chosen["vocabulary"] = in_link(st.slider)(w["size_vocabulary"], 100, 50000, base.vocabulary, 20,
                                                      key="count vocabulary")
        sizes = Sizes(**chosen)
        with right:
            _counted(sizes)
        low, high = parameters.common_vocabulary()
        if lesson.predict(PAGE, "N2-13", ("count_65", "count_63", "count_66"),
                          millions=parameters.total(parameters.BASE) / 1e6, low=plain(low), high=plain(high),
                          big=parameters.total(parameters.BIG) / 1e6, truth="count_63"):
            _implied(sizes.vocabulary)
        lesson.erratum("R29", lambda: _r29([parameters.BASE, *own.values()]))


def _r29(models: list[Sizes]) -> None:
    """What one layer of each stack has, and all of them: of the paper's model, and of the one that is chosen."""
    w = words(PAGE)
    for name, sizes in zip(("base", "own"), models):
        model = w[f"preset_{name}"]
        lesson.figures((w["one_pair"].format(model=model), plain(parameters.body(sizes._replace(n_layers=1)))),
                       (w["all_pairs"].format(model=model, n=sizes.n_layers), plain(parameters.body(sizes))))


def _own() -> Sizes:
    """The chosen model's sizes."""
    translator = model_choice.subject()
    own = translator.about["configuration"]
    return Sizes(own["n_layers"], own["d_model"], own["d_ff"], own["n_heads"],
                 vocabulary=round(len(translator.target_vocabulary.words) / 20) * 20)


def _counted(sizes: Sizes) -> None:
    w, counts = words(PAGE), parameters.modules(sizes)
    whole, classes = sum(counts.values()), parameters.counted_body(sizes)
    first, second, third = st.columns(3)
    guessed = lesson.guessed(PAGE, "N2-13")
    first.metric(w["total"], plain(whole) if guessed else "?", help=None if guessed else words("lesson")["covered"])
    second.metric(w["body"], plain(parameters.body(sizes)))
    third.metric(w["per_layer"], plain(parameters.body(sizes) // sizes.n_layers))
    visible = [name for name in counts if guessed or name != "embedding"]
    charts.bars({w[f"part_{name}"]: counts[name] for name in visible}, w["parameters"],
                tones=[TONES[name] for name in visible], step=28)
    agree = w["classes_agree" if classes == parameters.body(sizes) else "classes_differ"]
    st.caption(agree.format(count=plain(classes)))


def _implied(vocabulary: int) -> None:
    """For each printed count, the vocabularies with which it comes out."""
    w, rows = words(PAGE), [row for row in parameters.TABLE_3 if row.millions]
    ranges = [{"name": f"{row.row} {row.change}".strip(), "low": low, "high": high,
               "text": w["printed_millions"].format(millions=row.millions), "range": f"{plain(low)} – {plain(high)}"}
              for row in rows for low, high in [parameters.implied_vocabulary(row)]]
    low, high = parameters.common_vocabulary()
    charts.spans(ranges, w["implied"], (low, high), ((vocabulary, -1), (parameters.BASE.vocabulary, 1)), (35000, 45000))
    st.caption(w["implied_note"].format(low=plain(low), high=plain(high), vocabulary=plain(vocabulary)))
    with expander("table 3", w["table_3"]):
        st.dataframe({w["table_row"]: [row.row for row in parameters.TABLE_3],
                      w["table_change"]: [row.change or "–" for row in parameters.TABLE_3],
                      "PPL": [fixed(row.perplexity, 2) for row in parameters.TABLE_3],
                      "BLEU": [fixed(row.bleu, 1) for row in parameters.TABLE_3],
                      w["table_printed"]: [f"{row.millions} M" if row.millions else "–" for row in parameters.TABLE_3],
                      w["table_counted"]: [f"{fixed(parameters.total(row.sizes) / 1e6, 2)} M" if row.millions else "–"
                                           for row in parameters.TABLE_3]}, hide_index=True)
        st.caption(w["table_3_source"].format(vocabulary=plain(parameters.BASE.vocabulary)))
