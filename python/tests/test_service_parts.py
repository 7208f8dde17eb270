# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The service's modules one by one: slots, versions, folders, metrics, keys."""

import ast
import asyncio
import contextlib
import errno
import glob
import hmac
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import numpy as np
import pytest

import espy
from espy.service import calls, folder, keys, metrics, proxy, slots, versions
from espy.service import shard as shard_module
from espy.service.folder import AlreadyExists, DataFolder, LibraryOptions, NotFound, checked_name
from espy.service.folder import writer_when_free
from espy.service.gateway import Question
from espy.service.libraries import Libraries
from espy.service.problems import Problem
from espy.service.settings import Settings
from espy.service.shard import Operation, Shard
from espy.service.versions import Version
from local_service import comparable, local_service, run, seen, surface


# Slots and parts.


def test_slots_are_those_that_redis_cluster_counts():
    assert slots.slot_of("123456789") == 0x31C3 % slots.SLOTS


@pytest.mark.parametrize("parts", [1, 2, 3, 16, 1000, 1024])
def test_parts_share_the_slots_evenly(parts):
    counts = np.bincount([slots.part_of(s, parts) for s in range(slots.SLOTS)], minlength=parts)
    assert len(counts) == parts
    assert counts.max() - counts.min() <= 1


@pytest.mark.parametrize("groups", [1, 2, 3, 7])
def test_groups_share_the_parts_of_each_library(groups):
    for parts in (1, 5, 16):
        counts = np.zeros(groups, int)
        for part in range(parts):
            counts[slots.group_of("5ca1ab1e", part, groups)] += 1
        assert counts.max() - counts.min() <= 1
    ones = {slots.group_of(f"stamp{n}", 0, groups) for n in range(100)}
    assert ones == set(range(groups)), "libraries with one part are spread"


# Versions.


@pytest.fixture
def library(tmp_path):
    where = tmp_path / "l.esl"
    espy.SurfaceLibrary.create(where, features=64, min_features=16)
    return where


def test_versions_are_committed_with_the_surfaces(library, random):
    with espy.SurfaceWriter(library) as writer:
        writer.add("a", surface(random))
        versions.set_version(writer, "a", Version(5, False))
        assert versions.version_of(writer, "a") == Version(5, False)
        assert versions.version_of(espy.SurfaceLibrary(library), "a") == Version(0, True)
    kept = espy.SurfaceLibrary(library)
    assert versions.version_of(kept, "a") == Version(5, False) and "a" in kept
    with pytest.raises(KeyboardInterrupt), espy.SurfaceWriter(library) as writer:
        writer.remove("a")
        versions.set_version(writer, "a", Version(6, True))
        raise KeyboardInterrupt
    assert versions.version_of(kept, "a") == Version(5, False)


def test_versions_survive_compaction_and_copies(library, random, tmp_path):
    with espy.SurfaceWriter(library) as writer:
        for n in range(20):
            writer.add(f"s{n}", surface(random))
            versions.set_version(writer, f"s{n}", Version(n + 1, False))
        writer.commit()
        for n in range(10):
            writer.remove(f"s{n}")
            versions.set_version(writer, f"s{n}", Version(n + 2, True))
        writer.commit()
        writer.compact()
    kept = espy.SurfaceLibrary(library)
    found = [versions.version_of(kept, f"s{n}") for n in range(20)]
    assert found == [Version(n + 2, True) if n < 10 else Version(n + 1, False) for n in range(20)]
    folder = DataFolder(str(tmp_path))
    folder.copy(str(library), "cut", 3)
    part = slots.part_of(slots.slot_of("s15"), 3)
    copied = espy.SurfaceLibrary(folder.part("cut", 3, part))
    assert versions.version_of(copied, "s15") == Version(16, False)


def test_a_part_remembers_the_latest_requests(library, monkeypatch):
    monkeypatch.setattr(versions, "REMEMBERED", 5)
    with espy.SurfaceWriter(library) as writer:
        for n in range(12):
            versions.remember(writer, f"request {n}", n, n % 2 == 0)
        results = [versions.result_of(writer, f"request {n}") for n in range(12)]
    assert results == [None] * 7 + [(n, n % 2 == 0) for n in range(7, 12)]


def test_a_writer_that_lost_its_lock_changes_nothing(library, random):
    late = espy.SurfaceWriter(library)
    late.add("before", surface(random))
    late.add("gone", surface(random))
    late.commit()
    late.remove("gone")
    late.commit()
    os.unlink(library / "lock")
    with espy.SurfaceWriter(library) as writer:
        writer.add("a", surface(random))
    for work in (lambda: late.add("b", surface(random)), lambda: late.remove("a"), late.compact):
        with pytest.raises(espy.SystemFailure, match="another process has written to it"):
            work()
            late.commit()
    late.close()
    kept = espy.SurfaceLibrary(library)
    assert list(kept) == ["a", "before"] and kept.verify() == []


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
    assert folder.copy(source, "cut", 5) == 50
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
        folder.copy(source, "cut", 2)
    with pytest.raises(espy.Error):
        folder.copy(str(tmp_path / "nothing.esl"), "other", 2)
    assert sorted(os.listdir(tmp_path)) == ["cut.parts", "making.lock", "naming.lock", "source.esl"]


def test_libraries_are_what_is_in_the_folder(tmp_path, caplog):
    folder = DataFolder(str(tmp_path))
    libraries = Libraries(folder)
    assert libraries.entries() == {}
    made = libraries.create("a", LibraryOptions(parts=3, features=64, min_features=16))
    espy.SurfaceLibrary.create(tmp_path / "b.esl", features=128)
    known = libraries.entries()
    assert set(known) == {"a", "b"} and known["a"] == made
    assert known["b"].made == LibraryOptions(1, 128, 1024, 32) and known["b"].stamp
    assert Libraries(folder).entries() == known, "the stamp of a library that others made stays"
    (tmp_path / "broken.esl").mkdir()
    (tmp_path / "broken.esl" / "library").write_text("nonsense")
    (tmp_path / "file.parts").write_text("nonsense")
    with caplog.at_level("WARNING", "espy.service"):
        assert libraries.entries() == known, "the others are served"
    assert any("broken is not served" in record.message for record in caplog.records)
    libraries.drop("a")
    again = libraries.create("a", LibraryOptions(parts=3, features=64, min_features=16))
    assert again.stamp != made.stamp
    with pytest.raises(AlreadyExists):
        libraries.create("a", LibraryOptions())


def test_a_library_that_could_not_be_read_for_a_moment_is_served_again(tmp_path, monkeypatch):
    libraries = Libraries(DataFolder(tmp_path))
    made = libraries.create("a", LibraryOptions())
    time.sleep(0.1)  # its time stamp is no longer new
    with monkeypatch.context() as patched:
        busy = espy.SystemFailure("Too many open files")
        patched.setattr(DataFolder, "entry", mock.Mock(side_effect=busy))
        assert libraries.entries(again=True) == {}
    assert libraries.entries() == {"a": made}


def test_what_is_made_and_removed_survives_a_power_cut(tmp_path, monkeypatch):
    """Folders are synced after their entries have changed."""
    synced = []
    monkeypatch.setattr(folder, "_sync_folder", lambda path: synced.append(os.path.relpath(path, tmp_path)))
    libraries = Libraries(DataFolder(tmp_path))
    for name, parts in (("one", 1), ("two", 2)):
        del synced[:]
        libraries.create(name, LibraryOptions(parts=parts))
        assert synced[-2].startswith(f".making-{name}.") and synced[-1] == "."
        del synced[:]
        libraries.snapshot(name, "monday")
        assert synced[-4].startswith(f"snapshots/{name}/.making-monday-")
        assert synced[-3:] == [f"snapshots/{name}", "snapshots", "."]
    for change in (
        lambda: libraries.set_alias("alias", "one"),
        lambda: DataFolder(tmp_path).remove_alias("alias"),
        lambda: libraries.drop("two"),
    ):
        del synced[:]
        change()
        assert synced == ["."]


def test_names_change_between_two_requests(tmp_path):
    libraries = Libraries(DataFolder(str(tmp_path)))
    old, new = (libraries.create(name, LibraryOptions()) for name in ("old", "new"))
    libraries.set_alias("bricks", "old")
    assert libraries.entry("bricks") == old
    libraries.set_alias("bricks", "new")
    assert libraries.entry("bricks") == new and libraries.aliases() == {"bricks": "new"}
    assert libraries.rename("new", "newer").stamp == new.stamp
    assert libraries.entry("bricks").name == "newer", "aliases follow"
    for work, wrong in (
        (lambda: libraries.create("bricks", LibraryOptions()), AlreadyExists),
        (lambda: libraries.rename("old", "newer"), AlreadyExists),
        (lambda: libraries.rename("old", "bricks"), AlreadyExists),
        (lambda: libraries.set_alias("old", "newer"), AlreadyExists),
        (lambda: libraries.drop("newer"), Problem),
        (lambda: libraries.drop("bricks"), Problem),
        (lambda: libraries.snapshot("bricks", "monday"), Problem),
        (lambda: libraries.set_alias("x", "bricks"), Problem),
        (lambda: DataFolder(tmp_path).remove_alias("nothing"), NotFound),
        (lambda: libraries.entry("new"), Problem),
    ):
        with pytest.raises(wrong):
            work()
    DataFolder(tmp_path).remove_alias("bricks")
    libraries.drop("newer")
    assert set(libraries.entries()) == {"old"} and libraries.aliases() == {}


@pytest.mark.parametrize("steps", range(6))
def test_a_kill_during_a_rename_leaves_no_alias_without_its_library(tmp_path, monkeypatch, steps):
    """The process dies before the n-th change of the folder, or after the last one."""
    libraries = Libraries(DataFolder(tmp_path))
    stamp = libraries.create("old", LibraryOptions()).stamp
    libraries.set_alias("wall", "old")
    done = []

    class Killed(BaseException):
        pass

    def dies(change):
        def changed(*given):
            if len(done) == steps:
                raise Killed
            done.append(change)
            return change(*given)

        return changed

    with monkeypatch.context() as patched:
        for module, name in ((folder.os, "rename"), (folder, "_sync_folder"), (folder, "write_whole")):
            patched.setattr(module, name, dies(getattr(module, name)))
        try:
            libraries.rename("old", "new")
        except Killed:
            assert len(done) == steps
    after = Libraries(DataFolder(tmp_path))
    assert after.entry("wall").stamp == stamp
    assert [name for name in ("old", "new") if name in after.entries()] == ["new" if steps else "old"]
    # A library that is now made under the old name is another one.
    if steps:
        after.create("old", LibraryOptions())
        assert after.aliases() == {"wall": "new"} and after.entry("wall").stamp == stamp


def test_no_name_has_two_meanings_whatever_was_made_meanwhile(tmp_path, monkeypatch):
    data = DataFolder(tmp_path)
    libraries = Libraries(data)
    old = libraries.create("old", LibraryOptions())
    for meanwhile in (
        lambda: data.set_alias("wall", old),
        lambda: data.create("wall", LibraryOptions(parts=3)),
        lambda: data.rename("old", 1, "wall"),
    ):
        with pytest.raises(AlreadyExists, match="wall"), data._created("wall", LibraryOptions()):
            meanwhile()
        assert len(glob.glob(str(tmp_path / "*wall*"))) == 1
        for path in glob.glob(str(tmp_path / "wall.*")):
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
    # Two renames at the same time, of libraries in one part and in two.
    for name, parts in (("a", 1), ("b", 2)):
        libraries.create(name, LibraryOptions(parts))
    free = DataFolder.require_free
    monkeypatch.setattr(DataFolder, "require_free", lambda *given: (free(*given), time.sleep(0.2)))
    with ThreadPoolExecutor(2) as pool:
        done = [pool.submit(data.rename, name, parts, "wall") for name, parts in (("a", 1), ("b", 2))]
    failures = [each.exception() for each in done]
    assert sum(isinstance(failure, AlreadyExists) for failure in failures) == 1 and None in failures
    assert len(data.found()) == 2


def test_aliases_follow_a_library_and_not_its_copy(tmp_path):
    libraries = Libraries(DataFolder(tmp_path))
    libraries.create("bricks", LibraryOptions())
    libraries.set_alias("wall", "bricks")
    shutil.copytree(tmp_path / "bricks.esl", tmp_path / "a-copy.esl")
    libraries.rename("bricks", "new")
    assert libraries.entry("wall").name == "new" and libraries.aliases() == {"wall": "new"}


def test_an_alias_without_a_stamp_names_its_library(tmp_path):
    libraries = Libraries(DataFolder(tmp_path))
    libraries.create("bricks", LibraryOptions())
    (tmp_path / "wall.alias").write_text("bricks")
    assert libraries.entry("wall").name == "bricks"


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
    assert os.listdir(tmp_path) == ["making.lock"]


COPYING = """
import sys
from espy.service.folder import DataFolder
from espy.service import versions
versions.set_version = lambda *_: (print(flush=True), sys.stdin.read())
DataFolder(sys.argv[1]).copy(sys.argv[2], "copied", 3)
"""


@pytest.mark.parametrize("clock", [-9e4, 0, 9e4])
def test_what_a_killed_process_left_is_removed_and_what_a_live_one_makes_is_not(tmp_path, random, monkeypatch, clock):
    source, data = str(tmp_path / "a.esl"), DataFolder(tmp_path / "data")
    os.mkdir(data.path)
    espy.SurfaceLibrary.create(source, features=64, min_features=16)
    with espy.SurfaceWriter(source) as writer:
        writer.add("s", surface(random))
    wall = time.time
    monkeypatch.setattr(time, "time", lambda: wall() + clock)
    words = [sys.executable, "-c", COPYING, data.path, source]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as copying:
        copying.stdout.readline()
        data.remove_abandoned()
        assert [name[:8] for name in sorted(os.listdir(data.path))] == [".making-", "making.l"]
        assert data.found() == {}, "it has its name when it is whole"
        copying.kill()
    data.remove_abandoned()
    assert os.listdir(data.path) == ["making.lock"]
    assert data.copy(source, "copied", 3) == 1 and data.found() == {"copied": 3}


def wall_clock(path):
    """The calls of the wall clock in a module: function and line."""
    names = {"time", "time_ns", "now", "utcnow", "today", "localtime", "gmtime"}
    return [
        (node.func.attr, node.lineno)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
        and not isinstance(node.func.value, ast.Call)
    ]


def test_only_durations_are_measured():
    modules = pathlib.Path(espy.service.__file__).parent.glob("*.py")
    client = pathlib.Path(espy.__file__).with_name("client.py")
    assert {path.name: wall_clock(path) for path in [*modules, client] if wall_clock(path)} == {}


@pytest.mark.parametrize("hours", [-30, 30])
def test_a_clock_that_jumps_changes_nothing(tmp_path, random, monkeypatch, hours):
    wall, jumps = time.time, itertools.count()
    monkeypatch.setattr(time, "time", lambda: wall() + 3600 * hours * next(jumps))
    monkeypatch.setattr(time, "time_ns", lambda: int(1e9 * time.time()))
    known = {f"s{n}": surface(random) for n in range(4)}
    with local_service(tmp_path, replicas=2) as service:
        entry = service.create("l", features=64, min_features=16)
        secret, key = keys.made("till", "write", per_minute=2)
        service.gateway.keys.add(key)
        assert [service.gateway.keys.wait(key) > 0 for _ in range(4)] == [False, False, True, True]
        until = time.monotonic() + 20
        for id, each in known.items():
            done = run(service.gateway.write(entry, Operation(id, None, each, ""), until, True))
            assert done.searched and done.written.applied
        # A library that another process makes is seen, whatever its time stamp.
        for n in range(3):
            Libraries(DataFolder(tmp_path)).create(f"new{n}", LibraryOptions())
            os.utime(tmp_path, (wall() + 3600 * hours * n,) * 2)
            assert service.gateway.libraries.entry(f"new{n}").name == f"new{n}"
        service.kill(0)
        for id, each in known.items():
            question = Question(entry, seen(random, each), 3, "distinct", (4, 5), until)
            assert run(service.gateway.query_shards(question)).coverage == 1
        assert service.gateway.keys.of(secret) == key, "keys do not expire"


def test_a_writer_waits_for_another_one(tmp_path):
    where = str(tmp_path / "a.esl")
    espy.SurfaceLibrary.create(where)
    first = espy.SurfaceWriter(where)
    with pytest.raises(espy.SystemFailure) as busy:
        writer_when_free(where, 0.05)
    assert busy.value.errno == errno.EAGAIN
    threading.Timer(0.2, first.close).start()
    writer_when_free(where, 10).close()


def test_a_library_that_cannot_be_read_holds_up_no_other(tmp_path, random):
    with local_service(tmp_path) as service:
        for name in ("a", "b", "c"):
            service.create(name, features=64, min_features=16)
        (tmp_path / "b.esl" / "library").write_text("nonsense")
        for name in ("a", "c"):
            with espy.SurfaceWriter(tmp_path / f"{name}.esl") as writer:
                writer.add("s", surface(random))
        parts = lambda name: service.shards.groups[0][0].state().parts[name]
        for name in ("a", "c"):
            service.wait(lambda: [part.references for part in parts(name)] == [1])


def test_a_library_that_is_replaced_by_its_backup_is_opened_again(tmp_path, random):
    with local_service(tmp_path) as service:
        entry = service.create("l", features=64, min_features=16)
        shard, library = service.shards.groups[0][0], tmp_path / "l.esl"
        add = lambda id: shard.write("l", entry.stamp, 1, 0, [Operation(id, 1, surface(random), "")])
        add("kept")
        shutil.copytree(library, tmp_path / "backup")
        add("lost")
        service.wait(lambda: [part.references for part in shard.state().parts["l"]] == [2])
        library.rename(tmp_path / "before")
        (tmp_path / "backup").rename(library)
        service.wait(lambda: [part.references for part in shard.state().parts.get("l", [])] == [1])
        add("new")
        service.wait(lambda: shard.ids("l", entry.stamp, 1, [0], "", "", 9) == ["kept", "new"])


def test_what_is_overwritten_in_place_is_not_served_until_it_is_restored(tmp_path, random, monkeypatch):
    monkeypatch.setattr(shard_module, "LOOK", 0.05)
    known = surface(random)
    with local_service(tmp_path) as service:
        entry = service.create("l", features=64, min_features=16)
        shard = service.shards.groups[0][0]
        write = lambda id: shard.write("l", entry.stamp, 1, 0, [Operation(id, 1, known, "")])
        write("s")

        def searched():
            until = time.monotonic() + 20
            question = Question(entry, seen(random, known), 3, "distinct", (4, 5), until)
            return run(service.gateway.query_shards(question))

        service.wait(lambda: searched().parts[0].references == 1)
        slab = tmp_path / "l.esl" / "slab-1.features"
        intact = slab.read_bytes()
        os.utime(slab)  # its content is the same
        time.sleep(0.3)
        assert searched().coverage == 1
        for damaged in (
            intact[:-100] + bytes(100),  # features
            intact[:4096] + bytes(8) + intact[4104:],  # their number and checksum
            intact[:40] + bytes(8) + intact[48:],  # the header
            intact[:4096] + bytes(len(intact)),  # by a larger file
            intact[: len(intact) // 2],
        ):
            with open(slab, "r+b") as file:
                file.truncate(len(damaged))
                file.write(damaged)
            service.wait(lambda: shard.state().failed)
            assert searched().coverage == 0
            assert [f"part 0: {why}" for why in shard.state().failed] == searched().missing
            for work in (lambda: write("t"), lambda: shard.ids("l", entry.stamp, 1, [0], "", "", 9)):
                with pytest.raises(espy.SystemFailure, match="slab-1.features: (was over|is broken)"):
                    work()
            with open(slab, "r+b") as file:
                file.write(intact)
            service.wait(lambda: searched().coverage == 1)
        write("t")
        service.wait(lambda: searched().parts[0].references == 2)


def test_writes_during_renames_are_in_one_of_the_libraries(tmp_path, random):
    libraries = Libraries(DataFolder(tmp_path))
    for name in ("a", "b"):
        libraries.create(name, LibraryOptions(features=64, min_features=16))
    known = surface(random)
    written, ended = [], threading.Event()
    shard = Shard(Settings(str(tmp_path), keys=False), 0, threads=1)

    def write(thread):
        for n in itertools.count():
            if ended.is_set():
                return
            id = f"{thread}-{n}"
            with contextlib.suppress(Problem, espy.SystemFailure):
                entry = libraries.entry("a")
                (done,), _ = shard.write("a", entry.stamp, 1, 0, [Operation(id, 1, known, "")])
                assert done.applied, done
                written.append(id)

    with ThreadPoolExecutor(3) as pool:
        writing = [pool.submit(write, thread) for thread in range(3)]
        until = time.monotonic() + 3
        while time.monotonic() < until:
            for name, to in (("a", "c"), ("b", "a"), ("c", "b")):
                libraries.rename(name, to)
            time.sleep(0.02)
        ended.set()
    for each in writing:
        each.result()
    shard.stop()
    kept = [espy.SurfaceLibrary(tmp_path / f"{name}.esl") for name in ("a", "b")]
    assert not [why for each in kept for _, why in each.verify() if "service.json" not in why]
    assert written and set(written) <= {id for library in kept for id in library}


def test_of_writes_that_were_rolled_back_none_is_acknowledged(tmp_path, random):
    entry = Libraries(DataFolder(tmp_path)).create("a", LibraryOptions(features=64, min_features=16))
    library, known = tmp_path / "a.esl", surface(random)
    with espy.SurfaceWriter(library) as writer:
        for n in range(1023):
            writer.add(str(n), known)
    (library / "slab-2.features").mkdir()
    shard = Shard(Settings(str(tmp_path), keys=False), 0, threads=1)
    two = [Operation(id, 1, known, "") for id in ("fits", "needs another slab")]
    with pytest.raises(espy.SystemFailure, match="slab-2"):
        shard.write("a", entry.stamp, 1, 0, two)
    (done,), _ = shard.write("a", entry.stamp, 1, 0, two[:1])
    assert done.applied and not done.problem
    shard.stop()
    assert "fits" in espy.SurfaceLibrary(library)


def test_a_snapshot_is_of_one_library(tmp_path):
    data, calls = DataFolder(tmp_path), []
    for name in ("a", "b"):
        data.create(name, LibraryOptions(parts=2))

    def writer_of(part):
        if calls:
            for name, to in (("a", "c"), ("b", "a")):
                data.rename(name, 2, to)
        calls.append(part)
        return espy.SurfaceWriter(part)

    with pytest.raises(espy.SystemFailure, match="a: was removed or renamed during this snapshot"):
        data.take("a", 2, "monday", writer_of)
    assert len(calls) == 2 and data.snapshots("a") == []


def test_a_library_that_is_written_gets_no_other_name(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "_UNWRITTEN", 0.05)
    libraries = Libraries(DataFolder(tmp_path))
    libraries.create("a", LibraryOptions(parts=3))
    with espy.SurfaceWriter(DataFolder(tmp_path).part("a", 3, 2)):
        for work in (lambda: libraries.rename("a", "b"), lambda: libraries.drop("a")):
            with pytest.raises(espy.SystemFailure, match="002.esl: another process is writing to it"):
                work()
    assert libraries.rename("a", "b").parts == 3
    libraries.drop("b")
    assert libraries.entries() == {}


def test_shards_on_a_busy_machine_are_slow_and_not_gone(monkeypatch):
    for name, seconds in (("LOOK", 0.02), ("GONE", 0.6)):
        monkeypatch.setattr(calls, name, seconds)

    class Shards:
        async def call(self, group, method, *given):
            if group == 1:
                await asyncio.sleep(3600)
            await asyncio.sleep({"ping": 0.4, "search": 1.6}[method])
            return method

    async def ask(group):
        return await calls.Groups(Shards()).ask(group, time.monotonic() + 20, "search")

    assert run(ask(0)) == "search"
    with pytest.raises(calls.Unavailable, match="group 1 is unavailable"):
        run(ask(1))


@pytest.mark.parametrize("alone", [True, False])
def test_a_search_that_takes_long_is_waited_for(tmp_path, random, monkeypatch, alone):
    for name, seconds in (("LOOK", 0.02), ("GONE", 0.3)):
        monkeypatch.setattr(calls, name, seconds)
    search = Shard.search
    monkeypatch.setattr(Shard, "search", lambda *given: time.sleep(1.5) or search(*given))
    known = surface(random)
    with local_service(tmp_path) as service:
        entry = service.create("l", features=64, min_features=16)
        until = time.monotonic() + 30
        run(service.gateway.write(entry, Operation("s", None, known, ""), until, True))
        if alone:
            pytest.importorskip("uvicorn", reason="no uvicorn (pip install 'uvicorn')")
            from espy.service.alone import LocalShards

            shards = LocalShards(service.shards.groups[0])
            service.gateway.ask = calls.Groups(shards).ask
        question = Question(entry, seen(random, known), 3, "distinct", (4, 5), until)
        found = run(service.gateway.query_shards(question))
        assert (found.coverage, found.missing) == (1, [])


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
    known = keys.Keys(str(tmp_path))
    assert known.all() == [] and known.of("espy_x") is None
    secret, key = keys.made("ci", "write")
    known.add(key)
    assert secret not in (tmp_path / "keys.json").read_text()
    assert (tmp_path / "keys.json").stat().st_mode & 0o777 == 0o600
    assert known.of(secret) == key
    assert known.of(secret[:-1]) is None
    assert known.of("") is None
    assert keys.made("ci", "write")[0] != secret
    with pytest.raises(espy.BadUse, match="already exists"):
        known.add(keys.made("ci", "search")[1])
    assert keys.allows("admin", "search") and keys.allows("write", "write")
    assert not keys.allows("search", "write") and not keys.allows("write", "admin")
    for name, role in (("a b", "search"), ("", "search"), ("a", "root")):
        with pytest.raises(espy.BadUse):
            keys.made(name, role)
    other = keys.Keys(str(tmp_path))
    assert other.of(secret) == key
    known.remove("ci")
    assert known.of(secret) is None
    with pytest.raises(espy.BadUse, match="no such key"):
        known.remove("ci")
    (tmp_path / "keys.json").write_text("{}x")
    with pytest.raises(espy.SystemFailure, match="not a list of keys"):
        other.all()


def test_all_keys_are_compared_whichever_is_given(tmp_path, monkeypatch):
    known = keys.Keys(str(tmp_path))
    secrets = [keys.made(f"k{n}", "search") for n in range(9)]
    for _, key in secrets:
        known.add(key)
    compared, constant_time = [], hmac.compare_digest
    monkeypatch.setattr(
        hmac, "compare_digest", lambda *two: compared.append(two) or constant_time(*two)
    )
    given = [*(secret for secret, _ in secrets), "", "espy_unknown", "\u00e4" * 5000]
    for secret in given:
        compared.clear()
        found = known.of(secret)
        assert found == dict(secrets).get(secret)
        assert len(compared) == 9
        assert {len(each) for two in compared for each in two} == {64}, "hashes, not keys"


def test_two_processes_add_keys(tmp_path):
    one, two = keys.Keys(str(tmp_path)), keys.Keys(str(tmp_path))
    adding = [
        threading.Thread(target=each.add, args=(keys.made(f"k{n}", "search")[1],))
        for n in range(20)
        for each in (one if n % 2 else two,)
    ]
    [thread.start() for thread in adding]
    [thread.join() for thread in adding]
    assert len(keys.Keys(str(tmp_path)).all()) == 20


def test_a_key_may_do_what_its_quota_allows(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(keys.time, "monotonic", lambda: now)
    known = keys.Keys("nowhere", gateways=2)
    free, limited = keys.Key("h", "free", "search"), keys.Key("h", "limited", "search", 120)
    assert all(known.wait(free) == 0 for _ in range(1000))
    assert [known.wait(limited) for _ in range(60)] == [0] * 60
    assert known.wait(limited) == pytest.approx(1)
    now += 2
    assert [known.wait(limited) == 0 for _ in range(3)] == [True, True, False]
    now += 1000
    assert [known.wait(limited) == 0 for _ in range(61)] == [True] * 60 + [False]


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


def test_answers_through_the_proxy_have_one_request_id():
    headers = [(b"x-request-id", b"gateway"), (b"via", b"1"), (b"X-Request-ID", b"serve")]

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"kept"})

    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": []}
    run(proxy.RequestMiddleware(app)(scope, None, send))
    assert sorted(sent[0]["headers"]) == [(b"via", b"1"), (b"x-request-id", b"gateway")]
    assert sent[1]["body"] == b"kept"
