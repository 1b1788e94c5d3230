"""Lectures: ready ones to start, and one's own, made of views that were kept while browsing."""

from pages.components import lesson
from pages.room.lectures import PAGE
from pages.room.lectures.own_lecture import own
from pages.room.lectures.ready_lectures import ready

lesson.question(PAGE)
ready()
own()
