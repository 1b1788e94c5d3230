"""A small language of questions and answers: what the notes' chat example is trained on."""

import zlib
from pathlib import Path

from core.data.vocabulary import Vocabulary

Exchange = tuple[tuple[str, ...], tuple[str, ...]]

_FIXED = Path(__file__).with_suffix(".tsv")
_SPLIT = Vocabulary((), "en")
_OPENERS = ("", "hi , ", "hello , ", "please tell me , ")
_NAMES = ("tom", "mary", "john", "lucy", "peter", "lily")
_LIKED = ("tea", "milk", "music", "apples", "cats", "books", "flowers")
_DISLIKED = ("coffee", "fish", "rain", "football", "dogs")
_SPOTS = {
    "book": "on the table", "cat": "under the bed", "phone": "in the bag", "car": "in the street",
    "dog": "in the garden", "cup": "on the table", "key": "in the box", "letter": "on the chair",
    "teacher": "at school", "doctor": "in the hospital", "student": "in the library", "bird": "in the tree",
}
_COLOURS = {"car": "red", "cat": "black", "dog": "white", "bag": "blue", "cup": "green", "bird": "yellow"}
_JOBS = ("student", "doctor", "driver", "singer")
_FEELINGS = {"sad": "tired", "tired": "busy", "happy": "sad", "cold": "hungry", "hungry": "happy", "busy": "cold"}


def _openings() -> list[tuple[str, str]]:
    """Greetings, thanks, goodbyes, and what people say of themselves."""
    pairs = [tuple(line.split("\t")) for line in _FIXED.read_text("utf-8").splitlines()]
    for name in _NAMES:
        pairs += [
            (f"my name is {name} .", f"hello {name} , nice to meet you !"),
            (f"I am {name} .", f"hello {name} , how are you ?"),
            (f"hi , I am {name} .", f"hi {name} , I am anna ."),
            (f"is your name {name} ?", "no , my name is anna ."),
            (f"good morning , I am {name} .", f"good morning {name} !"),
            (f"do you know {name} ?", f"yes , {name} is my friend ."),
            (f"where is {name} ?", f"{name} is at school ."),
            (f"how is {name} ?", f"{name} is fine ."),
            (f"thank you , {name} .", "my name is anna , but you are welcome ."),
        ]
    pairs += [(f"I am {a} .", f"I am sorry that you are {a} .") for a in _FEELINGS if a != "happy"]
    pairs += [("I am happy .", "I am happy too .")]
    return pairs


def _questions() -> list[tuple[str, str]]:
    """Questions about likings, places, colours, work, owners."""
    pairs = []
    for thing in _LIKED:
        pairs += [(f"do you like {thing} ?", f"yes , I like {thing} ."), (f"I like {thing} .", f"I like {thing} too .")]
        pairs += [(f"do you like {thing} or {other} ?", f"I like {thing} .") for other in _DISLIKED]
        pairs += [(f"do you like {other} or {thing} ?", f"I like {thing} .") for other in _DISLIKED]
        pairs += [(f"does {name} like {thing} ?", f"yes , {name} likes {thing} .") for name in _NAMES]
    for thing in _DISLIKED:
        pairs += [(f"do you like {thing} ?", f"no , I do not like {thing} ."),
                  (f"I like {thing} .", f"I do not like {thing} .")]
        pairs += [(f"does {name} like {thing} ?", f"no , {name} does not like {thing} .") for name in _NAMES]
    for thing, spot in _SPOTS.items():
        pairs += [(f"where is the {thing} ?", f"the {thing} is {spot} ."),
                  (f"is the {thing} {spot} ?", f"yes , the {thing} is {spot} ."),
                  (f"can you see the {thing} ?", f"yes , the {thing} is {spot} .")]
        pairs += [(f"is the {thing} {other} ?", f"no , the {thing} is {spot} .")
                  for other in dict.fromkeys(_SPOTS.values()) if other != spot]
    for thing, colour in _COLOURS.items():
        pairs += [(f"what colour is the {thing} ?", f"the {thing} is {colour} ."),
                  (f"do you have a {thing} ?", f"yes , I have a {colour} {thing} .")]
        pairs += [(f"is the {thing} {other} ?", f"{'yes' if other == colour else 'no'} , the {thing} is {colour} .")
                  for other in _COLOURS.values()]
    pairs += [(f"are you a {job} ?", "no , I am a teacher .") for job in _JOBS]
    pairs += [("are you a teacher ?", "yes , I am a teacher .")]
    pairs += [(f"are you {a} or {b} ?", f"I am {b} .") for a, b in _FEELINGS.items()]
    return pairs


def dialogue_corpus() -> list[Exchange]:
    """All question-answer pairs, each question once."""
    answers: dict[str, str] = {}
    for question, answer in _openings():
        answers.setdefault(question, answer)
    for question, answer in _questions():
        for opener in _OPENERS if question.endswith("?") else _OPENERS[:1]:
            answers.setdefault(opener + question, answer)
    return [(tuple(q.replace("!", ".").split()), tuple(a.replace("!", ".").split())) for q, a in answers.items()]


def surprise(seed: int, language: str) -> tuple[str, ...]:
    """The words of one of the questions, all of which are English."""
    asked = dialogue_corpus()
    return asked[seed * 7919 % len(asked)][0]


def unseen_content() -> list[Exchange]:
    """The questions whose content training does not see under any opener: a tenth of ``_questions``, by a stable hash.

    The answer follows from other questions: where the cup is, whatever place it is asked for; whatever Tom likes.
    """
    contents = {question for question, _ in _questions() if question.endswith("?") and _tenth(question)}
    contents -= _examples()
    return [pair for pair in dialogue_corpus() if _bare(" ".join(pair[0])) in contents]


def other_openers() -> list[Exchange]:
    """Questions that training sees under another opener only: of the rest, a tenth of those with one."""
    unseen = set(unseen_content())
    return [pair for pair in dialogue_corpus() if pair not in unseen and _bare(text := " ".join(pair[0])) != text
            and _tenth(text) and text not in _examples()]


def _examples() -> set[str]:
    """The questions to start with, which are all trained on."""
    return {" ".join(_SPLIT.split(example)).lower() for example in dialogue_examples()}


def _tenth(text: str) -> bool:
    return zlib.crc32(text.encode()) % 10 == 0


def _bare(question: str) -> str:
    """A question without its opener."""
    return next(question.removeprefix(opener) for opener in reversed(_OPENERS) if question.startswith(opener))


def dialogue_examples() -> list[str]:
    """Questions to start with."""
    return ["Hi, how are you?", "What is your name?", "Do you like tea?", "Where is the book?", "Are you a student?",
            "What colour is the cat?", "My name is Lucy.", "Is the dog on the table?", "Thank you."]
