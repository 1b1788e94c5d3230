"""A lecture: an ordered list of views of the app with a headline, minutes, notes, and a question where it helps.

    lecture = scenes.read(text, "mine.toml")     # from TOML; LectureError says in a sentence what is wrong, and where
    library.ready()                              # those of assets/lectures
    routes()                                     # routes.py: the projector's and the presenter's page, what they fetch
    projected.asked()                            # in a page that a projector shows: nothing but the exhibit
"""
