# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Request bodies that arrive slowly, in pieces, or in large numbers, at a real server."""

import base64
import contextlib
import json
import select
import socket
import subprocess
import sys
import threading
import time

import pytest

httpx = pytest.importorskip("httpx", reason="no httpx (pip install httpx)")
pytest.importorskip("fastapi", reason="no FastAPI (pip install 'ray[serve]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install 'ray[serve]')")

import espy
from espy.service import bodies, connections, gateway, keys
from espy.service.api import api_of
from espy.service.gateway import FEATURES
from local_service import listening, local_service, photograph, run, seen, surface
from test_service_http import LINES, OF_FEATURES, is_problem, png

REFERENCES = "/libraries/bricks/references"


@pytest.fixture
def service(tmp_path):
    with local_service(tmp_path, decoders=2) as made:
        made.create("bricks", features=64, min_features=16)
        yield made


@pytest.fixture
def client(service):
    with listening(service) as port, client_at(port) as made:
        yield made


def client_at(port, **given):
    return httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, **given)


def lines_of(surfaces, size=50_000):
    """Lines as long as with photographs."""
    for id, features in surfaces.items():
        text = base64.b64encode(features.to_bytes()).decode()
        fields = {"id": id, "features": text, "version": 1}
        yield json.dumps(fields).ljust(size).encode() + b"\n"


# A stream has a single reader.


def test_a_stream_loses_nothing_whatever_its_pieces(service, client, random):
    known = {f"s{n}": surface(random) for n in range(24)}
    text = b"".join(lines_of(known))

    def pieces():
        begin = 0
        while begin < len(text):
            size = int(random.integers(1, 100_000))
            yield text[begin : begin + size]
            begin += size

    answer = client.post(REFERENCES, content=pieces(), headers=LINES)
    answers = [json.loads(line) for line in answer.text.splitlines()]
    applied = [(line.get("id"), line.get("applied")) for line in answers]
    assert applied == [(id, True) for id in known]
    for id, features in known.items():
        kept = client.get(f"{REFERENCES}/{id}", headers={"Accept": FEATURES}).content
        numbers = espy.Features.from_bytes(kept).numbers
        assert set(map(bytes, numbers)) == set(map(bytes, features.numbers))


def test_no_other_reader_receives_while_a_stream_is_read(service, random):
    """Holds for any version of ASGI that the server speaks."""
    known = {f"s{n}": surface(random) for n in range(3)}
    text = b"".join(lines_of(known, 0))

    async def ask():
        at, receiving, sent = [0], [0], []

        async def receive():
            receiving[0] += 1
            assert receiving[0] == 1 and at[0] < len(text)
            begin, at[0] = at[0], at[0] + 1000
            receiving[0] -= 1
            more = at[0] < len(text)
            return {"type": "http.request", "body": text[begin : at[0]], "more_body": more}

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.1"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": REFERENCES,
            "raw_path": REFERENCES.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/x-ndjson")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        await api_of(service.gateway)(scope, receive, send)
        return b"".join(message.get("body", b"") for message in sent)

    answers = [json.loads(line) for line in run(ask()).splitlines()]
    assert [line["applied"] for line in answers] == [True, True, True]


def test_a_stream_that_broke_off_goes_on_behind_what_was_answered(client, random):
    known = {f"s{n}": surface(random) for n in range(12)}
    text = list(lines_of(known))

    def broken():
        yield b"".join(text[:5]) + text[5][:20_000]
        raise ConnectionAbortedError

    with contextlib.suppress(ConnectionAbortedError):
        client.post(REFERENCES, content=broken(), headers=LINES)
    assert client.get(f"{REFERENCES}/s5").status_code == 404
    again = client.post(REFERENCES, content=b"".join(text), headers=LINES)
    answers = [json.loads(line) for line in again.text.splitlines()]
    assert [line["version"] for line in answers] == [1] * 12
    assert all(line["applied"] for line in answers[5:])


# Slow clients do not block others.


def held_open(port, count, text):
    """Opens this number of connections that send this text and stay open."""
    made = []
    for _ in range(count):
        made.append(socket.create_connection(("127.0.0.1", port)))
        made[-1].sendall(text)
    return made


def begun(path, key=""):
    words = f"Authorization: Bearer {key}\r\n" if key else ""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{words}Content-Length: 100000\r\n\r\nabc"
    return head.encode()


def test_bodies_that_wait_take_nobodys_place(tmp_path, random):
    known = surface(random)
    with local_service(tmp_path, most_waiting=8) as service, listening(service) as port:
        service.create("bricks", features=64, min_features=16)
        with client_at(port, headers=OF_FEATURES) as client:
            client.put(f"{REFERENCES}/s", content=known.to_bytes(), params={"wait": True})
            waiting = held_open(port, 300, begun("/libraries/bricks/search"))
            service.wait(lambda: waiting[0].recv(12) == b"HTTP/1.1 429")
            for _ in range(20):
                found = client.post("/libraries/bricks/search", content=known.to_bytes())
                assert found.status_code == 200, found.text
                assert found.json()["id"] == "s"
            # Streams as well.
            waiting += held_open(port, 20, begun(REFERENCES).replace(b"abc", b"{"))
            assert client.get("/libraries").status_code == 200
            assert service.gateway.waiting == 0
            for one in waiting:
                one.close()


def test_too_many_slow_bodies_of_one_key_are_refused_and_no_other_key(tmp_path, monkeypatch):
    monkeypatch.setattr(bodies, "MAX_ARRIVING", 4)
    with local_service(tmp_path, keys=True) as service, listening(service) as port:
        service.create("bricks", features=64, min_features=16)
        secrets = {}
        for name in ("a", "b"):
            secrets[name], key = keys.made(name, "search")
            service.gateway.keys.add(key)
        path = "/libraries/bricks/search"
        mine = held_open(port, 4, begun(path, secrets["b"]))
        others = held_open(port, 9, begun(path, secrets["a"]))
        # Connections may come in another order than they were made.
        refused = set()
        while len(refused) < 5:
            ready, _, _ = select.select(set(others) - refused, [], [], 60)
            assert ready
            assert all(one.recv(12) == b"HTTP/1.1 429" for one in ready)
            refused |= set(ready)
        # The others, and those of other owners, stay open.
        for one in mine + [one for one in others if one not in refused]:
            one.setblocking(False)
            with pytest.raises(BlockingIOError):
                one.recv(1)
        for one in mine + others:
            one.close()


def test_the_slowest_body_is_dropped_not_a_large_one_that_comes(service):
    arriving = bodies.Arriving(service.settings._replace(most_bytes=1000))
    with contextlib.ExitStack() as stack:
        large, *slow = [stack.enter_context(arriving.body("k")) for _ in range(3)]
        for body in (large, *slow):
            body._begin -= 100
        arriving.grew(large, 7000, 7000)
        arriving.grew(slow[0], 500, 500)
        assert not any(body._refused for body in (large, *slow))
        arriving.grew(slow[1], 600, 600)
        assert [body._refused for body in (large, *slow)] == [False, True, False]


def test_headers_that_wait_take_nobodys_place(client, service, random, monkeypatch):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 300.0)  # slow machines take longer than 20 to get here
    port = client.base_url.port
    begin = b"GET /libraries HTTP/1.1\r\nHost: localhos"
    waiting = held_open(port, 300, begin)
    for _ in range(20):
        assert client.get("/libraries").status_code == 200
    # The oldest are closed.
    assert is_late(waiting[0]) and is_late(waiting[200])
    # The client's own connection may have closed one more than the rest: open one for it.
    waiting += held_open(port, 1, begin)
    service.wait(lambda: len(connections._waiting["127.0.0.1"]) == connections.MAX_WAITING_HEADERS)
    waiting[-1].sendall(b"t\r\n\r\n")
    assert waiting[-1].recv(12) == b"HTTP/1.1 200"
    for one in waiting:
        one.close()
    service.wait(lambda: not connections._waiting)


def is_late(one):
    """Has this connection been closed with 408?"""
    with contextlib.suppress(ConnectionResetError):
        return one.recv(12) == b"HTTP/1.1 408"
    return True


@pytest.mark.parametrize("before", ["", "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_headers_that_do_not_come_are_not_waited_for(client, monkeypatch, before):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", client.base_url.port)) as one:
        one.settimeout(20)
        if before:
            one.sendall(before.encode())
            assert one.recv(4096).startswith(b"HTTP/1.1 200")
            time.sleep(0.7)  # after an answer only the server's keep-alive limit applies
        for byte in (b"G", b"E", b"T"):
            one.sendall(byte)
            time.sleep(0.05)
        assert is_late(one)


# Blocking calls do not block the event loop.


def test_a_folder_that_hangs_delays_only_requests_that_need_it(service, client, monkeypatch):
    until = threading.Event()
    entry = service.gateway.libraries.entry
    monkeypatch.setattr(service.gateway.libraries, "entry", lambda name: until.wait() and entry(name))
    answers = []

    def ask():
        answers.append(client.get("/libraries/bricks").status_code)

    asking = [threading.Thread(target=ask) for _ in range(6)]
    for one in asking:
        one.start()
    for _ in range(10):
        assert client.get("/health").status_code == 200
    assert answers == []
    until.set()
    for one in asking:
        one.join()
    assert answers == [200] * 6


# Verification does not queue behind features.


@pytest.fixture
def busy(service):
    """Keeps all threads that compute features busy until the test ends."""
    until = threading.Event()
    threads = service.gateway._decoders._max_workers
    for _ in range(threads):
        service.gateway._decoders.submit(until.wait)
    yield
    until.set()


def test_features_are_searched_while_photographs_are_looked_at(client, random, busy):
    known = surface(random)
    kind = OF_FEATURES
    put = client.put(
        f"{REFERENCES}/s", content=known.to_bytes(), params={"wait": True}, headers=kind
    )
    assert put.status_code == 201
    body = seen(random, known).to_bytes()
    found = client.post("/libraries/bricks/search", content=body, headers=kind)
    assert found.json()["id"] == "s"


def test_a_missed_deadline_reports_whether_its_turn_came(
    service, client, random, tmp_path, monkeypatch
):
    body = png(tmp_path, photograph(random))
    path = "/libraries/bricks/search?deadline=0.05"
    until = threading.Event()
    monkeypatch.setattr(service.gateway, "_find_features", lambda *_: until.wait())
    slow = client.post(path, content=body)
    assert is_problem(slow, 503, "the deadline passed during the search")
    for _ in range(service.gateway._decoders._max_workers):
        service.gateway._decoders.submit(until.wait)
    assert is_problem(client.post(path, content=body), 503, "too many photographs at once")
    until.set()


# Large photographs are decoded one at a time.


def test_large_photographs_are_decoded_one_at_a_time(
    service, client, random, tmp_path, monkeypatch
):
    monkeypatch.setattr(gateway, "LARGE", 120_000)
    features, lock = gateway.features, threading.Lock()
    at, most, small = [0], [0], threading.Semaphore(0)

    def watched(photograph, **given):
        large = photograph.pixels > 120_000
        with lock:
            at[0] += large
            most[0] = max(most[0], at[0])
        # Small ones are finished while a large one is in progress.
        if large:
            small.acquire()
        found = features(photograph, **given)
        if not large:
            small.release()
        with lock:
            at[0] -= large
        return found

    monkeypatch.setattr(gateway, "features", watched)
    bodies_of = {size: png(tmp_path, photograph(random, size)) for size in (240, 400)}
    answers = []

    def ask(size):
        answers.append(client.post("/libraries/bricks/search", content=bodies_of[size]))

    asking = [threading.Thread(target=ask, args=(size,)) for size in (400, 400, 400, 240, 240, 240)]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert [answer.status_code for answer in answers] == [200] * 6
    assert most[0] == 1
    monkeypatch.setattr(service.gateway, "settings", service.settings._replace(most_pixels=100_000))
    assert is_problem(client.post("/libraries/bricks/search", content=bodies_of[400]), 413)


def test_a_photograph_is_decoded_into_memory_once():
    """Decodes 32 MB of pixels with 48 MB of address space: a second copy would not fit."""
    script = """
import io, resource, zlib
import numpy as np
import espy
def chunk(kind, data):
    body = kind + data
    return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
side = (2000).to_bytes(4, "big")
data = zlib.compress(bytes(2000 * (8 * 2000 + 1)))
head = chunk(b"IHDR", side + side + bytes([16, 6, 0, 0, 0]))
file = io.BytesIO(b"\\x89PNG\\r\\n\\x1a\\n" + head + chunk(b"IDAT", data) + chunk(b"IEND", b""))
del data
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * 4096 + 48_000_000,) * 2)
assert espy.read(file, writable=False).shape == (2000, 2000, 4)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# HTTP conventions.


def test_head_is_get_without_the_body(client):
    for path in ("/health", "/libraries", "/", "/libraries/none"):
        get, head = client.get(path), client.head(path)
        assert head.status_code == get.status_code and head.content == b""
        assert head.headers["content-type"] == get.headers["content-type"]
    assert "HEAD" in client.post("/health").headers["allow"]


def test_a_parameter_is_given_once(client):
    twice = client.post("/libraries/bricks/search?top=1&top=2", content=b"x")
    assert is_problem(twice, 422, "'top' is given more than once")


@pytest.mark.parametrize("letter", ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u00ad"])
def test_ids_have_no_invisible_letters(client, random, letter):
    id = f"a{letter}b"
    body = surface(random).to_bytes()
    put = client.put(f"{REFERENCES}/{id}", content=body, headers=OF_FEATURES)
    assert is_problem(put, 422, "invisible")
    line = json.dumps({"id": id, "features": base64.b64encode(body).decode()})
    answer = client.post(REFERENCES, content=line, headers=LINES)
    assert json.loads(answer.text)["status"] == 422
    # Existing ids of that kind can be removed.
    assert is_problem(client.delete(f"{REFERENCES}/{id}"), 404)
