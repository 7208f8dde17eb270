# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`espy.client.Service`, against a service within this process."""

import pytest

pytest.importorskip("fastapi", reason="no FastAPI (pip install fastapi)")
pytest.importorskip("uvicorn", reason="no uvicorn (pip install uvicorn)")

import espy
from espy import client
from espy.client import Service, ServiceError, Surface
from espy.service import keys
from espy.service.shard import Shard
from local_service import listening, local_service, photograph, seen, surface


@pytest.fixture
def served(tmp_path):
    with local_service(tmp_path) as service, listening(service) as port:
        yield service, Service(f"http://127.0.0.1:{port}")


def test_what_the_service_does(served, random, tmp_path):
    _, service = served
    service.create("bricks", parts=2, features=64, min_features=16)
    picture = tmp_path / "p.png"
    espy.write(picture, photograph(random))
    done = service.put("bricks", "wall/1", picture, version=3, name="left", wait=True)
    assert done["searched"] and done["version"] == 3
    assert service.put("bricks", "wall/1", picture.read_bytes(), version=3)["applied"] is False
    assert service.search("bricks", picture, top=1)["id"] == "wall/1"
    facts = service.get("bricks", "wall/1")
    assert (facts["name"], facts["version"]) == ("left", 3)
    assert service.get("bricks", "other") is None
    with pytest.raises(ServiceError, match="no such library") as failure:
        service.get("nothing", "other")
    assert failure.value.status == 404 and failure.value.request
    service.snapshot("bricks", "monday")
    service.restore("restored", "bricks", "monday")
    service.alias("wall", "restored")
    assert service.library("wall")["name"] == "restored"
    service.rename("bricks", "old")
    assert [each["name"] for each in service.libraries()] == ["old", "restored"]
    assert service.remove("old", "wall/1", version=4, wait=True)["removed"]
    service.drop("old")


def test_many_are_written_and_searched(served, random, monkeypatch):
    _, service = served
    monkeypatch.setattr(client, "_TOGETHER", 7)
    service.create("bricks", features=64, min_features=16)
    known = {f"s{n:02}": surface(random) for n in range(20)}
    surfaces = [Surface(id, features, version=1) for id, features in known.items()]
    surfaces.insert(5, Surface("bad", b"no picture"))
    answers = list(service.write_all("bricks", surfaces))
    assert answers.pop(5)["status"] == 422
    assert [answer["id"] for answer in answers] == list(known)
    assert list(service.references("bricks")) == list(known)
    assert list(service.references("bricks", prefix="s1")) == [id for id in known if id[:2] == "s1"]
    service.put("bricks", "last", surface(random), wait=True)
    queries = [seen(random, features) for features in known.values()]
    found = service.search_all("bricks", queries, top=1)
    assert [answer["id"] for answer in found] == list(known)


def test_what_was_written_is_listed_before_it_is_searched(tmp_path, random, monkeypatch):
    monkeypatch.setattr(Shard, "_look", lambda shard: shard._stopped.wait(0.05))
    with local_service(tmp_path) as made, listening(made) as port:
        service = Service(f"http://127.0.0.1:{port}")
        service.create("bricks", parts=2, features=64, min_features=16)
        surfaces = [Surface(f"s{n}", surface(random), version=1) for n in range(9)]
        assert all(answer["applied"] for answer in service.write_all("bricks", surfaces))
        assert list(service.references("bricks")) == [each.id for each in surfaces]
        assert service.remove("bricks", "s3")["removed"]
        assert "s3" not in list(service.references("bricks"))


def test_what_is_refused_for_a_time_is_repeated(served, random, monkeypatch):
    made, service = served
    waited = []
    monkeypatch.setattr(client, "_pause", lambda attempt, wanted: waited.append(wanted))
    made.gateway.waiting = made.settings.most_waiting

    def again(attempt, wanted):
        waited.append(wanted)
        if attempt == 2:
            made.gateway.waiting = 0

    monkeypatch.setattr(client, "_pause", again)
    assert service.libraries() == []
    assert waited == ["1", "1", "1"]
    made.gateway.waiting = made.settings.most_waiting
    with pytest.raises(ServiceError, match="too many requests") as failure:
        Service(f"http://127.0.0.1:{service._port}", retries=1).libraries()
    assert failure.value.status == 503
    made.gateway.waiting = 0


def test_a_service_that_is_away_is_reported(monkeypatch):
    monkeypatch.setattr(client, "_pause", lambda *_: None)
    with pytest.raises(ServiceError, match="127.0.0.1: ") as failure:
        Service("http://127.0.0.1:1", retries=2).libraries()
    assert failure.value.status == 0
    with pytest.raises(espy.BadUse):
        Service("localhost:8000")


def test_a_key_is_sent(tmp_path):
    with local_service(tmp_path, keys=True) as service, listening(service) as port:
        secret, key = keys.made("a", "admin")
        service.gateway.keys.add(key)
        address = f"http://127.0.0.1:{port}"
        assert Service(address, key=secret).libraries() == []
        with pytest.raises(ServiceError) as failure:
            Service(address).libraries()
        assert failure.value.status == 401
