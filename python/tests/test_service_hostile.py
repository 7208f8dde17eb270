# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Clients and files that harm: the service refuses them in a short sentence, and stays as it is."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import typing
from unittest import mock

import pytest

pytest.importorskip("httpx", reason="no httpx (pip install httpx)")
pytest.importorskip("fastapi", reason="no FastAPI (pip install 'ray[serve]')")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install 'ray[serve]')")

import espy
from espy.service import _command, connections, keys, shard
from espy.service.folder import DataFolder
from espy.service.libraries import Libraries
from espy.service.settings import Settings
from local_service import listening, local_service, run, surface
from espy.service.shard import Operation
from test_service_http import LINES, OF_FEATURES, client_of, is_problem
from test_service_streams import client_at

HEAD = b"Host: localhost\r\n"
SEARCH = b"POST /libraries/bricks/search HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n"


@pytest.fixture
def service(tmp_path):
    with local_service(tmp_path) as made:
        made.create("bricks", features=64, min_features=16)
        yield made


@pytest.fixture
def client(service):
    with client_of(service) as made:
        yield made


@pytest.fixture
def port(service):
    with listening(service) as made:
        yield made


def connected(port, first=b""):
    one = socket.create_connection(("127.0.0.1", port))
    one.settimeout(60)
    one.sendall(first)
    return one


# Connections.


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        (b"GET /health HTTP/1.1\r\n" + HEAD + b"X: ", b"x" * 1000),
        (b"GET /health HTTP/1.1\r\n" + HEAD, b"X: y\r\n" * 100),
        (SEARCH + b"\r\n1;", b"x" * 1000),
        (SEARCH + b"\r\n0\r\nX: ", b"x" * 1000),
    ],
    ids=["header", "headers", "chunk", "trailer"],
)
def test_what_is_not_body_has_a_limit(port, begin, again):
    with connected(port, begin) as one, pytest.raises(OSError):
        for _ in range(3 * connections.MOST_HEADER // len(again)):
            one.sendall(again)
            time.sleep(0.001)
        while one.recv(4096):
            pass
        raise OSError("it was closed")
    with client_at(port) as other:
        assert other.get("/health").status_code == 200


def test_small_chunks_are_a_body(port):
    with connected(port, SEARCH + b"\r\n") as one:
        for _ in range(40):
            one.sendall(b"1\r\nx\r\n" * 1000)
        one.sendall(b"0\r\n\r\n")
        assert one.recv(12) == b"HTTP/1.1 422"


def test_who_takes_no_answer_is_not_waited_for(service, port, monkeypatch):
    monkeypatch.setattr(connections, "TAKING_SECONDS", 0.2)
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", port))
        one.setblocking(False)
        ask = b"GET /openapi.json HTTP/1.1\r\n" + HEAD + b"\r\n"
        service.wait(lambda: _sent(one, ask) and not connections._open, 120)


def _sent(one, text):
    """Sends what the connection takes."""
    try:
        one.send(text)
    except OSError:
        pass
    return True


def test_idle_connections_make_room(service, port, monkeypatch):
    monkeypatch.setattr(connections.Limited, "most", 20)
    ask = b"GET /health HTTP/1.1\r\n" + HEAD + b"\r\n"
    kept = [connected(port, SEARCH + b"\r\n")]
    try:
        for _ in range(60):
            kept.append(connected(port, ask))
            assert kept[-1].recv(12) == b"HTTP/1.1 200"
        assert len(connections._open) <= 20
        # A request in progress stays.
        kept[0].sendall(b"1\r\nx\r\n0\r\n\r\n")
        assert kept[0].recv(12) == b"HTTP/1.1 422"
    finally:
        for one in kept:
            one.close()
    service.wait(lambda: not connections._open)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"FOO /health HTTP/1.1\r\n" + HEAD + b"\r\n", 400),
        (b"get /health HTTP/1.1\r\n" + HEAD + b"\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),  # TLS
        (b"GET /health HTTP/1.1\r\n" + HEAD + b"X: y\r\n" * 20_000, 431),
        (b"GET /health HTTP/1.1\r\n" + HEAD, 408),
    ],
    ids=["method", "case", "tls", "headers", "slow"],
)
def test_what_is_no_request_is_a_problem(port, monkeypatch, text, status):
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.2)
    with connected(port, text) as one:
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while some := one.recv(4096):
                answer += some
    head, body = answer.split(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status)
    assert b"\r\ncontent-type: application/problem+json\r\n" in head
    problem = json.loads(body)
    assert problem["status"] == status and problem["request"] in head.decode()


def test_an_upgrade_is_a_request(service, port):
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    with connected(port, b"GET /health HTTP/1.1\r\n" + HEAD + upgrade + b"\r\n") as one:
        assert one.recv(12) == b"HTTP/1.1 200"
    service.wait(lambda: not connections._open)


# Sentences.

LONG = "k" * 60000


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "words"),
    [
        ("PUT", "x", {LONG: 1}, 422, "is not known"),
        ("POST", "bricks/rename", {"name": LONG}, 422, "at most 63 lower-case letters"),
        ("POST", "bricks/rename", {"name": "../x"}, 422, "'../x': a name must have"),
        ("POST", "bricks/rename", {}, 422, "body name: is missing"),
        ("PUT", "Bricks", {}, 422, "'Bricks': a name must have"),
        ("PUT", "x", {"parts": 0}, 422, "body parts: must be greater than or equal to 1"),
        ("PUT", "x/y/z", {}, 404, "there is nothing here"),
        ("PATCH", "x", {}, 405, "other methods"),
    ],
)
def test_a_refusal_is_a_short_sentence(client, method, path, body, status, words):
    answer = client.request(method, f"/libraries/{path}", json=body)
    assert is_problem(answer, status, words)
    assert len(answer.json()["detail"]) < 300


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ('{"' + LONG + '": 1, "id": "a", "photo": ""}', "is not known"),
        ("[" * 50000, "line 1: is not JSON"),
        ("{", "line 1: is not JSON"),
        ('{"id": "' + LONG + '", "photo": ""}', "line 1 id: must have at most 1000 characters"),
        ('{"id": "a", "name": "' + LONG + '", "photo": ""}', "at most 4096 characters"),
        ('{"id": "a", "version": ' + "9" * 5000 + ', "photo": ""}', "number out of range"),
        ('{"id": "a", "version": NaN, "photo": ""}', "version: must be a valid integer"),
        ('{"id": "a", "version": true, "photo": ""}', "version: must be a valid integer"),
        ('{"id": "\\ud800", "photo": ""}', "line 1: is not JSON"),
        ('{"id": "a", "photo": "\u00e4"}', 'line 1: "photo" must be base64'),
        ('{"id": "a", "features": 5}', "features: must be a valid string"),
    ],
)
def test_a_refusal_of_a_line_is_a_short_sentence(client, fields, words):
    answer = client.post(
        "/libraries/bricks/references", content=fields.encode() + b"\n", headers=LINES
    )
    (problem,) = map(json.loads, answer.text.splitlines())
    assert problem["status"] == 400 and words in problem["detail"], problem["detail"][:300]
    assert len(answer.text) < 600


# Libraries and keys.


def test_a_write_to_what_is_renamed_meanwhile_may_be_repeated(client, service, random, monkeypatch):
    body = surface(random).to_bytes()
    entry = service.gateway.libraries.entry("bricks")
    assert client.put("/aliases/wall", json={"library": "bricks"}).status_code == 200
    assert client.post("/libraries/bricks/rename", json={"name": "stones"}).status_code == 200
    path = "/libraries/wall/references/a"
    kind = {"Content-Type": "application/vnd.espy.features"}
    with monkeypatch.context() as early:
        # It was looked up before the rename.
        early.setattr(service.gateway.libraries, "entry", lambda _: entry)
        refused = client.put(path, content=body, headers=kind)
        assert is_problem(refused, 503, "bricks: was removed or renamed")
        assert refused.headers["retry-after"]
    assert client.put(path, content=body, headers=kind).status_code == 201


@pytest.mark.parametrize("stored", ['[["a", "b", "king"]]', '[[1, "b", "admin"]]', "{", "[5]"])
def test_damaged_keys_open_nothing(tmp_path, stored):
    with local_service(tmp_path, keys=True) as service, client_of(service) as client:
        (tmp_path / "keys.json").write_text(stored)
        service.gateway.keys._looked = float("-inf")
        answer = client.get("/libraries", headers={"Authorization": "Bearer espy_x"})
        assert is_problem(answer, 503, "is not a list of keys")


def part(number):
    return f"walls.parts/{number:03}.esl"


def remove(*names):
    """Removes these files and folders of a data folder."""

    def done(folder):
        for name in names:
            where = folder / name
            shutil.rmtree(where) if where.is_dir() else where.unlink()

    return done


def swap(folder):
    (folder / part(0)).rename(folder / "kept")
    (folder / part(2)).rename(folder / part(0))
    (folder / "kept").rename(folder / part(2))


def replace_by_another(folder):
    shutil.rmtree(folder / part(1))
    shutil.copytree(folder / "bricks.esl", folder / part(1))


@pytest.mark.parametrize(
    "harm",
    [
        remove(part(3)),
        remove(part(1)),
        remove(*map(part, range(4))),
        remove(*map(part, range(1, 4))),
        remove(part(1), "walls.parts/service.json"),
        remove(part(2) + "/library"),
        remove("bricks.esl/library"),
        lambda folder: shutil.copytree(folder / part(3), folder / "walls.parts/copy.esl"),
        lambda folder: (folder / "walls.parts/service.json").write_text("{"),
        lambda folder: (folder / part(2) / "surfaces-1.db").write_bytes(b"nonsense"),
        swap,
        replace_by_another,
    ],
)
def test_what_is_missing_or_damaged_is_reported_and_nothing_is_overwritten(tmp_path, random, harm):
    known = {f"s{n}": surface(random) for n in range(16)}
    kind = {"headers": OF_FEATURES}
    with local_service(tmp_path) as service, client_of(service, **kind) as client:
        for name, parts in (("bricks", 1), ("walls", 4)):
            service.create(name, parts=parts, features=64, min_features=16)
            for id, features in known.items():
                path = f"/libraries/{name}/references/{id}"
                assert client.put(path, content=features.to_bytes(), params={"version": 5}).is_success
    harm(tmp_path)
    with local_service(tmp_path) as service, client_of(service, **kind) as client:
        service.shards.groups[0][0].wait_loaded()
        assert is_problem(client.get("/ready"), 503)
        assert all(client.get(path).is_success for path in ("/libraries", "/stats", "/metrics"))
        answers = []
        for name in ("bricks", "walls"):
            for id, features in known.items():
                path = f"/libraries/{name}/references/{id}"
                found = client.post(f"/libraries/{name}/search", content=features.to_bytes())
                if found.status_code == 200:
                    assert found.json()["id"] == id or found.json()["coverage"] < 1
                late = client.put(path, content=known["s0"].to_bytes(), params={"version": 4})
                assert late.status_code in (409, 503), late.text
                answers += [found, late, client.get(path)]
        refused = [answer for answer in answers if answer.status_code not in (200, 409)]
        # Each reason is a sentence with the file.
        assert refused and all(is_problem(each, 503, str(tmp_path)) for each in refused)


def test_a_damaged_alias_is_reported_until_it_is_set_again(service, client, tmp_path):
    assert client.put("/aliases/old", json={"library": "bricks"}).is_success
    for damaged in (b"", b"\xff", b"Bricks \n"):
        (tmp_path / "old.alias").write_bytes(damaged)
        os.utime(tmp_path)
        assert is_problem(client.get("/libraries/old"), 503, "old.alias: cannot be read")
        assert is_problem(client.get("/ready"), 503, "old is not served")
        assert client.get("/aliases").json() == {"aliases": []}
        assert is_problem(client.put("/libraries/old"), 409, "old: this is an alias")
    assert client.put("/aliases/old", json={"library": "bricks"}).is_success
    assert client.get("/libraries/old").json()["name"] == "bricks"


def test_snapshots_that_cannot_be_listed_are_reported(service, client, tmp_path):
    (tmp_path / "snapshots").write_text("no folder")
    assert is_problem(client.get("/libraries/bricks/snapshots"), 503, "snapshots/bricks: Not a directory")


def test_a_part_that_cannot_be_opened_is_logged_once(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(shard, "RETRY_SECONDS", 0.1)
    espy.SurfaceLibrary.create(tmp_path / "bricks.esl")
    assert "bricks" in Libraries(DataFolder(tmp_path)).entries()
    (tmp_path / "bricks.esl" / "surfaces-1.db").unlink()
    with caplog.at_level("WARNING", "espy.service"), local_service(tmp_path) as service:
        opened = mock.Mock(side_effect=shard._Part)
        monkeypatch.setattr(shard, "_Part", opened)
        service.wait(lambda: opened.call_count > 2)
    assert [record.message.split(": ", 1)[1] for record in caplog.records if "shard-" in record.message] == [
        f"{tmp_path}/bricks.esl/surfaces-1.db: cannot be opened: No such file or directory"
    ]


def test_a_write_to_a_damaged_file_is_refused_for_a_time(service, client, random, tmp_path):
    put = lambda id: client.put(
        f"/libraries/bricks/references/{id}", content=surface(random).to_bytes(), headers=OF_FEATURES
    )
    assert put("a").status_code == 201
    (slab,) = (tmp_path / "bricks.esl").glob("slab-*")
    slab.write_bytes(b"nonsense" * 1000)
    assert is_problem(put("b"), 503, f"{slab}: is not a slab of features")


def test_an_error_of_a_lock_names_the_lock(service, client, tmp_path):
    (tmp_path / "making.lock").unlink()
    (tmp_path / "making.lock").mkdir()
    assert is_problem(client.put("/libraries/new"), 503, "new.esl: making.lock: Is a directory")


# Starting.


@pytest.mark.parametrize(
    ("file", "text", "options", "words"),
    [
        ("settings.json", '{"port": "x"}', [], "repair or remove it"),
        ("settings.json", '{"groups": null}', [], "repair or remove it"),
        ("service.lock/x", "", [], "must be able to write to it"),
        ("x", "", ["--host", "h" * 300], "is not a host name"),
        ("x", "", ["--host", "192.0.2.1"], "cannot listen there"),
    ],
)
def test_a_start_that_fails_says_why_in_a_sentence(tmp_path, file, text, options, words):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text)
    keys.Keys(str(tmp_path)).add(keys.made("me", "admin")[1])
    command = [sys.executable, "-m", "espy.service", str(tmp_path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr[-2000:]
    assert words in done.stderr


@pytest.mark.parametrize("cpus", [0.5, 2])
def test_stored_settings_are_read(tmp_path, cpus):
    (tmp_path / "settings.json").write_text(json.dumps({"cpus": cpus, "groups": 3}))
    stored = _command._stored(str(tmp_path))
    assert (stored.cpus, stored.groups) == (cpus, 3)


def test_settings_have_the_type_that_stored_ones_are_compared_with():
    defaults = Settings(folder="")
    kinds = typing.get_type_hints(Settings)
    assert {name: type(getattr(defaults, name)) for name in Settings._fields} == kinds


def test_ipv6_is_served(tmp_path):
    with socket.socket(socket.AF_INET6) as free:
        try:
            free.bind(("::1", 0))
        except OSError:
            pytest.skip("no IPv6 here")
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "espy.service", str(tmp_path), "--host", "::1"]
    with subprocess.Popen([*command, "--port", str(port)], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert f"http://[::1]:{port}/ serves" in process.stderr.readline()
            with client_at(port) as client:
                assert client.get(f"http://[::1]:{port}/libraries").status_code == 200
        finally:
            process.terminate()
            process.communicate()
