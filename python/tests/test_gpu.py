# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""On a GPU: equal answers, scenes that stay in its memory, threads that share it."""

import concurrent.futures

import numpy as np
import pytest

import espy

CARDS = [engine.name for engine in espy.engines() if engine.device and engine.available]
WHY = next((engine.detail for engine in espy.engines() if engine.device), "there is no such engine")
pytestmark = pytest.mark.skipif(not CARDS, reason=f"no graphics card: {WHY}")

SEARCHES = {
    "exact": {"tolerance": 3},
    "sad": {"method": "sad", "min_score": 0.7, "top": 9},
    "ssd": {"method": "ssd", "min_score": 0.9},
    "zncc": {"method": "zncc", "min_score": 0.4, "sub_pixel": True},
    "turned": {"method": "zncc", "min_score": 0.6, "angle": (-20, 20), "scale": (0.9, 1.1)},
}


@pytest.fixture
def scene(random):
    picture = random.integers(0, 256, (700, 900, 3)).astype(np.uint8)
    for place in range(20):
        picture[30 * place : 30 * place + 24, 40 * place : 40 * place + 28] = picture[:24, :28]
    return picture


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("engine", CARDS)
def test_answers_are_the_same(search, engine, scene):
    plain = engine == "cuda-passes"
    if plain and search != "exact":
        pytest.skip("this engine has exact search only")
    needle = scene[:24, :28].copy()
    right = espy.find(needle, scene, engine="openmp", **SEARCHES[search])
    assert right
    kept = espy.Scene(scene)
    for given in (scene, scene[::-1][::-1], kept, kept):
        finding = espy.find(needle, given, engine=engine, **SEARCHES[search])
        assert finding.engine == engine
        assert finding.matches == right.matches
        assert np.array_equal(finding.array, right.array)
        assert (finding.marked(engine=engine) == right.marked(engine="openmp")).all()
    assert kept.kept == (not plain)
    kept.release()
    assert not kept.kept
    assert espy.find(needle, kept, engine=engine, **SEARCHES[search]).matches == right.matches


def test_threads_share_a_gpu(scene):
    kept = espy.Scene(scene)

    def search(number):
        x, y = number * 37 % 800, number * 51 % 600
        given = (scene, kept)[number % 2]
        best = espy.find(scene[y : y + 30, x : x + 30], given, method="sad", engine="cuda").best
        return best.score == 1 and (scene[best.y : best.y + 30, best.x : best.x + 30]
                                    == scene[y : y + 30, x : x + 30]).all()

    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        assert all(pool.map(search, range(60)))


def test_score_maps(scene):
    needle = scene[100:120, 200:225]
    right = espy.score_map(needle, scene, engine="openmp")
    scores, error = espy.score_map(needle, scene, engine="cuda", return_error=True)
    assert np.abs(scores - right).max() <= 2 * error + 1e-6


def test_screens_and_flags(scene):
    finding = espy.find(scene[:24, :28].copy(), scene)
    for engine in CARDS:
        right = espy.flags(scene, finding, engine="reference")
        assert (espy.flags(scene, finding, engine=engine) == right).all()
        right = espy.screen(scene, scene[5, 5].tolist(), tolerance=40, engine="reference")
        assert (espy.screen(scene, scene[5, 5].tolist(), tolerance=40, engine=engine) == right).all()
