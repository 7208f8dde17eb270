# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Indexes of needles, and of scenes, on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _core
from ._arguments import Path, Picture, needles, paths, pixels
from ._core import Cancel, Match
from .errors import BadUse
from .finding import Finding, options_of
from .pictures import MOST_PIXELS, Scene


class Index:
    """Many needles on disk: tiles, sprites, icons, glyphs. All of them are found in one pass over a
    scene, exactly, whatever their number. Made by `IndexWriter` or by ``espy index``.

    >>> index = espy.Index("tiles.esi")
    >>> for match in index.find("screenshot.png"):
    ...     print(index.name(match.needle), match.x, match.y)

    An open index stays as it is, whatever is written later.
    """

    __slots__ = ("_index", "_path", "_names")

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._index = _core.NeedleIndex.open(os.fsencode(path))
        self._names: list[bytes] | None = None

    def find(
        self,
        scene: Picture | Scene,
        *,
        top: int | None = None,
        overlap: float | None = None,
        across: bool = False,
        engine: str = "auto",
        threads: int = 0,
        progress: Callable[[float], object] | None = None,
        cancel: Cancel | None = None,
    ) -> Finding:
        """Finds every needle: what `espy.find` returns for a list of all of them. ``match.needle``
        is a needle's number in the index. Arguments as of `espy.find`."""
        options = options_of("exact", overlap=overlap, across=across, top=top)
        seen = scene if isinstance(scene, Scene) else pixels(scene)
        found = _core.look_by_index(
            seen._kept if isinstance(seen, Scene) else seen,
            self._index,
            options,
            engine,
            threads,
            progress,
            cancel,
        )
        name = os.fsencode(scene) if isinstance(scene, (str, bytes, os.PathLike)) else b""
        return Finding(found, seen, (name, self._encoded()))

    def _encoded(self) -> list[bytes]:
        if self._names is None:
            self._names = self._index.names()
        return self._names

    def name(self, number: int) -> str:
        """The name of a needle."""
        return os.fsdecode(self._index.name(number))

    @property
    def names(self) -> list[str]:
        """All names, in the order in which they were added."""
        return [os.fsdecode(name) for name in self._encoded()]

    def picture(self, number: int) -> np.ndarray:
        """A copy of a needle's picture: height x width x channels, or height x width if grey."""
        picture = self._index.picture(number)
        return picture[:, :, 0] if picture.shape[2] == 1 else picture

    def verify(self, *, threads: int = 0) -> None:
        """Reads the whole index. Raises `BadPicture` if it is damaged."""
        self._index.verify(threads)

    @property
    def segments(self) -> int:
        """Number of parts, each of which is searched by itself. `IndexWriter.compact` makes one."""
        return int(self._index.segments)

    @property
    def size_on_disk(self) -> int:
        """Size of the index's files in bytes."""
        return int(self._index.bytes)

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __reduce__(self) -> Any:
        return Index, (self._path,)

    def __repr__(self) -> str:
        return f"<Index {self._path!r} of {len(self)} needles>"


class IndexWriter:
    """Changes an index. One process writes at a time; readers are not blocked. Changes take effect
    in `commit`, which leaving a ``with`` block without an exception calls.

    >>> with espy.IndexWriter("tiles.esi", create=True) as writer:
    ...     for path in pathlib.Path("tiles").glob("*.png"):
    ...         writer.add(path.name, path)
    """

    __slots__ = ("_writer",)

    def __init__(self, path: Path, *, create: bool = False) -> None:
        encoded = os.fsencode(path)
        if create:
            _core.create_index(encoded)
        self._writer = _core.NeedleIndexWriter(encoded)

    def add(self, name: str, needle: Picture, *, mask: Picture | None = None) -> None:
        """Adds a needle. Raises `BadUse` if the name is there."""
        sought = needles(needle, mask)
        if len(sought) != 1:
            raise BadUse("add: takes one needle")
        self._writer.add(os.fsencode(name), sought)

    def remove(self, name: str) -> bool:
        """Removes a needle; False if there is none of this name."""
        return bool(self._writer.remove(os.fsencode(name)))

    def commit(
        self,
        *,
        threads: int = 0,
        progress: Callable[[float], object] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Writes the changes; afterwards they survive a crash."""
        self._writer.commit(threads, progress, cancel)

    def compact(
        self,
        *,
        threads: int = 0,
        progress: Callable[[float], object] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Commits, and rewrites the index as one part without what was removed."""
        self._writer.compact(threads, progress, cancel)

    def close(self) -> None:
        """Drops changes that were not committed and lets others write."""
        self._writer.close()

    def __contains__(self, name: str) -> bool:
        return bool(self._writer.has(os.fsencode(name)))

    def __enter__(self) -> IndexWriter:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            self.close()


@dataclass(frozen=True)
class InScene:
    """The matches in a picture of a `SceneIndex`, or why it could not be searched."""

    #: As it was given, or its full path if the working folder is another.
    file: str
    width: int
    height: int
    #: By y, then x, then needle; of a tolerant index as of `espy.find`.
    matches: list[Match] = field(repr=False)
    #: A sentence, or "".
    failure: str


@dataclass(frozen=True)
class InScenes:
    """The result of `SceneIndex.find`: pictures in the order of the index."""

    pictures: list[InScene] = field(repr=False)
    #: Positions that were verified.
    candidates: int
    #: Pictures that were read.
    opened: int
    #: Pictures that are no longer as indexed: searched whole.
    changed: int
    #: Pictures that could not be read.
    failed: int

    def __iter__(self) -> Iterator[InScene]:
        return iter(self.pictures)

    def __len__(self) -> int:
        return len(self.pictures)


class SceneIndex:
    """Many pictures, of which only those that may have a match are opened. Made by
    `SceneIndexWriter` or by ``espy index --scenes``.

    >>> index = espy.SceneIndex("shots.esi")
    >>> for picture in index.find("button.png"):
    ...     print(picture.file, [(match.x, match.y) for match in picture.matches])

    The answer is that of `espy.find`, with the method "exact", in every picture. A needle must have
    an opaque square of ``side`` pixels. An open index stays as it is, whatever is written later.

    A tolerant index is searched with the method "zncc". It finds every picture that has the
    needle's pixels unchanged, and most that have it with noise or losses of JPEG.
    """

    __slots__ = ("_index", "_path")

    def __init__(self, path: Path) -> None:
        self._path = os.fspath(path)
        self._index = _core.SceneIndex(os.fsencode(path))

    def find(
        self,
        needle: Picture | list[Picture],
        *,
        mask: Picture | None = None,
        min_score: float | None = None,
        trust: bool = False,
        max_pixels: int = MOST_PIXELS,
        threads: int = 0,
        progress: Callable[[float], object] | None = None,
        cancel: Cancel | None = None,
    ) -> InScenes:
        """Finds the needles. ``match.needle`` is a needle's position in the list. ``trust``: do not
        look at each file whether it has changed; matches that are new in changed files are then
        missed. ``min_score``: of a tolerant index only, as of `espy.find` (0.9)."""
        if min_score is not None and not -1 <= min_score <= 1:
            raise BadUse("min_score: must be from -1 to 1")
        pictures, counts = self._index.find(
            needles(needle, mask), not trust, min_score, max_pixels, threads, progress, cancel
        )
        found = [
            InScene(os.fsdecode(file), width, height, matches, os.fsdecode(failure))
            for file, width, height, matches, failure in pictures
        ]
        return InScenes(found, **counts)

    @property
    def files(self) -> list[str]:
        """The pictures, in the order of the index."""
        return [os.fsdecode(file) for file in self._index.scenes()]

    @property
    def side(self) -> int:
        """Smallest width and height of a needle, in pixels."""
        return int(self._index.facts()["side"])

    @property
    def tolerant(self) -> bool:
        """Whether it is searched with the method "zncc"."""
        return bool(self._index.facts()["tolerant"])

    @property
    def segments(self) -> int:
        """Number of files with entries. `SceneIndexWriter.compact` makes one."""
        return int(self._index.facts()["segments"])

    @property
    def size_on_disk(self) -> int:
        """Size of the index's files in bytes."""
        return int(self._index.facts()["bytes"])

    def verify(self, *, threads: int = 0) -> list[str]:
        """Reads the whole index, and looks at the pictures' files. A sentence for each fault."""
        return [os.fsdecode(fault) for fault in self._index.verify(threads)]

    def __len__(self) -> int:
        return int(self._index.facts()["scenes"])

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    def __reduce__(self) -> Any:
        return SceneIndex, (self._path,)

    def __repr__(self) -> str:
        return f"<SceneIndex {self._path!r} of {len(self)} pictures>"


@dataclass(frozen=True)
class AddedScenes:
    """The result of `SceneIndexWriter.add`."""

    added: int
    #: Pictures that had changed.
    replaced: int
    #: Pictures that were there already.
    unchanged: int
    failed: int
    #: A sentence for each picture that failed.
    failures: list[str] = field(repr=False)


class SceneIndexWriter:
    """Changes an index of scenes. One process writes at a time; readers are not blocked.

    >>> writer = espy.SceneIndexWriter("shots.esi", create=True)
    >>> writer.add(pathlib.Path("shots").glob("*.png")).failures
    """

    __slots__ = ("_writer",)

    def __init__(
        self,
        path: Path,
        *,
        create: bool = False,
        side: int | None = None,
        tolerant: bool = False,
    ) -> None:
        """``side``: of a new index, the smallest width and height of a needle, 12 to 256 (24). With
        ``tolerant``, 40 to 256 (48), a new one is for the method "zncc"."""
        encoded = os.fsencode(path)
        if create:
            _core.create_scene_index(encoded, side, tolerant)
        self._writer = _core.SceneIndexWriter(encoded)

    def add(
        self,
        files: Iterable[Path],
        *,
        max_pixels: int = MOST_PIXELS,
        threads: int = 0,
        progress: Callable[[float], object] | None = None,
        cancel: Cancel | None = None,
    ) -> AddedScenes:
        """Adds pictures, and replaces those that have changed. What was added stays if it is
        cancelled."""
        failures, counts = self._writer.add(
            paths(files), max_pixels, threads, progress, cancel
        )
        return AddedScenes(**counts, failures=[os.fsdecode(failure) for failure in failures])

    def remove(self, files: Iterable[Path]) -> list[str]:
        """Removes pictures; returns those that are not in the index."""
        unknown = self._writer.remove(paths(files))
        return [os.fsdecode(file) for file in unknown]

    def compact(
        self,
        *,
        threads: int = 0,
        progress: Callable[[float], object] | None = None,
        cancel: Cancel | None = None,
    ) -> None:
        """Rewrites the index as one part without what was removed."""
        self._writer.compact(threads, progress, cancel)
