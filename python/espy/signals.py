# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Finding a query in recorded samples."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, NamedTuple, Union

import numpy as np

from . import _core
from ._core import Cancel
from ._arguments import Range, choice, span
from ._reported import Reported
from .errors import BadUse
from .recordings import Recording, Samples, channels_of

METHODS = ("sad", "euclid", "dtw")
NORMALISATIONS = ("none", "mean", "z", "global")
RULES = ("assigned", "together", "mean")
_MOST = 1 << 40
_PLACE = np.dtype(
    [("start", np.int64), ("length", np.int64), ("distance", np.float64), ("stretch", np.float64)]
)


class ChannelMatch(NamedTuple):
    """One channel's part of a match."""

    #: Channel of the query, from 0.
    query: int
    #: Channel of the data, from 0.
    data: int
    #: Samples from the match's start to this channel's window.
    lag: int
    #: Distance of this channel.
    distance: float


@dataclass(frozen=True)
class SignalMatch:
    """A window of the data that matches the query."""

    #: First sample of the window, from 0.
    start: int
    #: Length of the window, in samples.
    length: int
    #: Distance to the query; 0 is identical.
    distance: float
    #: Length of the window divided by that of the query.
    stretch: float
    #: The channels that are not missing, in the query's order.
    channels: tuple[ChannelMatch, ...]
    _found: Any = field(default=None, repr=False, compare=False)
    _index: int = field(default=0, repr=False, compare=False)

    @property
    def end(self) -> int:
        """One past the last sample: the window is ``data[match.start:match.end]``."""
        return self.start + self.length

    def path(self, channel: int = 0) -> np.ndarray:
        """The warping path: an array of (query sample, data sample), the query being stretched to
        the match's length. ``channel`` is an index into ``channels``.

        >>> query_samples, data_samples = found.best.path().T
        """
        if self._found is None:
            raise BadUse("a pickled match has no path: its samples were not pickled")
        if not 0 <= channel < len(self.channels):
            raise BadUse(f"channel: the match has {len(self.channels)}, counted from 0")
        return self._found.path(self._index, channel)

    def __reduce__(self) -> Any:
        return SignalMatch, (self.start, self.length, self.distance, self.stretch, self.channels)


class _Pickled(NamedTuple):
    """Stands in for the compiled part of a finding that was unpickled; has no samples."""

    engine: str
    threads: int
    choice: str
    strategy: str
    fallback: str
    stages: list[tuple[str, float]]


class SignalFinding(Reported, Sequence[SignalMatch]):
    """The result of `signal`: a sequence of matches, best first; false if it is empty. After
    unpickling, matches have no paths.

    >>> for match in espy.signal(beat, day, top=5):
    ...     print(match.start, match.distance)
    """

    __slots__ = ("_found", "_matches")

    def __init__(self, found: Any, matches: list[SignalMatch] | None = None) -> None:
        self._found = found
        self._matches = matches

    @property
    def matches(self) -> list[SignalMatch]:
        """All matches, by distance, then by the sum of their channels' lags, start and length."""
        if self._matches is None:
            self._matches = [self._match_at(i) for i in range(len(self._found))]
        return self._matches

    def _match_at(self, index: int) -> SignalMatch:
        start, length, distance, stretch, channels = self._found.match(index)
        parts = tuple(ChannelMatch(*each) for each in channels)
        return SignalMatch(start, length, distance, stretch, parts, self._found, index)

    @property
    def best(self) -> SignalMatch | None:
        """The best match, or None."""
        return self.matches[0] if len(self) else None

    @property
    def array(self) -> np.ndarray:
        """The matches as a structured array with the fields start, length, distance and stretch."""
        rows = [(m.start, m.length, m.distance, m.stretch) for m in self.matches]
        return np.array(rows, _PLACE)

    def __reduce__(self) -> Any:
        fields = (getattr(self._found, name) for name in _Pickled._fields[:-1])
        return SignalFinding, (_Pickled(*fields, list(self._found.stages)), self.matches)

    def __len__(self) -> int:
        return len(self._found if self._matches is None else self._matches)

    def __iter__(self) -> Iterator[SignalMatch]:
        return iter(self.matches)

    def __getitem__(self, index: Any) -> Any:
        return self.matches[index]

    def __repr__(self) -> str:
        count = len(self)
        best = f", best {self.matches[0]}" if count else ""
        return f"<{count} match{'' if count == 1 else 'es'} by {self.engine}{best}>"


def _whole(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: must be a whole number, not {value!r}")
    number = int(value)
    if not least <= number <= _MOST:
        raise BadUse(f"{name}: must be a whole number, from {least} to {_MOST}")
    return number


def _real(name: str, value: Any, least: float) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}: must be a number, not {value!r}")
    number = float(value)
    if not (math.isfinite(number) and number >= least):
        raise BadUse(f"{name}: must be a number, {least:g} or more")
    return number


def _most(distance: Any) -> float:
    """The maximum distance; infinite if there is none. Without one only the best is returned."""
    if distance is None:
        return math.inf
    if isinstance(distance, Real) and distance == math.inf:
        return float(np.finfo(np.float64).max)
    return _real("max_distance", distance, 0)


def _band(band: Any) -> tuple[float, int]:
    """The band as (share, samples); -1 for the one that is not given."""
    if isinstance(band, Integral):
        return 0.0, _whole("band", band, 0)
    return _real("band", band, 0), -1


def _options(given: Mapping[str, Any]) -> _core.MotifOptions:
    """Converts and checks options, from the arguments of `signal` or `signal_profile`, for the
    compiled module."""
    normalise, stretch, switch = given["normalise"], given["stretch"], given["switch"]
    top, exclude = given.get("top"), given.get("exclude")
    share, samples = _band(given["band"])
    return _core.MotifOptions.of(
        choice("method", given["method"], METHODS),
        -1 if normalise is None else choice("normalise", normalise, NORMALISATIONS),
        share,
        samples,
        bool(given["open"]),
        [1.0, 1.0, 0.0] if stretch is None else span("stretch", stretch),
        choice("rule", given["rule"], RULES),
        _whole("lag", given["lag"], 0),
        _real("lag_penalty", given["lag_penalty"], 0),
        0 if switch is None else _whole("switch", switch, 1),
        _real("elsewhere", given["elsewhere"], 1),
        _whole("missing", given["missing"], 0),
        _real("missing_share", given["missing_share"], 0),
        0 if top is None else _whole("top", top, 1),
        -1 if exclude is None else _whole("exclude", exclude, 0),
        _most(given.get("max_distance")),
    )


def _check_engine(engine: Any, threads: Any) -> None:
    if not isinstance(engine, str) or not isinstance(threads, Integral):
        raise TypeError("engine: must be a name, and threads: a whole number")


def signal(
    query: Samples,
    data: Samples,
    *,
    method: str = "dtw",
    normalise: str | None = None,
    band: Union[float, int] = 0.05,
    open: bool = False,
    stretch: Range | None = None,
    rule: str = "assigned",
    lag: int = 0,
    lag_penalty: float = 0.0,
    switch: int | None = None,
    elsewhere: float = 1.25,
    missing: int = 0,
    missing_share: float = 0.4,
    top: int | None = None,
    exclude: int | None = None,
    max_distance: float | None = None,
    axis: int | None = None,
    engine: str = "auto",
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> SignalFinding:
    """Finds a query in recorded samples, also if it is slower, weaker, or shifted between channels
    there. The answer is the same on every engine, to the last bit.

    ``query`` and ``data`` are each an array of samples; several channels as a list of such arrays,
    or as one array, channels x samples (with ``axis=0`` samples x channels; an array with more rows
    than columns is refused unless ``axis`` is given); a `Recording`; or a file name. Arrays of
    int8, uint8, int16, int32, float32 and float64 are not copied, whatever their strides; others
    are converted to double. A sample that is not finite is a gap: windows with gaps never match,
    and a query must not have any.

    How to compare:

    - ``method``: "sad" (sum of absolute differences), "euclid" (Euclidean distance) or "dtw"
      (dynamic time warping: Euclidean distance along the best warping path);
    - ``normalise``: "none"; "mean": subtract the mean of query and window; "z": also divide by
      their standard deviation; "global": both by the data's whole channel. None: "none" with sad,
      "global" with ``open``, else "z";
    - ``band``: dtw: maximum offset between paired samples: a float is a share of the query's
      length, an integer a number of samples;
    - ``open``: dtw: the window may begin and end anywhere;
    - ``stretch``: also search the query resampled to other lengths: (from, to) or (from, to, step),
      relative to its own.

    Several channels:

    - ``rule``: "assigned": assigns the query's channels to the data's so that the sum is minimal;
      "together": warps all along one path; "mean": the mean of those that match best;
    - ``lag``, ``lag_penalty``: maximum shift of a channel, in samples, and what each sample of it
      adds to the channel's sum;
    - ``switch``, ``elsewhere``: channel i of the query may be assigned to j of the data if
      \\|i - j\\| < switch; if i and j differ its sum is multiplied by ``elsewhere``. None: 1, but a
      query of one channel may be assigned to any, without the factor;
    - ``missing``, ``missing_share``: maximum number of missing channels. A channel is missing if
      its sum exceeds this share of the sum of the query's channel against its own mean; it then
      adds that share instead.

    What is returned:

    - ``top``: the best n matches; None: all if there is a ``max_distance``, else one;
    - ``exclude``: drop matches that begin within this many samples of a better one; None: a quarter
      of the query;
    - ``max_distance``: maximum distance; ``math.inf``: no limit.

    ``engine``, ``threads``, ``progress`` and ``cancel`` are as in `find`. docs/signal.md defines
    the distances.

    >>> found = espy.signal(beat, day, top=5)
    >>> day[found.best.start:found.best.end]
    """
    options = _options(locals())
    return _find([query], data, options, axis, engine, threads, progress, cancel)[0]


def signals(queries: Iterable[Samples], data: Samples, **keywords: Any) -> list[SignalFinding]:
    """Finds each of several queries in the same samples. Returns a finding for each, in their
    order, as `signal` does with these options. The data are read, and uploaded to a GPU, once.

    >>> for beat, found in zip(beats, espy.signals(beats, day, top=5)):
    ...     print(len(beat), found.best)
    """
    if isinstance(queries, (str, bytes, Recording)):
        raise TypeError("queries: must be a list of queries; `signal` looks for one")
    given = inspect.signature(signal).bind(None, data, **keywords)
    given.apply_defaults()
    named = given.arguments
    options = _options(named)
    rest = (named[name] for name in ("axis", "engine", "threads", "progress", "cancel"))
    return _find(queries, data, options, *rest)


def _find(
    queries: Iterable[Samples],
    data: Samples,
    options: _core.MotifOptions,
    axis: int | None,
    engine: str,
    threads: int,
    progress: Callable[[float], object] | None,
    cancel: Cancel | None,
) -> list[SignalFinding]:
    _check_engine(engine, threads)
    found = _core.find_motifs(
        [channels_of(query, axis, "query") for query in queries],
        channels_of(data, axis, "data"),
        options,
        engine,
        int(threads),
        progress,
        cancel,
    )
    return [SignalFinding(each) for each in found]


def signal_profile(
    query: Samples,
    data: Samples,
    *,
    method: str = "dtw",
    normalise: str | None = None,
    band: Union[float, int] = 0.05,
    open: bool = False,
    stretch: Range | None = None,
    rule: str = "assigned",
    lag: int = 0,
    lag_penalty: float = 0.0,
    switch: int | None = None,
    elsewhere: float = 1.25,
    missing: int = 0,
    missing_share: float = 0.4,
    axis: int | None = None,
    engine: str = "auto",
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> np.ndarray:
    """The distance of the query at every sample that a window may begin at: a float64 array, with
    the minimum over all lengths; infinite where the window has a gap or does not match. The same on
    every engine, to the last bit.

    With ``open`` each sample has the distance of the best path that ends there.

    Arguments are those of `signal`, which is much faster if only the best matches are needed: a
    profile cannot be pruned.

    >>> far = espy.signal_profile(beat, day)
    >>> far.argmin() == espy.signal(beat, day).best.start
    """
    options = _options(locals())
    _check_engine(engine, threads)
    return _core.motif_profile(
        channels_of(query, axis, "query"),
        channels_of(data, axis, "data"),
        options,
        engine,
        int(threads),
        progress,
        cancel,
    )
