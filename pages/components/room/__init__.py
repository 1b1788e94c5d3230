"""A room: one lecturer's walkthrough on everybody's phone, and what the room answers beside what the machine does.

    rooms.open() -> (code, key)                   # state.py: the rooms of this process, without a page
    routes()                                      # routes.py: /r/CODE for followers: a page, a stream, their answers
    lecturer.lecture(look, run)                   # lecturer.py: in the lecturer's session, at each of her steps

A follower has no session of Streamlit: the page draws a sheet (``pages.components.sheet``) and hears one stream of
small, whole states, each of which says all there is to know.
"""
