# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service on one machine: one process, or several on Ray, HTTP over loopback.

Processes die by kill -9 here; tests/bench/service_faults.py does that many more times.
"""

import base64
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from unittest import mock

import numpy as np
import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
for module, package in (("uvicorn", "uvicorn"), ("fastapi", "fastapi"), ("httpx", "httpx")):
    pytest.importorskip(module, reason=f"no {module} (pip install '{package}')")

import httpx

import espy
from espy import _cluster_connection
from espy.client import Service, Surface
from espy.service import _command
from service_fixtures import limited, random
from local_service import photograph, seen, surface
from real_service import BACK, FEATURES, PATIENCE, RealService, end_process

__all__ = ["limited", "random"]  # fixtures


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A service on this machine with a library that the command has made, and its photographs."""
    random = np.random.default_rng(20261124)
    folder = tmp_path_factory.mktemp("alone")
    pictures = folder / "pictures"
    pictures.mkdir()
    (folder / "data").mkdir()
    espy.SurfaceLibrary.create(folder / "data" / "bricks.esl", features=128)
    with espy.SurfaceWriter(folder / "data" / "bricks.esl") as writer:
        for number in range(10):
            picture = photograph(random)
            espy.write(pictures / f"p{number}.png", picture)
            espy.write(pictures / f"q{number}.png", np.rot90(picture)[20:200, 30:].copy())
            writer.add(f"p{number}", picture)
    service = RealService(folder / "data").start()
    yield service, pictures
    assert service.stop() == 0, service.log.read_text()


def same_as_the_command(service, library, pictures, command, folder):
    """Compares each answer with that of espy identify, digit for digit; returns their number."""
    files = sorted(pictures.glob("q*.png"))
    lines = command("identify", "--json", "--top", 4, folder, *files, statuses=(0, 1)).splitlines()
    for file, line in zip(files, lines):
        one = json.loads(line)
        answer = service.client.post(
            f"/libraries/{library}/search",
            content=file.read_bytes(),
            params={"top": 4},
            headers={"Content-Type": "image/png"},
        ).json()
        assert answer["coverage"] == 1
        for key in ("references", "matches", "known", "margin"):
            assert answer[key] == one[key], file
    return len(files)


def test_one_machine_answers_as_the_command_does(alone, command):
    service, pictures = alone
    folder = f"{service.folder}/bricks.esl"
    assert same_as_the_command(service, "bricks", pictures, command, folder) == 10


@pytest.mark.parametrize("parts", [2, 5])
def test_any_number_of_parts_answers_as_the_whole_does(alone, command, parts):
    service, pictures = alone
    service.create(f"cut{parts}", parts=parts, features=128)
    for file in pictures.glob("p*.png"):
        done = service.client.put(
            f"/libraries/cut{parts}/references/{file.stem}",
            content=file.read_bytes(),
            params={"wait": True},
            headers={"Content-Type": "image/png"},
        )
        assert done.status_code == 201 and done.json()["searched"]
    folder = f"{service.folder}/bricks.esl"
    assert same_as_the_command(service, f"cut{parts}", pictures, command, folder) == 10


def typed(word):
    """The line of code in docs/service.md that contains this text."""
    docs = pathlib.Path(os.environ["ESPY_SOURCE"], "docs", "service.md").read_text()
    (line,) = (line.strip() for line in docs.splitlines() if line[:4] == "    " and word in line)
    return line


@pytest.fixture
def many(alone, random, tmp_path):
    """10 MB of lines, made by the command in docs/service.md, and a function to run others of it."""
    service, _ = alone
    for number in range(48):
        picture = photograph(random, 480) // 2 + random.integers(0, 100, (480, 480), np.uint8)
        espy.write(tmp_path / f"{tmp_path.name}-{number:02}.jpg", picture)

    def shell(line):
        line = line.replace("localhost:8000", f"127.0.0.1:{service.port}")
        return subprocess.Popen(["bash", "-c", line], cwd=tmp_path, stderr=subprocess.DEVNULL)

    assert shell(typed("for photo in")).wait() == 0
    assert (tmp_path / "bricks.jsonl").stat().st_size > 10_000_000
    return service, tmp_path, shell


def answered(folder):
    return [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")
def test_many_come_as_a_stream(many):
    service, folder, shell = many
    assert shell(typed("-T bricks.jsonl")).wait() == 0
    answers = answered(folder)
    assert [line["id"] for line in answers] == sorted(file.stem for file in folder.glob("*.jpg"))
    assert all(line["applied"] and line["version"] == 1 for line in answers), answers
    lines = (folder / "bricks.jsonl").read_bytes()
    # A client that reads only after it has sent everything.
    again = service.client.post(
        "/libraries/bricks/references",
        content=lines,
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert [json.loads(line)["applied"] for line in again.text.splitlines()] == [False] * 48
    for file in sorted(folder.glob("*.jpg"))[::12]:
        found = service.client.post(
            "/libraries/bricks/search",
            content=file.read_bytes(),
            headers={"Content-Type": "image/jpeg"},
        )
        assert found.json()["id"] == file.stem


@pytest.mark.skipif(shutil.which("curl") is None, reason="no curl")
def test_many_go_on_where_the_connection_broke(many):
    service, folder, shell = many
    (folder / "answers.jsonl").touch()
    curl = shell(typed("-T bricks.jsonl"))
    service.wait(lambda: (folder / "answers.jsonl").read_bytes().count(b"\n") >= 3)
    service.process.kill()
    service.process.wait()
    curl.wait(60)
    before = len(answered(folder))
    assert 3 <= before < 48
    service.start().wait_ready(BACK)
    assert shell(typed("tail -n")).wait() == 0
    answers = answered(folder)
    assert [line["id"] for line in answers] == sorted(file.stem for file in folder.glob("*.jpg"))
    # Lines that were in progress may have been written before.
    assert all(line["version"] == 1 for line in answers), answers
    assert all(line["applied"] for line in answers[before + 16 :])


def acknowledged_lines(service, lines, most):
    """Imports some lines until ``most`` are answered, then kills the service. Returns the answers."""
    answers = []
    headers = {"Content-Type": "application/x-ndjson"}
    body = (line.encode() for line in lines[: most + 16])
    with contextlib.suppress(httpx.HTTPError), service.client.stream(
        "POST", "/libraries/l/references", content=body, headers=headers
    ) as answered:
        for line in answered.iter_lines():
            answers.append(json.loads(line))
            if len(answers) == most:
                service.process.kill()
                service.process.wait()
    return answers


def test_an_import_that_is_killed_has_what_it_answered_and_goes_on(tmp_path, random):
    service = RealService(tmp_path / "data").start()
    service.create("l", parts=3, features=64, min_features=16)
    known = {f"s{n}": surface(random) for n in range(100)}
    lines = [
        json.dumps({"id": id, "version": 7, "features": base64.b64encode(each.to_bytes()).decode()}) + "\n"
        for id, each in known.items()
    ]
    answers = []
    for most in (1, 17, 29, 1000):
        answers += acknowledged_lines(service, lines[len(answers) :], most)
        assert [line["id"] for line in answers] == list(known)[: len(answers)]
        assert {line["version"] for line in answers} == {7}
        # On disk, before the service has started again.
        kept = [espy.SurfaceLibrary(f"{service.folder}/l.parts/{part:03}.esl") for part in range(3)]
        for line in answers:
            (part,) = (part for part in kept if line["id"] in part)
            stored = part.surface(line["id"])[1].numbers  # sorted by norm
            assert sorted(map(bytes, stored)) == sorted(map(bytes, known[line["id"]].numbers))
        if most < 1000:
            assert len(answers) < 100, "it was killed"
            service.start().wait_ready(BACK)
    assert len(answers) == 100
    # Lines in progress may have been written without an answer, at most 16 in each kill.
    assert sum(not line["applied"] for line in answers) <= 3 * 16
    for id in list(known)[::10]:
        assert service.search("l", seen(random, known[id])).json()["id"] == id
    assert service.stop() == 0


def test_a_client_goes_on_with_its_import_when_the_service_is_back(tmp_path, random):
    service = RealService(tmp_path / "data").start()
    service.create("l", features=64, min_features=16)
    known = {f"s{n}": surface(random) for n in range(40)}
    client = Service(f"http://127.0.0.1:{service.port}", retries=12)

    def surfaces():
        for number, (id, each) in enumerate(known.items()):
            if number == 25:
                service.process.kill()
                service.process.wait()
                threading.Timer(0.5, service.start).start()
            yield Surface(id, each, version=1)

    with mock.patch("espy.client._TOGETHER", 10):
        answers = list(client.write_all("l", surfaces()))
    assert [line["id"] for line in answers] == list(known)
    service.wait_ready(BACK)
    assert service.client.get("/libraries/l").json()["references"] == 40
    assert service.stop() == 0


def test_ids_come_through_the_network_as_they_are(alone, random):
    service, _ = alone
    for id in ("..%252Fx", "a%2520b", "%C3%A4%20b", "a/b/c"):
        path = f"/libraries/bricks/references/{id}"
        known = surface(random)
        put = service.client.put(path, content=known.to_bytes(), params={"wait": True})
        assert put.status_code == 201, put.text
        assert put.json()["id"] == httpx.URL(f"http://x/{id}").path[1:]
        assert service.search("bricks", seen(random, known)).json()["id"] == put.json()["id"]
        assert service.client.delete(path).json()["removed"]


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """A service of several processes on this machine."""
    pytest.importorskip("ray.serve", reason="no ray.serve (pip install 'ray[serve]')")
    folder = tmp_path_factory.mktemp("several")
    # Paths of Ray's sockets are limited in length.
    temporary = tempfile.mkdtemp(prefix="espy", dir="/tmp")
    service = RealService(folder / "data", "--ray", "--shards", 2)
    service.temporary = temporary
    with mock.patch.dict(os.environ, TMPDIR=temporary):
        service.start()
    service.create("bricks", parts=4, min_features=16)
    yield service
    stopped = service.stop()
    shutil.rmtree(temporary, ignore_errors=True)
    assert stopped == 0, service.log.read_text()


def test_one_process_starts_at_once_and_is_small(tmp_path):
    begin = time.monotonic()
    service = RealService(tmp_path / "data").start()
    seconds = time.monotonic() - begin
    try:
        service.wait_ready()
        status = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
        (memory,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        assert int(memory) < 200_000, "kB"

        def busy():
            fields = pathlib.Path(f"/proc/{service.process.pid}/stat").read_text().rsplit(")")[-1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

        time.sleep(1)
        before = busy()
        time.sleep(3)
        assert busy() - before < 0.02 * 3, "it is idle"
        # 2 on an idle machine.
        assert seconds < 20
    finally:
        assert service.stop() == 0, service.log.read_text()
    lines = service.log.read_text().splitlines()
    assert [json.loads(line)["operation"] for line in lines[1:]] == ["GET /health"] * (len(lines) - 2) + ["GET /ready"]


@pytest.mark.parametrize("options", [("--shards", 2), ("--replicas", 2), ("--gateways", 3)])
def test_several_processes_need_ray(tmp_path, options):
    service = RealService(tmp_path / "data", *options)
    done = subprocess.run(service.command(), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"espy: {options[0]}: several processes need --ray, or --address\n"


@pytest.mark.parametrize(
    "address, why",
    [
        ("no-such-host.invalid:6379", "Name or service not known|Temporary failure in name resolution"),
        ("127.0.0.1:1", "Connection refused"),
        ("http", "another program is listening there"),
        ("silent", "timed out"),
        ("no-such-host", "must be HOST:PORT"),
    ],
)
@pytest.mark.parametrize("words", [("stop",), ("{folder}",)])
def test_an_address_without_a_cluster_is_refused(tmp_path, alone, monkeypatch, capsys, words, address, why):
    pytest.importorskip("ray.serve", reason="no ray.serve (pip install 'ray[serve]')")
    monkeypatch.setattr(_cluster_connection, "_ANSWERS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent, mock.patch.dict(os.environ):
        ports = {"http": alone[0].port, "silent": silent.getsockname()[1]}
        address = f"127.0.0.1:{ports[address]}" if address in ports else address
        words = [word.format(folder=tmp_path / "data") for word in words]
        assert _command.main([*words, "--address", address]) == 2
    printed = capsys.readouterr().err
    assert re.fullmatch(f"espy: '?{re.escape(address)}'?: .*({why})\n", printed), printed


@pytest.mark.parametrize("what", ["shards", "gateways"])
def test_what_dies_on_one_machine_is_replaced(several, random, what):
    service = several
    known = {f"{what}-{n}": surface(random) for n in range(6)}
    for id, features in known.items():
        assert service.put("bricks", id, features).status_code == 201
    for pid in service.pids(what):
        end_process(pid)
    service.wait(lambda: not service.answers("/ready") or service.pids(what), BACK)
    service.wait_ready(BACK)
    for id, features in known.items():
        answer = service.wait_searched("bricks", seen(random, features), id)
        assert answer["coverage"] == 1


def proxies(service):
    """Process ids of Serve's HTTP proxies, by their titles and environment."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (process / "cmdline").read_bytes().startswith(b"ray::ProxyActor"):
                if service.temporary.encode() in (process / "environ").read_bytes():
                    found.append(int(process.name))
    return found


def test_a_proxy_that_dies_is_replaced_soon(several):
    (first,) = proxies(several)
    end_process(first)
    begin = time.monotonic()
    several.wait(lambda: set(proxies(several)) - {first}, BACK)
    # 6 on an idle machine; 20 to 30 by Ray's defaults.
    assert time.monotonic() - begin < 18
    several.wait(lambda: several.answers("/health"), BACK)


class Writers:
    """Threads that write continuously and record the answers."""

    def __init__(self, service, library, count=4):
        self.acknowledged, self.refused, self.broken = set(), [], []
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._write, args=(service, library, number))
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, service, library, number):
        body = surface(np.random.default_rng(number)).to_bytes()
        url = f"http://127.0.0.1:{service.port}/libraries/{library}/references"
        with httpx.Client(timeout=PATIENCE, headers=FEATURES) as client:
            for count in itertools.count():
                id = f"{service.port}-{number}-{count}"
                try:
                    answer = client.put(f"{url}/{id}", content=body)
                except httpx.ConnectError:
                    self._ended.set()
                except httpx.HTTPError as failure:
                    self.broken.append(failure)
                else:
                    if answer.status_code == 201:
                        self.acknowledged.add(id)
                    else:
                        self.refused.append(answer)
                if self._ended.wait(0.01):
                    return

    def stop(self):
        self._ended.set()
        for thread in self._threads:
            thread.join()
        for answer in self.refused:
            assert answer.status_code == 503, answer.text
            assert answer.headers["content-type"] == "application/problem+json"
            assert int(answer.headers["retry-after"]) >= 1
            assert answer.json()["request"] == answer.headers["x-request-id"]


def test_a_gateway_that_dies_answers_with_retry_after(several):
    service = several
    service.create("dying", min_features=16)
    writers = Writers(service, "dying")
    service.wait(lambda: len(writers.acknowledged) > 8)
    for pid in service.pids("gateways"):
        end_process(pid)
    service.wait(lambda: writers.refused)
    service.wait_ready(BACK)
    before = len(writers.acknowledged)
    service.wait(lambda: len(writers.acknowledged) > before + 8)
    # The gateway replaces ids that are not valid, and Serve does not send them either.
    answer = service.client.get("/health", headers={"X-Request-Id": "a b"})
    (id,) = answer.headers.get_list("x-request-id")
    assert len(id) == 16
    writers.stop()
    assert not writers.broken


def ended_while_written(service, library):
    """Ends the service while it is written to. Returns the answers that refused a write."""
    writers = Writers(service, library)
    service.wait(lambda: len(writers.acknowledged) > 8)
    assert service.stop() == 0
    writers.stop()
    assert writers.acknowledged <= set(espy.SurfaceLibrary(f"{service.folder}/{library}.esl"))
    return writers.refused


def test_an_end_finishes_what_is_under_way_and_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    service = RealService(tmp_path / "data").start()
    service.create("l", min_features=16)
    assert ended_while_written(service, "l") == []
    assert os.listdir(tmp_path / "temporary") == []


def test_a_slow_shard_is_reported_and_replaced(several, random):
    service = several
    known = surface(random)
    service.put("bricks", "slow", known, wait=True)
    service.wait_ready()
    shard = service.stats()["shards"][0]
    os.kill(shard["pid"], signal.SIGSTOP)
    try:
        begin = time.monotonic()
        answer = service.search("bricks", seen(random, known), deadline=2).json()
        assert time.monotonic() - begin < 6
        had = {s["group"] for s in service.stats()["shards"] if s["parts"]}
        assert (answer["coverage"] < 1) == bool(answer["missing"])
        assert answer["id"] == "slow" or answer["coverage"] < 1, had
    finally:
        end_process(shard["pid"], signal.SIGCONT)
        end_process(shard["pid"])
    service.wait_ready(BACK)
    assert service.wait_searched("bricks", seen(random, known), "slow")


def test_an_end_of_several_processes_leaves_nothing(several):
    """The last test of these processes."""
    several.create("last", min_features=16)
    assert ended_while_written(several, "last"), "Ray's proxy answers a little longer"
    assert "infinite" not in several.log.read_text()
    assert os.listdir(several.temporary) == []


def test_all_is_kept_after_a_crash_of_everything(tmp_path, random):
    service = RealService(tmp_path / "data").start()
    service.create("l", min_features=16)
    known = {f"s{n}": surface(random) for n in range(5)}
    for id, features in known.items():
        assert service.put("l", id, features, version=3).status_code == 201
    service.process.kill()
    service.process.wait()
    again = RealService(tmp_path / "data").start()
    try:
        again.wait_ready()
        for id, features in known.items():
            assert again.search("l", seen(random, features)).json()["id"] == id
        assert again.put("l", "s0", known["s1"], version=3).json()["applied"] is False
    finally:
        assert again.stop() == 0, again.log.read_text()
