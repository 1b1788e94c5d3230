"""Search: a button in the bar, Ctrl+K or "/"; answered in the browser from an index fetched on first use.

    search()                      # view.py: once a run, by the bar: the button, the keys, the box
    routes(CHAPTERS)              # view.py: where a browser fetches the index of a language
    index("en", pages)            # index.py: what can be found, made once of the texts that pages show

``find.js`` ranks, ``search.js`` draws.
"""

from .view import routes, search

__all__ = ["routes", "search"]
