"""What a script draws reaches its reader whole and in order, in bunches; nothing of a runner that was let go."""

import asyncio
import random

import pytest
from house import run
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import ScriptRunnerEvent

from pages.components import bunches

MESSAGE, STARTED = ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, ScriptRunnerEvent.SCRIPT_STARTED
STOPPED, FAILS = ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS, ScriptRunnerEvent.SHUTDOWN


class Session:
    """What of a session a script's events need: a queue, which is told of, and a runner."""

    def __init__(self, loop):
        self._event_loop, self._scriptrunner, self._browser_queue, self.heard, self.woken = loop, "now", self, [], 0

    def enqueue(self, message):
        self.heard.append(message.hash)

    def _message_enqueued_callback(self):
        self.woken += 1

    def _call_soon_on_event_loop(self, callback):
        self._event_loop.call_soon_threadsafe(callback)

    def _handle_scriptrunner_event_on_event_loop(self, sender, event):
        self.heard.append(event)
        if event == FAILS:
            raise OSError


def told(scripts):
    """What a session hears of events that each of several threads sends: (sender, event or number of a message)."""
    async def main():
        session = Session(asyncio.get_running_loop())

        def script(events):
            for sender, event in events:
                message = {"forward_msg": ForwardMsg(hash=event)} if isinstance(event, str) else {}
                bunches._on_event(session, sender, MESSAGE if message else event, **message)

        await asyncio.gather(*(asyncio.to_thread(script, events) for events in scripts))
        await asyncio.sleep(5 * bunches.PAUSE)
        return session

    return run(main())


@pytest.mark.parametrize("seed", range(8))
def test_all_is_heard_in_the_order_in_which_it_was_sent(seed):
    chance = random.Random(seed)
    events = [("now", chance.choice((str(i), str(i), str(i), STARTED, STOPPED, FAILS))) for i in range(400)]
    session = told([events])
    assert session.heard == [event for _, event in events]


def test_many_messages_wake_the_sender_a_few_times_only():
    session = told([[("now", str(i)) for i in range(2000)]])
    assert session.heard == [str(i) for i in range(2000)] and 1 <= session.woken < 1000


def test_of_several_threads_nothing_is_lost_and_each_is_in_order():
    session = told([[("now", f"{name}{i}") for i in range(500)] for name in "abc"])
    assert len(session.heard) == 1500
    for name in "abc":
        assert [one for one in session.heard if one[0] == name] == [f"{name}{i}" for i in range(500)]


def test_a_runner_that_was_let_go_says_nothing_more():
    session = told([[("gone", "1"), ("now", "2"), ("gone", "3"), ("now", STOPPED)]])
    assert session.heard == ["2", STOPPED]

