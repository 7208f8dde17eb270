# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A judge learned in Python equals the command's, and rates equally."""

import csv

import numpy as np
import pytest

import espy
from conftest import bare

OPTIONS = {"method": "zncc", "min_score": 0.6}


@pytest.fixture
def task(random, tmp_path):
    """A scene with many copies of a needle, half of them with a different centre."""
    needle = random.integers(0, 256, (20, 20)).astype(np.uint8)
    scene = random.integers(90, 160, (400, 400)).astype(np.uint8)
    false = needle.copy()
    false[8:13, 8:13] = 255 - false[8:13, 8:13]
    true_places = set()
    for row in range(10):
        for column in range(10):
            y, x = row * 40 + random.integers(0, 20), column * 40 + random.integers(0, 20)
            is_true = (row + column) % 2 == 0
            noise = random.normal(0, random.uniform(5, 60), needle.shape)
            seen = (needle if is_true else false) * 0.8 + 20 + noise
            scene[y : y + 20, x : x + 20] = np.clip(seen, 0, 255)
            if is_true:
                true_places.add((x, y))
    espy.write(tmp_path / "needle.pgm", needle)
    espy.write(tmp_path / "scene.pgm", scene)
    return needle, scene, true_places


def test_learns_what_the_command_learns(task, command, find_json, tmp_path):
    needle, scene, true_places = task
    finding = espy.find(needle, scene, **OPTIONS)
    assert len(finding) > 90
    clicks = [(match, (match.x, match.y) in true_places) for match in finding[::3]]
    judge = espy.learn(needle, scene, clicks)
    assert judge.on and judge.by in ("regression", "network")
    assert judge.held_out[judge.by].ranking > judge.held_out["score"].ranking

    for name, kind in (("yes", True), ("no", False)):
        with open(tmp_path / f"{name}.csv", "w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["image", "x", "y", "width", "height", "score"])
            for match, yes in clicks:
                if yes == kind:
                    rows.writerow([tmp_path / "scene.pgm", *match.box, repr(match.score)])
    command("learn", tmp_path / "needle.pgm", "--yes", tmp_path / "yes.csv", "--no",
            tmp_path / "no.csv", "-o", tmp_path / "command.esj", tmp_path / "scene.pgm")
    judge.save(tmp_path / "here.esj")
    # The order of the examples does not matter, up to rounding.
    theirs = espy.Judge.load(tmp_path / "command.esj", needle)
    rated = judge.rate(scene, finding)
    assert np.abs(rated - theirs.rate(scene, finding)).max() < 0.02

    kept = espy.find(needle, scene, judge=judge, judge_recall=0.95, **OPTIONS)
    right = [match for match, p in zip(finding, rated) if p >= judge.threshold(0.95)]
    assert kept.matches == right and 0 < len(right) < len(finding)
    assert kept.judged.tolist() == [p for p in rated if p >= judge.threshold(0.95)]
    assert kept[0].judged == kept.judged[0]
    (printed,) = find_json("--method", "zncc", "--min-score", "0.6",
                           "--judge", tmp_path / "here.esj", "--judge-recall", "0.95",
                           tmp_path / "needle.pgm", tmp_path / "scene.pgm")
    again = espy.Judge.load(tmp_path / "here.esj", tmp_path / "needle.pgm")
    ours = espy.find(str(tmp_path / "needle.pgm"), str(tmp_path / "scene.pgm"), judge=again,
                     judge_recall=0.95, **OPTIONS)
    assert bare(ours.json()) == printed
    share_true = np.mean([(m.x, m.y) in true_places for m in kept])
    assert share_true > np.mean([(m.x, m.y) in true_places for m in finding])
    assert judge.certainty(0.999) > judge.certainty(0.6) >= 0


def test_clicks_of_several_scenes(task):
    needle, scene, true_places = task
    halves = [espy.Scene(scene[:200]), scene[200:]]
    clicks = []
    for number, half in enumerate(halves):
        for match in espy.find(needle, half, **OPTIONS)[:20]:
            clicks.append((number, match, (match.x, match.y + 200 * number) in true_places))
    assert espy.learn(needle, halves, clicks).on
    assert espy.learn(needle, halves, clicks).save is not None
    with pytest.raises(espy.BadUse, match="picture 3 of 2"):
        espy.learn(needle, halves, [(2, clicks[0][1], True)])


def test_refusals_say_why(task, tmp_path):
    needle, scene, true_places = task
    finding = espy.find(needle, scene, **OPTIONS)
    with pytest.raises(espy.BadUse, match="3"):
        espy.learn(needle, scene, [(match, True) for match in finding])
    with pytest.raises(espy.BadUse, match="does not lie in its picture"):
        espy.learn(needle, scene, [(espy.Match(4000, 390, 20, 20), n > 4) for n in range(9)])
    judge = espy.learn(needle, scene, [(m, (m.x, m.y) in true_places) for m in finding])
    with pytest.raises(espy.BadUse, match="needle"):
        espy.find(needle[1:], scene, judge=judge, **OPTIONS)
    with pytest.raises(espy.BadUse, match="one needle"):
        espy.find([needle, needle], scene, judge=judge, **OPTIONS)
    (tmp_path / "broken.esj").write_bytes(b"no judge")
    with pytest.raises(espy.BadUse, match="broken.esj"):
        espy.Judge.load(tmp_path / "broken.esj", needle)
