"""The chapter on real models: what changed since 2017, and what was measured in a model that others trained."""

import torch

from core.equations import rotary
from core.experiments import copying, resting_place, sentences, since_2017, stored_runs
from core.experiments.quiz.keys import drawn, key, nearest, one_of, same


@key
def turned_places() -> str:
    q, k = (drawn(1, 1, 8, seed=seed).expand(1, 60, 8) for seed in (6, 7))
    P = rotary.rotated_queries(q, 0, 10000.0)[0] @ rotary.rotated_keys(k, 0, 10000.0)[0].T
    distance = torch.allclose(P[7, 2], P[45, 40]) and not torch.allclose(P[7, 2], P[20, 2])
    return one_of(distance=distance, places=not torch.allclose(P[7, 2], P[45, 40]), nothing=torch.allclose(P[7], P[45]))


@key
def constant_added() -> str:
    plain, added = (since_2017.normalized(drawn(3, 8) + constant) for constant in (0, 5))
    moved = [not same(plain[kind], added[kind]) for kind in ("layer", "rms")]
    return one_of(rms=moved == [False, True], layer=moved == [True, False], both=moved == [True, True])


@key
def shared_keys() -> str:
    model = since_2017.MODELS["Mistral 7B"]
    return nearest(since_2017.cache_bytes(model, 100) / since_2017.cache_bytes(model, 100, shared=False), same=1,
                   quarter=1 / 4, thirty_second=1 / 32)


@key
def without_copiers() -> str:
    losses = {name: sum(run["by_token"][-20:]) / 20 for name, run in copying.stored()["losses"].items()}
    worse = losses["copiers"] / losses["whole"], losses["copiers_others"] / losses["whole"]
    return one_of(copiers=worse[0] > 2 * worse[1], others=worse[1] > 2 * worse[0], same=0.5 <= worse[0] / worse[1] <= 2)


@key
def one_number() -> str:
    losses = resting_place.stored()["losses"]
    risen = losses["first"]["loss"] - losses["whole"]["loss"], losses["other"]["loss"] - losses["whole"]["loss"]
    return one_of(ruins=risen[0] > 5 and risen[1] < 0.5, nothing=risen[0] < 0.5, either=risen[1] > 5)


@key
def late_row() -> str:
    run = stored_runs.read("exchanged_rows")
    late = torch.tensor(run["shares"][-2])
    return one_of(last=int(late.argmax()) == len(late) - 1, name=int(late.argmax()) in run["differs"],
                  first=int(late.argmax()) == 0)


@key
def chinese_pieces() -> str:
    english, chinese = (sum(pair[i]["tokens"] for pair in stored_runs.read("pieces")["pairs"]) for i in (0, 1))
    return one_of(more=chinese > english, fewer=chinese < english, same=chinese == english)


@key
def nearest_sentence() -> str:
    run = sentences.stored()
    texts = run["texts"]
    cosine = sentences.cosines(torch.tensor(run["vectors"]))[texts.index("A man is playing a guitar.")]
    music, sport = (cosine[texts.index(text)] for text in ("Someone makes music on a string instrument.",
                                                             "A man is playing football."))
    return one_of(meaning=bool(music > sport), words=bool(sport > music), same=bool(music == sport))
