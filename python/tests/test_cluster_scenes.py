# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""An index of scenes in parts, on a Ray cluster of two nodes, against one index on one machine."""

import os

import numpy as np
import pytest

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
pytest.importorskip("ray.cluster_utils", reason="no Ray (pip install ray)")

import espy
from espy import cluster
from ray_nodes import kill_node, ray_cluster

PICTURES = 30
PARTS = 5


@pytest.fixture(scope="module")
def nodes():
    with ray_cluster(nodes=2, cpus=2) as started:
        yield started


@pytest.fixture(scope="module")
def shots(tmp_path_factory):
    """A folder of pictures, and a needle that is in some of them, once or twice."""
    random = np.random.default_rng(20261127)
    folder = tmp_path_factory.mktemp("shots")
    needle = random.integers(0, 256, (26, 30, 3), dtype=np.uint8)
    for number in range(PICTURES):
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
    assert len(wanted) == PICTURES * 2 // 3
    with cluster.Scenes(tmp_path / "parts", address=nodes.address, parts=PARTS) as scenes:
        added = scenes.add([*files, folder / "gone.png"])
        assert (added.added, added.failed, len(scenes)) == (PICTURES, 1, PICTURES)
        assert "gone.png" in added.failures[0]
        found = scenes.find([other, needle])
        assert described(found) == described(wanted)
        assert found.opened >= len(found) and found.failed == 0
        assert scenes.add(files).unchanged == PICTURES
        # Each part has a share.
        assert all(len(espy.SceneIndex(part)) > 0 for part in scenes.parts)
        with pytest.raises(espy.BadUse, match="24 x 24"):
            scenes.find(needle[:20, :20])
        # A node dies; what it would have searched is searched by the other one.
        kill_node(nodes, nodes.worker_nodes.copy().pop())
        assert described(scenes.find([other, needle])) == described(wanted)
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
