"""Replicas behind nginx as configured, seen in Chromium: a room on one of them; one killed and started again."""

import time
import urllib.request
from urllib.parse import urlencode

import pytest
from browser import IDLE, Server, Visit
from house import run
from nginx_front import NGINX, SECRET, running
from reader import Reader
from test_room_hall import opened

from pages.components.text_files import page_words

STEP, TYPED, SOON = "encoder.0.self_attention.weights", "今天天气很", 3.0
WHOLE = "$.layout.boxes.every(({ picture }) => picture.bits)"
LONG = "昨天喜欢老师的学生的朋友在图书馆看见了一个喜欢我的老师的学生的朋友的三个新朋友的老师。"


@pytest.fixture(scope="module")
def deployed(tmp_path_factory):
    assert NGINX, "This test needs nginx: apt-get install nginx-light."
    with running(tmp_path_factory.mktemp("deployed")) as both:
        yield both


async def read(address):
    """A reader who opens the walkthrough, and leaves."""
    reader = Reader(address)
    link = urlencode({"model": "translator-zh-en", "lang": "zh", "text": LONG})
    async with reader.connected() as socket:
        await reader.ask(socket, reader.message(query=link))


def half_typed(visit):
    return visit.page.locator(".st-key-text input:visible").first


def of_reader(visit, front, replicas, path):
    """The replica to which nginx leads this reader."""
    assert visit.page.evaluate("(path) => fetch(path).then((answer) => answer.ok)", path)
    place = front.upstreams(path)[-1][0].split(",")[-1].strip()
    return next(replica for replica in replicas if replica.address.endswith(place))


@pytest.mark.browser
def test_a_room_is_found_on_whichever_replica_a_follower_comes_to(deployed, browser, context):
    front, _ = deployed
    with Visit(browser, front.address, context=context) as visit:
        here = opened(visit)
        for _ in range(20):  # each without a cookie: to any replica, and on to the other where that does not have it
            with urllib.request.urlopen(here) as answer:
                assert answer.status == 200
        front.upstreams(f"/r/{here[-5:]}", 20)
        assert ", 127.0.0.1" in front.log.read_text("utf-8")


@pytest.mark.browser
def test_item_11_readers_of_a_replica_that_dies_are_back_at_their_view_and_stay_when_it_returns(
        deployed, browser, context, tmp_path):
    front, replicas = deployed
    with Visit(browser, front.address, context=context) as visit:
        for replica in replicas:  # each has readers
            run(read(replica.address))
        visit.open("walkthrough", lang="zh", text=LONG, step=STEP)
        visit.until(WHOLE)
        half_typed(visit).click()
        half_typed(visit).fill(TYPED)
        own = of_reader(visit, front, replicas, "/?before")
        answers, begun = [], time.perf_counter()
        visit.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: answers.append(data)))
        own.process.kill()
        while not answers and time.perf_counter() < begun + 60:
            visit.page.wait_for_timeout(20)
        visit.page.wait_for_function(IDLE)
        visit.until(f"{WHOLE} && $.spec.frames[$.index].key === '{STEP}'")
        assert time.perf_counter() - begun < SOON
        own.process.wait()
        assert of_reader(visit, front, replicas, "/?after") is not own
        assert half_typed(visit).input_value() == TYPED and visit.parameters()["text"] == LONG
        step_on(visit, 2)

        again = Server(tmp_path, port=int(own.address.rpartition(":")[2]), environment=SECRET)
        try:
            again.wait()
            led, asked = None, 0
            while led is not again and asked < 100:  # nginx asks a replica that was away after five seconds
                visit.page.wait_for_timeout(100)
                led, asked = of_reader(visit, front, [again, *replicas], f"/?again{asked}"), asked + 1
            assert led is again
            step_on(visit, -2)  # its pictures: those of the replica that took over
        finally:
            again.stop()


def step_on(visit, group):
    """To a group of steps whose pictures have not been seen; until they have come and the words are theirs."""
    visit.page.locator(".groups button").nth(group).click()
    visit.until(WHOLE)
    step = visit.board("spec.frames")[visit.board("index")]["key"]
    visit.page.wait_for_function("(step) => location.search.includes(step)", arg=step)
    visit.still()
    assert visit.text().count(page_words("zh", "app")["away"]) == 0
