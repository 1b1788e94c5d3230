"""``python -m core.experiments.quiz``: compute all keys and store them."""

from core.experiments import quiz, stored_runs

stored_runs.keep(quiz.NAME, quiz.run)
