"""Experiments behind the lessons: seeded, pure, each named after its exhibit. Never imports the screen."""
