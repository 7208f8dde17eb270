# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""espy.Index against espy.find with the same needles."""

import pickle

import numpy as np
import pytest

import espy


@pytest.fixture
def scene():
    return np.random.default_rng(1).integers(0, 256, (90, 120, 3), dtype=np.uint8)


def pieces_of(scene):
    random = np.random.default_rng(2)
    pieces = {}
    for n in range(40):
        height, width = random.integers(1, 30, 2)
        y, x = random.integers(0, 90 - height), random.integers(0, 120 - width)
        pieces[f"piece {n}"] = scene[y : y + height, x : x + width].copy()
    pieces["grey"] = np.full((5, 5), 7, dtype=np.uint8)
    return pieces


def filled(path, pieces):
    with espy.IndexWriter(path, create=True) as writer:
        for name, piece in pieces.items():
            writer.add(name, piece)
            assert name in writer
    return espy.Index(path)


def test_finds_what_find_finds(tmp_path, scene):
    pieces = pieces_of(scene)
    index = filled(tmp_path / "a.esi", pieces)
    assert len(index) == len(pieces) and index.names == list(pieces)
    for options in ({}, {"top": 5}, {"overlap": 0.2, "across": True}):
        wanted = espy.find(list(pieces.values()), scene, **options)
        found = index.find(scene, **options)
        assert len(found) > 0
        assert found.array.tobytes() == wanted.array.tobytes()
    assert "piece 3" in index.find(scene).json()
    assert np.array_equal(index.picture(3), pieces["piece 3"])
    assert index.picture(40).shape == (5, 5)
    with pytest.raises(IndexError):
        index.picture(41)


def test_changes_take_effect_in_commit(tmp_path, scene):
    path = tmp_path / "a.esi"
    index = filled(path, pieces_of(scene))
    writer = espy.IndexWriter(path)
    with pytest.raises(espy.SystemFailure, match="is writing to it"):
        espy.IndexWriter(path)
    assert writer.remove("grey") and not writer.remove("grey")
    with pytest.raises(espy.BadUse, match="already in the index"):
        writer.add("piece 1", scene)
    writer.close()
    assert "grey" in espy.Index(path).names
    with espy.IndexWriter(path) as writer:
        writer.remove("grey")
    assert "grey" not in espy.Index(path).names
    assert "grey" in index.names  # opened before
    with pytest.raises(ZeroDivisionError), espy.IndexWriter(path) as writer:
        writer.remove("piece 1")
        raise ZeroDivisionError
    assert "piece 1" in espy.Index(path).names
    with espy.IndexWriter(path) as writer:
        writer.compact()
    assert espy.Index(path).segments == 1
    assert espy.Index(path).size_on_disk > 0
    espy.Index(path).verify()


def test_an_index_can_be_pickled(tmp_path, scene):
    index = pickle.loads(pickle.dumps(filled(tmp_path / "a.esi", pieces_of(scene))))
    assert index.name(0) == "piece 0"


def test_damage_is_an_error(tmp_path, scene):
    filled(tmp_path / "a.esi", pieces_of(scene))
    part = tmp_path / "a.esi" / "segment-1"
    damaged = bytearray(part.read_bytes())
    damaged[100] ^= 1
    part.write_bytes(damaged)
    with pytest.raises(espy.BadPicture, match="is damaged"):
        espy.Index(tmp_path / "a.esi").find(scene)
    with pytest.raises(espy.BadUse):
        espy.Index(tmp_path)


def shots(folder):
    random = np.random.default_rng(5)
    files = []
    for n in range(12):
        picture = random.integers(0, 256, (100, 140, 3), dtype=np.uint8)
        files.append(folder / f"{n}.png")
        espy.write(files[-1], picture)
    return files


def test_scenes_are_those_of_find(tmp_path):
    files = shots(tmp_path)
    seen = []
    writer = espy.SceneIndexWriter(tmp_path / "s.esi", create=True, side=16)
    added = writer.add(files, progress=seen.append)
    assert (added.added, added.failed, added.failures) == (12, 0, [])
    assert seen[-1] == 1
    needle = espy.read(files[4])[30:60, 50:90].copy()
    changed = espy.read(files[7]).copy()
    changed[:30, :40] = needle
    espy.write(files[7], changed)
    index = espy.SceneIndex(tmp_path / "s.esi")
    assert len(index) == 12 and index.side == 16 and index.files == [str(f) for f in files]
    found = index.find(needle)
    wanted = [str(f) for f in files if espy.find(needle, f)]
    assert [picture.file for picture in found] == wanted
    assert found.changed == 1 and found.failed == 0
    match = found.pictures[0].matches[0]
    assert (match.x, match.y, match.score) == (50, 30, 1)
    assert found.opened < 12
    assert "7.png" in index.verify()[0]
    with pytest.raises(espy.BadUse, match="16 x 16"):
        index.find(needle[:10])


def test_scenes_are_added_replaced_and_removed(tmp_path):
    files = shots(tmp_path)
    writer = espy.SceneIndexWriter(tmp_path / "s.esi", create=True)
    writer.add(files[:6])
    (tmp_path / "bad.png").write_bytes(b"no picture")
    added = writer.add([*files, tmp_path / "bad.png"])
    assert (added.added, added.unchanged, added.failed) == (6, 6, 1)
    assert "bad.png" in added.failures[0]
    assert writer.remove([files[0], "unknown.png"]) == ["unknown.png"]
    for one in (files[1], str(files[1]), bytes(files[1])):  # not its characters
        for change in (writer.add, writer.remove):
            with pytest.raises(espy.BadUse, match="a list of names"):
                change(one)
    writer.compact()
    index = pickle.loads(pickle.dumps(espy.SceneIndex(tmp_path / "s.esi")))
    assert len(index) == 11 and index.segments == 1 and index.size_on_disk > 0
    with pytest.raises(espy.BadUse):
        espy.Index(tmp_path / "s.esi")


def test_a_tolerant_index_finds_what_has_noise(tmp_path):
    random = np.random.default_rng(2)
    files = []
    for n in range(4):
        blocks = random.integers(8, 248, (12, 16, 3), dtype=np.uint8)
        files.append(tmp_path / f"{n}.png")
        espy.write(files[-1], blocks.repeat(11, 0).repeat(13, 1))
    writer = espy.SceneIndexWriter(tmp_path / "t.esi", create=True, tolerant=True)
    writer.add(files)
    index = espy.SceneIndex(tmp_path / "t.esi")
    assert index.tolerant and index.side == 48
    noise = random.integers(-7, 8, (60, 70, 3))
    needle = (espy.read(files[2])[20:80, 30:100] + noise).astype(np.uint8)
    found = index.find(needle)
    assert [picture.file for picture in found] == [str(files[2])]
    wanted = espy.find(needle, files[2], method="zncc")
    assert found.pictures[0].matches == list(wanted)
    assert not index.find(needle, min_score=0.9999).pictures
    for wrong in (2, -1.5, float("nan"), float("inf")):
        with pytest.raises(espy.BadUse, match="min_score: must be from -1 to 1"):
            index.find(needle, min_score=wrong)
    with pytest.raises(espy.BadUse, match="zncc"):
        writer = espy.SceneIndexWriter(tmp_path / "s.esi", create=True)
        writer.add(files)
        espy.SceneIndex(tmp_path / "s.esi").find(needle, min_score=0.9)
