# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service over HTTP, with shards and a gateway in one process."""

import asyncio
import base64
import errno
import io
import json
import threading
import time
import zlib
from urllib.parse import unquote

import numpy as np
import pytest

import espy

testing = pytest.importorskip("fastapi.testclient", reason="no FastAPI (pip install 'ray[serve]')")
pytest.importorskip("httpx", reason="no httpx (pip install httpx)")

from espy.service import calls, keys, shard, slots
from espy.service.api import api_of
from espy.service.calls import Lost
from espy.service.gateway import FEATURES
from espy.service.logs import JsonLines
from espy.service.shard import Operation
from local_service import local_service, photograph, run, seen, surface

LINES = {"Content-Type": "application/x-ndjson"}
PHOTO = {"Content-Type": "image/png"}
OF_FEATURES = {"Content-Type": FEATURES}


def client_of(service, **given):
    return testing.TestClient(api_of(service.gateway), base_url="http://localhost", **given)


@pytest.fixture
def service(tmp_path):
    with local_service(tmp_path, groups=2, most_bytes=1 << 20, most_pixels=1_000_000) as made:
        made.create("bricks", parts=4, features=64, min_features=16)
        yield made


@pytest.fixture
def client(service):
    with client_of(service) as made:
        yield made


def png(tmp_path, picture):
    file = tmp_path / "p.png"
    espy.write(file, picture)
    return file.read_bytes()


def put(client, id, features, **given):
    return client.put(
        f"/libraries/bricks/references/{id}",
        content=features.to_bytes(),
        headers=OF_FEATURES,
        params=given,
    )


def search(client, features, **given):
    answer = client.post(
        "/libraries/bricks/search", content=features.to_bytes(), headers=OF_FEATURES, params=given
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def is_problem(answer, status, words=""):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status and problem["title"] and words in problem["detail"], problem
    assert problem["request"] == answer.headers["x-request-id"]
    return True


# References.


def test_a_surface_is_written_searched_replaced_and_removed(client, random):
    brick, other = surface(random), surface(random)
    first = put(client, "brick 17/ä", brick, wait=True, name="17.jpg")
    assert first.status_code == 201
    assert first.json()["version"] == 1 and first.json()["searched"] is True
    found = search(client, seen(random, brick))
    assert (found["id"], found["known"], found["coverage"]) == ("brick 17/ä", True, 1)
    assert found["references"] == 1 and found["missing"] == []
    facts = client.get("/libraries/bricks/references/brick 17/ä").json()
    assert facts == {
        "id": "brick 17/ä",
        "name": "17.jpg",
        "version": 1,
        "features": 64,
        "width": 400,
        "height": 400,
    }
    kept = client.get("/libraries/bricks/references/brick 17/ä", headers={"Accept": FEATURES})
    assert set(map(bytes, espy.Features.from_bytes(kept.content).numbers)) == set(
        map(bytes, brick.numbers)
    )

    again = put(client, "brick 17/ä", other, wait=True)
    assert again.status_code == 200 and again.json()["version"] == 2 and again.json()["existed"]
    assert search(client, seen(random, brick))["known"] is False
    assert search(client, seen(random, other))["id"] == "brick 17/ä"

    gone = client.delete("/libraries/bricks/references/brick 17/ä", params={"wait": True})
    assert gone.status_code == 200 and gone.json()["version"] == 3
    assert search(client, seen(random, other))["matches"] == []
    assert is_problem(client.get("/libraries/bricks/references/brick 17/ä"), 404)
    assert is_problem(client.delete("/libraries/bricks/references/brick 17/ä"), 404, "no such")


def test_the_same_version_again_changes_nothing_and_an_older_one_is_refused(client, random):
    one, two = surface(random), surface(random)
    assert put(client, "a", one, version=5, wait=True).json()["applied"]
    same = put(client, "a", two, version=5)
    assert same.status_code == 200 and same.json()["applied"] is False
    assert same.json()["change"] == 0 and same.json()["version"] == 5
    assert search(client, seen(random, one))["id"] == "a"
    assert is_problem(put(client, "a", two, version=4), 409, "version 5 is stored")
    assert client.delete("/libraries/bricks/references/a", params={"version": 6}).json()["applied"]
    again = client.delete("/libraries/bricks/references/a", params={"version": 6}).json()
    assert again["applied"] is False and again["version"] == 6
    # A late write of an earlier version does not bring it back.
    assert is_problem(put(client, "a", one, version=5), 409)
    assert put(client, "a", two).json()["version"] == 7
    # A version is either a write or a removal.
    assert is_problem(put(client, "a", two, version=6), 409)
    assert put(client, "a", two, version=8).json()["applied"]
    assert is_problem(
        client.delete("/libraries/bricks/references/a", params={"version": 8}), 409, "wrote"
    )
    assert client.delete("/libraries/bricks/references/a", params={"version": 9}).json()["applied"]
    assert is_problem(put(client, "a", two, version=9), 409, "removed")
    gone = client.delete("/libraries/bricks/references/never", params={"version": 9}).json()
    assert gone["applied"] and not gone["existed"]
    assert is_problem(put(client, "never", one, version=8), 409)


def test_a_write_that_died_before_its_commit_may_be_repeated(client, service, random, monkeypatch):
    known = surface(random)

    def dies(*_):
        raise KeyboardInterrupt

    entry = run(service.gateway.entry("bricks"))
    part = slots.part_of(slots.slot_of("s"), entry.parts)
    with monkeypatch.context() as patch:
        patch.setattr(espy.SurfaceWriter, "commit", dies)
        with pytest.raises(KeyboardInterrupt):
            operation = Operation("s", 1, known, "")
            service.shards.groups[0][0].write("bricks", entry.stamp, 4, part, [operation])
    assert is_problem(client.get("/libraries/bricks/references/s"), 404)
    again = put(client, "s", known, version=1, wait=True)
    assert again.json()["applied"] and again.json()["searched"], again.text
    assert search(client, seen(random, known))["id"] == "s"


def test_what_others_write_is_searched_soon(client, service, random):
    """By espy library, for example, or by a shard of another group during a change."""
    known = surface(random)
    part = slots.part_of(slots.slot_of("s"), 4)
    with espy.SurfaceWriter(service.gateway.folder.part("bricks", 4, part)) as writer:
        writer.add("s", known)
    service.wait(lambda: search(client, seen(random, known))["id"] == "s", 5)
    assert client.get("/libraries/bricks/references/s").json()["version"] == 0
    assert put(client, "s", known, wait=True).json()["version"] == 1


def test_a_library_is_known_again_by_its_folder(tmp_path, random):
    with local_service(tmp_path) as service, client_of(service) as client:
        service.create("bricks", min_features=16, parts=2)
        put(client, "s", surface(random), version=7)
    with local_service(tmp_path) as service, client_of(service) as client:
        service.wait(lambda: client.get("/ready").status_code == 200)
        assert client.get("/libraries/bricks/references/s").json()["version"] == 7


def test_ids_are_listed_page_by_page(client, random):
    ids = sorted([f"wall/{n:02}" for n in range(12)] + ["wall", "ä", "brick", "zebra"])
    for id in ids:
        put(client, id, surface(random))

    def page(**given):
        return client.get("/libraries/bricks/references", params=given).json()

    put(client, "last", surface(random), wait=True)
    assert page() == {"references": sorted([*ids, "last"]), "next": None}
    found, after = [], ""
    while after is not None:
        some = page(prefix="wall", limit=5, after=after)
        assert len(some["references"]) <= 5
        found += some["references"]
        after = some["next"]
    assert found == [id for id in ids if id.startswith("wall")]
    assert page(prefix="none") == {"references": [], "next": None}
    assert is_problem(client.get("/libraries/bricks/references", params={"limit": 0}), 422)
    assert is_problem(client.get("/libraries/none/references"), 404)


def test_several_photographs_are_searched_in_a_request(client, random, tmp_path):
    known = {f"s{n}": surface(random) for n in range(5)}
    for id, features in known.items():
        put(client, id, features, wait=True)
    queries = [seen(random, features) for features in known.values()]
    lines = [
        {"id": f"photo {n}", "features": base64.b64encode(query.to_bytes()).decode()}
        for n, query in enumerate(queries)
    ]
    lines.insert(2, {"id": "bad", "photo": "AAAA"})
    text = "\n".join(map(json.dumps, lines))
    path = "/libraries/bricks/searches"
    answer = client.post(path, content=text, headers=LINES, params={"top": 2})
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert found.pop(2)["status"] == 422
    for number, (query, one) in enumerate(zip(queries, found)):
        single = search(client, query, top=2)
        assert one["photo_id"] == f"photo {number}"
        for key in ("id", "known", "matches", "margin", "coverage", "references"):
            assert one[key] == single[key]


def test_a_library_is_replaced_by_its_alias(client, service, random):
    old, new = surface(random), surface(random)
    put(client, "s", old, wait=True)
    client.put("/libraries/bricks/snapshots/monday")
    source = {"library": "bricks", "snapshot": "monday"}
    assert client.post("/libraries/restored/restore", json=source).status_code == 201
    path = "/libraries/restored/references/s"
    client.put(path, content=new.to_bytes(), headers=OF_FEATURES, params={"wait": True})

    def named():
        body = {"content": seen(random, new).to_bytes(), "headers": OF_FEATURES}
        return client.post("/libraries/wall/search", **body).json().get("id")

    for library, id in (("bricks", None), ("restored", "s"), ("bricks", None)):
        made = client.put("/aliases/wall", json={"library": library})
        assert made.json() == {"name": "wall", "library": library}
        assert named() == id
    assert client.get("/libraries/wall").json()["name"] == "bricks"
    assert client.get("/aliases").json() == {"aliases": [{"name": "wall", "library": "bricks"}]}
    assert is_problem(client.put("/aliases/bricks", json={"library": "restored"}), 409)
    assert is_problem(client.put("/aliases/x", json={"library": "nothing"}), 404)
    assert is_problem(client.delete("/libraries/bricks"), 409, "alias wall")
    renamed = client.post("/libraries/bricks/rename", json={"name": "older"})
    assert renamed.json()["name"] == "older" and renamed.json()["coverage"] == 1
    assert is_problem(client.get("/libraries/bricks"), 404)
    assert client.get("/libraries/wall").json()["name"] == "older"
    assert is_problem(client.post("/libraries/older/rename", json={"name": "restored"}), 409)
    assert client.delete("/aliases/wall").json()["removed"]
    assert is_problem(client.delete("/aliases/wall"), 404)
    assert put(client, "s", old).status_code == 404


def test_one_line_spoils_no_other(client, random):
    lines = [
        {"id": f"s{n}", "features": base64.b64encode(surface(random).to_bytes()).decode()}
        for n in range(6)
    ]
    lines[1]["id"] = "\ud800"
    lines[3]["name"] = "\udfff"
    lines[4]["id"] = "a\u0007b"
    text = "\n".join(json.dumps(line) for line in lines)
    answer = client.post("/libraries/bricks/references", content=text, headers=LINES)
    answers = [json.loads(line) for line in answer.text.splitlines()]
    assert [line["line"] for line in answers] == [1, 2, 3, 4, 5, 6]
    assert [line.get("status", 0) for line in answers] == [0, 400, 0, 400, 422, 0]


def test_large_lines_wait_for_each_other(client, service, random, monkeypatch):
    """Lines in flight are limited in bytes, not only in number."""
    flying, most = [0], [0]
    features_of = service.gateway.features_of

    async def watched(kind, body, *rest):
        flying[0] += len(body)
        most[0] = max(most[0], flying[0])
        await asyncio.sleep(0.02)
        flying[0] -= len(body)
        return await features_of(kind, body, *rest)

    monkeypatch.setattr(service.gateway, "features_of", watched)
    body = base64.b64encode(bytes(700_000)).decode()
    text = "\n".join(json.dumps({"id": f"s{n}", "photo": body}) for n in range(6))
    answer = client.post("/libraries/bricks/references", content=text, headers=LINES)
    assert len(answer.text.splitlines()) == 6
    assert 700_000 <= most[0] <= 1_400_000


@pytest.mark.parametrize("id", ["%ff", "%c3", "a%fe"])
def test_addresses_are_utf8(service, random, id):
    """Calls the ASGI app directly, because a client would correct the URL."""

    async def ask():
        sent = []
        messages = [
            {"type": "http.request", "body": surface(random).to_bytes(), "more_body": False}
        ]

        async def receive():
            return messages.pop() if messages else {"type": "http.disconnect"}

        async def send(message):
            sent.append(message)

        path = f"/libraries/bricks/references/{id}"
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "PUT",
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": [(b"host", b"localhost")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
            "state": {},
        }
        await api_of(service.gateway)(scope, receive, send)
        return sent[0]["status"]

    assert run(ask()) == 400


@pytest.mark.parametrize("place", [1e30, -3e6])
def test_places_far_out_are_refused(client, random, place):
    far = surface(random)
    points = far.points.copy()
    points[3, 0] = place
    far = espy.Features(400, 400, points, far.numbers)
    wide = espy.Features(1 << 30, 1, surface(random).points, far.numbers)
    for wrong in (far, wide):
        assert is_problem(put(client, "far", wrong), 400)
        answer = client.post(
            "/libraries/bricks/search", content=wrong.to_bytes(), headers=OF_FEATURES
        )
        assert is_problem(answer, 400)


def test_the_body_of_an_unknown_client_is_not_read(tmp_path):
    with local_service(tmp_path, keys=True) as service, client_of(service) as client:
        for method, path in (("PUT", "/libraries/l"), ("POST", "/libraries/l/restore")):
            assert is_problem(client.request(method, path, content=b"no json"), 401)
        secret, key = keys.made("a", "admin")
        service.gateway.keys.add(key)
        known = {"Authorization": f"Bearer {secret}"}
        for method, path in (("PUT", "/libraries/l"), ("POST", "/libraries/l/restore")):
            assert is_problem(client.request(method, path, content=b"no json", headers=known), 422)
            large = client.request(method, path, content=bytes(1 << 17), headers=known)
            assert is_problem(large, 413)


def test_a_restore_that_is_refused_leaves_nothing(client, service, random):
    for n in range(5):
        put(client, f"s{n}", surface(random))
    client.put("/libraries/bricks/snapshots/a")
    before = client.get("/libraries").json()
    body = {"library": "bricks", "snapshot": "a"}
    assert is_problem(client.post("/libraries/bricks/restore", json=body), 409)
    assert client.get("/libraries").json() == before


def test_many_are_written_as_a_stream(client, random, tmp_path):
    known = [surface(random) for _ in range(30)]
    lines = [
        {"id": f"s{n}", "features": base64.b64encode(f.to_bytes()).decode(), "version": 3}
        for n, f in enumerate(known)
    ]
    lines.insert(3, {"id": "bad", "photo": "!!"})
    lines.insert(
        7,
        {
            "id": "few",
            "photo": base64.b64encode(png(tmp_path, np.zeros((64, 64), np.uint8))).decode(),
        },
    )
    lines.insert(9, "nothing")
    lines.insert(11, {"id": "s0", "features": lines[0]["features"], "version": 2})
    text = "\n".join(json.dumps(line) for line in lines) + "\n\n"
    answer = client.post("/libraries/bricks/references", content=text, headers=LINES)
    assert answer.status_code == 200
    answers = [json.loads(line) for line in answer.text.splitlines()]
    assert len(answers) == 34
    done = [line["id"] for line in answers if line.get("applied")]
    assert done == [f"s{n}" for n in range(30)]
    assert "line 4" in answers[3]["detail"] and answers[3]["status"] == 400
    assert [line["line"] for line in answers] == list(range(1, 35))
    assert answers[7]["status"] == 422 and "too few features" in answers[7]["detail"]
    assert "line 10" in answers[9]["detail"]
    assert answers[11]["status"] == 409
    again = client.post("/libraries/bricks/references", content=text, headers=LINES)
    assert not any(json.loads(line).get("applied") for line in again.text.splitlines())
    for wrong, kind, status in (("", LINES, 400), (text, PHOTO, 415)):
        assert is_problem(
            client.post("/libraries/bricks/references", content=wrong, headers=kind), status
        )


def test_photographs_are_searched_as_espy_identify_does(client, service, random, tmp_path):
    pictures = {f"p{n}": photograph(random) for n in range(12)}
    alone = tmp_path / "alone.esl"
    espy.SurfaceLibrary.create(alone, features=64, min_features=16)
    with espy.SurfaceWriter(alone) as writer:
        for id, picture in pictures.items():
            body = png(tmp_path, picture)
            path = f"/libraries/bricks/references/{id}"
            assert (
                client.put(path, content=body, headers=PHOTO, params={"wait": True}).status_code
                == 201
            )
            writer.add(id, picture)
    for id in ("p0", "p5", "p11"):
        body = png(tmp_path, np.rot90(pictures[id])[20:200, 30:].copy())
        result = client.post(
            "/libraries/bricks/search",
            content=body,
            headers=PHOTO,
            params={"top": 5, "pairs": True},
        ).json()
        answer = espy.identify(str(alone), espy.read(io.BytesIO(body)), top=5)
        assert result["id"] == answer.id == id
        assert (result["margin"], result["references"]) == (answer.margin, 12)
        matches = result["matches"]
        assert [(m["id"], m["count"], m["inliers"], m["homography"]) for m in matches] == [
            (
                m.id,
                m.count,
                m.inliers,
                None if m.homography is None else m.homography.ravel().tolist(),
            )
            for m in answer.matches
        ]
        best = matches[0]
        assert len(best["pairs"]) == len(answer.matches[0].verification.pairs)
        assert len(best["reference"]["points"]) == 64
        assert sum(row[4] for row in best["pairs"]) >= best["inliers"]
        assert {stage["stage"] for stage in result["timeline"]} == {
            "decode",
            "features",
            "identify",
            "verify",
        }


# Dead processes.


def test_what_is_away_is_reported_as_coverage(client, service, random, monkeypatch):
    monkeypatch.setattr(calls, "LOOK", 0.02)  # of each attempt
    monkeypatch.setattr(calls, "GONE", 2)
    known = {f"s{n}": surface(random) for n in range(24)}
    for id, features in known.items():
        put(client, id, features, wait=True)
    whole = {id: search(client, seen(random, f)) for id, f in known.items()}
    assert all(found["id"] == id and found["coverage"] == 1 for id, found in whole.items())
    assert client.get("/ready").status_code == 200
    service.kill(1)
    lost = set()
    for id, features in known.items():
        found = search(client, seen(random, features))
        assert found["coverage"] == 0.5 and "group 1 is unavailable" in found["missing"][0]
        assert found["id"] in (id, None)
        if found["id"] is None:
            lost.add(id)
    assert 0 < len(lost) < len(known)
    assert is_problem(client.get("/ready"), 503, "50 %")
    assert is_problem(put(client, sorted(lost)[0], surface(random)), 503, "unavailable")
    assert client.get("/health").status_code == 200
    service.start(1)
    service.wait(lambda: client.get("/ready").status_code == 200)
    for id in lost:
        assert search(client, seen(random, known[id]))["id"] == id


def test_a_slow_shard_is_not_waited_for_beyond_the_deadline(client, service, random, monkeypatch):
    known = surface(random)
    put(client, "s", known, wait=True)
    slow = service.shards.groups[0][0]
    search_as_ever = slow.search
    measured = threading.Event()

    def late(ask):
        measured.wait(3)
        return search_as_ever(ask)

    monkeypatch.setattr(slow, "search", late)
    begin = time.monotonic()
    found = search(client, seen(random, known), deadline=0.5)
    assert 0.4 < time.monotonic() - begin < 2
    measured.set()
    assert found["coverage"] == 0.5 and "did not answer in time" in found["missing"][0]


def test_with_replicas_nothing_is_missed_when_one_dies(tmp_path, random):
    with local_service(tmp_path, groups=1, replicas=2) as service, client_of(service) as client:
        service.create("bricks", min_features=16)
        known = surface(random)
        assert put(client, "s", known, wait=True).json()["searched"]
        done = threading.Event()
        answers = []

        def ask():
            while not done.is_set():
                answers.append(search(client, seen(random, known)))

        asking = threading.Thread(target=ask)
        asking.start()
        for number in (0, 1, 0):
            time.sleep(0.3)
            service.kill(0, number)
            time.sleep(0.3)
            shard = service.start(0)
            shard.wait_loaded()
        done.set()
        asking.join()
        assert len(answers) > 10
        assert all(found["coverage"] == 1 and found["id"] == "s" for found in answers)


def test_another_number_of_groups_misses_nothing(service, client, random):
    """The steps of `running.begin`: shards have the parts of both numbers, then gateways change,
    then shards close what they no longer need."""
    known = {f"s{n}": surface(random) for n in range(16)}
    for id, features in known.items():
        put(client, id, features, wait=True)
    for shards in service.shards.groups.values():
        for each in shards:
            each.stop()
    service.shards.groups.clear()
    service.settings = service.settings._replace(groups=3, groups_before=2)
    for group in range(3):
        service.start(group).wait_loaded()

    def parts():
        return sum(each["parts"] for each in client.get("/stats").json()["shards"])

    for groups in (2, 3):
        service.gateway.settings = service.settings._replace(groups=groups)
        for id, features in known.items():
            found = search(client, seen(random, features))
            assert (found["id"], found["coverage"]) == (id, 1)
            assert put(client, id, features, wait=True).json()["searched"]
    entry = run(service.gateway.entry("bricks"))
    both = {(slots.group_of(entry.stamp, part, groups), part) for part in range(4) for groups in (2, 3)}
    assert parts() == len(both)


def test_parts_of_other_groups_are_closed_when_idle(service, client, random, monkeypatch):
    monkeypatch.setattr(shard, "IDLE_SECONDS", 0.5)
    entry = run(service.gateway.entry("bricks"))
    one = service.shards.groups[0][0]
    other = next(part for part in range(4) if slots.group_of(entry.stamp, part, 2) == 1)
    (opened,) = one.opened([("bricks", entry.stamp, 4, [other])], 5)
    assert set(opened) == {other}
    service.wait(lambda: len(one.state().parts["bricks"]) == 2)


def test_a_full_disk_is_reported_and_forgotten(client, service, random, monkeypatch):
    put(client, "s", surface(random), wait=True)

    def full(self, *_, **__):
        raise espy.SystemFailure("slab: No space left on device", errno.ENOSPC)

    with monkeypatch.context() as patch:
        patch.setattr(espy.SurfaceWriter, "commit", full)
        assert is_problem(put(client, "t", surface(random)), 507, "No space left")
    assert is_problem(client.get("/libraries/bricks/references/t"), 404)
    assert put(client, "t", surface(random), wait=True).json()["searched"]


# Libraries and snapshots.


def test_libraries_are_made_and_dropped(client, service, random):
    made = client.put("/libraries/other", json={"parts": 3, "min_features": 8})
    assert made.status_code == 201 and made.json()["parts"] == 3
    assert is_problem(client.put("/libraries/other", json={"parts": 3}), 409)
    names = [each["name"] for each in client.get("/libraries").json()["libraries"]]
    assert names == ["bricks", "other"]
    for wrong in (
        {"parts": 0},
        {"parts": 5000},
        {"parts": "3"},
        {"features": 1},
        {"x": 1},
        [],
        "x",
    ):
        assert is_problem(client.put("/libraries/third", json=wrong), 422)
    for name in ("X", "..", "a.b", "a" * 64, "a%2Fb"):
        assert client.put(f"/libraries/{name}").status_code in (404, 405, 422)
    assert client.delete("/libraries/other").json()["removed"]
    assert is_problem(client.get("/libraries/other"), 404)
    assert is_problem(client.delete("/libraries/other"), 404)
    # A new one of the same name has none of its data.
    put(client, "a", surface(random), version=7)
    client.delete("/libraries/bricks")
    client.put("/libraries/bricks", json={"min_features": 16})
    assert put(client, "a", surface(random), version=1).json()["applied"]


def test_a_snapshot_has_what_was_acknowledged_and_makes_a_library(client, service, random):
    known = {f"s{n}": surface(random) for n in range(12)}
    for id, features in known.items():
        put(client, id, features, version=4)
    client.delete("/libraries/bricks/references/s3", params={"version": 5})
    taken = client.put("/libraries/bricks/snapshots/monday")
    assert taken.status_code == 201 and taken.json()["bytes"] > 12 * 64 * 128
    assert is_problem(client.put("/libraries/bricks/snapshots/monday"), 409, "already")
    put(client, "later", surface(random))
    client.delete("/libraries/bricks")
    assert client.get("/libraries/bricks/snapshots").json() == {"snapshots": ["monday"]}
    made = client.post(
        "/libraries/bricks/restore", json={"library": "bricks", "snapshot": "monday"}
    )
    assert made.status_code == 201, made.text
    service.wait(lambda: client.get("/ready").status_code == 200)
    assert client.get("/libraries/bricks").json()["references"] == 11
    for id, features in known.items():
        assert search(client, seen(random, features))["id"] == (None if id == "s3" else id)
    assert is_problem(put(client, "s3", known["s3"], version=4), 409)
    assert put(client, "s5", known["s5"], version=4).json()["applied"] is False
    for wrong in (
        {"library": "bricks", "snapshot": "never"},
        {"library": "nolib", "snapshot": "monday"},
    ):
        assert is_problem(client.post("/libraries/again/restore", json=wrong), 404)
    assert (
        client.post("/libraries/a/restore", json={"library": "../x", "snapshot": "y"}).status_code
        == 422
    )


@pytest.fixture
def compacting(monkeypatch):
    """Shards that check for compaction often."""
    monkeypatch.setattr(shard, "LEAST_REMOVED", 4)
    monkeypatch.setattr(shard, "COMPACTED", 0.2)


def test_what_removed_surfaces_take_is_given_back(compacting, client, service, random):
    keep = surface(random)
    put(client, "keep", keep)
    for n in range(40):
        put(client, f"s{n}", surface(random))
    for n in range(40):
        client.delete(f"/libraries/bricks/references/s{n}")

    def removed():
        return sum(
            espy.SurfaceLibrary(service.gateway.folder.part("bricks", 4, part)).facts.removed
            for part in range(4)
        )

    service.wait(lambda: removed() < 16)
    service.wait(lambda: client.get("/libraries/bricks").json()["references"] == 1)
    assert search(client, seen(random, keep))["id"] == "keep"


# Refused requests.


@pytest.mark.parametrize(
    "id",
    [
        "../../etc/passwd",
        "a/../b",
        "..",
        ".",
        "...",
        "con",
        "a b",
        "ä/ö",
        "%00",
        "a\u2028b",
        "x" * 1001,
    ],
)
def test_odd_ids_are_ids_or_refused(client, service, tmp_path, random, id):
    from urllib.parse import quote

    path = "/libraries/bricks/references/" + quote(id, safe="")

    def folders():
        return sorted(p.name for p in tmp_path.rglob("*") if p.is_dir())

    before = folders()
    answer = client.put(path, content=surface(random).to_bytes(), headers=OF_FEATURES)
    assert answer.status_code in (201, 422, 400, 404, 405), answer.text
    assert client.get("/libraries/bricks").status_code == 200
    assert folders() == before
    if answer.status_code == 201:
        assert client.get(path).json()["id"] == id


def bomb(width, height):
    """A PNG whose header states this size, with few bytes of data."""

    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 0, 0, 0, 0])
    data = zlib.compress(bytes(min(width * height, 50_000_000)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"no picture", 422),
        (b"P5 100000 100000 255\n", 413),
        (b"P5 10 10 255\n123", 422),
        (bomb(100_000, 100_000), 413),
        (bomb(1001, 1000), 413),
        (b"", 400),
        (bytes(2 << 20), 413),
        (b"\xff\xd8\xff\xe0" + bytes(100), 422),
    ],
)
def test_bad_photographs_are_refused(client, body, status):
    for method, path in (("POST", "search"), ("PUT", "references/x")):
        answer = client.request(method, f"/libraries/bricks/{path}", content=body, headers=PHOTO)
        assert is_problem(answer, status)


def test_bodies_without_a_length_have_limits_too(client, service):
    def endless():
        for _ in range(100):
            yield bytes(1 << 16)

    assert is_problem(
        client.post("/libraries/bricks/search", content=endless(), headers=PHOTO), 413
    )
    kinds = {"Content-Type": "text/html"}
    assert is_problem(client.post("/libraries/bricks/search", content=b"x", headers=kinds), 415)
    for wrong in (
        {"top": 0},
        {"top": 101},
        {"score": "x"},
        {"deadline": -1},
        {"min_inliers": 0},
        {"features": 1e9},
    ):
        assert is_problem(client.post("/libraries/bricks/search", content=b"x", params=wrong), 422)
    wrong = client.post("/libraries/bricks/search", content=b"x", params={"tpo": 5})
    assert is_problem(wrong, 422, "'tpo' is not a parameter; the parameters are: deadline, features")
    assert is_problem(client.get("/nothing"), 404)
    assert is_problem(client.post("/health"), 405)
    assert is_problem(client.post("/libraries/nolib/search", content=b"x"), 404, "no such library")


def test_lines_have_limits(client):
    long = '{"id": "a", "photo": "' + "A" * (3 << 20)
    answer = client.post("/libraries/bricks/references", content=long, headers=LINES)
    assert json.loads(answer.text.splitlines()[-1])["status"] == 413
    deep = '{"id": "a", "photo": ' + "[" * 100_000
    answer = client.post("/libraries/bricks/references", content=deep, headers=LINES)
    assert json.loads(answer.text)["status"] == 400


def test_too_many_requests_are_refused_with_retry_after(client, service):
    service.gateway.waiting = service.settings.most_waiting
    assert client.get("/health").status_code == 200
    answer = client.get("/libraries")
    assert is_problem(answer, 503, "too many requests at once") and answer.headers["retry-after"] == "1"
    service.gateway.waiting = 0


# Access.


def test_keys_have_roles(tmp_path, random):
    with local_service(tmp_path, keys=True) as service, client_of(service) as client:
        secrets = {}
        for role in keys.ROLES:
            secrets[role], key = keys.made(role, role)
            service.gateway.keys.add(key)

        def status_of(method, path, role, **given):
            headers = {"Authorization": f"Bearer {secrets.get(role, role)}"} if role else {}
            return client.request(
                method, path, headers={**headers, **OF_FEATURES}, **given
            ).status_code

        body = {"content": surface(random).to_bytes()}
        needs = [
            ("PUT", "/libraries/l", "admin", {"content": b'{"min_features": 8}'}),
            ("PUT", "/libraries/l/references/x", "write", body),
            ("POST", "/libraries/l/references", "write", {}),
            ("POST", "/libraries/l/search", "search", body),
            ("GET", "/libraries/l/references/y", "search", {}),
            ("GET", "/libraries/l/references", "search", {}),
            ("POST", "/libraries/l/searches", "search", {}),
            ("POST", "/libraries/l/rename", "admin", {}),
            ("GET", "/aliases", "search", {}),
            ("PUT", "/aliases/a", "admin", {}),
            ("DELETE", "/aliases/a", "admin", {}),
            ("GET", "/libraries", "search", {}),
            ("GET", "/stats", "search", {}),
            ("GET", "/metrics", "search", {}),
            ("DELETE", "/libraries/l/references/x", "write", {}),
            ("PUT", "/libraries/l/snapshots/s", "admin", {}),
            ("GET", "/libraries/l/snapshots", "search", {}),
            ("POST", "/libraries/m/restore", "admin", {}),
            ("DELETE", "/libraries/l", "admin", {}),
        ]
        tried = set()
        for method, path, needed, given in needs:
            tried.add(
                (method, path.replace("/l", "/{library}", 1) if path.count("/") > 1 else path)
            )
            for role in (None, "wrong", "espy_" + "x" * 43):
                assert status_of(method, path, role, **given) == 401
            for role in keys.ROLES:
                status = status_of(method, path, role, **given)
                assert (status == 403) == (not keys.allows(role, needed)), (
                    method,
                    path,
                    role,
                    status,
                )
                assert status != 401
        for path in ("/health", "/ready", "/", "/docs", "/openapi.json"):
            assert client.get(path).status_code == 200
        # Every operation has been tried.
        paths = client.get("/openapi.json").json()["paths"]
        open_to_all = {"/health", "/ready"}
        assert (
            sum(len(of) for path, of in paths.items() if path not in open_to_all) == len(needs) + 1
        )
        service.gateway.keys.remove("admin")
        assert status_of("GET", "/libraries", "admin") == 401


def test_without_keys_only_this_machine_is_answered(client):
    assert client.get("/libraries", headers={"Host": "127.0.0.1:8000"}).status_code == 200
    assert client.get("/libraries", headers={"Host": "[::1]:8000"}).status_code == 200
    assert is_problem(client.get("/libraries", headers={"Host": "evil.example"}), 421)
    assert is_problem(client.get("/libraries", headers={"Origin": "http://evil.example"}), 403)
    assert is_problem(client.get("/libraries", headers={"Origin": "null"}), 403)
    for odd in ("[", "[::1", "::::", ""):
        assert is_problem(client.get("/libraries", headers={"Host": odd}), 421)
        if odd:
            assert is_problem(client.get("/libraries", headers={"Origin": f"http://{odd}"}), 403)
    mine = {"Origin": "http://localhost", "Host": "localhost"}
    assert client.get("/libraries", headers=mine).status_code == 200


def test_requests_have_ids(client, caplog):
    given = client.get("/health", headers={"X-Request-Id": "mine-1"})
    assert given.headers["x-request-id"] == "mine-1"
    with caplog.at_level("INFO", "espy.service"):
        for wrong in ("a b", "x" * 65, "<script>"):
            answer = client.get("/health", headers={"X-Request-Id": wrong})
            assert len(answer.headers["x-request-id"]) == 16
    logged = [
        json.loads(JsonLines().format(record))
        for record in caplog.records
        if record.name == "espy.service"
    ]
    assert logged[-1]["request"] == answer.headers["x-request-id"]
    assert logged[-1]["operation"] == "GET /health" and logged[-1]["status"] == 200


def test_a_key_has_a_quota(tmp_path):
    with local_service(tmp_path, keys=True) as service, client_of(service) as client:
        secret, key = keys.made("till", "search", per_minute=3)
        service.gateway.keys.add(key)
        headers = {"Authorization": f"Bearer {secret}"}
        answers = [client.get("/libraries", headers=headers) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert is_problem(answers[3], 429, "quota of the key till")
        assert 1 <= int(answers[3].headers["retry-after"]) <= 20
        assert client.get("/health").status_code == 200


def test_requests_are_traced(client, monkeypatch, random):
    """With the package of OpenTelemetry; spans are in the trace that the request names."""
    sdk = pytest.importorskip("opentelemetry.sdk.trace", reason="no opentelemetry-sdk")
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    from espy.service import tracing

    spans = InMemorySpanExporter()
    provider = sdk.TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(spans))
    monkeypatch.setattr(tracing, "_tracer", provider.get_tracer("test"))
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    client.headers["traceparent"] = parent
    search(client, surface(random))
    found = {each.name: each for each in spans.get_finished_spans()}
    assert {"request", "features", "identify"} <= set(found)
    assert {f"{each.context.trace_id:032x}" for each in found.values()} == {parent.split("-")[1]}


def test_metrics_report_what_was_done(client, service, random):
    put(client, "s", surface(random), wait=True)
    search(client, surface(random))
    service.wait(lambda: 'stage="scan"' in client.get("/metrics").text)
    service.wait(
        lambda: 'operation="POST /libraries/{library}/search"' in client.get("/metrics").text
    )
    text = client.get("/metrics").text
    assert 'espy_coverage{library="bricks"} 1' in text
    assert 'espy_references{library="bricks"} 1' in text
    assert "espy_shards 2" in text
    assert "espy_written_total" in text


# A request is applied once.


class Dies(BaseException):
    """Simulates the death of a process."""


@pytest.fixture
def dying(service, monkeypatch):
    """The next call of a shard dies after its work, or on demand before its commit. Then another
    shard is called."""
    call = service.shards.call
    when = []

    async def dies_once(group, method, *given):
        if method != "write" or not when:
            return await call(group, method, *given)
        if when.pop() == "before the commit":
            with monkeypatch.context() as patch:
                patch.setattr(espy.SurfaceWriter, "commit", _dies)
                with pytest.raises(Dies):
                    await call(group, method, *given)
        else:
            await call(group, method, *given)
        raise Lost("died over it")

    monkeypatch.setattr(service.shards, "call", dies_once)
    return when.append


def _dies(*_):
    raise Dies


@pytest.mark.parametrize("moment", ["before the commit", "after all"])
def test_a_write_whose_shard_dies_is_one_write(client, service, random, dying, moment):
    first, second = surface(random), surface(random)
    dying(moment)
    made = put(client, "s", first)
    assert made.json()["version"] == 1 and made.json()["applied"]
    dying(moment)
    assert put(client, "s", second).json()["version"] == 2
    dying(moment)
    versioned = put(client, "s", first, version=7)
    assert versioned.json()["version"] == 7 and versioned.json()["applied"]
    dying(moment)
    gone = client.delete("/libraries/bricks/references/s", params={"wait": True})
    assert gone.status_code == 200, gone.text
    assert gone.json()["version"] == 8 and gone.json()["existed"] and gone.json()["searched"]
    assert is_problem(client.delete("/libraries/bricks/references/s"), 404)
    assert made.status_code == 201


def test_no_version_follows_the_last_one(client, random):
    known = surface(random)
    assert put(client, "s", known, version=2**53 - 1).status_code == 201
    assert is_problem(put(client, "s", known), 409, "last possible one")
    assert is_problem(client.delete("/libraries/bricks/references/s"), 409, "last possible one")
    assert client.get("/libraries/bricks/references/s").json()["version"] == 2**53 - 1
