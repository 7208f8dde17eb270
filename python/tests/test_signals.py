# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Motifs in recordings: against brute force, with arrays of all kinds, files, rankings."""

import io
import json
import math
import os
import pickle
import threading
import warnings

import numpy as np
import pytest

import espy


def z(row):
    deviation = row.std()
    return (row - row.mean()) / deviation if deviation > 0 else row * 0


def dtw(a, b, band):
    """The sum along the best warping path, by the textbook's recursion."""
    sums = np.full((len(a) + 1, len(b) + 1), np.inf)
    sums[0, 0] = 0
    for i in range(1, len(a) + 1):
        for j in range(max(1, i - band), min(len(b), i + band) + 1):
            before = min(sums[i - 1, j], sums[i, j - 1], sums[i - 1, j - 1])
            sums[i, j] = (a[i - 1] - b[j - 1]) ** 2 + before
    return sums[-1, -1]


def windows(data, length):
    return np.lib.stride_tricks.sliding_window_view(data, length)


@pytest.fixture
def day(random):
    return random.normal(size=400).cumsum()


@pytest.mark.parametrize("normalise", ["none", "mean", "z", "global"])
@pytest.mark.parametrize("method", ["sad", "euclid", "dtw"])
def test_distances_are_those_of_the_definition(random, day, method, normalise):
    query = random.normal(size=31).cumsum()
    change = {
        "none": lambda row: row,
        "mean": lambda row: row - row.mean(),
        "z": z,
        "global": lambda row: (row - day.mean()) / day.std(),
    }[normalise]

    def distance(window):
        a, b = change(query), change(window)
        if method == "sad":
            return np.abs(a - b).sum()
        return math.sqrt(dtw(a, b, 0 if method == "euclid" else 4))

    wanted = np.array([distance(window) for window in windows(day, 31)])
    found = espy.signal(query, day, method=method, normalise=normalise, band=4, exclude=0,
                        max_distance=math.inf)
    assert len(found) == len(wanted)
    assert sorted(match.start for match in found) == list(range(len(wanted)))
    for match in found:
        assert match.distance == pytest.approx(wanted[match.start], rel=1e-9)
    assert found.best.distance == min(match.distance for match in found)
    assert [m.distance for m in found] == sorted(m.distance for m in found)


def test_bands_are_shares_or_samples(random, day):
    query = random.normal(size=40).cumsum()

    def best(band):
        return espy.signal(query, day, band=band).best.distance

    assert best(2) == best(0.05) == best(np.int64(2)) == best(np.float32(0.05))
    assert best(1) > best(1.0)
    assert best(0) == pytest.approx(espy.signal(query, day, method="euclid").best.distance)


def test_a_path_is_one(random, day):
    query = random.normal(size=40).cumsum()
    match = espy.signal(query, day, band=5).best
    path = match.path()
    assert path[0].tolist() == [0, match.start]
    assert path[-1].tolist() == [39, match.end - 1]
    steps = np.diff(path, axis=0)
    assert ((steps >= 0) & (steps <= 1)).all() and (steps.sum(1) > 0).all()
    assert np.abs(path[:, 1] - match.start - path[:, 0]).max() <= 5
    a, b = z(query), z(day[match.start : match.end])
    apart = a[path[:, 0]] - b[path[:, 1] - match.start]
    assert math.sqrt((apart**2).sum()) == pytest.approx(match.distance)


def arrays(data):
    """The same samples in other layouts and types, and whether the values are exact."""
    whole = np.round(data * 50)
    yield "doubles", whole
    yield "floats", whole.astype(np.float32)
    yield "halves", np.round(data).astype(np.float16)
    yield "16 bits", whole.astype(np.int16)
    yield "32 bits", whole.astype(np.int32)
    yield "64 bits", whole.astype(np.int64)
    yield "8 bits", np.round(data).astype(np.int8)
    yield "the other byte order", whole.astype(">i2")
    yield "every third sample", np.repeat(whole, 3)[::3]
    yield "backwards", whole[::-1][::-1]
    yield "backwards in memory", whole[::-1].copy()[::-1]
    yield "a column", np.stack([whole, whole * 0], axis=1)[:, 0]
    yield "read only", np.frombuffer(whole.tobytes())
    yield "a list", whole.tolist()
    yield "unaligned", np.frombuffer(b"x" + whole.tobytes(), np.uint8)[1:].view(np.float64)


def test_arrays_of_every_kind(day):
    for how, data in arrays(day):
        query = data[50:80]
        found = espy.signal(query, data)
        assert (found.best.start, found.best.distance) == (50, 0), how
        right = espy.signal(np.array(query, np.float64), np.array(data, np.float64), top=5)
        assert espy.signal(query, data, top=5).matches == right.matches, how


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "i4", "f4", "f8"])
def test_arrays_are_not_copied(kind):
    data = np.arange(100).astype(kind)
    for part in (data, data[::-1], data[::3], np.stack([data, data], axis=1)[:, 1]):
        assert np.shares_memory(espy.Recording(part)[0].samples, part)
    both = np.stack([data, data], axis=1)
    assert np.shares_memory(espy.Recording(both, axis=0)[1].samples, both)


def test_several_channels(random):
    data = random.normal(size=(3, 200)).cumsum(axis=1)
    query = data[:, 60:100]
    by_hand = [m for m in espy.signal(list(query), list(data))]
    assert by_hand[0].start == 60 and by_hand[0].distance == 0
    assert [c[:3] for c in by_hand[0].channels] == [(0, 0, 0), (1, 1, 0), (2, 2, 0)]
    assert espy.signal(query, data).matches == by_hand
    assert espy.signal(query.T, data.T, axis=0).matches == by_hand
    assert espy.signal(query[[1, 0, 2]], data, switch=2).best.channels[0].data == 1
    lagging = np.stack([data[0, 60:100], data[1, 63:103], data[2, 60:100]])
    best = espy.signal(lagging, data, lag=3, lag_penalty=0.1).best
    assert [c.lag - best.channels[0].lag for c in best.channels] == [0, 3, 0]
    one = espy.signal(data[2, 60:100], data).best
    assert (one.start, one.channels[0].data) == (60, 2)
    strange = query.copy()
    strange[1] = random.normal(size=40)
    assert [c.query for c in espy.signal(strange, data, missing=1).best.channels] == [0, 2]
    together = espy.signal(query, data, rule="together").best
    assert (together.start, together.distance) == (60, 0)
    assert espy.signal(strange, data, rule="mean", missing=1).best.start == 60


def test_many_short_channels_need_an_axis(random):
    data = random.normal(size=(99, 120))
    assert espy.signal(data[:, 30:70], data, axis=1).best.start == 30
    with pytest.raises(espy.BadUse, match="99 channels of 40 samples, or 40 of 99"):
        espy.signal(data[:, 30:70], data)


def test_gaps(day):
    gappy = day.copy()
    gappy[120] = np.nan
    found = espy.signal(day[110:140], gappy, max_distance=math.inf, exclude=0)
    assert all(m.start > 120 or m.end <= 120 for m in found)
    assert len(found) == 400 - 30 + 1 - 30
    masked = np.ma.array(day, mask=np.isnan(gappy))
    assert espy.signal(day[110:140], masked).best == found.best
    with pytest.raises(espy.BadUse, match="sample 10 of the query"):
        espy.signal(gappy[110:140], day)


def test_open_ends(random):
    query = random.normal(size=20).cumsum()
    data = np.concatenate([random.normal(size=30) * 9, np.repeat(query, 2), random.normal(size=30)])
    best = espy.signal(query, data, open=True, normalise="none").best
    assert best.distance == 0 and 30 <= best.start <= 31 and 69 <= best.end <= 70
    path = best.path()
    assert (query[path[:, 0]] == data[path[:, 1]]).all()


def test_stretched(random, day):
    query = np.interp(np.linspace(100, 160, 50), np.arange(400), day)
    best = espy.signal(query, day, stretch=(1, 1.4)).best
    assert best.length == pytest.approx(61, abs=2) and best.start == pytest.approx(100, abs=2)
    assert best.stretch == best.length / 50


def test_a_finding_is_a_sequence(day):
    found = espy.signal(day[50:80], day, top=4)
    assert len(found) == 4 and found
    assert found[0] == found.best == list(found)[0] and found[-1] == found.matches[3]
    assert found.array["start"].tolist() == [match.start for match in found]
    assert found.array.dtype.names == ("start", "length", "distance", "stretch")
    assert found.strategy and found.engine and found.threads >= 1 and found.timeline
    assert "4 matches" in repr(found)
    nothing = espy.signal(day, day[:9])
    assert not nothing and nothing.best is None and len(nothing.array) == 0
    again = pickle.loads(pickle.dumps(found[0]))
    assert again == found[0] and hash(again) == hash(found[0])
    with pytest.raises(espy.BadUse, match="pickled"):
        again.path()
    with pytest.raises(espy.BadUse, match="channel"):
        found[0].path(1)
    whole = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(found))))
    assert list(whole) == list(found) and whole.array.tolist() == found.array.tolist()
    assert whole.strategy == found.strategy and whole.timeline == found.timeline
    assert repr(whole) == repr(found) and whole.engine == found.engine
    assert not pickle.loads(pickle.dumps(nothing))


def test_paths_outlive_the_finding_and_the_arrays(day):
    best = espy.signal(day[50:80].copy(), day.copy()).best
    assert len(best.path()) >= 30


def test_engines_say_the_same(random):
    data = random.normal(size=(2, 300)).cumsum(axis=1)
    query = data[:, 100:140] + random.normal(size=(2, 40)) * 0.1
    for options in ({"top": 5}, {"method": "sad", "top": 5}, {"lag": 2, "switch": 2, "top": 3}):
        right = espy.signal(query, data, engine="reference", **options).matches
        for engine in ("sequential", "threads", "openmp", "auto"):
            found = espy.signal(query, data, engine=engine, **options)
            assert found.matches == right, (engine, options)
            assert found.engine in (("sequential", "threads") if engine == "auto" else (engine,))


def test_a_profile_has_the_distance_of_every_place(random, day):
    query = random.normal(size=31).cumsum()
    day[[70, 300]] = np.nan
    far = espy.signal_profile(query, day, band=4)
    assert far.dtype == np.float64 and far.shape == (400 - 31 + 1,)
    wanted = [math.sqrt(dtw(z(query), z(window), 4)) for window in windows(day, 31)]
    wanted = np.where(np.isnan(windows(day, 31)).any(axis=1), np.inf, wanted)
    np.testing.assert_allclose(far, wanted, rtol=1e-9)
    found = espy.signal(query, day, band=4, exclude=0, max_distance=math.inf)
    assert (far[found.array["start"]] == found.array["distance"]).all()
    assert np.isinf(far).sum() == len(far) - len(found)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"stretch": (0.8, 1.2)},
        {"open": True},
        {"method": "sad", "rule": "together"},
        {"method": "euclid", "rule": "mean", "missing": 1},
        {"lag": 3, "switch": 2, "missing": 1, "missing_share": 1.0},
    ],
)
def test_a_profile_is_the_same_of_every_engine(random, options):
    query = random.normal(size=(3, 20)).cumsum(axis=1)
    data = random.normal(size=(3, 300)).cumsum(axis=1)
    wanted = espy.signal_profile(query, data, engine="reference", **options)
    assert len(wanted) == {"stretch": 285, "open": 300}.get(next(iter(options), ""), 281)
    assert np.isfinite(wanted).any()
    for engine in ("sequential", "threads", "openmp", "auto"):
        assert (espy.signal_profile(query, data, engine=engine, **options) == wanted).all()
    best = espy.signal(query, data, **options).best
    assert best.distance == wanted.min()


def test_profiles_are_refused_report_progress_and_are_cancelled(random):
    data = random.normal(size=20_000)
    with pytest.raises(espy.BadUse, match="open ends"):
        espy.signal_profile(data[:9], data, method="sad", open=True)
    with pytest.raises(TypeError):
        espy.signal_profile(data[:9], data, threads="two")
    with pytest.raises(TypeError):
        espy.signal_profile(data[:9], data, top=3)
    reported = []
    espy.signal_profile(data[:100], data, progress=reported.append)
    assert reported and max(reported) <= 1
    cancel = espy.Cancel()
    cancel.cancel()
    with pytest.raises(espy.Cancelled):
        espy.signal_profile(data[:100], data, cancel=cancel)
    assert len(espy.signal_profile(data[:100], data[:50])) == 0


def test_a_finding_reports_why_its_engine_was_chosen(random):
    data = random.normal(size=500)
    found = espy.signal(data[:20], data)
    assert found.choice and found.choice in found.strategy
    assert espy.signal(data[:20], data, engine="openmp").choice == ""


def test_cancel_progress_and_threads(random):
    data, query = random.normal(size=60_000), random.normal(size=3_000)
    cancel = espy.Cancel()
    threading.Timer(0.2, cancel.cancel).start()
    with pytest.raises(espy.Cancelled):
        espy.signal(query, data, band=1.0, engine="reference", cancel=cancel)


DAY = np.arange(100.0) % 7
REFUSED = {
    "no samples": (lambda: espy.signal([], DAY), "no samples"),
    "three dimensions": (lambda: espy.signal(DAY.reshape(2, 5, 10), DAY), "channels x samples"),
    "a number": (lambda: espy.signal(3.5, DAY), "channels x samples"),
    "words": (lambda: espy.signal(DAY, np.array(["a", "b"])), "numbers"),
    "complex": (lambda: espy.signal(DAY, DAY * 1j), "numbers, not of complex128"),
    "unlike channels": (lambda: espy.signal([DAY, DAY[:5]], DAY), "the query has channels of"),
    "too many channels": (lambda: espy.signal([DAY, DAY], DAY), "2 channels and the data 1"),
    "axis": (lambda: espy.signal(DAY.reshape(2, 50), DAY, axis=2), "shape"),
    "method": (lambda: espy.signal(DAY, DAY, method="best"), "one of sad, euclid, dtw"),
    "normalise": (lambda: espy.signal(DAY, DAY, normalise="Z"), "one of none, mean, z, global"),
    "rule": (lambda: espy.signal(DAY, DAY, rule="all"), "one of assigned, together, mean"),
    "band": (lambda: espy.signal(DAY, DAY, band=-1), "band"),
    "wide band": (lambda: espy.signal(DAY, DAY, band=1.5), "band"),
    "band nan": (lambda: espy.signal(DAY, DAY, band=math.nan), "band"),
    "top": (lambda: espy.signal(DAY, DAY, top=0), "top"),
    "exclude": (lambda: espy.signal(DAY, DAY, exclude=-1), "exclude"),
    "most distance": (lambda: espy.signal(DAY, DAY, max_distance=-1), "max_distance"),
    "elsewhere": (lambda: espy.signal(DAY, DAY, elsewhere=0.5), "elsewhere"),
    "endless": (lambda: espy.signal(DAY, DAY, lag_penalty=math.inf), "lag_penalty"),
    "missing": (lambda: espy.signal(DAY, DAY, missing=1), "missing"),
    "stretch": (lambda: espy.signal(DAY, DAY, stretch=(2, 1)), "stretch"),
    "open": (lambda: espy.signal(DAY, DAY, open=True, method="sad"), "only dtw"),
    "engine": (lambda: espy.signal(DAY, DAY, engine="gpu"), "no engine named gpu"),
    "many": (lambda: espy.signal(DAY, DAY, top=1 << 70), f"from 1 to {1 << 40}"),
    "huge": (lambda: espy.signal(DAY, DAY, lag=1 << 70), "lag"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals_say_why(case):
    work, part = REFUSED[case]
    with pytest.raises(espy.BadUse) as refusal:
        work()
    assert part in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize("option", [{"top": 1.5}, {"lag": "x"}, {"elsewhere": "y"}, {"band": None}])
def test_other_types_are_refused(option):
    with pytest.raises(TypeError, match=next(iter(option))):
        espy.signal(DAY, DAY, **option)


def test_a_switch_of_one_counts_for_one_channel(random):
    data = random.normal(size=(3, 200))
    query = data[2, 50:70]
    assert espy.signal(query, data).best.channels[0].data == 2
    assert espy.signal(query, data, switch=3).best.channels[0].data == 2
    for engine in ("reference", "sequential", "threads", "openmp"):
        best = espy.signal(query, data, switch=1, engine=engine).best
        assert best.channels[0].data == 0
        assert best.distance == espy.signal(query, data[0], engine="reference").best.distance


def test_files_and_the_command(tmp_path, command, random):
    data = random.normal(size=(2, 300)).cumsum(axis=1)
    recording = espy.Recording(data, rate=50, names=["left", "right"], units=["mV", "mV"])
    assert "2 channels of 300 samples" in repr(recording) and "left" in repr(recording["left"])
    espy.write_recording(tmp_path / "data.csv", recording)
    np.save(tmp_path / "query.npy", data[:, 100:130])
    read = espy.read_recording(tmp_path / "data.csv")
    assert [channel.name for channel in read] == ["left", "right"]
    assert read.rate == 50 and np.array_equal(read.array, data)
    assert np.array_equal(read["right"].samples, data[1])
    with pytest.raises(KeyError):
        read["middle"]
    found = espy.signal(tmp_path / "query.npy", read, top=3)
    assert found.best.start == 100
    line = json.loads(command("signal", "--json", "--top", 3, tmp_path / "query.npy",
                              tmp_path / "data.csv"))
    assert [(m["start"], m["distance"]) for m in line["matches"]] == [
        (m.start, m.distance) for m in found
    ]
    one = espy.read_recording(str(tmp_path / "data.csv"), channels=["right"])
    assert len(one) == 1 and np.array_equal(one[0].samples, data[1])
    with open(tmp_path / "data.csv", "rb") as file:
        assert np.array_equal(espy.read_recording(file).array, data)


def test_formats_are_written_and_read(tmp_path):
    tone = (np.sin(np.arange(800) / 9) * 0.5).astype(np.float32)
    espy.write_recording(tmp_path / "tone.wav", tone, rate=8000)
    assert np.array_equal(espy.read_recording(tmp_path / "tone.wav")[0].samples, tone)
    espy.write_recording(tmp_path / "tone.npy", [tone, -tone])
    assert np.array_equal(espy.read_recording(tmp_path / "tone.npy").array, [tone, -tone])
    heart = espy.Recording(tone, rate=100, marks=[(1.5, 0.25, "beat")])
    espy.write_recording(tmp_path / "heart.edf", heart)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", espy.RecordingWarning)
        back = espy.read_recording(tmp_path / "heart.edf")
    assert [(m.second, m.text) for m in back.marks] == [(1.5, "beat")]
    assert back[0].samples[:800] == pytest.approx(tone, abs=1e-4)
    (tmp_path / "raw.bin").write_bytes(b"xy" + np.arange(50, dtype=">i2").tobytes())
    raw = espy.read_recording(tmp_path / "raw.bin", raw="int16be", raw_channels=2, skip=2, rate=5)
    assert np.array_equal(raw.array, np.arange(50).reshape(25, 2).T) and raw.rate == 5
    espy.write_marks(tmp_path / "marks.csv", heart.marks)
    assert "beat" in (tmp_path / "marks.csv").read_text()


def test_a_recording_that_is_cut_short_while_it_is_used(tmp_path):
    path = tmp_path / "long.f32"
    np.zeros(1 << 20, "f4").tofile(path)
    kept = espy.read_recording(path)
    os.truncate(path, 1 << 20)
    for use in (lambda: kept[0].samples, lambda: espy.signal(DAY[:50], kept)):
        with pytest.raises(espy.BadRecording, match="cut short"):
            use()


def test_how_tables_lie(tmp_path):
    (tmp_path / "row.csv").write_text("0,5,1,4\n")
    with pytest.warns(espy.RecordingWarning, match="4 channels of one sample; with samples along"):
        assert len(espy.read_recording(tmp_path / "row.csv")) == 4
    row = espy.read_recording(tmp_path / "row.csv", samples_along="columns")
    assert np.array_equal(row.array, [[0, 5, 1, 4]])
    (tmp_path / "gap.csv").write_text("1\n\n3\n")
    with pytest.warns(espy.RecordingWarning, match="1 empty line"):
        gap = espy.read_recording(tmp_path / "gap.csv")
    assert np.array_equal(gap.array, [[1, np.nan, 3]], equal_nan=True)


def test_files_that_are_refused(tmp_path):
    (tmp_path / "broken.npy").write_bytes(b"\x93NUMPY\x01")
    for read in (
        lambda: espy.read_recording(tmp_path / "broken.npy"),
        lambda: espy.read_recording(io.BytesIO(b"\x93NUMPY\x01")),
        lambda: espy.signal(DAY, tmp_path / "broken.npy"),
    ):
        with pytest.raises(espy.BadRecording, match="broken.npy|the file") as refused:
            read()
        assert "picture" not in str(refused.value)
        assert isinstance(refused.value, (espy.BadPicture, ValueError))
    with pytest.raises(espy.SystemFailure, match="nowhere"):
        espy.signal(DAY, "nowhere.csv")
    with pytest.raises(espy.BadUse, match="raw"):
        espy.read_recording(tmp_path / "broken.npy", raw="int15")
    espy.write_recording(tmp_path / "long.csv", DAY, rate=10)
    with pytest.raises(espy.TooLarge):
        espy.read_recording(tmp_path / "long.csv", max_samples=50)
    espy.write_recording(tmp_path / "kept.csv", DAY)
    with pytest.raises(espy.Error):
        espy.write_recording(tmp_path / "kept.csv", DAY, overwrite=False)
    with pytest.raises(espy.BadUse, match="names"):
        espy.Recording(DAY, names=["a", "b"])


def test_whole_numbers_of_files_are_searched_as_they_are(tmp_path):
    data = (np.arange(200_000) * 37 % 1001).astype(np.int16)
    data[150_000:150_020] = -np.arange(20) ** 2
    np.save(tmp_path / "whole.npy", data)
    recording = espy.read_recording(tmp_path / "whole.npy")
    query = data[150_000:150_020].copy()
    assert espy.signal(query, recording, method="sad").best.start == 150_000


def test_rankings():
    assert espy.ranking.normalised_gain([3, 2, 1]) == 1
    worse = espy.ranking.normalised_gain([0, 3], [3], 2)
    assert worse == pytest.approx(1 / math.log2(3))
    assert espy.ranking.normalised_gain([0, 3], [3], 1) == 0
    assert espy.ranking.normalised_gain([], []) == 1
    assert espy.ranking.average_precision([True, False, True], 2) == pytest.approx((1 + 2 / 3) / 2)
    assert espy.ranking.average_precision([], 0) == 1
    hits = espy.ranking.count_hits([10, 12, 50, 90], [11, 52, 200], apart=3)
    assert hits.flags == (True, False, True, False)
    assert (hits.hits, hits.precision) == (2, 0.5) and hits.recall == pytest.approx(2 / 3)
    assert hits.average_precision == pytest.approx((1 + 2 / 3) / 3)
    found = espy.signal(DAY[:14], DAY, max_distance=0.001, exclude=3)
    assert espy.ranking.count_hits(found, range(0, 87, 7), apart=0).recall == 1
    for bad in (lambda: espy.ranking.count_hits([], [], -1),
                lambda: espy.ranking.average_precision([True], 0),
                lambda: espy.ranking.normalised_gain([1], most=-1)):
        with pytest.raises(espy.BadUse):
            bad()


def test_several_queries_find_what_each_finds(day):
    queries = [day[40:70], day[100:180].astype(np.float32), [day[7:50]]]
    reported = []
    all_found = espy.signals(queries, day, top=3, method="euclid", progress=reported.append)
    assert [f.matches for f in all_found] == [
        espy.signal(q, day, top=3, method="euclid").matches for q in queries
    ]
    assert reported == sorted(reported)
    assert all_found[1].best.path().shape == (80, 2)
    assert espy.signals([], day) == []
    rows = espy.signals(np.stack([day[:30], day[50:80]]), day)
    assert [f.best.start for f in rows] == [0, 50]
    with pytest.raises(TypeError, match="unexpected keyword"):
        espy.signals(queries, day, bands=3)
    with pytest.raises(TypeError, match="list of queries"):
        espy.signals("beat.csv", day)
    with pytest.raises(espy.BadUse):
        espy.signals([day[:30], [np.nan]], day)
