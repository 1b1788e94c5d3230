"""What the first page shows before torch is there: arrays of real runs, in ``assets/examples/start.npz``.

    python -m core.examples          # writes the file again, from the checkpoints

``about`` is JSON: for each language ``{model, text, step, head, rows, columns}``; for ``second_line`` model and step.
``alignment_zh``, ``alignment_en``: that step's weights of that head, (word produced, word read). Of the Chinese run:
``vectors``, the first features of words and positions added; ``scores``, that head's; ``printed`` and ``right``, one
layer norm by N0 (13) as it is printed and as it is. ``second_line``: of its own model's first example, the weights of
the head that looks most surely across, (character written, character read). ``parting``: the sentence with which the
page at ``/alignment`` opens.
"""

import json

import numpy as np

from core import catalog, command, zoo
from core.equations import literal
from core.experiments import alignment
from core.files import replaced

TEXTS = {"zh": ("open-zh-en", "我们昨天晚上在家里看了一部电影。"),
         "en": ("open-en-zh", "He waited for me at the station for an hour yesterday.")}
FEATURES = 16


def store() -> None:
    """Run both sentences and write the file."""
    about, arrays = {}, {}
    for language, (name, text) in TEXTS.items():
        translator = zoo.load(name)
        step, head = translator.best_head()
        trace = translator.trace(text)
        about[language] = {"model": name, "text": text, "step": step, "head": head,
                           "rows": trace["target"].labels[0], "columns": trace["source"].labels[0]}
        arrays[f"alignment_{language}"] = trace[step].value[head].numpy()
        if language == "zh":
            arrays |= _pictures(trace, step, head)
    about["second_line"], arrays["second_line"] = _couplet()
    with replaced(catalog.EXAMPLES / "start.npz") as begun, begun.open("wb") as file:
        np.savez_compressed(file, about=np.array(json.dumps(about, ensure_ascii=False)),
                            parting=np.array(alignment.parting()), **arrays)


def _couplet() -> tuple[dict, np.ndarray]:
    """Model and step, and the weights of the head whose rows are the surest."""
    name = catalog.first(reads="line")
    trace = zoo.load(name).trace(catalog.examples(name)[0])
    step = [step for step in trace if step.endswith("cross_attention.weights")][-1]
    weights = trace[step].value
    return {"model": name, "step": step}, weights[int(weights.amax(-1).mean(-1).argmax())].numpy()


def _pictures(trace, step: str, head: int) -> dict[str, np.ndarray]:
    """Small parts of one run."""
    printed = literal.normalized_by_sum(trace["encoder.0.residual_1.added"].value)
    tensors = {"vectors": trace["source_embedding.positioned"].value, "printed": printed,
               "right": trace["encoder.0.norm_1.normalized"].value}
    small = {name: value[:, :FEATURES].numpy() for name, value in tensors.items()}
    return small | {"scores": trace[step.replace("weights", "scores")].value[head].numpy()}


if __name__ == "__main__":
    command.run("python -m core.examples", "Runs the first page's sentences anew and writes its file over.", store)
