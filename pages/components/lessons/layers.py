"""The exhibits on layers: who moves whom, add and norm on the sentence, layer norm by hand."""

from __future__ import annotations

import streamlit as st
import torch

from core import zoo
from core.experiments import layers
from core.steps import Trace
from pages.components import frames, lesson, state
from pages.components.diagram import box_of, diagram
from pages.components.formula import theme
from pages.components.heatmap import Cell, Edit, Frame, board, go, heatmap, payload
from pages.components.lessons import cells
from pages.components.lessons.cells import matrix
from pages.components.numerals import plain
from pages.components.text import language, prose, words

PAGE = "layers"
ROWS = {"counting": (1.0, 2.0, 3.0, 4.0), "balanced": (1.0, -1.0, 2.0, -2.0), "constant": (3.0, 3.0, 3.0, 3.0)}


def layer_name(place: str) -> str:
    """encoder.0 in words."""
    stack, number = place.split(".")[:2]
    return words("walkthrough")[f"group_{stack}"].format(n=int(number) + 1)


@st.cache_data(max_entries=256, show_spinner=False)
def _spread(model: str, sentence: str, token: int) -> layers.Spread:
    return layers.spread(zoo.load(model), sentence, token)


@st.cache_data(max_entries=64, show_spinner=False)
def _equivariance(model: str, sentence: str) -> tuple[float, float]:
    return layers.equivariance(zoo.load(model), sentence)


@st.fragment
def who_moves(trace: Trace) -> None:
    """One word's vector turned round: the change of every word after every step of the encoder."""
    with lesson.exhibit(PAGE, "N0-13", "N1-04"):
        w, labels = words(PAGE), trace["source"].labels[0]
        names = [f"{i} {word}" for i, word in enumerate(labels)]
        token = st.pills(w["token"], range(len(labels)), default=min(2, len(labels) - 1), required=True,
                         format_func=names.__getitem__, key=f"layers token {len(labels)}")
        found = _spread(state.model_name(), state.text(), token)
        left, middle, right = st.columns([0.35, 0.41, 0.24], gap="medium")
        key = f"layers spread {len(labels)}"
        with middle:
            _map(found.stages, key)
        with left:
            heatmap(matrix("spread", w["spread"], found.change, map(_stage, found.stages), labels, scale="magnitude",
                           row_axis=w["after"], column_axis=words("walkthrough")["axis_token"]),
                    key=key, words=words("board"))
        others = [i for i in range(len(labels)) if i != token]
        until = found.stages.index("encoder.0.self_attention.head_outputs")
        same, moved = _equivariance(state.model_name(), state.text())
        with right:
            st.markdown(prose(PAGE, "N1-04.how"))
            st.metric(w["reversed_without"], plain(same, 2))
            st.metric(w["reversed_with"], plain(moved))
        with left:
            lesson.predict(PAGE, "N1-04", ("moves_values", "moves_attention", "moves_norm", "moves_ffn"),
                           before=_largest(found.change[:until], others), words=len(others),
                           after=_largest(found.change[until:until + 1], others), same=same, moved=moved)


def _map(stages: tuple[str, ...], key: str) -> None:
    """The architecture with the chosen row's step lit; a click on a box chooses its first row."""
    cell = (st.session_state.get(key) or {}).get("cell") or {}
    row = cell["row"] if cell.get("row") in range(len(stages)) else 3
    box = diagram(stages[row], layers=len(state.translator().model.encoder), key="layers map", words=words("diagram"))
    first = next((i for i, stage in enumerate(stages) if box is not None and box_of(stage) == box), None)
    if first is not None:
        go(key, cell=Cell("spread", None, first, 0))


def _largest(change: torch.Tensor, others: list[int]) -> float:
    return float(change[:, others].max()) if others else 0.0


def _stage(name: str) -> str:
    """A step in words, with its layer in front."""
    title = frames.title(name, words("walkthrough"))
    return title if name == layers.INPUT else f"{int(name.split('.')[1]) + 1} · {title}"


def _places(trace: Trace) -> list[str]:
    """encoder.0.1, encoder.0.2, ...: every add & norm."""
    return [name.removesuffix(".added").replace(".residual_", ".") for name in trace if name.endswith(".added")]


def _sublayer(place: str) -> str:
    """encoder.0.1 in words: which sub-layer it follows."""
    stack, _, number = place.split(".")
    return words(PAGE)[f"after_{stack}_{number}"]


def _chosen_place(places: list[str]) -> str:
    """A layer, and one of its two or three sums."""
    w, row = words(PAGE), st.container(horizontal=True, vertical_alignment="bottom")
    stacks = list(dict.fromkeys(place.rpartition(".")[0] for place in places))
    layer = row.segmented_control(w["place"], stacks, default=stacks[0], required=True, format_func=layer_name,
                                  key="layers place")
    here = [place for place in places if place.startswith(f"{layer}.")]
    return row.segmented_control(w["place_after"], here, default=here[0], required=True, format_func=_sublayer,
                                 key=f"layers place {layer}")


@st.cache_resource(max_entries=64, show_spinner=False)
def _add_norm(model: str, sentence: str, place: str, lang: str, base: str):
    """Residual and norm of one place, packed once."""
    trace, w, own = state.cached_trace(model, sentence), words("walkthrough"), words(PAGE)
    layer, number = place.rsplit(".", 1)
    added, norm = f"{layer}.residual_{number}.added", f"{layer}.norm_{number}"
    stages = {"residual": ((*trace[added].inputs, added), ("+", "=")),
              "norm": ((added, f"{norm}.mean", f"{norm}.variance", f"{norm}.normalized"), ("→", "", "→")),
              "gain": ((f"{norm}.normalized", f"{norm}.output"), ("γ · + β",))}
    names = list(dict.fromkeys(name for pictures, _ in stages.values() for name in pictures))
    tint = cells.tints(trace, names)
    return payload([frames.picture(trace[name], w, tint.get(name, "")) for name in names],
                   [Frame(stage, own[f"stage_{stage}"], "", *shown) for stage, shown in stages.items()])


@st.fragment
def add_and_norm(trace: Trace) -> None:
    """x + f, then the norm, on the sentence; and the length of every vector through the whole stack."""
    with lesson.exhibit(PAGE, "N2-21"):
        place = _chosen_place(_places(trace))
        packed, key = _add_norm(state.model_name(), state.text(), place, language(), theme()), f"layers add {place}"
        rows = len(trace[f"{place.rsplit('.', 1)[0]}.residual_1.added"].value)
        seen = board(payload=packed, key=key, words=words("board"), url=False, height=cells.one_line(rows))
        left, right = st.columns(2, gap="large")
        with left:
            layer, number = place.rsplit(".", 1)
            told = {"residual": f"residual_{number}.added", "norm": f"norm_{number}.normalized",
                    "gain": f"norm_{number}.output"}[seen.step]
            st.markdown(prose(PAGE, f"stage.{seen.step}"))
            cells.told(trace, f"{layer}.{told}", seen, key)
        found = layers.lengths(trace, place.split(".")[0])
        with right:
            guessed = lesson.predict(PAGE, "N2-21", ("length_grows", "length_same", "length_varies"),
                                     low=float(found.before.min()), high=float(found.before.max()),
                                     after_low=float(found.after.min()), after_high=float(found.after.max()),
                                     root=trace[layers.INPUT].value.shape[-1] ** 0.5)
        if guessed:
            _lengths(found)


def _lengths(found: layers.Lengths) -> None:
    w, places = words(PAGE), [site.replace(".norm_", ".").split(".") for site in found.sites]
    rows = [f"{int(layer) + 1} · {w[f'site_{stack}_{number}']}" for stack, layer, number in places]
    limit = float(max(found.before.max(), found.after.max()))
    pictures = [matrix(name, w[f"length_{name}"], values, rows, found.words, scale="magnitude", limit=limit,
                       row_link="site", column_link="word")
                for name, values in (("before", found.before), ("after", found.after))]
    heatmap(pictures, key=f"layers lengths {found.sites[0]}", words=words("board"), operators=("→",))


def _set_row(name: str) -> None:
    st.session_state["layers row"] = ROWS[name]


def _edited(edit: Edit) -> None:
    row = list(st.session_state["layers row"])
    row[edit.cell.column] = edit.value
    st.session_state["layers row"] = tuple(row)


@st.fragment
def norm_by_hand(trace: Trace | None) -> None:
    """A row to edit: layer norm beside equation (13) as printed."""
    with lesson.exhibit(PAGE, "N0-15", "N1-12"):
        w = words(PAGE)
        row = torch.tensor(st.session_state.setdefault("layers row", ROWS["counting"]), dtype=torch.float64)
        left, right = st.columns([0.6, 0.4], gap="large")
        with left:
            bar = st.container(horizontal=True, vertical_alignment="bottom")
            for name in ROWS:
                bar.button(w[f"row_{name}"], on_click=_set_row, args=(name,), key=f"layers row {name}")
            epsilon = bar.segmented_control("ε", (1e-5, 0.0), default=1e-5, required=True, key="layers epsilon",
                                            format_func=lambda e: plain(e))
            found = layers.both_norms(row, epsilon)
            _three_rows(found)
        with right:
            _summary(found)
            x = torch.as_tensor(row) if trace is None else trace["encoder.0.residual_1.added"].value
            lesson.predict(PAGE, "N1-12", ("twice_smaller", "twice_same", "twice_zero"), difference=layers.twice(x))
        lesson.erratum("R01", lambda: _printed_norm(trace))


def _three_rows(found: layers.Norms) -> None:
    """The row, its norm and what is printed. Every result reads the whole row: it is framed, and no column is lit."""
    w, key, count = words(PAGE), "layers norm", len(found.row)
    cell = (st.session_state.get(key) or {}).get("cell") or {}
    read = ((0, 0, 1, count),) if cell.get("picture") in ("right", "printed") else ()
    shown = [matrix("row", w["norm_row"], found.row, limit=10.0, outlines=read),
             *(matrix(name, w[f"norm_{name}"], getattr(found, name), limit=2.0) for name in ("right", "printed"))]
    heatmap(shown, key=key, words=words("board"), operators=("→", "≠"), editable="row", on_edit=_edited,
            height=cells.one_line(1))
    st.caption(w["norm_read"].format(count=count, mean=plain(found.row.mean()), sum=plain(found.row.sum()))
               if read else w["norm_click"])


def _summary(found: layers.Norms) -> None:
    """Mean, mean square and length of the row, of its norm, and of what is printed."""
    w = words(PAGE)
    lines = [f"| | {w['mean']} | {w['mean_square']} | {w['length']} |", "|---|---|---|---|"]
    for name in ("row", "right", "printed"):
        x = getattr(found, name)
        numbers = " | ".join(map(_number, (x.mean(), x.square().mean(), x.norm())))
        lines.append(f"| {w[f'norm_{name}']} | {numbers} |")
    st.markdown("\n".join(lines))


def _number(x) -> str:
    return f"{round(float(x), 4) + 0.0:.4f}".replace("-", "−")


def _printed_norm(trace: Trace | None) -> None:
    """The whole sentence normalized both ways, and a row of 512 numbers."""
    w = words(PAGE)
    if trace is not None:
        step = trace["encoder.0.residual_1.added"]
        found = layers.both_norms(step.value)
        columns = st.columns(2)
        for column, name in zip(columns, ("printed", "right")):
            with column:
                heatmap(matrix(name, w[f"norm_{name}"], getattr(found, name), step.labels[0] or (), limit=3.0),
                        key=f"layers R01 {name}", words=words("board"))
    long = layers.both_norms(layers.long_row())
    for column, x in zip(st.columns(2), (long.printed, long.right)):
        mean = f"{round(float(x.mean()), 5) + 0.0:.5f}".replace("-", "−")
        column.markdown(w["long_row"].format(sum=_number(long.row.sum()), mean=mean, spread=f"{float(x.std()):.4f}"))
