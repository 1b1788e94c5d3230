"""The turnstile before the pages: few at once, in the order of their coming, and nobody is forgotten."""

import threading
import time

import pytest

from pages.components import turnstile


@pytest.fixture(autouse=True)
def swept():
    yield
    for one in (turnstile.PAGES, turnstile.STEPS):
        assert not one.waiting and not one.begun


def crowd(count, inside):
    """``count`` threads that come one after the other and run ``inside(i)`` once they are let in."""
    def come(i):
        with turnstile.passed():
            inside(i)

    threads = [threading.Thread(target=come, args=(i,)) for i in range(count)]
    for i, thread in enumerate(threads):
        thread.start()
        until(lambda i=i: len(turnstile.PAGES.waiting) + len(turnstile.PAGES.begun) > i or not threads[i].is_alive())
    return threads


def until(true):
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_few_run_at_once_and_first_come_is_first_served():
    count, order, leave = 30, [], threading.Semaphore(0)

    def inside(i):
        order.append(i)
        assert leave.acquire(timeout=20)

    threads = crowd(count, inside)
    for gone in range(count - turnstile.AT_ONCE):
        until(lambda gone=gone: len(order) == gone + turnstile.AT_ONCE)
        assert set(order) == set(range(gone + turnstile.AT_ONCE)) and len(turnstile.PAGES.begun) == turnstile.AT_ONCE
        leave.release()
    leave.release(turnstile.AT_ONCE)
    for thread in threads:
        thread.join()
    assert set(order) == set(range(count))


def test_no_page_is_before_a_step():
    hold = threading.Event()
    threads = crowd(2 * turnstile.AT_ONCE, lambda i: hold.wait(20))
    with turnstile.passed(turnstile.STEPS):
        assert len(turnstile.PAGES.waiting) == turnstile.AT_ONCE
    hold.set()
    for thread in threads:
        thread.join()


def test_who_takes_long_no_longer_counts(monkeypatch):
    monkeypatch.setattr(turnstile, "LONG", 0.05)
    passed, hold = threading.Event(), threading.Event()
    threads = crowd(turnstile.AT_ONCE, lambda i: hold.wait(20))
    threads += crowd(1, lambda i: passed.set())
    assert passed.wait(20) and not hold.is_set()
    hold.set()
    for thread in threads:
        thread.join()


def test_what_fails_gives_its_place_back():
    for _ in range(2 * turnstile.AT_ONCE):
        with pytest.raises(ZeroDivisionError), turnstile.passed():
            raise ZeroDivisionError
    with turnstile.passed():
        pass


def test_a_panel_within_a_page_does_not_wait_again():
    with turnstile.passed():
        for _ in range(turnstile.AT_ONCE + 1):
            with turnstile.passed():
                assert len(turnstile.PAGES.begun) == 1
