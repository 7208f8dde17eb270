# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Identifying which of many known surfaces a photograph shows."""

from __future__ import annotations

import os
import struct
import threading
import warnings
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple, Union

import numpy as np

from . import _core
from ._core import Cancel
from ._arguments import MOST_PIXELS, Path, Picture, choice, is_path, pixels
from .errors import BadUse, PictureWarning

#: Maximum ratio of the distances to the two nearest features: 0.8, (4, 5), Fraction(4, 5).
Ratio = Union[float, tuple[int, int], Fraction]

_IDS_AT_ONCE = 10_000
_MAGIC = b"ESPF"
_FILE = struct.Struct("<4sIII")


class Features:
    """Local features of a photograph (SIFT or ORB), to be matched with those of another one.

    Made by `features`, or from stored arrays. Can be pickled.
    """

    __slots__ = ("_features",)

    def __init__(self, width: int, height: int, points: Any, numbers: Any) -> None:
        self._features = _core.features_from(
            width,
            height,
            np.ascontiguousarray(points, dtype=np.float32).tobytes(),
            np.ascontiguousarray(numbers, dtype=np.uint8).tobytes(),
        )

    @classmethod
    def _of(cls, features: _core.FeaturesOf) -> Features:
        self = cls.__new__(cls)
        self._features = features
        return self

    @property
    def width(self) -> int:
        """Width of the photograph in pixels; also the unit of all points."""
        return int(self._features.width)

    @property
    def height(self) -> int:
        """Height of the photograph in pixels."""
        return int(self._features.height)

    @property
    def points(self) -> np.ndarray:
        """One row per feature: x, y, diameter, and angle in degrees. The strongest comes first."""
        return np.frombuffer(self._features.points, dtype=np.float32).reshape(-1, 4)

    @property
    def numbers(self) -> np.ndarray:
        """The descriptors: one row per feature, 128 bytes of SIFT or 32 of ORB."""
        numbers = np.frombuffer(self._features.numbers, dtype=np.uint8)
        return numbers.reshape(-1, self._features.bytes_each)

    def __len__(self) -> int:
        return int(self._features.count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Features):
            return NotImplemented
        return self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]

    def _state(self) -> tuple[int, int, bytes, bytes]:
        return self.width, self.height, self._features.points, self._features.numbers

    def __reduce__(self) -> tuple[Any, ...]:
        return _features_again, self._state()

    def to_bytes(self) -> bytes:
        """Serialises them, little-endian: "ESPF"; width, height and the number of features as
        unsigned 32-bit integers; the points, four 32-bit floats each; the descriptors, 128 bytes
        each (of ORB 32)."""
        head = _FILE.pack(_MAGIC, self.width, self.height, len(self))
        return head + self._features.points + self._features.numbers

    @classmethod
    def from_bytes(cls, memory: bytes) -> Features:
        """The inverse of `to_bytes`. Raises `BadUse` for anything else."""
        if len(memory) < _FILE.size or memory[:4] != _MAGIC:
            raise BadUse("features: do not begin with the header of serialised features")
        _, width, height, count = _FILE.unpack_from(memory)
        if len(memory) - _FILE.size not in (count * (16 + 128), count * (16 + 32)):
            raise BadUse(f"features: {len(memory)} bytes do not match {count} features")
        middle = _FILE.size + 16 * count
        points = np.frombuffer(memory[_FILE.size : middle], dtype="<f4").reshape(-1, 4)
        if not np.isfinite(points).all():
            raise BadUse("features: a position is not a number")
        numbers = np.frombuffer(memory[middle:], dtype=np.uint8)
        return cls(width, height, points, numbers)

    def __repr__(self) -> str:
        return f"<{len(self)} Features of {self.width} x {self.height} pixels>"


def _features_again(width: int, height: int, points: bytes, numbers: bytes) -> Features:
    return Features._of(_core.features_from(width, height, points, numbers))


def features(
    photograph: Picture,
    *,
    most: int = 768,
    longest_side: int = 1024,
    orb: bool = False,
    threads: int = 0,
    cancel: Cancel | None = None,
) -> Features:
    """Computes the strongest features of a photograph. Larger ones are scaled down first. `orb`:
    ORB features, for `verify`; libraries are of SIFT features.

    >>> query = espy.features("shot.jpg")
    >>> len(query), query.numbers.shape
    """
    if is_path(photograph):
        photograph = shrunk(photograph, longest_side, threads=threads, cancel=cancel)
    if isinstance(photograph, _core.ShrunkPhotograph):
        find, given = _core.find_in_shrunk, photograph
    else:
        find, given = _core.find_features, pixels(photograph)
    return Features._of(find(given, most, longest_side, orb, threads, cancel))


def shrunk(
    photograph: Path,
    longest_side: int,
    *,
    max_pixels: int = MOST_PIXELS,
    threads: int = 0,
    cancel: Cancel | None = None,
) -> Any:
    """Reads a photograph from a file and scales it down for `features`. Of large PNGs only a few
    rows are in memory at a time."""
    found = _core.read_shrunk_file(
        os.fsencode(photograph), max_pixels, longest_side, threads, cancel
    )
    return _with_warning(found, os.fsdecode(photograph))


def shrunk_bytes(data: bytes, name: str, longest_side: int, max_pixels: int) -> Any:
    """The same for the bytes of a file, on one thread."""
    return _with_warning(_core.read_shrunk_bytes(data, name, max_pixels, longest_side, 1), name)


def _with_warning(found: Any, name: str) -> Any:
    if found.note:
        warnings.warn(f"{name}: {found.note}", PictureWarning, stacklevel=4)
    return found


class Verification(NamedTuple):
    """Whether matched features are consistent with two photographs of one flat surface."""

    #: One row per match: index of the query's feature, index of the reference's.
    pairs: np.ndarray
    #: For each pair, whether the homography maps one point to the other.
    inlying: np.ndarray
    #: Number of inliers at different points; features that differ only in angle count once.
    inliers: int
    #: Maps points of the reference to points of the query; None if there is no plausible one.
    homography: np.ndarray | None


class Reference(NamedTuple):
    """The photograph of a known surface, without descriptors."""

    width: int
    height: int
    #: As `Features.points`.
    points: np.ndarray


class SurfaceMatch(NamedTuple):
    """A candidate: a surface that a photograph may show."""

    id: str
    #: Number of its features that are matched.
    count: int
    verification: Verification
    #: The surface's photograph; None except from `answer_of`.
    reference: Reference | None = None

    @property
    def inliers(self) -> int:
        """Number of matched features that are consistent with one homography."""
        return self.verification.inliers

    @property
    def homography(self) -> np.ndarray | None:
        """Maps points of the reference to points of the photograph, or None."""
        return self.verification.homography


class Candidate(NamedTuple):
    """A candidate with all that its verification needs, without the library."""

    id: str
    #: Number of its features that are matched.
    count: int
    #: Pairs of matched features, as bytes.
    pairs: bytes
    #: Size of the reference's photograph.
    width: int
    height: int
    #: Points of the reference's features, as bytes.
    points: bytes


class Candidates(NamedTuple):
    """The unverified candidates that some parts of a library have for a query."""

    #: Number of surfaces searched.
    references: int
    #: By count, then by id: as many as asked for, but at least two, for the margin.
    ranked: list[Candidate]
    #: The engine that searched.
    engine: str
    #: Milliseconds of each stage, in order.
    timeline: dict[str, float]


class SurfaceAnswer(NamedTuple):
    """The answer of `identify`."""

    #: The surface's id, or None if it is none of them.
    id: str | None
    #: The candidates, by count, then by id.
    matches: list[SurfaceMatch]
    #: Count of `best` minus that of the next surface; negative if another one counts more.
    margin: int
    #: Number of surfaces searched.
    references: int
    #: Features of the photograph.
    query: Features
    #: The engine that searched, and its strategy.
    engine: str
    strategy: str
    #: Milliseconds of each stage, in order.
    timeline: dict[str, float]

    @property
    def best(self) -> SurfaceMatch | None:
        """The candidate with the most inliers, known or not."""
        return max(self.matches, key=lambda match: match.inliers, default=None)


class SurfaceFacts(NamedTuple):
    """Size and settings of a library."""

    references: int
    features: int
    #: Entries of removed surfaces; `SurfaceWriter.compact` frees them.
    removed: int
    slabs: int
    #: Bytes on disk.
    bytes: int
    #: Maximum of features kept of a surface.
    most: int
    longest_side: int
    #: Photographs with fewer features are refused.
    min_features: int
    #: Version of the feature detector; features of different versions cannot be compared.
    maker: str
    #: Number of commits so far.
    change: int = 0


class SurfaceLibrary:
    """A library of known surfaces: a folder, as of ``espy library``. For reading; thread-safe.

    >>> espy.SurfaceLibrary.create("bricks.esl")
    >>> with espy.SurfaceWriter("bricks.esl") as writer:
    ...     writer.add("brick-17", "shots/17.jpg")
    >>> library = espy.SurfaceLibrary("bricks.esl")
    >>> espy.identify(library, "today.jpg").id

    It has the state of when it was opened or last refreshed, whatever others write meanwhile.
    """

    __slots__ = ("_library", "folder")

    def __init__(self, folder: Path) -> None:
        self.folder = os.fsdecode(folder)
        self._library = _core.LibraryOf(os.fsencode(folder))

    @staticmethod
    def create(
        folder: Path, *, features: int = 384, longest_side: int = 1024, min_features: int = 32
    ) -> None:
        """Makes a folder with an empty library. The settings are fixed afterwards."""
        _core.create_library(os.fsencode(folder), features, longest_side, min_features)

    @property
    def facts(self) -> SurfaceFacts:
        """Size and settings."""
        return SurfaceFacts(*self._library.facts)

    def refresh(self) -> bool:
        """Reads what others have committed since; returns whether there was anything."""
        return bool(self._library.refresh())

    def surface(self, id: str) -> tuple[str, Features] | None:
        """Name and features of a surface; None if there is none."""
        found = self._library.surface(id)
        return None if found is None else (found[0], Features._of(found[1]))

    def ids(self, after: str, most: int) -> list[str]:
        """Up to ``most`` ids in order, from the first one that is greater than ``after``."""
        return list(self._library.ids(after, most))

    def note(self, key: str) -> str:
        """A note as it is on disk now, empty if there is none; see `SurfaceWriter.set_note`."""
        return str(self._library.note(key))

    def query(
        self,
        photograph: Picture | Features,
        *,
        most: int = 768,
        threads: int = 0,
        cancel: Cancel | None = None,
    ) -> Features:
        """Computes the features of a photograph as a query to this library needs them."""
        if isinstance(photograph, Features):
            return photograph
        side = self.facts.longest_side
        return features(photograph, most=most, longest_side=side, threads=threads, cancel=cancel)

    def rank(
        self,
        queries: list[Features],
        *,
        top: int = 10,
        score: str = "distinct",
        ratio: Ratio = (4, 5),
        engine: str = "auto",
        threads: int = 0,
        cancel: Cancel | None = None,
    ) -> list[list[tuple[str, int]]]:
        """For each query the ids with the most matched features, and their counts: `identify`
        without verification."""
        return list(
            self._library.rank(
                [query._features for query in queries],
                top,
                choice("score", score, _core.countings),
                *_parts(ratio),
                engine,
                threads,
                cancel,
            )
        )

    def files(self) -> list[str]:
        """Names of the files that make up the library on disk now. A copy of them that is made
        while no process writes is a complete library."""
        return list(_core.snapshot_files(os.fsencode(self.folder)))

    def verify(self) -> list[tuple[str, str]]:
        """Reads everything and verifies its checksums. Returns what is damaged: pairs of an id (""
        for files) and a sentence."""
        return list(_core.verify_library(os.fsencode(self.folder)))

    def __len__(self) -> int:
        return self.facts.references

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and bool(self._library.has(id))

    def __iter__(self) -> Iterator[str]:
        """Iterates over the ids, in their order in the library."""
        after = ""
        while some := self.ids(after, _IDS_AT_ONCE):
            yield from some
            after = some[-1]

    def __repr__(self) -> str:
        return f"<SurfaceLibrary {self.folder!r} of {len(self)}>"


class SurfaceWriter:
    """Writes to a library. One writer at a time, across processes.

    If a ``with`` block ends with an exception, uncommitted changes are discarded.
    """

    __slots__ = ("_lock", "_writer", "folder")

    def __init__(self, folder: Path) -> None:
        self.folder = os.fsdecode(folder)
        self._lock = threading.Lock()
        self._writer: Any = _core.WriterOf(os.fsencode(folder))

    def _open(self) -> Any:
        if self._writer is None:
            raise BadUse(f"{self.folder}: the writer is closed")
        return self._writer

    @property
    def facts(self) -> SurfaceFacts:
        """Size and settings, including uncommitted changes."""
        with self._lock:
            return SurfaceFacts(*self._open().facts)

    def features(self, photograph: Picture | Features) -> Features:
        """Computes the features of a photograph as this library keeps them."""
        if isinstance(photograph, Features):
            return photograph
        facts = self.facts
        return features(photograph, most=facts.most, longest_side=facts.longest_side)

    def add(self, id: str, photograph: Picture | Features, *, name: str = "") -> None:
        """Adds a surface under a new id."""
        found = self.features(photograph)
        with self._lock:
            self._open().add(id, found._features, name)

    def update(self, id: str, photograph: Picture | Features, *, name: str = "") -> None:
        """Adds a surface, or replaces the one with this id."""
        found = self.features(photograph)
        with self._lock:
            self._open().update(id, found._features, name)

    def remove(self, id: str) -> bool:
        """Removes a surface. False if there is none with this id."""
        with self._lock:
            return bool(self._open().remove(id))

    def note(self, key: str) -> str:
        """A note, uncommitted changes included; empty if there is none."""
        with self._lock:
            return str(self._open().note(key))

    def set_note(self, key: str, text: str) -> None:
        """Sets a short text of the program that uses the library, such as a surface's version. It
        is committed together with the surfaces. An empty text removes it."""
        with self._lock:
            self._open().set_note(key, text)

    def commit(self) -> None:
        """Writes all changes durably to disk."""
        with self._lock:
            self._open().commit()

    def compact(self) -> None:
        """Frees the space of removed surfaces. Readers are not disturbed."""
        with self._lock:
            self._open().compact()

    def close(self) -> None:
        """Discards uncommitted changes and releases the lock."""
        with self._lock:
            self._writer = None

    def __contains__(self, id: object) -> bool:
        with self._lock:
            return isinstance(id, str) and bool(self._open().has(id))

    def __enter__(self) -> SurfaceWriter:
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> None:
        try:
            if kind is None and self._writer is not None:
                self.commit()
        finally:
            self.close()


def _parts(ratio: Ratio) -> tuple[int, int]:
    """Numerator and denominator; the library checks them."""
    if isinstance(ratio, tuple):
        over, under = ratio
        return int(over), int(under)
    if isinstance(ratio, Fraction):
        return ratio.numerator, ratio.denominator
    return round(float(ratio) * 1000), 1000


def _verification(fields: tuple[Any, ...]) -> Verification:
    pairs, inlying, inliers, homography = fields
    return Verification(
        np.frombuffer(pairs, dtype=np.int32).reshape(-1, 2),
        np.frombuffer(inlying, dtype=np.bool_),
        inliers,
        None if homography is None else np.array(homography).reshape(3, 3),
    )


def verify(query: Features, reference: Features, *, ratio: Ratio = (4, 5)) -> Verification:
    """Are two photographs of the same flat surface, by SIFT or by ORB? `identify` runs this for
    each candidate."""
    return _verification(_core.verify_pair(query._features, reference._features, *_parts(ratio)))


def identify(
    library: SurfaceLibrary | Path,
    photograph: Picture | Features | list[Any],
    *,
    top: int = 10,
    score: str = "distinct",
    ratio: Ratio = (4, 5),
    features: int = 768,
    min_inliers: int = 9,
    engine: str = "auto",
    threads: int = 0,
    cancel: Cancel | None = None,
) -> Any:
    """Identifies which of a library's surfaces a photograph shows. A list of photographs, or of
    their features, returns a list of answers, faster than one by one.

    >>> answer = espy.identify("bricks.esl", "today.jpg")
    >>> if answer.id is not None:
    ...     print(answer.id, answer.best.inliers, answer.margin)
    """
    kept = library if isinstance(library, SurfaceLibrary) else SurfaceLibrary(library)
    several = photograph if isinstance(photograph, list) else [photograph]
    queries = [kept.query(each, most=features, threads=threads, cancel=cancel) for each in several]
    found = kept._library.identify(
        [query._features for query in queries],
        top,
        choice("score", score, _core.countings),
        *_parts(ratio),
        min_inliers,
        engine,
        threads,
        cancel,
    )
    answers = [_answer(query, fields) for query, fields in zip(queries, found)]
    return answers if isinstance(photograph, list) else answers[0]


def candidates(
    parts: list[SurfaceLibrary],
    queries: list[Features],
    *,
    top: int = 10,
    score: str = "distinct",
    ratio: Ratio = (4, 5),
    engine: str = "auto",
    threads: int = 0,
    cancel: Cancel | None = None,
) -> list[Candidates]:
    """For each query the candidates in these libraries, which are parts of a larger one.
    `answer_of` merges the candidates of all its parts into the answer of the whole library."""
    found = _core.candidates(
        [part._library for part in parts],
        [query._features for query in queries],
        top,
        choice("score", score, _core.countings),
        *_parts(ratio),
        engine,
        threads,
        cancel,
    )
    return [
        Candidates(references, [Candidate(*one) for one in ranked], by, dict(stages))
        for references, ranked, by, stages in found
    ]


def answer_of(
    query: Features,
    parts: list[Candidates],
    *,
    top: int = 10,
    min_inliers: int = 9,
    cancel: Cancel | None = None,
) -> SurfaceAnswer:
    """Verifies and merges the candidates of disjoint parts of a library. The answer is that of
    `identify` on one library with all their surfaces."""
    fields = _core.judge_candidates(
        query._features, [list(part) for part in parts], top, min_inliers, cancel
    )
    answer = _answer(query, fields)
    known = {one.id: one for part in parts for one in part.ranked}
    return answer._replace(
        matches=[match._replace(reference=_reference(known[match.id])) for match in answer.matches]
    )


def _reference(candidate: Candidate) -> Reference:
    points = np.frombuffer(candidate.points, dtype=np.float32).reshape(-1, 4)
    return Reference(candidate.width, candidate.height, points)


def _answer(query: Features, fields: tuple[Any, ...]) -> SurfaceAnswer:
    references, matched, known, best, margin, by, strategy, stages = fields
    matches = [SurfaceMatch(id, count, _verification(rest)) for id, count, rest in matched]
    return SurfaceAnswer(
        matches[best].id if known else None,
        matches,
        margin,
        references,
        query,
        by,
        strategy,
        dict(stages),
    )
