"""Questions on all chapters; which answer is right a run says."""

from pages.components import lesson
from pages.components.quiz import quiz
from pages.components.text import words

PAGE = "quiz"

lesson.question(PAGE)
quiz(words(PAGE))
