# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""`espy.find` against the command and plain NumPy, for arrays of all layouts."""

import copy
import inspect
import pickle
import types

import numpy as np
import pytest

import espy
from conftest import bare
from espy import _core, compat, finding


def places(finding):
    return [(m.y, m.x) for m in finding]


# Options of the command, and the same for the function.
CASES = {
    "exact": ([], {}),
    "tolerance": (["--tolerance", "40"], {"tolerance": 40}),
    "sad": (["--method", "sad", "--min-score", "0.8"], {"method": "sad", "min_score": 0.8}),
    "ssd": (["--method", "ssd", "--top", "7"], {"method": "ssd", "top": 7}),
    "zncc": (
        ["--method", "zncc", "--min-score", "0.4", "--sub-pixel"],
        {"method": "zncc", "min_score": 0.4, "sub_pixel": True},
    ),
    "overlap": (
        ["--method", "zncc", "--min-score", "0.3", "--overlap", "0.1"],
        {"method": "zncc", "min_score": 0.3, "overlap": 0.1},
    ),
    "nearest": (
        ["--method", "sad", "--min-score", "1", "--nearest", "--flip"],
        {"method": "sad", "min_score": 1, "nearest": True, "flip": True},
    ),
    "turned": (
        ["--method", "zncc", "--min-score", "0.5", "--angle", "-20:20:4", "--scale", "1:1.25"],
        {"method": "zncc", "min_score": 0.5, "angle": (-20, 20, 4), "scale": (1, 1.25)},
    ),
    "means of each channel": (
        ["--method", "zncc", "--min-score", "0.4", "--channel-means", "each"],
        {"method": "zncc", "min_score": 0.4, "channel_means": "each"},
    ),
    "quarter turns": (["--quarter-turns", "--flip"], {"quarter_turns": True, "flip": True}),
    "any polarity": (
        ["--method", "zncc", "--min-score", "0.5", "--polarity", "any", "--visible", "0.6"],
        {"method": "zncc", "min_score": 0.5, "polarity": "any", "visible": 0.6},
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("by_name", [True, False])
def test_returns_what_the_command_prints(case, by_name, find_json, crowd, traveller, tmp_path):
    arguments, options = CASES[case]
    needle, scene = traveller, crowd
    if case in ("turned", "any polarity"):  # slow: search a part of the scene
        scene = str(tmp_path / "part.ppm")
        espy.write(scene, espy.read(crowd)[700:900, 650:850])
    (right,) = find_json(*arguments, needle, scene)
    given = (needle, scene) if by_name else (espy.read(needle), espy.read(scene))
    finding = espy.find(*given, **options)
    found = bare(finding.json())
    if not by_name:
        right["image"] = ""
        for match in right["matches"] + ([right["best"]] if "best" in right else []):
            match["needle"] = ""
    assert found == right
    best = right["matches"][0] if right["matches"] else right.get("best")
    if best is None:
        assert finding.best is None
    else:
        assert (finding.best.x, finding.best.y) == (best["x"], best["y"])
        assert finding.best.score == best["score"]


def test_several_needles_and_masks(find_json, crowd, traveller, tmp_path):
    other = str(tmp_path / "other.ppm")
    espy.write(other, espy.read(crowd)[100:120, 300:330])
    mask = np.zeros((16, 16), np.uint8)
    mask[4:12, 3:13] = 255
    espy.write(tmp_path / "mask.pgm", mask)
    (right,) = find_json("-e", traveller, "-e", other, "--tolerance", 20, crowd)
    assert bare(espy.find([traveller, other], crowd, tolerance=20).json()) == right
    (right,) = find_json("--mask", tmp_path / "mask.pgm", "--tolerance", 60, traveller, crowd)
    assert len(right["matches"]) > 0
    for given in ({"mask": mask}, {"mask": mask.astype(bool)}, {"mask": tmp_path / "mask.pgm"}):
        assert bare(espy.find(traveller, crowd, tolerance=60, **given).json()) == right
    assert bare(espy.find([(traveller, mask)], crowd, tolerance=60).json()) == right


def exact_places(needle, scene, tolerance=0):
    """All positions with identical pixels, by comparing each window."""
    rows, columns = needle.shape[:2]
    windows = np.lib.stride_tricks.sliding_window_view(scene.astype(int), (rows, columns), (0, 1))
    plane = needle.astype(int)
    if needle.ndim == 3:
        plane = np.moveaxis(plane, 2, 0)
    right = (np.abs(windows - plane) <= tolerance).all(axis=tuple(range(2, windows.ndim)))
    return list(zip(*map(np.ndarray.tolist, np.nonzero(right))))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [None, 1, 3])
@pytest.mark.parametrize("engine", ["reference", "sequential", "threads", "openmp"])
def test_exact_places_are_those_of_numpy(random, kind, channels, engine):
    for _ in range(20):
        shape = tuple(random.integers(5, 40, 2)) + (() if channels is None else (channels,))
        scene = random.integers(0, 3, shape).astype(kind)
        height, width = random.integers(1, 4, 2)
        y, x = random.integers(0, shape[0] - height), random.integers(0, shape[1] - width)
        needle = scene[y : y + height, x : x + width]
        for tolerance in (0, 1):
            finding = espy.find(needle, scene, tolerance=tolerance, engine=engine)
            assert finding.engine == engine
            assert sorted(places(finding)) == exact_places(needle, scene, tolerance)


@pytest.mark.parametrize("method", ["sad", "ssd", "zncc"])
def test_scores_are_those_of_numpy(random, method):
    for _ in range(10):
        scene = random.integers(0, 256, (24, 31)).astype(np.uint8)
        needle = random.integers(0, 256, (5, 6)).astype(np.uint8)
        windows = np.lib.stride_tricks.sliding_window_view(scene.astype(float), (5, 6))
        apart = windows - needle
        if method == "sad":
            right = 1 - np.abs(apart).sum((2, 3)) / (255 * 30)
        elif method == "ssd":
            right = 1 - (apart**2).sum((2, 3)) / (255**2 * 30)
        else:
            a = windows - windows.mean((2, 3), keepdims=True)
            b = needle - needle.mean()
            right = (a * b).sum((2, 3)) / np.sqrt((a**2).sum((2, 3)) * (b**2).sum())
        scores, error = espy.score_map(needle, scene, method=method, return_error=True)
        assert scores.dtype == np.float32 and scores.shape == right.shape
        assert np.abs(scores - right).max() <= error + 1e-6
        best = espy.find(needle, scene, method=method, min_score=-1, top=1).best
        assert (best.y, best.x) == np.unravel_index(right.argmax(), right.shape)
        assert best.score == pytest.approx(right.max(), abs=1e-12)


def shapes(scene):
    """The same pixels in other memory layouts."""
    height, width = scene.shape[:2]
    large = np.zeros((height + 6, width + 10, *scene.shape[2:]), scene.dtype)
    part = large[2 : 2 + height, 3 : 3 + width]
    part[...] = scene
    wide = np.zeros((height * 2, width * 3, *scene.shape[2:]), scene.dtype)
    apart = wide[::2, ::3]
    apart[...] = scene
    frozen = scene.copy()
    frozen.setflags(write=False)
    odd = np.zeros(scene.nbytes + 1, np.uint8)[1:].view(scene.dtype).reshape(scene.shape)
    odd[...] = scene
    yield "a part of a larger one", part, True
    yield "upside down", scene[::-1].copy()[::-1], True
    yield "every second row", np.repeat(scene, 2, axis=0)[::2], True
    yield "not to be written to", frozen, True
    yield "apart", apart, False
    yield "column by column", np.asfortranarray(scene), False
    yield "mirrored", scene[:, ::-1].copy()[:, ::-1], False
    yield "of the other byte order", scene.astype(scene.dtype.newbyteorder()), False
    yield "at odd addresses", odd, scene.dtype == np.uint8
    if scene.ndim == 3:
        yield "planes", np.moveaxis(np.moveaxis(scene, 2, 0).copy(), 0, 2), False
        yield "of another order", scene[..., ::-1].copy()[..., ::-1], False


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [None, 3, 4])
def test_arrays_of_every_shape(random, kind, channels):
    shape = (40, 50) if channels is None else (40, 50, channels)
    scene = random.integers(1, np.iinfo(kind).max, shape).astype(kind)
    needle = scene[11:20, 7:16]
    right = espy.find(needle.copy(), scene).matches
    assert [(m.x, m.y) for m in right] == [(7, 11)]
    for how, other, in_place in shapes(scene):
        if kind == np.uint8 and how == "of the other byte order":
            continue
        assert espy.find(needle, other).matches == right, how
        kept = espy.Scene(other)
        assert espy.find(other[11:20, 7:16], kept, method="zncc").best.x == 7, how
        assert np.shares_memory(kept.array, other) == in_place, how
        for engine in ("reference", "sequential", "threads", "openmp"):
            for options in ({"method": "sad"}, {"method": "zncc", "flip": True}):
                found = espy.find(needle, other, engine=engine, **options)
                assert (found.best.x, found.best.y, found.best.score) == (7, 11, 1), how


def test_a_row_that_is_every_row(random):
    row = random.integers(0, 256, (1, 60)).astype(np.uint8)
    scene = np.broadcast_to(row, (30, 60))
    assert len(espy.find(row[:, 10:25], scene)) == 30


def test_scenes_are_looked_at_where_they_are(random):
    scene = random.integers(0, 256, (64, 64)).astype(np.uint8)
    kept = espy.Scene(scene)
    needle = np.arange(100, dtype=np.uint8).reshape(10, 10)
    assert not espy.find(needle, kept)
    scene[20:30, 30:40] = needle
    assert places(espy.find(needle, kept)) == [(20, 30)]
    assert (kept.width, kept.height, kept.kept) == (64, 64, False)
    with kept:
        pass
    assert places(espy.find(needle, kept)) == [(20, 30)]


class Lazy:
    """An object with __array__, like pictures of other libraries."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


def test_whatever_numpy_takes(random):
    scene = random.integers(0, 256, (30, 30)).astype(np.uint8)
    assert places(espy.find(Lazy(scene[5:9, 6:12]), Lazy(scene))) == [(5, 6)]
    assert places(espy.find(memoryview(scene[5:9].copy()), memoryview(scene))) == [(5, 0)]


def test_whole_numbers_may_be_float32(random):
    scene = random.integers(0, 256, (30, 30, 3)).astype(np.uint8)
    right = espy.find(scene[5:9, 6:12], scene)
    assert espy.find(scene[5:9, 6:12].astype(np.float32), scene.astype(np.float32)).matches == list(
        right
    )
    for beyond in (-1, 256, np.nan, np.inf, 0.5):
        with pytest.raises(espy.BadUse):
            espy.find(scene, np.full((40, 40, 3), beyond, np.float32))


@pytest.mark.parametrize("channels", [None, 3])
def test_masked_arrays_are_masks(random, channels):
    shape = (30, 40) if channels is None else (30, 40, channels)
    scene = random.integers(0, 256, shape).astype(np.uint8)
    hidden = np.zeros(scene[8:15, 9:20].shape, bool)
    hidden[2:4, 3:6] = True
    if channels is not None:
        hidden[5, 5, 1] = True  # one masked channel masks the pixel
    needle = np.ma.array(scene[8:15, 9:20] ^ np.where(hidden, 85, 0).astype(np.uint8), mask=hidden)
    assert places(espy.find(needle, scene)) == [(8, 9)]
    assert not espy.find(needle.data, scene)
    assert places(espy.find([needle], scene)) == [(8, 9)]
    mask = np.ones((7, 11), np.uint8)
    wrong = needle.copy()
    wrong.data[0, 0] ^= 85
    assert not espy.find(wrong, scene, mask=mask)
    mask[0, 0] = 0
    assert places(espy.find(wrong, scene, mask=mask)) == [(8, 9)]
    assert places(espy.find(scene[8:15, 9:20], np.ma.array(scene))) == [(8, 9)]
    squares = compat.matchTemplate(scene, needle, compat.TM_SQDIFF)
    assert squares[8, 9] == 0 and squares.argmin() == 8 * squares.shape[1] + 9


@pytest.mark.parametrize("scene_kept", [False, True])
def test_findings_can_be_pickled(crowd, traveller, scene_kept):
    scene = espy.Scene(crowd) if scene_kept else crowd
    for options in (
        {"method": "sad", "min_score": 0.8, "sub_pixel": True, "top": 5},
        {"method": "zncc", "min_score": 0.99999, "channel_means": "each"},
        {"quarter_turns": True, "flip": True},
    ):
        finding = espy.find(traveller, scene, **options)
        again = pickle.loads(pickle.dumps(finding))
        assert again.matches == finding.matches and again.best == finding.best
        assert again.json() == finding.json() and repr(again) == repr(finding)
        assert (again.array == finding.array).all()
        assert (again.between is None) == (finding.between is None)
        if finding.between is not None:
            assert (again.between == finding.between).all()
        assert again.judged == finding.judged
        for name in ("timeline", "engine", "threads", "strategy", "choice"):
            assert getattr(again, name) == getattr(finding, name)
        assert (again.marked() == finding.marked()).all()
        assert copy.deepcopy(finding).matches == finding.matches


def test_a_finding_is_a_sequence(crowd, traveller):
    finding = espy.find(traveller, crowd, method="sad", min_score=0.8)
    assert len(finding) > 2 and finding
    assert finding[0] == finding.best == finding.matches[0]
    assert finding[-1] == list(finding)[-1]
    assert not espy.find(np.full((3, 3), 1, np.uint8), np.zeros((9, 9), np.uint8))
    array = finding.array
    assert array.dtype.itemsize * len(finding) == array.nbytes
    for field in ("x", "y", "width", "height", "score", "distance", "needle", "mirrored"):
        assert array[field].tolist() == [getattr(match, field) for match in finding]
    assert not array.flags.writeable
    del finding
    assert array["width"].min() == 16  # the array keeps its memory alive
    assert set(espy.find(traveller, crowd).timeline) >= {"prepare", "pass 1"}
    assert espy.find(traveller, crowd).strategy


def test_matches_are_values():
    one = espy.Match(3, 4, 10, 20, score=0.5, needle=2)
    assert one.box == (3, 4, 10, 20) and one.centre == (8.0, 14.0)
    assert one.corners == ((3, 4), (13, 4), (13, 24), (3, 24))
    assert (one.angle, one.scale, one.mirrored, one.between, one.judged) == (0, 1, False, None, None)
    assert pickle.loads(pickle.dumps(one)) == one
    assert len({one, pickle.loads(pickle.dumps(one)), espy.Match(3, 4, 10, 20)}) == 2
    assert one != "a match"
    assert repr(one) == "Match(x=3, y=4, width=10, height=20, score=0.5, needle=2)"


def test_large_distances_are_whole(random):
    scene = np.full((1100, 1100), 65535, np.uint16)
    needle = np.zeros((1000, 1000), np.uint16)
    best = espy.find(needle, scene, method="ssd", min_score=0, top=1).best
    assert best.distance == 65535**2 * 1000 * 1000


GREY = np.arange(400, dtype=np.uint8).reshape(20, 20)
REFUSED = {
    "no picture": (lambda: espy.find(3.5, GREY), "uint8 or uint16"),
    "floating point": (lambda: espy.find(GREY, GREY.astype(float)), "not of float64"),
    "signed": (lambda: espy.find(GREY.astype(np.int8), GREY), "not of int8"),
    "one row": (lambda: espy.find(GREY[0], GREY), "height x width"),
    "five channels": (lambda: espy.find(GREY, np.zeros((9, 9, 5), np.uint8)), "1 to 4 channels"),
    "no needle": (lambda: espy.find([], GREY), "no needle"),
    "three of a pair": (lambda: espy.find((GREY, GREY, GREY), GREY), "a pair of a picture"),
    "empty needle": (lambda: espy.find(GREY[:0], GREY), "needle"),
    "nothing opaque": (lambda: espy.find(GREY[:4, :4], GREY, mask=GREY[:4, :4] * 0), "opaque"),
    "mask of another size": (lambda: espy.find(GREY, GREY, mask=GREY[:4]), "mask"),
    "method": (lambda: espy.find(GREY, GREY, method="best"), "one of exact, sad, ssd, zncc"),
    "tolerance": (lambda: espy.find(GREY, GREY, method="sad", tolerance=2), "tolerance is for"),
    "negative tolerance": (lambda: espy.find(GREY, GREY, tolerance=-1), "tolerance"),
    "weights": (lambda: espy.find(GREY, GREY, method="zncc", weighted=True), "zncc"),
    "means": (lambda: espy.find(GREY, GREY, channel_means="some"), "one of all, each"),
    "means of ssd": (lambda: espy.find(GREY, GREY, method="ssd", channel_means="each"), "zncc"),
    "fractions": (lambda: espy.find(GREY / np.float32(3), GREY), "whole numbers from 0 to 255"),
    "a name": (lambda: espy.find("a\0b", GREY), "NUL"),
    "masked scene": (lambda: espy.find(GREY, np.ma.masked_equal(GREY, 3)), "masked array"),
    "masks of two sizes": (
        lambda: espy.find(np.ma.masked_equal(GREY, 3), GREY, mask=GREY[:4]),
        "not of the needle's size",
    ),
    "turned": (lambda: espy.find(GREY, GREY, angle=(0, 90)), "exact"),
    "step": (lambda: espy.find(GREY, GREY, method="sad", angle=(0, 9, 0)), "a step above 0"),
    "top": (lambda: espy.find(GREY, GREY, top=0), "top"),
    "overlap": (lambda: espy.find(GREY, GREY, overlap=1.5), "overlap"),
    "minimum": (lambda: espy.find(GREY, GREY, method="sad", min_score=2), "min_score"),
    "no number": (lambda: espy.find(GREY, GREY, method="sad", min_score=float("nan")), "min_score"),
    "engine": (lambda: espy.find(GREY, GREY, engine="gpu"), "no engine named gpu"),
    "sub-pixel": (lambda: espy.find(GREY, GREY, sub_pixel=True), "sub_pixel is for sad, ssd, zncc"),
    "map of exact": (lambda: espy.score_map(GREY, GREY, method="exact"), "score map"),
    "map too large": (lambda: espy.score_map(np.tile(GREY, (2, 1)), GREY), "larger"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_say_why(case):
    work, part = REFUSED[case]
    with pytest.raises(espy.BadUse) as refusal:
        work()
    assert part in str(refusal.value)
    assert isinstance(refusal.value, ValueError)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "options, sentence",
    [
        ({"tolerance": 1.5}, "tolerance: must be a whole number, not 1.5"),
        ({"flip": "yes"}, "flip: must be True or False, not 'yes'"),
        ({"method": "sad", "min_score": "high"}, "min_score: must be a number, not 'high'"),
        ({"engine": None}, "engine: must be a name"),
    ],
)
def test_wrong_kinds_are_named(options, sentence):
    with pytest.raises(TypeError) as refusal:
        espy.find(GREY, GREY, **options)
    assert sentence in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize("option", _core.option_table(), ids=lambda option: option[0])
def test_options_are_those_of_the_command(option, crowd, traveller):
    name, initial, least, most, words, methods = option
    default = inspect.signature(espy.find).parameters[name].default
    if name == "top":
        assert (initial, default) == (0, None)
    elif name == "overlap":
        assert (initial, default) == (1, None)  # of exact search
    elif name == "min_score":
        assert (initial, default) == (0.9, None)  # but for outlines, and scale="auto"
    elif isinstance(initial, tuple):
        assert initial == (default, default, 0)
    else:
        assert (words[initial] if words else initial) == default
    method = methods[-1]

    def refused(value, method=method):
        with pytest.raises(ValueError):
            espy.find(traveller, crowd, **{"method": method, name: value})

    others = {"exact", "sad", "ssd", "zncc"} - set(methods)
    if words:
        refused("none of them")
        other = words[-1]
    elif isinstance(initial, bool):
        other = not initial
    else:
        step = 1 if isinstance(initial, int) else 0.001
        if name != "top" and least != 0:
            refused(least - step)
        else:
            refused(-step)
        if most != float("inf"):
            refused(int(most) + 1 if step == 1 else most + step)
        other = initial + 1 if isinstance(initial, int) else 0.5
    for method in others:
        refused(other, method)


def test_the_minimum_score_depends_on_the_method(monkeypatch):
    options = types.SimpleNamespace(of=lambda *arguments: arguments[2])
    monkeypatch.setattr(finding, "_core", types.SimpleNamespace(Options=options))
    assert finding.options_of("zncc") == finding.options_of("exact") == 0.9
    assert finding.options_of("outline") == 0.5
    assert finding.options_of("exact", scale="auto") == 0.7
    assert finding.options_of("outline", min_score=0.9) == 0.9


def test_other_errors_are_pythons_too(tmp_path):
    with pytest.raises(OSError) as refusal:
        espy.find(GREY, tmp_path / "missing.png")
    assert isinstance(refusal.value, espy.SystemFailure) and "missing.png" in str(refusal.value)
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\nrubbish")
    with pytest.raises(espy.BadPicture):
        espy.find(tmp_path / "bad.png", GREY)
    unable = [engine for engine in espy.engines() if not engine.available]
    for engine in unable:
        with pytest.raises(espy.Unsupported):
            espy.find(GREY, GREY, engine=engine.name)
