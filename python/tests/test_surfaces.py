# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`espy.identify` equals the command's answers on the same library."""

import json
import pathlib
import pickle
import threading

import numpy as np
import pytest

import espy

SURFACES = 12


def _missing():
    try:
        espy.features(np.zeros((64, 64), np.uint8))
    except espy.Unsupported as error:
        return str(error)
    return ""


pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing() or "there is a module")


def sheet(random):
    """A picture with corners and blobs of several sizes."""
    picture = np.zeros((320, 320))
    for cell in (4, 8, 16, 32):
        coarse = random.normal(0, cell**0.5, (320 // cell, 320 // cell))
        picture += np.kron(coarse, np.ones((cell, cell)))
    return np.clip(128 + picture * 12, 0, 255).astype(np.uint8)


@pytest.fixture
def sheets(random):
    return [sheet(random) for _ in range(SURFACES)]


@pytest.fixture
def shots(sheets, random):
    """Darker and noisy, and cropped."""
    parts = [picture[20:300, 33:290] * 0.7 + 10 for picture in sheets]
    return [(part + random.normal(0, 3, part.shape)).clip(0, 255).astype(np.uint8) for part in parts]


@pytest.fixture
def library(sheets, tmp_path):
    folder = tmp_path / "sheets.esl"
    espy.SurfaceLibrary.create(folder)
    with espy.SurfaceWriter(folder) as writer:
        for number, picture in enumerate(sheets):
            writer.add(f"sheet-{number}", picture, name=f"{number}.pgm")
    return espy.SurfaceLibrary(folder)


def test_features_are_arrays_and_can_be_kept(sheets):
    found = espy.features(sheets[0], most=100)
    assert len(found) == 100 and (found.width, found.height) == (320, 320)
    assert found.points.shape == (100, 4) and found.numbers.shape == (100, 128)
    assert found.points[:, :2].min() >= 0 and found.points[:, :2].max() <= 320
    assert 0 < found.numbers.max() and not found.numbers.flags.writeable
    assert pickle.loads(pickle.dumps(found)) == found
    assert espy.Features(320, 320, found.points, found.numbers) == found
    assert espy.features(sheets[1], most=100) != found
    with pytest.raises(espy.BadUse, match="four numbers and 128 bytes"):
        espy.Features(320, 320, found.points[:50], found.numbers)
    with pytest.raises(espy.BadUse):
        espy.features(sheets[0], most=0)
    assert len(espy.features(np.full((100, 100), 7, np.uint8))) == 0


def test_answers_are_the_commands(library, shots, random, command, tmp_path):
    stranger = sheet(random)
    photographs = [*shots, stranger]
    names = []
    for number, shot in enumerate(photographs):
        names.append(tmp_path / f"shot-{number}.pgm")
        espy.write(names[-1], shot)
    answers = espy.identify(library, photographs)
    lines = command("identify", "--json", library.folder, *names, statuses=(0,)).splitlines()
    assert len(lines) == len(answers)
    for line, answer in zip(lines, answers):
        printed = json.loads(line)
        assert answer.id == printed["id"] and (answer.id is not None) == printed["known"]
        assert answer.margin == printed["margin"] and answer.references == printed["references"]
        ours = [(m.id, m.count, m.inliers) for m in answer.matches]
        assert ours == [(m["id"], m["count"], m["inliers"]) for m in printed["matches"]]
        for match, theirs in zip(answer.matches, printed["matches"]):
            if match.homography is None:
                assert theirs["homography"] is None
            else:
                assert match.homography.ravel().tolist() == theirs["homography"]
    assert [answer.id for answer in answers] == [f"sheet-{n}" for n in range(SURFACES)] + [None]


def test_one_by_one_by_name_and_by_features_are_the_same(library, shots, tmp_path):
    together = espy.identify(library, shots[:3])
    for shot, wanted in zip(shots, together):
        one = espy.identify(library.folder, shot, engine="reference")
        again = espy.identify(library, library.query(shot), threads=1)
        for answer in (one, again):
            assert (answer.id, answer.margin) == (wanted.id, wanted.margin)
            assert [m[:2] for m in answer.matches] == [m[:2] for m in wanted.matches]
    assert together[0].engine and together[0].timeline["verify"] >= 0


def test_where_it_lies(library, shots):
    answer = espy.identify(library, shots[4])
    best = answer.best
    assert best.id == "sheet-4" and best.inliers > 30
    # The crop begins at (33, 20).
    point = best.homography @ (133.0, 120.0, 1.0)
    assert np.abs(point[:2] / point[2] - 100).max() < 1
    verified = best.verification
    assert verified.pairs.shape == (best.count, 2)
    assert verified.inlying.sum() >= verified.inliers == best.inliers
    name, reference = library.surface("sheet-4")
    assert name == "4.pgm"
    again = espy.verify(answer.query, reference)
    assert again.inliers == best.inliers and np.array_equal(again.pairs, verified.pairs)
    assert np.array_equal(again.homography, best.homography)


def test_two_photographs_by_orb(library, sheets, shots, tmp_path):
    query, reference, other = (
        espy.features(picture, orb=True) for picture in (shots[1], sheets[1], sheets[0])
    )
    assert query.numbers.shape == (len(query), 32)
    assert espy.verify(query, reference).inliers >= 9 > espy.verify(query, other).inliers
    assert espy.Features.from_bytes(query.to_bytes()) == query
    assert pickle.loads(pickle.dumps(query)) == query
    with pytest.raises(espy.BadUse, match="SIFT features cannot"):
        espy.verify(query, espy.features(sheets[1]))
    with pytest.raises(espy.BadUse, match="SIFT"):
        espy.identify(library, query)


def test_ranks_without_verifying(library, shots):
    queries = [library.query(shot) for shot in shots[:2]]
    ranked = library.rank(queries, top=3)
    answers = espy.identify(library, queries, top=3)
    assert ranked == [[(m.id, m.count) for m in answer.matches] for answer in answers]
    plain = library.rank(queries, top=3, score="plain", ratio=0.8)
    assert all(many[0][1] >= few[0][1] for many, few in zip(plain, ranked))


def test_what_writers_do(library, sheets, shots):
    assert len(library) == SURFACES and "sheet-3" in library and "sheet-99" not in library
    assert list(library) == sorted(f"sheet-{n}" for n in range(SURFACES))
    with espy.SurfaceWriter(library.folder) as writer:
        with pytest.raises(espy.Error, match="writing to"):
            espy.SurfaceWriter(library.folder)
        with pytest.raises(espy.BadUse, match="sheet-1"):
            writer.add("sheet-1", sheets[1])
        writer.update("sheet-1", sheets[2])
        assert writer.remove("sheet-2") and not writer.remove("sheet-2")
        assert "sheet-1" in writer and "sheet-2" not in writer
        assert not library.refresh()
    assert library.refresh() and len(library) == SURFACES - 1
    assert espy.identify(library, shots[2]).id == "sheet-1"
    with espy.SurfaceWriter(library.folder) as writer:
        writer.compact()
        assert writer.facts.removed == 0
    with pytest.raises(espy.BadUse, match="closed"):
        writer.commit()
    with pytest.raises(ZeroDivisionError), espy.SurfaceWriter(library.folder) as writer:
        writer.remove("sheet-1")
        raise ZeroDivisionError
    assert library.refresh() and "sheet-1" in library and library.verify() == []


def test_its_files_are_all_of_it(library, shots, tmp_path):
    copy = tmp_path / "copy.esl"
    copy.mkdir()
    for name in library.files():
        (copy / name).write_bytes((pathlib.Path(library.folder) / name).read_bytes())
    assert espy.identify(copy, shots[5]).id == "sheet-5"


def test_a_cancelled_question_is_not_answered(library, shots):
    cancel = espy.Cancel()
    cancel.cancel()
    for photograph in (shots[0], library.query(shots[0])):
        with pytest.raises(espy.Cancelled):
            espy.identify(library, photograph, cancel=cancel)


def test_too_few_features_are_refused_with_their_number(library):
    with espy.SurfaceWriter(library.folder) as writer:
        with pytest.raises(espy.BadUse, match="0"):
            writer.add("flat", np.full((200, 200), 100, np.uint8))


def test_what_makes_no_sense_is_refused(library, shots, tmp_path):
    for wrong in ({"top": 0}, {"score": "best"}, {"ratio": 1.5}, {"ratio": (5, 4)},
                  {"engine": "abacus"}, {"features": 0}):
        with pytest.raises(espy.BadUse):
            espy.identify(library, shots[0], **wrong)
    with pytest.raises(espy.Error, match="no-such"):
        espy.SurfaceLibrary(tmp_path / "no-such")
    with pytest.raises(espy.Error, match="missing.pgm"):
        espy.identify(library, tmp_path / "missing.pgm")
    with pytest.raises(espy.Error):
        espy.SurfaceLibrary.create(library.folder)


def test_many_threads_search_while_it_is_refreshed(library, sheets, shots):
    queries = [library.query(shot) for shot in shots]
    wrong = []

    def search(own):
        for turn in range(20):
            number = (own + turn) % SURFACES
            answer = espy.identify(library, queries[number], threads=1)
            if answer.id != f"sheet-{number}":
                wrong.append((number, answer.id))

    threads = [threading.Thread(target=search, args=(own,)) for own in range(4)]
    for thread in threads:
        thread.start()
    with espy.SurfaceWriter(library.folder) as writer:
        for turn in range(10):
            writer.update(f"sheet-{turn}", sheets[turn])
            writer.commit()
            writer.compact()
            library.refresh()
    for thread in threads:
        thread.join()
    assert wrong == []
