"""From pixels to a set of boxes: N3-14; R83."""

from __future__ import annotations

import dataclasses

import streamlit as st

from core import zoo
from core.data import scenes
from core.equations import detection as equations
from core.experiments import detr as computed
from core.experiments import published_vision as published
from pages.components import charts, lesson, model_choice
from pages.components.board import heatmap
from pages.components.cell.arithmetic import arithmetic, holds
from pages.components.compose import Rules, Thing, compose, css
from pages.components.lesson.pictures import shown, tints
from pages.components.numbers import plain
from pages.components.pixels import Panel, pixels
from pages.components.text import words
from pages.vision.detr import PAGE
from pages.vision.detr.reading import Reading, detected_boxes, slot_names

OPTIONS = ("rest_repeat", "rest_nothing", "rest_invent")
TENSORS = ("flattened", "encoder.{last_encoder}.norm_2.output", "decoder.{last_decoder}.norm_3.output",
           "heads.class_probabilities", "heads.box.boxes")


def pipeline(read: Reading) -> None:
    """The reader composes a scene; the detector answers, layer by layer; the tensors on the way. EXHIBITS N3-14."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-14"):
        edited, answered = st.columns([0.36, 0.64], gap="large")
        with edited:
            st.markdown(w["compose"])
            _editor(read)
        with answered:
            if lesson.predict(PAGE, "N3-14", OPTIONS, lambda: _prose_values(read), _rest):
                _by_layer(read)
            else:
                pixels([Panel(w["network_sees"], read.image)], key="scene seen", label=w["network_sees"], size=300)
        if lesson.guessed(PAGE, "N3-14"):
            _tensors(read)
        _ablated()
        lesson.erratum("R83", lambda: _r83(read))


def _editor(read: Reading) -> None:
    w = words(PAGE)
    rules = Rules(scenes.SIDE, {kind: w[f"label_{kind}"] for kind in scenes.KINDS},
                  {name: (w[f"colour_{name}"], css(rgb)) for name, rgb in scenes.COLOURS.items()},
                  (scenes.SMALLEST, scenes.LARGEST), (1, scenes.MOST), css((scenes.GROUND,) * 3))
    things = [Thing(*dataclasses.astuple(shape)) for shape in read.scene]
    compose(things, rules, key="scene", label=w["editor"], on_change=_put)


def _put(things: list[Thing]) -> None:
    st.session_state["text"] = scenes.written([scenes.Shape(*thing) for thing in things])


def _by_layer(read: Reading) -> None:
    w = words(PAGE)
    pixels([Panel(w["after_layer"].format(n=layer + 1), read.image,
                  boxes=detected_boxes(read.trace, read.nothing, layer))
            for layer in range(read.layers)], key="by layer", label=w["by_layer"], size=420)
    st.caption(w["by_layer"])


def _prose_values(read: Reading) -> dict[str, str | float]:
    silent = read.trace["heads.class_probabilities"].value[-1].argmax(-1) == read.nothing
    spare = sorted(set(range(len(silent))) - set(read.trace["matching.matched"].value.tolist()))
    return {"named": str(int((~silent).sum())), "objects": str(len(read.scene)),
            "spare": str(len(spare)), "silent": str(int(silent[spare].sum()))}


def _rest(counts) -> str:
    """What most of the slots do that are not needed."""
    return "rest_nothing" if 2 * int(counts["silent"]) >= int(counts["spare"]) else "rest_repeat"


def _tensors(read: Reading) -> None:
    """The tensors of this run from left to right, each with its shape."""
    w, trace = words(PAGE), read.trace
    last = {f"last_{stack}": max(int(name.split(".")[1]) for name in trace if name.startswith(f"{stack}."))
            for stack in ("encoder", "decoder")}
    names = [name.format(**last) for name in TENSORS]
    st.markdown(w["tensors"].format(
        shapes=" → ".join("×".join(map(str, trace[name].value.shape[-2 if i > 2 else 0:]))
                          for i, name in enumerate(("picture", "backbone.2.rectified", *names)))))
    colours, pictures = tints(trace, names), []
    for name, title in zip(names, ("tokens", "memory", "slots", "classes", "boxes")):
        one = shown(trace[name], PAGE, title=w[f"tensor_{title}"], colour=colours.get(name, ""), **_labels(read, title))
        pictures.append(dataclasses.replace(one, values=one.values[-1], panels=()) if one.values.ndim == 3 else one)
    holds("tensors", names)
    state = heatmap(pictures, key="tensors", operators=("→",) * 4, height=330)
    if state.cell is not None and state.cell.picture.startswith("heads."):
        state = dataclasses.replace(state, cell=state.cell._replace(panel=read.layers - 1))
    arithmetic(trace, state, "tensors", "heads.class_scores")


def _labels(read: Reading, title: str) -> dict:
    """What stands along a tensor's edges, in the reader's language."""
    w = words(PAGE)
    if title in ("tokens", "memory"):
        return {"row_axis": w["axis_places"], "column_axis": w["axis_features"]}
    named = {"rows": tuple(slot_names(read)), "row_axis": "", "column_axis": w["axis_features"]}
    if title == "classes":
        return named | {"columns": (*(w[f"label_{kind}"] for kind in scenes.KINDS), "∅"), "column_axis": ""}
    return named | ({"column_axis": ""} if title == "boxes" else {})


def _ablated() -> None:
    w, table = words(PAGE), published.TABLES["detr_ablations"]
    left, right = st.columns(2, gap="large")
    with left:
        asked = lesson.predict(PAGE, "N3-14.places", ("half", "four_fifths", "all_there"), _without_places,
                               "four_fifths")
    with right:
        if asked:
            lost = {w[f"ablation_{name.replace(' ', '_')}"]: -row[1] for name, row in table.rows.items() if row[1]}
            charts.bars(lost, w["ap_lost"], tones=[1 if name == w["ablation_without_places"] else -1 for name in lost])
            st.caption(w["ablation_source"])
            st.caption(_size_and_schedules())
    lesson.stands(equations.class_scores.equation, equations.boxes.equation)


def _size_and_schedules() -> str:
    """The paper's model in numbers: parameters, and AP after the long training and the short one."""
    width, inner, whole, backbone, transformer = published.TABLES["detr_sizes"].rows["DETR, ResNet-50"]
    long, short = (right for right, in published.TABLES["detr_schedules"].rows.values())
    return words(PAGE)["model_numbers"].format(width=width, inner=inner, whole=whole, backbone=backbone,
                                               transformer=transformer, long=long, short=short)


def _without_places() -> dict[str, float]:
    rows = published.TABLES["detr_ablations"].rows
    return {"whole": rows["DETR"][0], "left": rows["without places"][0],
            "share": 100 * rows["without places"][0] / rows["DETR"][0]}


def _r83(read: Reading) -> None:
    """How far this scene's encoder outputs would be off if places were added to the values too."""
    w, model = words(PAGE), zoo.load(model_choice.name()).model
    off = [computed.values_too(read.trace, layer.self_attention, f"encoder.{i}.self_attention")
           for i, layer in enumerate(model.encoder)]
    lesson.figures(*((w["values_off"].format(n=i), plain(one, 2)) for i, one in enumerate(off, 1)), border=True)
