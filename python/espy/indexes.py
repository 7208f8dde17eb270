# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Indexes of needles on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import _core
from ._arguments import Path, Picture, needles, pixels
from ._core import Cancel
from .errors import BadUse
from .finding import Finding, options_of
from .pictures import Scene


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
