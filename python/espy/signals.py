# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Where in these samples is that piece?"""

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
from ._given import Range, choice, span
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
    """One channel's part in a match."""

    #: Which channel of the query, from 0.
    query: int
    #: Which of the data.
    data: int
    #: Its window begins so many samples after the match.
    lag: int
    #: How far off it is.
    distance: float


@dataclass(frozen=True)
class SignalMatch:
    """A place where the query occurs."""

    #: The first of the samples of the data, from 0.
    start: int
    #: Samples of the window.
    length: int
    #: How far off it is; 0 is identical.
    distance: float
    #: The window's length by the query's.
    stretch: float
    #: Those that are not missing, in the query's order.
    channels: tuple[ChannelMatch, ...]
    _found: Any = field(default=None, repr=False, compare=False)
    _index: int = field(default=0, repr=False, compare=False)

    @property
    def end(self) -> int:
        """The first sample behind the window, so that ``data[match.start:match.end]`` is it."""
        return self.start + self.length

    def path(self, channel: int = 0) -> np.ndarray:
        """Which samples meet: a row of two numbers for each pair, of the query (stretched to the
        match's length) and of the data. ``channel`` is an index into ``channels``.

        >>> query_samples, data_samples = found.best.path().T
        """
        if self._found is None:
            raise BadUse("a match that was pickled knows no path: its samples are elsewhere")
        if not 0 <= channel < len(self.channels):
            raise BadUse(f"channel: the match has {len(self.channels)}, counted from 0")
        return self._found.path(self._index, channel)

    def __reduce__(self) -> Any:
        return SignalMatch, (self.start, self.length, self.distance, self.stretch, self.channels)


class _Pickled(NamedTuple):
    """The compiled part of a finding that was pickled: what it has found, without its samples."""

    engine: str
    threads: int
    choice: str
    strategy: str
    fallback: str
    stages: list[tuple[str, float]]


class SignalFinding(Reported, Sequence[SignalMatch]):
    """What `signal` has found: a sequence of matches, the best first, and false where there are
    none. It can be pickled; its matches know no paths then.

    >>> for match in espy.signal(beat, day, top=5):
    ...     print(match.start, match.distance)
    """

    __slots__ = ("_found", "_matches")

    def __init__(self, found: Any, matches: list[SignalMatch] | None = None) -> None:
        self._found = found
        self._matches = matches

    @property
    def matches(self) -> list[SignalMatch]:
        """All matches: by distance, by how much their channels lag, by start and length."""
        if self._matches is None:
            self._matches = [self._told(i) for i in range(len(self._found))]
        return self._matches

    def _told(self, index: int) -> SignalMatch:
        start, length, distance, stretch, channels = self._found.match(index)
        parts = tuple(ChannelMatch(*each) for each in channels)
        return SignalMatch(start, length, distance, stretch, parts, self._found, index)

    @property
    def best(self) -> SignalMatch | None:
        """The best match, or None where there is none."""
        return self.matches[0] if len(self) else None

    @property
    def array(self) -> np.ndarray:
        """The matches as one array with the fields start, length, distance and stretch."""
        rows = [(m.start, m.length, m.distance, m.stretch) for m in self.matches]
        return np.array(rows, _PLACE)

    def __reduce__(self) -> Any:
        told = (getattr(self._found, name) for name in _Pickled._fields[:-1])
        return SignalFinding, (_Pickled(*told, list(self._found.stages)), self.matches)

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
    """Without a limit the compiled part returns the best only."""
    if distance is None:
        return math.inf
    if isinstance(distance, Real) and distance == math.inf:
        return float(np.finfo(np.float64).max)
    return _real("max_distance", distance, 0)


def _band(band: Any) -> tuple[float, int]:
    """A share, and a number of samples; -1: not given."""
    if isinstance(band, Integral):
        return 0.0, _whole("band", band, 0)
    return _real("band", band, 0), -1


def _options(
    method: str,
    normalise: str | None,
    band: Union[float, int],
    open: bool,
    stretch: Range | None,
    rule: str,
    lag: int,
    lag_penalty: float,
    switch: int | None,
    elsewhere: float,
    missing: int,
    missing_share: float,
    top: int | None = None,
    exclude: int | None = None,
    max_distance: float | None = None,
) -> _core.MotifOptions:
    """The options for the compiled part."""
    share, samples = _band(band)
    return _core.MotifOptions.of(
        choice("method", method, METHODS),
        -1 if normalise is None else choice("normalise", normalise, NORMALISATIONS),
        share,
        samples,
        bool(open),
        [1.0, 1.0, 0.0] if stretch is None else span("stretch", stretch),
        choice("rule", rule, RULES),
        _whole("lag", lag, 0),
        _real("lag_penalty", lag_penalty, 0),
        0 if switch is None else _whole("switch", switch, 1),
        _real("elsewhere", elsewhere, 1),
        _whole("missing", missing, 0),
        _real("missing_share", missing_share, 0),
        0 if top is None else _whole("top", top, 1),
        -1 if exclude is None else _whole("exclude", exclude, 0),
        _most(max_distance),
    )


def _options_of(arguments: Mapping[str, Any]) -> _core.MotifOptions:
    """The options among the arguments of `signal` or `signal_profile`."""
    names = inspect.signature(_options).parameters
    return _options(**{name: arguments[name] for name in names if name in arguments})


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
    """Where in these samples is that piece, although it is slower, weaker, or shifted between its
    channels there? The same answer on every engine, to the last bit.

    ``query`` and ``data`` are each an array of samples; several channels as a list of such arrays,
    or as one array, channels x samples (with ``axis=0`` samples x channels; one with more rows than
    columns is refused unless ``axis`` is said); a `Recording`; or the name of a file. Arrays of
    int8, uint8, int16, int32, float32 and float64 are looked at where they are, not copied, also
    where they are every third sample of another or go backwards; others become doubles. A sample
    that is not finite is a gap: a window with a gap is no match, and a query has none.

    How to compare:

    - ``method``: "sad", the sum of absolute differences; "euclid", the root of the sum of squared
      ones; "dtw", the same along the best path, where a sample may meet several;
    - ``normalise``: "none"; "mean": query and window lose their mean; "z": and are divided by their
      deviation; "global": both by the data's whole channel. None: "none" with sad, "global" with
      ``open``, else "z";
    - ``band``: dtw: how far samples that meet may lie apart: a float is a share of the query's
      length, a whole number are samples;
    - ``open``: dtw: the window may begin and end anywhere;
    - ``stretch``: the query is brought to other lengths, too: (from, to) or (from, to, step), as
      parts of its own.

    Several channels:

    - ``rule``: "assigned": each of the query is assigned one of the data, so that the sum is least;
      "together": all are warped along one path; "mean": the mean of those that match best;
    - ``lag``, ``lag_penalty``: each may lie up to so many samples earlier or later, which adds this
      to its sum for each of them;
    - ``switch``, ``elsewhere``: channel i of the query may be j of the data if \\|i - j\\| < switch;
      its sum counts ``elsewhere`` times if they are not the same. None: 1, but a query of one
      channel may be any of the data, and all count alike;
    - ``missing``, ``missing_share``: so many may be missing; one is where its sum is more than this
      part of what the query is off its own mean, and costs as much then.

    What to keep:

    - ``top``: the best so many; None: all if there is a ``max_distance``, else one;
    - ``exclude``: drop a match that begins so many samples or less from a better one; None: a
      quarter of the query;
    - ``max_distance``: none that is farther off; ``math.inf``: all that there are.

    ``engine``, ``threads``, ``progress`` and ``cancel`` are as in `find`. What exactly a distance is
    stands in docs/signal.md.

    >>> found = espy.signal(beat, day, top=5)
    >>> day[found.best.start:found.best.end]
    """
    options = _options_of(locals())
    return _find([query], data, options, axis, engine, threads, progress, cancel)[0]


def signals(queries: Iterable[Samples], data: Samples, **asked: Any) -> list[SignalFinding]:
    """Where in these samples is each of these pieces? A finding for each of them, in their order,
    as `signal` returns it, all with the same options. The data are read, and uploaded to a GPU,
    once.

    >>> for beat, found in zip(beats, espy.signals(beats, day, top=5)):
    ...     print(len(beat), found.best)
    """
    if isinstance(queries, (str, bytes, Recording)):
        raise TypeError("queries: must be a list of queries; `signal` looks for one")
    given = inspect.signature(signal).bind(None, data, **asked)
    given.apply_defaults()
    named = given.arguments
    options = _options_of(named)
    who = (named[name] for name in ("axis", "engine", "threads", "progress", "cancel"))
    return _find(queries, data, options, *who)


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
    """How far off that piece is at every place of these samples: an array of float64, a number for
    each sample that a window may begin at, the best of all lengths; infinite where there is a gap,
    or what is there is no match. The same on every engine, to the last bit.

    With ``open`` each sample has the distance of the best path that ends there.

    Arguments are those of `signal`, which is much faster where only the best places are needed: a
    profile cannot be pruned.

    >>> far = espy.signal_profile(beat, day)
    >>> far.argmin() == espy.signal(beat, day).best.start
    """
    options = _options_of(locals())
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
