"""Residual and norm on the sentence: N2-21."""

from __future__ import annotations

import streamlit as st

from core.experiments import layers
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text, runs
from pages.components.board import Frame, board, heatmap, payload
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.formula import theme
from pages.components.glossary.view import passage_with_cards
from pages.components.lesson.pictures import matrix, one_line, tints
from pages.components.stage import drawing
from pages.components.text import language, words
from pages.transformer.layers import PAGE
from pages.transformer.layers.layer_name import layer_name


def _places(trace: Trace) -> list[str]:
    """encoder.0.1, encoder.0.2, ...: every add & norm."""
    return [name.removesuffix(".added").replace(".residual_", ".") for name in trace if name.endswith(".added")]


def _sublayer(place: str) -> str:
    """encoder.0.1 in words: which sub-layer it follows."""
    stack, _, number = place.split(".")
    return words(PAGE)[f"after_{stack}_{number}"]


def _chosen_place(places: list[str]) -> str:
    """A layer, and one of its two or three sums."""
    w, row = words(PAGE), lesson.controls()
    stacks = list(dict.fromkeys(place.rpartition(".")[0] for place in places))
    layer = lesson.pressed(row, w["place"], stacks, "layers place", named=layer_name)
    here = [place for place in places if place.startswith(f"{layer}.")]
    return lesson.pressed(row, w["place_after"], here, f"layers place {layer}", named=_sublayer)


@shared
def _add_norm(model: str, sentence: str, place: str, lang: str, base: str):
    """Residual and norm of one place, packed once."""
    trace, w, own = runs.cached_trace(model, sentence), words("walkthrough"), words(PAGE)
    layer, number = place.rsplit(".", 1)
    added, norm = f"{layer}.residual_{number}.added", f"{layer}.norm_{number}"
    stages = {"residual": ((*trace[added].inputs, added), ("+", "=")),
              "norm": ((added, f"{norm}.mean", f"{norm}.variance", f"{norm}.normalized"), ("→", "", "→")),
              "gain": ((f"{norm}.normalized", f"{norm}.output"), ("γ · + β",))}
    names = list(dict.fromkeys(name for pictures, _ in stages.values() for name in pictures))
    tint = tints(trace, names)
    return payload([drawing.picture(trace[name], w, tint.get(name, "")) for name in names],
                   [Frame(stage, own[f"stage_{stage}"], "", *shown) for stage, shown in stages.items()])


@lesson.panel
def add_and_norm(trace: Trace) -> None:
    """x + f, then the norm, on the sentence; and the length of every vector through the whole stack."""
    with lesson.exhibit(PAGE, "N2-21"):
        place = _chosen_place(_places(trace))
        packed = _add_norm(model_choice.name(), readable_text.text(), place, language(), theme())
        key = f"layers add {place}"
        rows = len(trace[f"{place.rsplit('.', 1)[0]}.residual_1.added"].value)
        state = board(payload=packed, key=key, url=False, height=one_line(rows))
        left, right = st.columns(2, gap="large")
        with left:
            layer, number = place.rsplit(".", 1)
            step = {"residual": f"residual_{number}.added", "norm": f"norm_{number}.normalized",
                    "gain": f"norm_{number}.output"}[state.step]
            st.markdown(passage_with_cards(PAGE, f"stage.{state.step}"))
            arithmetic(trace, state, key, f"{layer}.{step}")
        lengths = layers.lengths(trace, place.split(".")[0])
        with right:
            guessed = lesson.predict(PAGE, "N2-21", ("length_grows", "length_same", "length_varies"),
                                     low=float(lengths.before.min()), high=float(lengths.before.max()),
                                     after_low=float(lengths.after.min()), after_high=float(lengths.after.max()),
                                     cosine=lengths.cosine, counting=layers.turned((1.0, 2.0, 3.0, 4.0)),
                                     root=trace[layers.INPUT].value.shape[-1] ** 0.5, truth="length_same")
        if guessed:
            _lengths(lengths)


def _lengths(lengths: layers.Lengths) -> None:
    w, places = words(PAGE), [site.replace(".norm_", ".").split(".") for site in lengths.sites]
    rows = [f"{int(layer) + 1} · {w[f'site_{stack}_{number}']}" for stack, layer, number in places]
    limit = float(max(lengths.before.max(), lengths.after.max()))
    pictures = [matrix(name, w[f"length_{name}"], values, rows, lengths.words, scale="magnitude", limit=limit,
                       row_link="site", column_link="word")
                for name, values in (("before", lengths.before), ("after", lengths.after))]
    heatmap(pictures, key=f"layers lengths {lengths.sites[0]}", operators=("→",))
