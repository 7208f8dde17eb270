# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`espy.batch` writes the same files as `espy batch`."""

import filecmp
import json
import os
import pathlib

import numpy as np
import pytest

import espy

OUTPUTS = {"csv": "all.csv", "jsonl": "all.jsonl", "marked": "marked", "crops": "crops"}


@pytest.fixture
def folder(random, tmp_path):
    """Two folders with the same pictures and job."""
    needle = random.integers(0, 256, (9, 9)).astype(np.uint8)
    for name in ("here", "there"):
        os.makedirs(tmp_path / name / "shots")
        espy.write(tmp_path / name / "needle.png", needle)
        (tmp_path / name / "job.json").write_text(
            json.dumps({"needles": [{"file": "needle.png"}], "images": ["shots/"],
                        "outputs": OUTPUTS}))
    for number in range(30):
        picture = random.integers(0, 256, (60, 80)).astype(np.uint8)
        for place in range(number % 4):
            picture[place * 12 : place * 12 + 9, 20:29] = needle
        for name in ("here", "there"):
            espy.write(tmp_path / name / "shots" / f"{number:02}.png", picture)
    for name in ("here", "there"):
        (tmp_path / name / "shots" / "07.png").write_bytes(b"no picture")
    return tmp_path


def outputs(folder: pathlib.Path):
    return sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "journal" not in str(path)
    )


def assert_same(folder):
    ours = outputs(folder / "here")
    assert ours == outputs(folder / "there")
    different = filecmp.cmpfiles(folder / "here", folder / "there", ours, shallow=False)[1:]
    assert different == ([], [])


def test_writes_what_the_command_writes(folder, command):
    command("batch", "--progress", "none", folder / "there" / "job.json", statuses=(3,))
    parts = []
    report = espy.batch(folder / "here" / "job.json", progress=parts.append)
    assert parts and parts[-1] == 1 and parts == sorted(parts)
    assert (report.images, report.done, report.failed, report.cancelled) == (30, 29, 1, 0)
    assert report.matches == sum(number % 4 for number in range(30) if number != 7)
    assert len(report.failures) == 1 and "07.png" in report.failures[0]
    assert [item.state for item in report.items].count("failed") == 1
    third = report.items[3]
    assert third.image.endswith("03.png") and third.found == 3
    assert [match.box for match in third.matches][0] == (20, 0, 9, 9)
    assert os.path.exists(third.output)
    assert_same(folder)


def test_goes_on_behind_what_has_ended_it(folder, command):
    command("batch", "--progress", "none", folder / "there" / "job.json", statuses=(3,))
    job = folder / "here" / "job.json"
    cancel = espy.Cancel()

    def stop(part):
        if part > 0.3:
            cancel.cancel()

    stopped = espy.batch(job, progress=stop, cancel=cancel, threads=1)
    assert 0 < stopped.done < 29 and stopped.cancelled > 0
    with pytest.raises(espy.BadUse, match="job.journal"):
        espy.batch(job)
    report = espy.batch(job, resume=True)
    assert (report.done, report.failed) == (29, 1)
    assert_same(folder)
    espy.write(folder / "here" / "shots" / "07.png", np.zeros((9, 9), np.uint8))
    assert espy.batch(job, retry=True).failed == 0


def test_lines_are_the_same_on_however_many_threads(random, tmp_path):
    for number in range(3):
        picture = random.integers(0, 256, (600, 800)).astype(np.uint8)
        espy.write(tmp_path / f"{number}.png", picture)
    espy.write(tmp_path / "needle.png", picture[40:80, 50:90])
    lines = []
    for threads in (1, 2, 3):
        espy.batch({
            "needles": [{"file": str(tmp_path / "needle.png")}],
            "images": [str(tmp_path / "[0-9].png")],
            "options": {"method": "zncc", "threads": threads},
            "outputs": {"jsonl": str(tmp_path / f"{threads}.jsonl")},
        })
        lines.append((tmp_path / f"{threads}.jsonl").read_text())
    assert lines[0] == lines[1] == lines[2]
    assert '"engine":"threads"' in lines[0]


def test_what_progress_throws_is_thrown(folder):
    def fail(part):
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        espy.batch(folder / "here" / "job.json", progress=fail)
    assert espy.batch(folder / "here" / "job.json", resume=True).done == 29


def test_shards_are_merged(folder, command):
    command("batch", "--progress", "none", folder / "there" / "job.json", statuses=(3,))
    done = [espy.batch(folder / "here" / "job.json", shard=(k, 3)) for k in (3, 1, 2)]
    assert [report.images for report in done] == [10, 10, 10]
    merged = espy.merge(folder / "here" / "job.journal")
    assert (merged.images, len(merged.failures), len(merged.written)) == (30, 1, 2)
    assert_same(folder)
    for wrong in ((0, 3), (4, 3), (1, 0)):
        with pytest.raises(espy.BadUse, match="shard"):
            espy.batch(folder / "here" / "job.json", shard=wrong)


def test_a_job_may_be_a_dictionary(folder, command, monkeypatch):
    command("batch", "--progress", "none", folder / "there" / "job.json", statuses=(3,))
    monkeypatch.chdir(folder / "here")
    job = json.loads(pathlib.Path("job.json").read_text())
    assert espy.batch(job).done == 29
    assert_same(folder)
    assert not list(folder.glob("here/*journal*"))
    job["outputs"] = {"marked": "again"}
    assert espy.batch(job, journal="noted").done == 29
    assert espy.batch(job, journal="noted", resume=True).done == 29
    job["outputs"] = {}
    with pytest.raises(espy.BadUse, match="the job: .outputs. names no output"):
        espy.batch(job)
    job["options"] = {"method": 3}
    with pytest.raises(espy.BadUse, match="options.method"):
        espy.batch(job)
