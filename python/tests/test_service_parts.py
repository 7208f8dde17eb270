# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service's modules one by one: slots, ledgers, folders, presence, metrics, keys."""

import os
import sqlite3
import threading
import time

import numpy as np
import pytest

import espy
from espy.service import keys, metrics, running, slots
from espy.service.folder import DataFolder, LibraryOptions, checked_name, writer_when_free
from espy.service.ledger import Entry, Key, LedgerAway, LostRace, Placement, Version, open_ledger
from espy.service.ledger_file import FileLedger
from espy.service.presence import Presence
from espy.service.settings import Settings
from local_service import RedisServer, comparable, local_service, run, seen, surface


# Slots and parts.


def test_slots_are_those_that_redis_cluster_counts():
    assert slots.slot_of("123456789") == 0x31C3 % slots.SLOTS
    crc = pytest.importorskip("redis.crc", reason="no redis (pip install redis)")
    for id in ("a", "brick-17", "Ziegel/17", "空", "a b", "x" * 1000):
        assert slots.slot_of(id) == crc.key_slot(id.encode())


@pytest.mark.parametrize("parts", [1, 2, 3, 16, 1000, 1024])
def test_parts_share_the_slots_evenly(parts):
    counts = np.bincount([slots.part_of(s, parts) for s in range(slots.SLOTS)], minlength=parts)
    assert len(counts) == parts
    assert counts.max() - counts.min() <= 1


def test_plans_are_even_and_move_little(random):
    for _ in range(300):
        before = {
            f"l{n}": [int(g) for g in random.integers(-1, 6, random.integers(1, 20))]
            for n in range(random.integers(1, 5))
        }
        groups = [int(g) for g in random.permutation(8)[: random.integers(1, 8)]]
        after = slots.plan(before, groups)
        for name, owners in after.items():
            counts = [owners.count(g) for g in groups]
            assert sum(counts) == len(owners)
            assert max(counts) - min(counts) <= 1
            # Optimal: a group keeps its parts up to its even share.
            even = -(-len(owners) // len(groups))
            had = [min(before[name].count(g), even) for g in groups]
            kept = sum(a == b for a, b in zip(owners, before[name]))
            assert kept >= sum(had) - len(groups)
        assert slots.plan(after, groups) == after


def test_libraries_in_one_part_are_spread_over_the_groups():
    planned = slots.plan({f"l{n}": [-1] for n in range(8)}, range(4))
    assert sorted(owner for (owner,) in planned.values()) == [0, 0, 1, 1, 2, 2, 3, 3]


# Ledgers.


@pytest.fixture(params=["file", "redis"])
def ledger(request, tmp_path):
    if request.param == "file":
        yield open_ledger(None, str(tmp_path))
        return
    pytest.importorskip("redis", reason="no redis (pip install redis)")
    if not RedisServer.available():
        pytest.skip("no redis-server")
    server = RedisServer(tmp_path).start()
    made = open_ledger(server.url + "?prefix=test:", str(tmp_path))
    yield made
    made.close()
    server.kill()


def test_processes_are_kept_only_if_all_have_these_settings(ledger):
    settings = Settings("data", redis="redis://localhost")
    other = settings._replace(deadline=5)

    def kept(of):
        with running.recorded(of, ledger) as unchanged:
            return unchanged

    assert [kept(settings), kept(settings), kept(other), kept(other)] == [False, True, False, True]
    with pytest.raises(KeyboardInterrupt), running.recorded(settings, ledger):
        raise KeyboardInterrupt
    # Some processes may have either.
    assert [kept(other), kept(other)] == [False, True]
    alone = settings._replace(redis=None)
    assert [kept(alone), kept(alone)] == [False, False]


def test_a_ledger_keeps_versions_of_each_library(ledger):
    ids = [f"id {n} \N{SNOWMAN}" for n in range(2000)]
    ledger.record("a", "s1", 0, {id: Version(n + 1, n % 7 == 0) for n, id in enumerate(ids)})
    ledger.record("a", "s2", 0, {ids[0]: Version(9, False)})
    change = ledger.record("a", "s2", 0, {"x": Version(3, True)}, {"r1": (3, True), "r2": (3, False)})
    assert ledger.done(["r2", "r1", "r3"]) == {"r1": (3, True, change), "r2": (3, False, change)}
    assert ledger.done([]) == {}
    found = ledger.versions("a", "s1", [*ids, "another"])
    assert found == {id: Version(n + 1, n % 7 == 0) for n, id in enumerate(ids)}
    assert ledger.versions("a", "s2", ids) == {ids[0]: Version(9, False)}
    assert dict(ledger.export_versions("a", "s1")) == found
    ledger.forget("a", "s1")
    assert ledger.versions("a", "s1", ids) == {}
    assert ledger.versions("a", "s2", ids) == {ids[0]: Version(9, False)}


def test_a_ledger_returns_changes_in_their_order(ledger):
    first = ledger.last_change()
    numbers = [ledger.record("a", "s", part, {}) for part in range(5)]
    assert numbers == sorted(set(numbers)) and numbers[0] > first
    after, changes = ledger.changes(first, 0)
    assert [(c.number, c.library, c.part) for c in changes] == [
        (number, "a", part) for part, number in enumerate(numbers)
    ]
    assert after == numbers[-1] == ledger.last_change()
    assert ledger.changes(after, 0.05) == (after, [])
    threading.Timer(0.2, lambda: ledger.record("b", "s", 7, {})).start()
    begin = time.monotonic()
    seen_later = []
    while not seen_later:
        after, seen_later = ledger.changes(after, 1)
    assert seen_later[0][1:] == ("b", 7) and time.monotonic() - begin < 1


def test_a_late_reader_learns_that_changes_are_left_out(ledger, monkeypatch):
    module = type(ledger).__module__
    monkeypatch.setattr(f"{module}.KEPT", 10)
    for part in range(1000):
        ledger.record("a", "s", part, {})
    after, changes = ledger.changes(1, 0)
    assert changes[0].part == -1 and changes[0].library == ""
    while changes:
        after, changes = ledger.changes(after, 0)
    assert after == ledger.last_change()


def test_only_one_changes_the_placement_at_a_time(ledger):
    entry = Entry.new(LibraryOptions(parts=2))
    placed = ledger.place(Placement(0, [0], {"a": entry}))
    with pytest.raises(LostRace):
        ledger.place(Placement(0, [0, 1], {}))
    assert ledger.placement() == placed == Placement(1, [0], {"a": entry})

    def add():
        ledger.changed(lambda before: before._replace(groups=[*before.groups, len(before.groups)]))

    threads = [threading.Thread(target=add) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert ledger.placement().groups == list(range(9))
    assert ledger.changed(lambda before: None).number == 9


def test_a_ledger_keeps_beats_and_keys(ledger):
    ledger.beat("x", {"beat": 1, "parts": {"a/s": {"0": 5}}}, [["f", {}, 1]])
    ledger.beat("x", {"beat": 2}, [["f", {}, 2]])
    ledger.beat("y", {"beat": 1}, [])
    ledger.drop_beat("y")
    assert ledger.beats() == {"x": {"beat": 2}}
    assert ledger.figures() == {"x": [["f", {}, 2]]}
    assert ledger.kept("a") is None
    ledger.keep("a", "1")
    ledger.keep("a", "2")
    assert ledger.kept("a") == "2"
    ledger.add_key(Key("h", "n", "admin"))
    assert ledger.keys() == [Key("h", "n", "admin")]
    assert ledger.remove_key("n") and not ledger.remove_key("n")


def test_a_file_that_is_no_ledger_is_reported(tmp_path):
    (tmp_path / "ledger.db").write_bytes(b"something else entirely" * 100)
    with pytest.raises(LedgerAway, match=r"ledger\.db: .*not a database"):
        FileLedger(str(tmp_path)).placement()


def test_a_ledger_of_another_format_is_refused_but_heartbeats_are_dropped(tmp_path):
    for file in ("ledger.db", "beats.db"):
        with sqlite3.connect(tmp_path / file) as db:
            db.execute("CREATE TABLE beats (name TEXT)")
            db.execute("PRAGMA user_version = 77")
    ledger = FileLedger(str(tmp_path))
    with pytest.raises(LedgerAway, match="format 77, of another version"):
        ledger.placement()
    ledger.beat("a", {}, [])
    assert ledger.beats() == {"a": {}}


def test_a_ledger_from_before_requests_were_kept_is_taken(tmp_path):
    made = FileLedger(str(tmp_path))
    made.record("a", "s", 0, {"x": Version(3, False)})
    made.close()
    with sqlite3.connect(tmp_path / "ledger.db") as db:
        db.execute("DROP TABLE done")
    again = FileLedger(str(tmp_path))
    again.record("a", "s", 0, {"x": Version(4, False)}, {"r": (4, True)})
    assert again.done(["r"]) and again.versions("a", "s", ["x"])["x"].number == 4


def test_a_ledger_whose_redis_is_away_reports_it(tmp_path):
    pytest.importorskip("redis", reason="no redis (pip install redis)")
    away = open_ledger("redis://somebody:secret@127.0.0.1:1/0", str(tmp_path))
    with pytest.raises(LedgerAway, match="127.0.0.1:1") as caught:
        away.placement()
    assert "secret" not in str(caught.value)


# Presence.


def test_presence_minds_no_calendar(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    presence = Presence()
    presence.update({"a": {"beat": 5}, "b": {"beat": 1}})
    assert set(presence.live()) == {"a", "b"}
    now += 4
    presence.update({"a": {"beat": 6}, "b": {"beat": 1}})
    monkeypatch.setattr(time, "time", lambda: 0.0)
    now += 4
    assert set(presence.live()) == {"a"}
    presence.update({"a": {"beat": 6}, "b": {"beat": 0}})  # b was restarted
    assert set(presence.live()) == {"a", "b"}
    now += 200
    assert presence.update({"a": {"beat": 6}, "b": {"beat": 0}}) == ["a", "b"]


# The folder.


@pytest.mark.parametrize(
    "name", ["", "A", "a.b", "../a", "a/b", "-a", "a" * 64, "a\n", "ä", "con\0"]
)
def test_names_of_libraries_are_plain(name):
    with pytest.raises(espy.BadUse):
        checked_name(name)


def test_a_library_is_copied_into_parts_and_found_again(tmp_path, random):
    source = str(tmp_path / "source.esl")
    espy.SurfaceLibrary.create(source, features=64, min_features=16)
    known = {f"s/{n}": surface(random) for n in range(50)}
    with espy.SurfaceWriter(source) as writer:
        for id, features in known.items():
            writer.add(id, features, name=f"{id}.jpg")
    folder = DataFolder(str(tmp_path))
    assert folder.copy(source, "cut", LibraryOptions(parts=5)) == 50
    assert folder.found() == {"source": 1, "cut": 5}
    counts = []
    for part in range(5):
        library = espy.SurfaceLibrary(folder.part("cut", 5, part))
        counts.append(len(library))
        for id in library:
            assert slots.part_of(slots.slot_of(id), 5) == part
            assert library.surface(id) == espy.SurfaceLibrary(source).surface(id)
    assert sum(counts) == 50
    assert folder.making("cut", 5) == LibraryOptions(5, 64, 1024, 16)
    with pytest.raises(espy.BadUse, match="already"):
        folder.copy(source, "cut", LibraryOptions(parts=2))
    with pytest.raises(espy.Error):
        folder.copy(str(tmp_path / "nothing.esl"), "other", LibraryOptions(parts=2))
    assert sorted(os.listdir(tmp_path)) == ["cut.parts", "cut.stamp", "source.esl"]


def test_a_library_appears_whole_or_not_at_all(tmp_path, monkeypatch):
    folder = DataFolder(str(tmp_path))
    made = espy.SurfaceLibrary.create

    def fails(where, **given):
        if where.endswith("003.esl"):
            raise espy.SystemFailure(f"{where}: No space left on device")
        made(where, **given)

    monkeypatch.setattr(espy.SurfaceLibrary, "create", staticmethod(fails))
    with pytest.raises(espy.SystemFailure):
        folder.create("half", LibraryOptions(parts=5))
    assert os.listdir(tmp_path) == []


def test_a_writer_waits_for_another_one(tmp_path):
    where = str(tmp_path / "a.esl")
    espy.SurfaceLibrary.create(where)
    first = espy.SurfaceWriter(where)
    with pytest.raises(espy.SystemFailure):
        writer_when_free(where, 0.05)
    threading.Timer(0.2, first.close).start()
    writer_when_free(where, 10).close()


# Metrics and keys.


def test_figures_are_as_prometheus_reads_them():
    parser = pytest.importorskip(
        "prometheus_client.parser", reason="no prometheus_client (pip install prometheus_client)"
    )
    one, two = metrics.Metrics(), metrics.Metrics()
    one.count("espy_requests_total", operation='GET "x"\\\n', status=200)
    one.count("espy_requests_total", 2, operation="b", status=404)
    for value in (0.0005, 0.02, 0.02, 99):
        two.took("espy_request_seconds", value, operation="b")
    two.set("espy_coverage", 0.5, library="l")
    text = metrics.exposition([({"process": "p"}, one.values()), ({"process": "q"}, two.values())])
    found = {family.name: family for family in parser.text_string_to_metric_families(text)}
    samples = {
        (s.name, *sorted(s.labels.items())): s.value
        for family in found.values()
        for s in family.samples
    }
    assert (
        samples[
            "espy_requests_total", ("operation", 'GET "x"\\\n'), ("process", "p"), ("status", "200")
        ]
        == 1
    )
    bucket = "espy_request_seconds_bucket", ("le", "0.025"), ("operation", "b"), ("process", "q")
    assert samples[bucket] == 3
    assert samples["espy_request_seconds_count", ("operation", "b"), ("process", "q")] == 4
    assert samples["espy_request_seconds_sum", ("operation", "b"), ("process", "q")] == 99.0405
    assert found["espy_request_seconds"].type == "histogram"
    assert found["espy_requests"].type == "counter"


def test_keys_are_kept_as_hashes(tmp_path):
    ledger = open_ledger(None, str(tmp_path))
    secret, key = keys.made("ci", "write")
    ledger.add_key(key)
    assert (
        secret
        not in sqlite3.connect(tmp_path / "ledger.db").execute("SELECT * FROM keys").fetchone()
    )
    known = keys.Keys(ledger.keys)
    with pytest.raises(LedgerAway):
        known.of(secret)
    known.look()
    assert known.of(secret) == key
    assert known.of(secret[:-1]) is None
    assert known.of("") is None
    assert keys.made("ci", "write")[0] != secret
    assert keys.allows("admin", "search") and keys.allows("write", "write")
    assert not keys.allows("search", "write") and not keys.allows("write", "admin")
    for name, role in (("a b", "search"), ("", "search"), ("a", "root")):
        with pytest.raises(espy.BadUse):
            keys.made(name, role)
    ledger.remove_key("ci")
    known.look()
    assert known.of(secret) is None


@pytest.mark.parametrize("parts", [1, 3, 7, 16, 1000])
def test_shares_are_those_of_slots(parts, random):
    some = [int(p) for p in random.permutation(parts)[: random.integers(0, parts + 1)]]
    counted = sum(slots.part_of(slot, parts) in some for slot in range(slots.SLOTS))
    assert slots.share_of(some, parts) == counted / slots.SLOTS
    assert slots.share_of(range(parts), parts) == 1


# Merged answers of parts equal that of the whole library.


def test_parts_together_answer_as_the_whole_library(tmp_path, random):
    known = {f"s{n}": surface(random, 24) for n in range(40)}
    # Ties: the same features under several ids.
    known.update({f"t{n}": known["s7"] for n in range(5)})
    names = ["whole", *map(str, range(3))]
    for name in names:
        espy.SurfaceLibrary.create(tmp_path / name, features=64, min_features=8)
    writers = [espy.SurfaceWriter(tmp_path / name) for name in names]
    for id, features in known.items():
        writers[0].add(id, features)
        writers[1 + slots.part_of(slots.slot_of(id), 3)].add(id, features)
    for writer in writers:
        writer.commit()
    whole, *parts = [espy.SurfaceLibrary(tmp_path / name) for name in names]
    queries = [seen(random, known[f"s{n}"], 0.9) for n in (1, 7, 12)] + [surface(random, 30)]
    for top in (1, 2, 10):
        halves = [
            espy.surfaces.candidates(some, queries, top=top) for some in (parts[:2], parts[2:])
        ]
        for query, *candidates in zip(queries, *halves):
            one = espy.identify(whole, query, top=top)
            merged = espy.surfaces.answer_of(query, list(candidates), top=top)
            assert comparable(merged) == comparable(one)
    assert comparable(one)[0] is None


def test_features_in_bytes_are_checked(random):
    features = surface(random)
    memory = features.to_bytes()
    assert espy.Features.from_bytes(memory) == features
    nan = espy.Features(9, 9, [[float("nan")] * 4], np.zeros((1, 128))).to_bytes()
    for wrong in (
        b"",
        b"ESPF",
        memory[:-1],
        memory + b"x",
        b"X" + memory[1:],
        nan,
        memory[:12] + b"\xff" * 4 + memory[16:],
    ):
        with pytest.raises(espy.BadUse):
            espy.Features.from_bytes(wrong)


def test_the_stand_in_serves(tmp_path, random):
    with local_service(tmp_path) as service:
        service.create("l", min_features=8)
        assert run(service.gateway.version("l", "x")) is None
