"""What a script draws is handed to the server's thread in bunches, not one message at a time.

Streamlit hands over each message of a script at once: the thread that sends is woken, takes the processor from the
script and gives it back, a hundred times for a page. Here a message waits for those that follow it within PAUSE; an
event of another kind (a run begins, ends) for nothing. All are heard in the order in which they were sent.
"""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner, ScriptRunnerEvent

PAUSE = 0.004
"""Seconds for which the first message of a bunch waits for others: fewer than pass between two looks of the sender."""

Event = tuple[ScriptRunner | None, ScriptRunnerEvent, dict[str, Any]]


class Bunch:
    """The events of a session's script that wait to be handed over."""

    def __init__(self):
        self._lock, self._waiting = threading.Lock(), []

    def add(self, event: Event) -> bool:
        """Whether it is the first, so that somebody has to fetch them."""
        with self._lock:
            self._waiting.append(event)
            return len(self._waiting) == 1

    def fetch(self) -> list[Event]:
        """All of them, the first first."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        return waiting


def hand_over_together() -> None:
    """From now on, for all sessions of this process."""
    AppSession._on_scriptrunner_event = _on_event


def _on_event(session: AppSession, sender: ScriptRunner | None, event: ScriptRunnerEvent, **told: Any) -> None:
    """On the script's thread."""
    is_first = session.__dict__.setdefault("bunch", Bunch()).add((sender, event, told))
    if event != ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
        session._call_soon_on_event_loop(partial(_hand_over, session))
    elif is_first:
        session._call_soon_on_event_loop(lambda: session._event_loop.call_later(PAUSE, _hand_over, session))


def _hand_over(session: AppSession) -> None:
    """On the server's thread: messages go into the queue to the browser, and whoever empties it is woken once."""
    drawn = False
    for sender, event, told in session.bunch.fetch():
        if event != ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
            try:
                session._handle_scriptrunner_event_on_event_loop(sender, event, **told)
            except Exception as error:  # goes to the log, as one in a callback of its own does; the others are heard
                session._event_loop.call_exception_handler({"message": __name__, "exception": error})
        elif sender is session._scriptrunner:
            session._browser_queue.enqueue(told["forward_msg"])
            drawn = True
    if drawn and session._message_enqueued_callback:
        session._message_enqueued_callback()
