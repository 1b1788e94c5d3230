"""The quiz: questions whose answers are computed, asked one after the other in the browser.

    questions("en", count=10, seed=3)    # questions.py: as data, for whoever asks them: this page, a room
    quiz(words)                          # view.py: the page's part; routes(CHAPTERS): where it fetches the questions

Progress stays in the reader's browser (``quiz.js``).
"""

from .questions import Question, questions
from .view import quiz, routes

__all__ = ["Question", "questions", "quiz", "routes"]
