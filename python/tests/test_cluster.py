# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A batch on a Ray cluster writes the same files as `espy batch`, also if a node dies; and an index
of scenes in parts finds what one on one machine finds.

The cluster runs on this machine: a head without CPUs, and two nodes.
"""

import filecmp
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
pytest.importorskip("ray.cluster_utils", reason="no Ray (pip install ray)")

import espy
from espy import cluster
from espy._cluster_worker import journal_of
from ray_nodes import add_node, kill_node, ray_cluster

OUTPUTS = {"csv": "all.csv", "jsonl": "all.jsonl", "marked": "marked", "crops": "crops"}
PICTURES = 40
SCENES = 30
PARTS = 5
SHARDS = 8
#: Seconds; no step takes a tenth of it.
PATIENCE = 60


@pytest.fixture(scope="module")
def nodes():
    """A cluster of two nodes."""
    with ray_cluster(nodes=2, cpus=1) as started:
        yield started


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """A folder with a job and its pictures, one of which is damaged."""
    random = np.random.default_rng(20261123)
    folder = tmp_path_factory.mktemp("drawn")
    (folder / "shots").mkdir()
    needle = random.integers(0, 256, (9, 9)).astype(np.uint8)
    espy.write(folder / "needle.png", needle)
    for number in range(PICTURES):
        picture = random.integers(0, 256, (60, 80)).astype(np.uint8)
        for place in range(number % 4):
            picture[place * 12 : place * 12 + 9, 20:29] = needle
        espy.write(folder / "shots" / f"{number:02}.png", picture)
    shutil.copy(folder / "shots" / "03.png", folder / "last.png")
    (folder / "shots" / "07.png").write_bytes(b"no picture")
    write_job(folder, ["shots/", "last.png"])
    return folder


def write_job(folder, images, **more):
    job = {"needles": [{"file": "needle.png"}], "images": images, "outputs": OUTPUTS, **more}
    (folder / "job.json").write_text(json.dumps(job))


@pytest.fixture(scope="module")
def alone(drawn, tmp_path_factory):
    """The output of one machine."""
    folder = tmp_path_factory.mktemp("alone") / "job"
    shutil.copytree(drawn, folder)
    done = subprocess.run(
        [os.environ["ESPY_COMMAND"], "batch", "job.json"],
        cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE,
    )
    assert done.returncode == 3, done.stderr
    assert done.stderr.startswith("espy: shots/07.png: ")
    return folder


@pytest.fixture
def job_folder(drawn, tmp_path):
    """A copy of that folder for one test."""
    folder = tmp_path / "job"
    shutil.copytree(drawn, folder)
    return folder


def written(folder):
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "job.journal" not in path.parts
    )


def assert_same(one, other):
    """Compares all files, including the job's."""
    files = written(one)
    assert files == written(other)
    assert {"all.csv", "all.jsonl", "marked/last.png", "crops/last-001.png"} <= set(files)
    assert filecmp.cmpfiles(one, other, files, shallow=False)[1:] == ([], [])


def start(folder, *arguments, **options):
    """Starts the command in that folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "espy.cluster", "job.json", *map(str, arguments)],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )


def ended(process):
    """Exit status, standard output, standard error."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, out, err


def command(folder, *arguments, **options):
    return ended(start(folder, *arguments, **options))


def wait_for(what):
    """Waits until ``what()`` is true, and returns its result."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = what()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited {PATIENCE} s for {what}")


class Pipe:
    """A named pipe in place of an image: its reader blocks in the middle of a shard."""

    def __init__(self, folder):
        self.path = folder / "last.png"
        self._picture = folder / "kept.png"
        os.replace(self.path, self._picture)
        os.mkfifo(self.path)
        self._end = None

    def reader(self):
        """Process id of its reader."""
        wait_for(self._is_open)
        return wait_for(self._find_reader)

    def becomes_picture(self):
        """Puts the picture back. A reader that has the pipe open keeps waiting."""
        os.replace(self._picture, self.path)

    def close(self):
        os.close(self._end)

    def _is_open(self):
        try:
            self._end = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # no reader
            return False
        return True

    def _find_reader(self):
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                files = [os.readlink(file) for file in (process / "fd").iterdir()]
            except OSError:
                continue
            if str(self.path) in files and int(process.name) != os.getpid():
                return int(process.name)
        return None


def parent_of(process):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(status.split("PPid:")[1].split()[0])


def is_gone(process):
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return True
    return "State:\tZ" in status


def wait_for_end(process):
    wait_for(lambda: is_gone(process))


def raylets(nodes):
    """Process id of each raylet, and its node."""
    return {
        node.all_processes["raylet"][0].process.pid: node for node in nodes.list_all_nodes()
    }


def test_a_cluster_writes_what_one_machine_writes(nodes, job_folder, alone):
    status, out, err = command(job_folder, "--address", nodes.address, "--progress", "json")
    assert status == 3, err
    lines = err.splitlines()
    assert lines[0].startswith("espy: shots/07.png: ") and len(lines) == 2
    assert lines[1] == "40 of 41 images done, 1 failed, 60 matches"
    assert_same(job_folder, alone)
    last = json.loads(out.splitlines()[-1])
    assert (last["done"], last["failed"], last["of"], last["matches"]) == (40, 1, 41, 60)
    assert last["left"] == 0 and last["shards"] == last["shards_of"] >= 2


def test_a_node_is_killed_in_the_middle(nodes, job_folder, alone):
    pipe = Pipe(job_folder)
    running = start(job_folder, "--address", nodes.address, "--shards", SHARDS)
    reader = pipe.reader()
    raylet = parent_of(reader)
    assert raylet in raylets(nodes), "the reader is no worker of this cluster"
    # The pipe is the last image of its shard, so the others are in the journal, or about to be.
    number = PICTURES % SHARDS + 1
    journal = job_folder / "job.journal" / os.fsdecode(journal_of(b"", number, SHARDS))
    wait_for(lambda: journal.read_bytes().count(b"\n") == 1 + PICTURES // SHARDS)
    before = journal.read_bytes()
    pipe.becomes_picture()
    dead = raylets(nodes)[raylet]
    os.kill(raylet, signal.SIGKILL)
    wait_for_end(reader)
    pipe.close()
    status, _, err = ended(running)
    nodes.remove_node(dead, allow_graceful=False)
    add_node(nodes, cpus=1)
    assert status == 3, err
    assert "40 of 41 images done, 1 failed, 60 matches\n" in err
    assert "1 shard was completed by another worker after the first one died\n" in err
    # Images that the dead worker finished were not searched again.
    assert journal.read_bytes().startswith(before)
    assert journal.read_bytes().count(b"\n") == before.count(b"\n") + 1
    (job_folder / "kept.png").unlink(missing_ok=True)
    assert_same(job_folder, alone)


def test_ctrl_c_ends_it_and_resume_goes_on(nodes, job_folder, alone):
    pipe = Pipe(job_folder)
    running = start(job_folder, "--address", nodes.address, "--shards", SHARDS)
    reader = pipe.reader()
    running.send_signal(signal.SIGINT)
    status, _, err = ended(running)
    assert status == 130, err
    assert err.endswith("espy: cancelled; --resume continues with the images that are not done\n")
    assert not (job_folder / "all.csv").exists()
    wait_for_end(reader)
    pipe.becomes_picture()
    pipe.close()
    refused, _, err = command(job_folder, "--address", nodes.address)
    assert refused == 2
    assert err.startswith("espy: job.journal/journal-") and err.count("\n") == 1
    assert "this batch was started before; resume it" in err
    other, _, err = command(
        job_folder, "--address", nodes.address, "--resume", "--shards", SHARDS + 1
    )
    assert other == 2
    assert err == (
        f"espy: job.journal: this batch was started with {SHARDS} shards, and cannot resume with"
        f" {SHARDS + 1}\n"
    )
    status, _, err = command(job_folder, "--address", nodes.address, "--resume")
    assert status == 3, err
    assert_same(job_folder, alone)


def test_a_second_start_has_nothing_to_do(nodes, job_folder, alone):
    job = job_folder / "job.json"
    outcome = cluster.run(job, address=nodes.address, shards=5)
    assert (outcome.images, outcome.done, outcome.failed, outcome.cancelled) == (41, 40, 1, 0)
    assert (outcome.matches, outcome.shards, outcome.lost) == (60, 5, [])
    assert len(outcome.failures) == 1 and outcome.taken_over == 0 and len(outcome.nodes) == 1
    assert sorted(outcome.written) == [str(job_folder / "all.csv"), str(job_folder / "all.jsonl")]
    marked = os.stat(job_folder / "marked" / "last.png").st_mtime_ns
    with pytest.raises(espy.BadUse, match="started before"):
        cluster.run(job, address=nodes.address)
    again = cluster.run(job, address=nodes.address, resume=True)
    assert again == outcome
    assert os.stat(job_folder / "marked" / "last.png").st_mtime_ns == marked
    # The reason contains the job's folder, as on one machine that was given the same path.
    shutil.rmtree(job_folder / "job.journal")
    for name in ("marked", "crops"):
        shutil.rmtree(job_folder / name)
    ours = [(job_folder / name).read_bytes() for name in ("all.csv", "all.jsonl")]
    for name in ("all.csv", "all.jsonl"):
        (job_folder / name).unlink()
    espy.batch(job)
    assert [(job_folder / name).read_bytes() for name in ("all.csv", "all.jsonl")] == ours


def test_what_failed_is_tried_again_and_new_images_are_done(nodes, job_folder):
    job = job_folder / "job.json"
    write_job(job_folder, ["last.png", "shots/"])
    cluster.run(job, address=nodes.address, shards=SHARDS)
    shutil.copy(job_folder / "shots" / "03.png", job_folder / "shots" / "07.png")
    shutil.copy(job_folder / "shots" / "03.png", job_folder / "shots" / "99.png")
    outcome = cluster.run(job, address=nodes.address, resume=True)
    assert (outcome.images, outcome.done, outcome.failed) == (42, 42, 0)
    assert outcome.matches == 60 + 2 * 3
    assert len((job_folder / "all.jsonl").read_text().splitlines()) == 42


def test_a_job_that_may_overwrite_begins_anew(nodes, job_folder, alone, monkeypatch):
    monkeypatch.chdir(job_folder)
    write_job(job_folder, ["shots/", "last.png"], overwrite=True)
    first = cluster.run("job.json", address=nodes.address, shards=3)
    second = cluster.run("job.json", address=nodes.address, shards=4)
    assert (first.shards, second.shards) == (3, 4)
    journals = [file.name for file in (job_folder / "job.journal").glob("*.jsonl")]
    assert sorted(journals) == [f"journal-{k}-of-4.jsonl" for k in range(1, 5)]
    write_job(job_folder, ["shots/", "last.png"])
    assert_same(job_folder, alone)


def test_images_that_move_to_other_shards_are_reported(nodes, job_folder):
    """A new image shifts those behind it to other shards, whose journals do not have them."""
    job = job_folder / "job.json"
    cluster.run(job, address=nodes.address, shards=SHARDS)
    shutil.copy(job_folder / "shots" / "03.png", job_folder / "shots" / "99.png")
    outcome = cluster.run(job, address=nodes.address, resume=True)
    assert any("last.png: exists already" in failure for failure in outcome.failures)
    assert (outcome.images, outcome.done, outcome.failed) == (42, 40, 2)


def test_two_do_not_run_one_job_at_a_time(nodes, job_folder):
    pipe = Pipe(job_folder)
    running = start(job_folder, "--address", nodes.address, "--shards", SHARDS)
    reader = pipe.reader()
    status, _, err = command(job_folder, "--address", nodes.address, "--resume")
    assert (status, err) == (2, "espy: job.journal: another process is running this batch\n")
    running.send_signal(signal.SIGTERM)
    assert ended(running)[0] == 130
    pipe.close()
    wait_for_end(reader)


def test_a_worker_that_always_dies_is_reported(nodes, job_folder):
    pipe = Pipe(job_folder)
    running = start(job_folder, "--address", nodes.address, "--shards", SHARDS)
    for _ in range(cluster.MAX_TASK_RETRIES + 1):
        reader = pipe.reader()
        os.kill(reader, signal.SIGKILL)
        wait_for_end(reader)
        pipe.close()
    status, _, err = ended(running)
    assert status == 2, err
    assert f"espy: shard {PICTURES % SHARDS + 1} of {SHARDS}: could not be completed: " in err
    assert err.endswith("espy: --resume continues with the shards that are not done\n")
    assert not (job_folder / "all.csv").exists()


def refusals(folder):
    """Invalid arguments, and the message for each."""
    write_job(folder, ["@-"])
    (folder / "none.json").write_text("{}")
    return [
        (["nowhere.json"], "nowhere.json: cannot be read: No such file or directory"),
        (["none.json"], "none.json: there is no needle to find"),
        (["job.json"], 'job.json: takes names from standard input, which other machines do not'
         ' have; write them to a file, and use "@FILE"'),
        (["job.json", "--shards", "1"], "shards: must be 2 or more; for one, use espy batch"),
        (["job.json", "--num-cpus-per-task", "0"], "cpus: must be 1 or more"),
        (["job.json", "--shards", "x"], "argument --shards: invalid int value: 'x'"),
        ([], "the following arguments are required: JOB.json"),
    ]


def test_what_makes_no_sense_is_refused_in_one_line(job_folder):
    for arguments, message in refusals(job_folder):
        done = subprocess.run(
            [sys.executable, "-m", "espy.cluster", *arguments],
            cwd=job_folder, capture_output=True, text=True, check=False, timeout=PATIENCE,
        )
        assert (done.returncode, done.stderr) == (2, f"espy: {message}\n")
    assert not (job_folder / "job.journal").exists()


def test_a_cluster_that_does_not_answer_is_reported(job_folder):
    status, _, err = command(job_folder, "--address", "127.0.0.1:1")
    assert status == 2
    assert err == "espy: 127.0.0.1:1: no Ray cluster can be reached: Connection refused\n"
    status, _, err = command(job_folder, "--address", "local", "--engine", "abacus")
    assert (status, err) == (2, "espy: there is no engine abacus\n")


def test_what_one_machine_began_is_left_to_it(job_folder):
    espy.batch(job_folder / "job.json")
    status, _, err = command(job_folder, "--address", "127.0.0.1:1", "--resume")
    assert status == 2
    assert err == (
        "espy: job.journal/journal-1-of-1.jsonl: this batch was started on one machine; resume it with"
        " espy batch --resume, or remove this file\n"
    )


@pytest.mark.parametrize("shards", [2, SHARDS, PICTURES])
def test_a_refusal_of_a_worker_ends_it(nodes, job_folder, shards):
    os.makedirs(job_folder / "marked")
    (job_folder / "marked" / "20.png").write_bytes(b"of somebody else")
    status, _, err = command(job_folder, "--address", nodes.address, "--shards", shards)
    assert status == 2, err
    assert err == "espy: marked/20.png: exists already, and is not overwritten\n"
    assert (job_folder / "marked" / "20.png").read_bytes() == b"of somebody else"


# An index of scenes in parts, against one index on one machine.


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """A folder of pictures, and a needle that is in some of them, once or twice."""
    random = np.random.default_rng(20261127)
    folder = tmp_path_factory.mktemp("shots")
    needle = random.integers(0, 256, (26, 30, 3), dtype=np.uint8)
    for number in range(SCENES):
        picture = random.integers(0, 256, (80, 120, 3), dtype=np.uint8)
        for place in range(number % 3):
            picture[number : number + 26, 5 + 40 * place : 35 + 40 * place] = needle
        espy.write(folder / f"{number:02}.png", picture)
    return folder, needle


def described(found):
    matches = [(each.x, each.y, each.needle) for picture in found for each in picture.matches]
    return [(picture.file, picture.width, picture.height) for picture in found], matches


def test_two_nodes_find_what_one_machine_finds(nodes, shots, tmp_path):
    folder, needle = shots
    files = sorted(folder.glob("*.png"))
    espy.SceneIndexWriter(tmp_path / "one.esi", create=True).add(files)
    other = np.random.default_rng(3).integers(0, 256, (24, 24, 3), dtype=np.uint8)
    wanted = espy.SceneIndex(tmp_path / "one.esi").find([other, needle])
    assert len(wanted) == SCENES * 2 // 3
    with cluster.Scenes(tmp_path / "parts", address=nodes.address, parts=PARTS) as scenes:
        added = scenes.add([*files, folder / "gone.png"])
        assert (added.added, added.failed, len(scenes)) == (SCENES, 1, SCENES)
        assert "gone.png" in added.failures[0]
        found = scenes.find([other, needle])
        assert described(found) == described(wanted)
        assert found.opened >= len(found) and found.failed == 0
        assert scenes.add(files).unchanged == SCENES
        # Each part has a share.
        assert all(len(espy.SceneIndex(part)) > 0 for part in scenes.parts)
        with pytest.raises(espy.BadUse, match="24 x 24"):
            scenes.find(needle[:20, :20])
        # A node dies; what it would have searched is searched by the other one.
        kill_node(nodes, nodes.worker_nodes.copy().pop())
        assert described(scenes.find([other, needle])) == described(wanted)
        add_node(nodes, cpus=1)
    with cluster.Scenes(tmp_path / "parts", address=nodes.address) as scenes:
        assert described(scenes.find([other, needle], trust=True)) == described(wanted)
        with pytest.raises(espy.BadUse, match="a list of names"):
            scenes.add(str(files[0]))


def test_what_cannot_be_made_leaves_nothing(nodes, tmp_path):
    made = tmp_path / "made"
    with pytest.raises(espy.BadUse, match="12 to 256"):
        cluster.Scenes(made, address=nodes.address, parts=3, side=5)
    with pytest.raises(espy.SystemFailure, match="no Ray cluster"):
        cluster.Scenes(made, address="127.0.0.1:1", parts=3)
    assert not made.exists()
    with cluster.Scenes(made, address=nodes.address, parts=3) as scenes:
        assert len(scenes.parts) == 3
    with pytest.raises(espy.BadUse, match="already exists"):
        cluster.Scenes(made, address=nodes.address, parts=3)
    assert len(list(made.iterdir())) == 3


def test_parts_that_are_not_all_there_are_refused(tmp_path):
    (tmp_path / "parts").mkdir()
    with pytest.raises(espy.BadUse, match="is no index of scenes in parts"):
        cluster.Scenes(tmp_path / "parts")
    for part in (1, 3):
        espy.SceneIndexWriter(tmp_path / "parts" / f"{part}-of-3.esi", create=True)
    with pytest.raises(espy.BadUse, match="part 2 of 3 is missing"):
        cluster.Scenes(tmp_path / "parts")
    for part in (2, 4):
        espy.SceneIndexWriter(tmp_path / "parts" / f"{part}-of-3.esi", create=True)
    with pytest.raises(espy.BadUse, match="is no index of scenes in parts"):
        cluster.Scenes(tmp_path / "parts")
    with pytest.raises(espy.SystemFailure, match="No such file"):
        cluster.Scenes(tmp_path / "none")
    for wrong in ({"cpus": 0}, {"parts": -1}, {"parts": 5000}):
        with pytest.raises(espy.BadUse, match="must be"):
            cluster.Scenes(tmp_path / "none", **wrong)
    assert not (tmp_path / "none").exists()
