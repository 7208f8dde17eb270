# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Which of many known surfaces does a photograph show?"""

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
from ._given import MOST_PIXELS, Path, Picture, choice, is_path, pixels
from .errors import BadUse, PictureWarning

#: How much nearer the nearest feature must be than the second: 0.8, (4, 5), Fraction(4, 5).
Ratio = Union[float, tuple[int, int], Fraction]

_IDS_AT_ONCE = 10_000
_MAGIC = b"ESPF"
_FILE = struct.Struct("<4sIII")


class Features:
    """What there is in a photograph that can be found again in another one of the same surface.

    Made by `features`, or of arrays that were kept. They can be pickled.
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
        """Of the photograph, as are all places."""
        return int(self._features.width)

    @property
    def height(self) -> int:
        """Of the photograph."""
        return int(self._features.height)

    @property
    def points(self) -> np.ndarray:
        """A row of x, y, diameter and angle in degrees for each, the strongest first."""
        return np.frombuffer(self._features.points, dtype=np.float32).reshape(-1, 4)

    @property
    def numbers(self) -> np.ndarray:
        """A row of 128 bytes for each."""
        return np.frombuffer(self._features.numbers, dtype=np.uint8).reshape(-1, 128)

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
        """For files and networks: 16 bytes, "ESPF", then width, height and how many there are as
        unsigned numbers of four bytes; the points, four floats each; 128 bytes for each. The least
        byte of a number comes first."""
        head = _FILE.pack(_MAGIC, self.width, self.height, len(self))
        return head + self._features.points + self._features.numbers

    @classmethod
    def from_bytes(cls, memory: bytes) -> Features:
        """From what `to_bytes` has made. Throws `BadUse` where it is anything else."""
        if len(memory) < _FILE.size or memory[:4] != _MAGIC:
            raise BadUse("features: do not begin as features in bytes do")
        _, width, height, count = _FILE.unpack_from(memory)
        if len(memory) != _FILE.size + count * (16 + 128):
            raise BadUse(f"features: {len(memory)} bytes are not those of {count} features")
        middle = _FILE.size + 16 * count
        points = np.frombuffer(memory[_FILE.size : middle], dtype="<f4").reshape(-1, 4)
        if not np.isfinite(points).all():
            raise BadUse("features: a place is no number")
        numbers = np.frombuffer(memory[middle:], dtype=np.uint8).reshape(-1, 128)
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
    threads: int = 0,
    cancel: Cancel | None = None,
) -> Features:
    """The strongest features of a photograph, which is made smaller first if it is larger.

    >>> query = espy.features("shot.jpg")
    >>> len(query), query.numbers.shape
    """
    if is_path(photograph):
        photograph = shrunk(photograph, longest_side, threads=threads, cancel=cancel)
    if isinstance(photograph, _core.ShrunkPhotograph):
        find, given = _core.find_in_shrunk, photograph
    else:
        find, given = _core.find_features, pixels(photograph)
    return Features._of(find(given, most, longest_side, threads, cancel))


def shrunk(
    photograph: Path,
    longest_side: int,
    *,
    max_pixels: int = MOST_PIXELS,
    threads: int = 0,
    cancel: Cancel | None = None,
) -> Any:
    """A file's photograph, read and made smaller for `features`: of large PNGs only a few rows are
    in memory at a time."""
    found = _core.read_shrunk_file(
        os.fsencode(photograph), max_pixels, longest_side, threads, cancel
    )
    return _told(found, os.fsdecode(photograph))


def shrunk_bytes(data: bytes, name: str, longest_side: int, max_pixels: int) -> Any:
    """The same of a file's bytes, on one thread."""
    return _told(_core.read_shrunk_bytes(data, name, max_pixels, longest_side, 1), name)


def _told(found: Any, name: str) -> Any:
    if found.note:
        warnings.warn(f"{name}: {found.note}", PictureWarning, stacklevel=4)
    return found


class Verification(NamedTuple):
    """Do matched features lie as if both were photographs of the same flat surface?"""

    #: A row of two numbers for each match: the feature of the query, and that of the reference.
    pairs: np.ndarray
    #: Of each pair, whether it lies where the homography takes it.
    inlying: np.ndarray
    #: How many different places these have: features that only point elsewhere are one.
    inliers: int
    #: Takes places in the reference to places in the query; None where nothing sensible does.
    homography: np.ndarray | None


class Reference(NamedTuple):
    """What is known of a surface's photograph, but for what its features look like."""

    width: int
    height: int
    #: As `Features.points` has them.
    points: np.ndarray


class SurfaceMatch(NamedTuple):
    """A surface that a photograph may show."""

    id: str
    #: How many of its features are seen.
    count: int
    verification: Verification
    #: The surface itself where it was at hand: `answer_of` tells it.
    reference: Reference | None = None

    @property
    def inliers(self) -> int:
        """How many of the features lie as on one flat surface."""
        return self.verification.inliers

    @property
    def homography(self) -> np.ndarray | None:
        """Takes places in the reference to places in the photograph; None where it lies nowhere."""
        return self.verification.homography


class Candidate(NamedTuple):
    """A surface that a photograph may show, with all that is needed to verify it anywhere."""

    id: str
    #: How many of its features are seen.
    count: int
    #: Of matched features, as bytes.
    pairs: bytes
    #: Of the reference's photograph.
    width: int
    height: int
    #: Of the reference's features, as bytes.
    points: bytes


class Candidates(NamedTuple):
    """What parts of a library have to say of a photograph, unverified."""

    #: How many surfaces were searched.
    references: int
    #: By count and then by id: as many as were asked for, but at least two.
    ranked: list[Candidate]
    #: Who has searched.
    engine: str
    #: Where the time went: milliseconds of each stage, in order.
    timeline: dict[str, float]


class SurfaceAnswer(NamedTuple):
    """What a photograph shows."""

    #: The surface, or None where it is none of them.
    id: str | None
    #: The candidates, by count and then by id.
    matches: list[SurfaceMatch]
    #: How many more `best` counts than any other surface; below 0 where another counts more.
    margin: int
    #: How many surfaces were searched.
    references: int
    #: What was looked for.
    query: Features
    #: Who has searched, and how.
    engine: str
    strategy: str
    #: Where the time went: milliseconds of each stage, in order.
    timeline: dict[str, float]

    @property
    def best(self) -> SurfaceMatch | None:
        """The candidate with the most inliers, known or not."""
        return max(self.matches, key=lambda match: match.inliers, default=None)


class SurfaceFacts(NamedTuple):
    """What a library has and is."""

    references: int
    features: int
    #: Places of removed surfaces, which `SurfaceWriter.compact` gives back.
    removed: int
    slabs: int
    #: On disk.
    bytes: int
    #: The most features that are kept of a surface.
    most: int
    longest_side: int
    #: Photographs with fewer features are refused.
    min_features: int
    #: Who makes its features: those of another version cannot be compared.
    maker: str


class SurfaceLibrary:
    """A library of known surfaces: the folder that ``espy library`` writes.

    >>> espy.SurfaceLibrary.create("bricks.esl")
    >>> with espy.SurfaceWriter("bricks.esl") as writer:
    ...     writer.add("brick-17", "shots/17.jpg")
    >>> library = espy.SurfaceLibrary("bricks.esl")
    >>> espy.identify(library, "today.jpg").id

    It is read as it was when it was opened or refreshed last, whatever others write meanwhile.
    Many threads may use one.
    """

    __slots__ = ("_library", "folder")

    def __init__(self, folder: Path) -> None:
        self.folder = os.fsdecode(folder)
        self._library = _core.LibraryOf(os.fsencode(folder))

    @staticmethod
    def create(
        folder: Path, *, features: int = 384, longest_side: int = 1024, min_features: int = 32
    ) -> None:
        """Makes a folder with an empty library. What is said of features stays."""
        _core.create_library(os.fsencode(folder), features, longest_side, min_features)

    @property
    def facts(self) -> SurfaceFacts:
        """What it has and is."""
        return SurfaceFacts(*self._library.facts)

    def refresh(self) -> bool:
        """Looks what others have written since; was there anything?"""
        return bool(self._library.refresh())

    def surface(self, id: str) -> tuple[str, Features] | None:
        """The name, which is its file's, and the features of a surface; None if there is none."""
        found = self._library.surface(id)
        return None if found is None else (found[0], Features._of(found[1]))

    def query(
        self,
        photograph: Picture | Features,
        *,
        most: int = 768,
        threads: int = 0,
        cancel: Cancel | None = None,
    ) -> Features:
        """The features of a photograph as they are to be found to be looked for here."""
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
        """Of each query the ids that have the most features in common with it, and how many: what
        `identify` does before it verifies."""
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
        """The files in its folder that together are the library as it is on disk now: who copies
        them while nobody writes has all of it."""
        return list(_core.snapshot_files(os.fsencode(self.folder)))

    def verify(self) -> list[tuple[str, str]]:
        """Reads all of it and holds it against its sums. What is wrong: ids, "" for files, and
        sentences."""
        return list(_core.verify_library(os.fsencode(self.folder)))

    def __len__(self) -> int:
        return self.facts.references

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and bool(self._library.has(id))

    def __iter__(self) -> Iterator[str]:
        """The ids, in their order."""
        after = ""
        while some := self._library.ids(after, _IDS_AT_ONCE):
            yield from some
            after = some[-1]

    def __repr__(self) -> str:
        return f"<SurfaceLibrary {self.folder!r} of {len(self)}>"


class SurfaceWriter:
    """Writes to a library; only one at a time does, whether here or in another process.

    What is not committed when a ``with`` ends by an exception is forgotten.
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
        """What the library has and is, with what is not committed yet."""
        with self._lock:
            return SurfaceFacts(*self._open().facts)

    def features(self, photograph: Picture | Features) -> Features:
        """The features of a photograph as this library keeps them."""
        if isinstance(photograph, Features):
            return photograph
        facts = self.facts
        return features(photograph, most=facts.most, longest_side=facts.longest_side)

    def add(self, id: str, photograph: Picture | Features, *, name: str = "") -> None:
        """Adds a surface under an id that is not there yet."""
        found = self.features(photograph)
        with self._lock:
            self._open().add(id, found._features, name)

    def update(self, id: str, photograph: Picture | Features, *, name: str = "") -> None:
        """Adds a surface, in place of the one that has this id, if there is one."""
        found = self.features(photograph)
        with self._lock:
            self._open().update(id, found._features, name)

    def remove(self, id: str) -> bool:
        """False where there is no such surface."""
        with self._lock:
            return bool(self._open().remove(id))

    def commit(self) -> None:
        """When it returns, all is on disk, whatever happens then."""
        with self._lock:
            self._open().commit()

    def compact(self) -> None:
        """Gives back what removed surfaces took. Who reads goes on undisturbed."""
        with self._lock:
            self._open().compact()

    def close(self) -> None:
        """Forgets what was not committed, and lets others write."""
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
    """A fraction's parts, which the library checks."""
    if isinstance(ratio, tuple):
        over, under = ratio
        return int(over), int(under)
    if isinstance(ratio, Fraction):
        return ratio.numerator, ratio.denominator
    return round(float(ratio) * 1000), 1000


def _verification(told: tuple[Any, ...]) -> Verification:
    pairs, inlying, inliers, homography = told
    return Verification(
        np.frombuffer(pairs, dtype=np.int32).reshape(-1, 2),
        np.frombuffer(inlying, dtype=np.bool_),
        inliers,
        None if homography is None else np.array(homography).reshape(3, 3),
    )


def verify(query: Features, reference: Features, *, ratio: Ratio = (4, 5)) -> Verification:
    """Are these photographs of the same flat surface? `identify` does this with each candidate."""
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
    """Which of a library's surfaces does a photograph show? Of a list of photographs, or of
    features that were found before, a list of answers: many at once take less time.

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
    answers = [_answer(query, told) for query, told in zip(queries, found)]
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
    """Of each query what these libraries together have to say, which are parts of a larger one: of
    what all say that have parts `answer_of` makes what `identify` says of the whole."""
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
    """What parts of a library, none of which has a surface of another one, say together: the same
    as `identify` says of one library with all of them. Candidates are verified here."""
    told = _core.judge_candidates(
        query._features, [list(part) for part in parts], top, min_inliers, cancel
    )
    answer = _answer(query, told)
    known = {one.id: one for part in parts for one in part.ranked}
    return answer._replace(
        matches=[match._replace(reference=_reference(known[match.id])) for match in answer.matches]
    )


def _reference(candidate: Candidate) -> Reference:
    points = np.frombuffer(candidate.points, dtype=np.float32).reshape(-1, 4)
    return Reference(candidate.width, candidate.height, points)


def _answer(query: Features, told: tuple[Any, ...]) -> SurfaceAnswer:
    references, matched, known, best, margin, by, strategy, stages = told
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
