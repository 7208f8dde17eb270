# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Live search on an X server on which the tests paint."""

import asyncio
import os
import time

import numpy as np
import pytest

import espy
from painting import button, later, painter


def test_the_screen_is_an_array_without_a_copy(painter, button):
    with espy.Screen() as screen:
        array = screen.array
        assert array.shape == (240, 320, 3) and array.dtype == np.uint8
        assert (array == [0x20, 0x30, 0x40]).all()
        assert not array.flags.writeable
        assert np.shares_memory(array, np.asarray(screen))
        painter.show(button, 50, 60)
        for _ in range(100):
            screen.next()
            if (array[60:69, 50:64] == button).all():
                break
        assert (array[60:69, 50:64] == button).all()
        assert screen.number > 0 and screen.time > 0 and screen.name == "screen"
        assert [(match.x, match.y) for match in espy.find(button, screen)] == [(50, 60)]
    assert (array[60:69, 50:64] == button).all()  # still there
    with pytest.raises(espy.BadUse, match="closed"):
        screen.next()
    part = espy.Screen(region=(50, 60, 14, 9)).array
    assert (part == button).all()
    assert espy.Screen.monitors() == [(0, 0, 320, 240)]
    assert espy.Screen(monitor=1).array.shape == (240, 320, 3)


def test_waits_until_a_needle_appears(painter, button):
    later(painter.show, button, 33, 44)
    match = espy.wait(button, timeout=20)
    assert (match.x, match.y) == (33, 44)
    start = time.monotonic()
    assert espy.wait(button[::-1].copy(), timeout=0.2) is None
    assert time.monotonic() - start < 10
    later(painter.fill, 33, 44, 5, 5, 0)
    assert espy.wait(button, timeout=20, until="vanishes") is None
    later(painter.show, button, 60, 70)
    match = espy.wait(button, timeout=20, method="zncc")
    assert (match.x, match.y, match.score) == (60, 70, 1.0)


def test_watch_yields_events(painter, button, random):
    other = random.integers(0, 256, (9, 14, 3)).astype(np.uint8)
    painter.show(button, 10, 20)
    with espy.Screen() as screen:
        events = espy.watch([button, other], screen, timeout=30, still=0.3)
        first = next(events)
        assert (first.event, first.needle, first.frame) == ("appears", 0, 0)
        painter.show(other, 100, 20)
        event = next(events)
        assert (event.event, event.needle, event.matches[0].x) == ("appears", 1, 100)
        assert event.time > first.time
        still = next(events)
        assert (still.event, still.needle, still.matches) == ("still", None, [])
        assert still.time >= event.time + 0.3


def test_wait_async(painter, button):
    async def both():
        later(painter.show, button, 5, 6)
        ticks = 0

        async def count():
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.01)

        counting = asyncio.ensure_future(count())
        match = await espy.wait_async(button, timeout=20)
        counting.cancel()
        return match, ticks

    match, ticks = asyncio.run(both())
    assert (match.x, match.y) == (5, 6)
    assert ticks > 3  # other tasks ran


def test_watch_async(painter, button):
    async def first_two():
        later(painter.show, button, 5, 6)
        later(painter.fill, 5, 6, 5, 5, 0, delay=0.6)
        events = espy.watch_async(button, timeout=20)
        names = []
        async for event in events:
            names.append(event.event)
            if len(names) == 2:
                break
        await events.aclose()  # closes the screen that it opened
        return names, [event async for event in events]

    assert asyncio.run(first_two()) == (["appears", "vanishes"], [])


def test_stillness_needs_no_needle(painter, button):
    (event,) = espy.watch([], still=0.2, until="still", timeout=20)
    assert (event.event, event.needle, event.matches) == ("still", None, [])
    assert event.time >= 0.2
    with pytest.raises(espy.BadUse, match="no needle"):
        espy.watch([])


def test_cancelling_the_task_ends_the_wait(painter, button):
    async def cancelled():
        waiting = asyncio.ensure_future(espy.wait_async(button, timeout=60))
        await asyncio.sleep(0.2)
        start = time.monotonic()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return time.monotonic() - start

    assert asyncio.run(cancelled()) < 5


def test_cancel_from_another_thread(painter, button):
    cancel = espy.Cancel()
    later(cancel.cancel)
    with pytest.raises(espy.Cancelled):
        espy.wait(button, timeout=60, cancel=cancel)


def test_the_timeout_ends_a_wait_for_a_frame(painter, button):
    start = time.monotonic()
    assert espy.wait(button, espy.Screen(fps=0.05), timeout=0.3) is None
    assert time.monotonic() - start < 10


def test_a_forked_child_leaves_the_screen_to_its_parent(painter):
    screen = espy.Screen()
    screen.next()
    child = os.fork()
    if child == 0:
        try:
            screen.next()
        except espy.BadUse as error:
            screen = None  # would end the parent's connection
            os._exit(7 if "fork" in str(error) else 1)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert screen.next() and screen.array.shape == (240, 320, 3)


def test_what_is_not_there_is_refused(monkeypatch, button):
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(espy.Error, match="DISPLAY"):
        espy.Screen()
    with pytest.raises(espy.Error, match="DISPLAY"):
        espy.wait(button)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    with pytest.raises(espy.Error, match="session bus|Wayland session"):
        espy.Screen(display="wayland", window="choose").next()
    with pytest.raises(espy.Error, match="no-video.mp4"):
        espy.Video("no-video.mp4")
    for arguments, fact in [
        ({"until": "never"}, "until"),
        ({"until": "still"}, "still"),
        ({"frames": 0}, "frames"),
        ({"timeout": float("nan")}, "timeout"),
        ({"move_by": -1}, "move_by"),
        ({"still": float("nan")}, "still"),
        ({"nearest": True, "method": "zncc"}, "nearest"),
    ]:
        with pytest.raises(espy.BadUse, match=fact):
            espy.watch(button, **arguments)
