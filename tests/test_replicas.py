"""A replica killed in mid-lecture and started again, seen by a reader in Chromium behind nginx as configured."""

import time
from urllib.parse import urlencode

import pytest
from browser import IDLE, Server, Visit
from house import run
from nginx_front import NGINX, SECRET, running
from reader import Reader

from pages.components.text_files import page_words

STEP, TYPED, SOON = "encoder.0.self_attention.weights", "今天天气很", 3.0
WHOLE = "$.layout.boxes.every(({ picture }) => picture.bits)"
LONG = "昨天喜欢老师的学生的朋友在图书馆看见了一个喜欢我的老师的学生的朋友的三个新朋友的老师。"


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
def test_item_11_readers_of_a_replica_that_dies_are_back_at_their_view_and_stay_when_it_returns(browser, tmp_path):
    assert NGINX, "This test needs nginx: apt-get install nginx-light."
    with running(tmp_path) as (front, replicas), Visit(browser, front.address) as visit:
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
            visit.page.wait_for_timeout(6000)  # nginx asks a replica that was away after five seconds
            assert of_reader(visit, front, [again], "/?again") is again
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
