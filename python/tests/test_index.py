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
