# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""An index of scenes in parts, one Ray task for each."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, Optional, Union

from ._arguments import MOST_PIXELS, Path, Picture, needles, paths
from ._cluster_connection import MAX_TASK_RETRIES, connected, first_line
from .errors import BadUse, Error, SystemFailure
from .indexes import AddedScenes, InScenes, SceneIndex, SceneIndexWriter
from .service.slots import MAX_PARTS, part_of, slot_of


class Scenes:
    """A `SceneIndex` in parts, which the machines of a Ray cluster fill and search together.

    >>> with cluster.Scenes("/data/shots", address="10.0.0.1:6379", parts=16) as scenes:
    ...     scenes.add(pathlib.Path("/data/screens").glob("*.png"))
    ...     for picture in scenes.find("button.png"):
    ...         print(picture.file, [(match.x, match.y) for match in picture.matches])

    The folder has a `SceneIndex` for each part, ``1-of-16.esi`` and so on. A picture belongs to the
    part of its path's slot, as a reference of the identify service does. All nodes must have the
    folder and the pictures under the same paths.
    """

    def __init__(
        self,
        folder: Path,
        *,
        address: Optional[str] = None,
        parts: int = 0,
        side: Optional[int] = None,
        tolerant: bool = False,
        cpus: int = 1,
    ) -> None:
        """``parts``: creates the folder with this number of empty parts, with ``side`` and ``tolerant``
        as of `SceneIndexWriter`; 0: opens it. ``address``: see `run`. ``cpus``: threads of a task."""
        if cpus < 1:
            raise BadUse("cpus: must be 1 or more")
        if not 0 <= parts <= MAX_PARTS:
            raise BadUse(f"parts: must be 0 to {MAX_PARTS}")
        self._folder = os.path.abspath(os.fsdecode(folder))
        self._cpus = cpus
        if not parts:
            self.parts = _parts_in(self._folder)
        with ExitStack() as ends:
            self._ray = ends.enter_context(connected(address))
            if parts:
                self.parts = _create(self._folder, parts, side, tolerant)
            self._ends = ends.pop_all()

    def add(self, files: Iterable[Path], *, max_pixels: int = MOST_PIXELS) -> AddedScenes:
        """Adds pictures, and replaces those that have changed."""
        of = len(self.parts)
        shares: list[list[str]] = [[] for _ in range(of)]
        for file in paths(files):
            path = os.path.abspath(os.fsdecode(file))
            slot = slot_of(os.fsencode(path).hex())  # names of files may be no text
            shares[part_of(slot, of)].append(path)
        some = [(part, share) for part, share in zip(self.parts, shares) if share]
        done = self._do(_add, [(part, share, max_pixels, self._cpus) for part, share in some])
        return AddedScenes(
            added=sum(part.added for part in done),
            replaced=sum(part.replaced for part in done),
            unchanged=sum(part.unchanged for part in done),
            failed=sum(part.failed for part in done),
            failures=sorted(failure for part in done for failure in part.failures),
        )

    def find(
        self,
        needle: Union[Picture, list[Picture]],
        *,
        mask: Optional[Picture] = None,
        min_score: Optional[float] = None,
        trust: bool = False,
        max_pixels: int = MOST_PIXELS,
    ) -> InScenes:
        """Finds the needles, as `SceneIndex.find`; pictures by name. Fails if a part could not be
        searched: no answer is incomplete."""
        given = self._ray.put(needles(needle, mask))
        options = {"min_score": min_score, "trust": trust, "max_pixels": max_pixels}
        calls = [(part, given, {**options, "threads": self._cpus}) for part in self.parts]
        found = self._do(_find, calls)
        pictures = [picture for part in found for picture in part]
        return InScenes(
            pictures=sorted(pictures, key=lambda picture: picture.file),
            candidates=sum(part.candidates for part in found),
            opened=sum(part.opened for part in found),
            changed=sum(part.changed for part in found),
            failed=sum(part.failed for part in found),
        )

    def close(self) -> None:
        """Disconnects from the cluster."""
        self._ends.close()

    def __enter__(self) -> Scenes:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.close()

    def __len__(self) -> int:
        return sum(len(SceneIndex(part)) for part in self.parts)

    def __repr__(self) -> str:
        return f"<Scenes {self._folder!r} in {len(self.parts)} parts>"

    def _do(self, work: Any, calls: list[tuple[Any, ...]]) -> list[Any]:
        """The results of a task for each call, whose first argument is the part."""
        task = self._ray.remote(max_retries=MAX_TASK_RETRIES, num_cpus=self._cpus)(work)
        waiting = [task.remote(*call) for call in calls]
        results = []
        try:
            for call, result in zip(calls, waiting):
                try:
                    results.append(self._ray.get(result))
                except self._ray.exceptions.RayError as failure:
                    why = first_line(failure)
                    raise SystemFailure(f"{call[0]}: could not be completed: {why}") from None
                if isinstance(results[-1], Error):
                    raise results[-1]
        except BaseException:
            for result in waiting:
                self._ray.cancel(result)
            raise
        return results


def _create(folder: str, parts: int, side: Optional[int], tolerant: bool) -> list[str]:
    """Makes empty parts, all or none."""
    try:
        os.makedirs(folder)
    except FileExistsError:
        raise BadUse(f"{folder}: already exists; without parts it is opened") from None
    except OSError as failure:
        raise SystemFailure(f"{folder}: {failure.strerror or failure}") from None
    names = [os.path.join(folder, f"{part}-of-{parts}.esi") for part in range(1, parts + 1)]
    try:
        for name in names:
            SceneIndexWriter(name, create=True, side=side, tolerant=tolerant)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return names


def _parts_in(folder: str) -> list[str]:
    """The parts of an index, all of them."""
    try:
        entries = sorted(os.listdir(folder))
    except OSError as failure:
        raise SystemFailure(f"{folder}: {failure.strerror or failure}") from None
    names = [re.fullmatch(r"([1-9]\d*)-of-([1-9]\d*)\.esi", name) for name in entries]
    found = {int(name[1]): name[0] for name in names if name}
    of = {int(name[2]) for name in names if name}
    if len(of) != 1 or max(found) > max(of):
        raise BadUse(f"{folder}: is no index of scenes in parts")
    missing = [part for part in range(1, max(of) + 1) if part not in found]
    if missing:
        raise BadUse(f"{folder}: part {missing[0]} of {max(of)} is missing")
    return [os.path.join(folder, found[part]) for part in sorted(found)]


def _add(part: str, files: list[str], max_pixels: int, threads: int) -> Union[AddedScenes, Error]:
    try:
        return SceneIndexWriter(part).add(files, max_pixels=max_pixels, threads=threads)
    except Error as refused:
        return refused


def _find(part: str, given: Any, options: dict[str, Any]) -> Union[InScenes, Error]:
    try:
        return SceneIndex(part).find([tuple(pair) for pair in given], **options)
    except Error as refused:
        return refused
