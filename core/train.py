"""One plain training loop. ``python -m core.train NAME`` rebuilds a checkpoint: weights, words, metrics.

The recipe: Adam, warm-up, cosine; label smoothing; dropout, on the attention weights too; now and then an input word is
replaced by the unknown word, so that the decoder cannot live on its own words and must look at the source; sentences
begin at a random position, so that places beyond the longest training sentence are not new.
"""

from __future__ import annotations

import json
import math
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from core import evaluate, zoo
from core.data import dialogue, grammar
from core.data.vocabulary import Vocabulary, build_vocabulary
from core.models.transformer import END, PAD, START, UNKNOWN, Transformer, padded

Pairs = Sequence[tuple[tuple[str, ...], tuple[str, ...]]]


@dataclass(frozen=True)
class Recipe:
    """All that training a model needs besides its data.

    ``unknown``: share of input words replaced; ``open_ended``: share of pairs shown without final mark; ``shift``: the
    first position is drawn from 0 to this; ``calm``: after this share of the steps there is no dropout, no unknown.
    """

    languages: tuple[str, str]
    steps: int
    configuration: dict = field(default_factory=lambda: {"d_model": 64, "n_heads": 4, "n_layers": 2, "d_ff": 256})
    pairs: int = 120000
    batch: int = 64
    rate: float = 2e-3
    warmup: int = 400
    smoothing: float = 0.1
    dropout: float = 0.1
    unknown: float = 0.1
    open_ended: float = 0.1
    shift: int = 12
    calm: float = 0.75
    seed: int = 1
    snapshots: int = 0


RECIPES = {
    "translator-zh-en": Recipe(("zh", "en"), 16000, snapshots=12),
    "translator-en-zh": Recipe(("en", "zh"), 16000),
    "chat": Recipe(("en", "en"), 3000, {"d_model": 32, "n_heads": 4, "n_layers": 2, "d_ff": 128}, open_ended=0.0,
                   shift=0),
}


def training_pairs(name: str, recipe: Recipe) -> Pairs:
    """(source words, target words) of a model's training set."""
    if name == "chat":
        unseen = set(dialogue.held_out())
        return [pair for pair in dialogue.dialogue_corpus() if pair not in unseen]
    return [oriented(pair, recipe.languages) for pair in grammar.corpus("train", recipe.pairs, recipe.seed)]


def oriented(pair: grammar.Pair, languages: tuple[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(source words, target words) of a pair of the grammar."""
    return tuple(getattr(pair, language) for language in languages)


def batches(pairs: Pairs, vocabularies: Sequence[Vocabulary], recipe: Recipe) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless shuffled batches (source, target with end token) of about equal lengths."""
    encode, generator = [v.encode for v in vocabularies], torch.Generator().manual_seed(recipe.seed)
    encoded = [(encode[0](source), encode[1](target)) for source, target in pairs]
    while True:
        order = torch.randperm(len(encoded), generator=generator).tolist()
        for start in range(0, len(order), 50 * recipe.batch):
            chunk = sorted((encoded[i] for i in order[start:start + 50 * recipe.batch]), key=lambda p: len(p[1]))
            cuts = list(range(0, len(chunk), recipe.batch))
            for cut in torch.randperm(len(cuts), generator=generator).tolist():
                rows = chunk[cuts[cut]:cuts[cut] + recipe.batch]
                bare = (torch.rand(len(rows), generator=generator) < recipe.open_ended).tolist()
                yield (padded([s[:-1] if b else s for (s, _), b in zip(rows, bare)]),
                       padded([[*(t[:-1] if b else t), END] for (_, t), b in zip(rows, bare)]))


def with_unknowns(ids: Tensor, share: float) -> Tensor:
    """Some of the words replaced by the unknown word; pad, start and end stay."""
    return ids.masked_fill((torch.rand(ids.shape) < share) & (ids > UNKNOWN), UNKNOWN)


def rate_at(step: int, recipe: Recipe) -> float:
    """The learning rate relative to its peak: linear warm-up, then half a cosine down to zero."""
    if step < recipe.warmup:
        return (step + 1) / recipe.warmup
    return 0.5 * (1 + math.cos(math.pi * (step - recipe.warmup) / max(1, recipe.steps - recipe.warmup)))


def fit(model: Transformer, data: Iterator[tuple[Tensor, Tensor]], recipe: Recipe,
        progress: Callable[[int, float], None]) -> list[float]:
    """Train in place; ``progress(step, loss)`` after each step. Returns the losses: smoothed, in nats per word.

    Adam with the betas and the epsilon of Vaswani et al. 2017, 5.3; gradients longer than 1 are shortened to 1.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=recipe.rate, betas=(0.9, 0.98), eps=1e-9, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate_at(step, recipe))
    losses = []
    model.train()
    for step in range(recipe.steps):
        if step == round(recipe.calm * recipe.steps):
            model.eval()
        unknown = recipe.unknown if model.training else 0.0
        source, target = next(data)
        shifted = nn.functional.pad(target[:, :-1], (1, 0), value=START)
        start = int(torch.randint(recipe.shift + 1, ()))
        scores = model(with_unknowns(source, unknown), with_unknowns(shifted, unknown), start)
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten(), ignore_index=PAD,
                                           label_smoothing=recipe.smoothing)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        progress(step + 1, losses[-1])
    model.eval()
    return losses


def train(name: str) -> dict:
    """Train one model by its recipe and write checkpoint, snapshots and metrics. Returns what the JSON says."""
    recipe = RECIPES[name]
    torch.manual_seed(recipe.seed)
    pairs = training_pairs(name, recipe)
    vocabularies = [build_vocabulary([p[side] for p in pairs], recipe.languages[side]) for side in (0, 1)]
    model = Transformer(*(len(v.words) for v in vocabularies), **recipe.configuration, dropout=recipe.dropout)
    about = {"configuration": recipe.configuration, "recipe": asdict(recipe),
             "vocabulary": {side: {"language": v.language, "words": v.words}
                            for side, v in zip(("source", "target"), vocabularies)},
             "parameters": sum(p.numel() for p in model.parameters())}
    keep = {round(recipe.steps * (i / max(1, recipe.snapshots - 1)) ** 2) for i in range(recipe.snapshots)}
    started = time.time()

    def progress(step: int, loss: float) -> None:
        if step in keep:
            save(model, zoo.SNAPSHOTS / name / f"{step:05d}.safetensors", torch.float16)
        if step % 50 == 0 or step == recipe.steps:
            left = (time.time() - started) / step * (recipe.steps - step)
            bar = "#" * (30 * step // recipe.steps)
            print(f"\r{name} [{bar:30}] {step}/{recipe.steps} loss {loss:.3f}, {left:.0f} s left ", end="", flush=True)

    if keep:
        save(model, zoo.SNAPSHOTS / name / "00000.safetensors", torch.float16)
    losses = fit(model, batches(pairs, vocabularies, recipe), recipe, progress)
    print(f"\ntrained in {time.time() - started:.0f} s; evaluating")
    about |= {"command": f"python -m core.train {name}", "seed": recipe.seed,
              "versions": {"python": platform.python_version(), "torch": torch.__version__},
              "losses": [round(statistics.fmean(losses[i:i + 50]), 4) for i in range(0, len(losses), 50)]}
    weights = save(model, zoo.CHECKPOINTS / f"{name}.safetensors", torch.float32)
    about["metrics"] = evaluate.metrics(zoo.build(name, about, weights))
    path = zoo.CHECKPOINTS / f"{name}.json"
    path.write_text(json.dumps(about, ensure_ascii=False, indent=1), "utf-8")
    return about


def store_example(name: str, text: str) -> None:
    """Keep the best-aligned head's weights for one sentence, for the first page to show before torch is loaded."""
    translator = zoo.load(name)
    step, head = translator.best_head()
    trace = translator.trace(text)
    about = {"model": name, "text": text, "step": step, "head": head,
             "rows": trace["target"].labels[0], "columns": trace["source"].labels[0]}
    zoo.EXAMPLES.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(zoo.EXAMPLES / "start.npz", alignment=trace[step].value[head].numpy(),
                        about=np.array(json.dumps(about, ensure_ascii=False)))


def save(model: nn.Module, path, dtype: torch.dtype) -> dict[str, Tensor]:
    """Write the weights; returns what was written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    weights = {key: value.detach().to(dtype).contiguous().clone() for key, value in model.state_dict().items()}
    save_file(weights, path)
    return weights


USAGE = f"""usage: python -m core.train NAME, where NAME is one of: {', '.join(RECIPES)}

Trains the model by its recipe on this machine's processor, shows how far it is, and writes weights, words and
metrics over those in assets/checkpoints (and assets/snapshots). The recipes are in core/train.py."""


def main(arguments: Sequence[str]) -> int:
    """The command line: 0 when done, 2 with a sentence on stderr if the name is not known."""
    if set(arguments) & {"-h", "--help"}:
        print(USAGE)
        return 0
    if len(arguments) != 1 or arguments[0] not in RECIPES:
        why = f"No recipe is called {' '.join(arguments)!r}." if arguments else "The name of a model is missing."
        print(f"{why}\n{USAGE}", file=sys.stderr)
        return 2
    torch.set_num_threads(1)  # small matrices gain nothing from more, and the sums stay the same
    print(json.dumps(train(arguments[0])["metrics"], indent=1))
    if arguments[0] == "translator-zh-en":
        store_example(arguments[0], "我昨天买了一本书。")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
