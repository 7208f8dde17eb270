# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The data folder of a service, shared by all its machines: parts of libraries, and snapshots.

``NAME.esl`` is a library in one part, as ``espy library`` and ``espy identify`` use it.
``NAME.parts`` holds several: ``000.esl``, ``001.esl`` and so on. Ids never become file names.
``service.json`` in a library's folder identifies it by a stamp, and moves with it. ``NAME.alias`` is
a second name of a library: its name, and its stamp, by which the alias follows a rename.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import re
import shutil
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple

from ..errors import BadUse, Error, SystemFailure
from ..surfaces import SurfaceLibrary, SurfaceWriter
from . import versions
from .slots import MAX_PARTS, part_of, slot_of

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,62}")
NAME_RULE = (
    "a name must have at most 63 lower-case letters, digits, - and _,"
    " and begin with a letter or digit"
)
#: Bytes of disk reserved for when it is full, so that a service can still start and surfaces can be
#: removed: room for the journals of catalogues.
RESERVE = 8 << 20
#: The file in a library's folder that describes it to the service.
_DESCRIPTION = "service.json"
#: The file that is locked while something is made in the folder.
_MAKING = "making.lock"
#: The file that is locked while a name is given.
_NAMING = "naming.lock"
#: Surfaces copied between two commits.
TOGETHER = 2000
#: Seconds that a rename or a removal waits for writers.
_UNWRITTEN = 10.0


class AlreadyExists(BadUse):
    """The name is in use."""


class NotFound(BadUse):
    """No library or snapshot has this name."""


class LibraryOptions(NamedTuple):
    """How a library is made; fixed afterwards."""

    parts: int = 1
    #: Maximum of features kept of each surface.
    features: int = 384
    #: Photographs are scaled down so that no side has more pixels than this.
    longest_side: int = 1024
    #: Photographs with fewer features are refused.
    min_features: int = 32


class Entry(NamedTuple):
    """A library in a data folder."""

    name: str
    #: Differs from that of an earlier library with the same name.
    stamp: str
    made: LibraryOptions

    @property
    def parts(self) -> int:
        """Number of parts."""
        return self.made.parts


def checked_name(name: str) -> str:
    """Returns the name if it is valid, also as a folder's. Raises BadUse."""
    if not _NAME.fullmatch(name):
        raise BadUse(f"{name[:80]!r}: {NAME_RULE}")
    return name


class DataFolder:
    """A data folder. Its path is the same on all machines."""

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)

    def library(self, name: str, parts: int) -> str:
        """Path of a library with this number of parts."""
        ending = "esl" if parts == 1 else "parts"
        return os.path.join(self.path, f"{checked_name(name)}.{ending}")

    def part(self, name: str, parts: int, part: int) -> str:
        """Path of one of its parts."""
        return _part(self.library(name, parts), parts, part)

    def found(self) -> dict[str, int]:
        """Libraries in the folder, and their numbers of parts."""
        found = {}
        for entry in sorted(os.listdir(self.path)):
            name, ending = os.path.splitext(entry)
            if not _NAME.fullmatch(name):
                continue
            where = os.path.join(self.path, entry)
            if ending == ".esl" and os.path.isdir(where):
                found[name] = 1
            elif ending == ".parts":
                with suppress(OSError):  # removed meanwhile, or no folder
                    # 1 is the number of parts of NAME.esl.
                    found[name] = max(2, sum(part.endswith(".esl") for part in os.listdir(where)))
        return found

    def entry(self, name: str, parts: int) -> Entry:
        """The library of this name. One that the service has not made gets its description now."""
        where = self.library(name, parts)
        for _ in range(2):
            try:
                return self._described(name, parts)
            except FileNotFoundError:
                pass
            except SystemFailure:
                if parts > 1:  # are all there?
                    raise
            for part in range(parts):
                if not os.path.isdir(_part(where, parts, part)):
                    raise SystemFailure(f"{_part(where, parts, part)}: is missing; restore it")
            options = self.making(name, parts)
            with suppress(OSError):  # read-only, full, or described by another process meanwhile
                _describe(where, options)
        return Entry(name, "", options)

    def _described(self, name: str, parts: int) -> Entry:
        """The library, by its description. Raises FileNotFoundError if it has none."""
        where = self.library(name, parts)
        file = os.path.join(where, _DESCRIPTION)
        try:
            with open(file, encoding="utf-8") as text:
                kept = json.load(text)
            sizes = (int(kept[key]) for key in ("parts", "features", "longest_side", "min_features"))
            entry = Entry(name, str(kept["stamp"]), LibraryOptions(*sizes))
        except FileNotFoundError:
            raise
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            why = getattr(wrong, "strerror", None) or f"is damaged: {wrong}"
            raise SystemFailure(f"{file}: {why}; restore or remove it") from None
        if entry.parts != parts:
            raise SystemFailure(f"{where}: does not have its {entry.parts} parts; restore them")
        return entry

    def create(self, name: str, making: LibraryOptions) -> None:
        """Makes an empty library."""
        with self._created(name, making):
            pass

    @contextmanager
    def _created(self, name: str, making: LibraryOptions) -> Iterator[str]:
        """An empty library, which can be filled before it gets its name."""
        if not 1 <= making.parts <= MAX_PARTS:
            raise BadUse(f"parts: must be 1 to {MAX_PARTS}")
        with self._made_library(name, making.parts) as made:
            for part in range(making.parts):
                SurfaceLibrary.create(
                    _part(made, making.parts, part),
                    features=making.features,
                    longest_side=making.longest_side,
                    min_features=making.min_features,
                )
            _describe(made, making)
            yield made

    # Names.

    def aliases(self) -> dict[str, tuple[str, str]]:
        """Aliases, and the name and stamp that their libraries had when the alias was made. The
        name is empty if the alias cannot be read."""
        found = {}
        for entry in sorted(os.listdir(self.path)):
            name, ending = os.path.splitext(entry)
            if ending == ".alias" and _NAME.fullmatch(name):
                library = stamp = ""
                try:
                    with open(os.path.join(self.path, entry), encoding="ascii") as file:
                        library, _, stamp = file.read().strip().partition(" ")
                except FileNotFoundError:  # removed meanwhile
                    continue
                except (OSError, ValueError):
                    pass
                found[name] = (library if _NAME.fullmatch(library) else "", stamp)
        return found

    def set_alias(self, alias: str, library: Entry) -> None:
        """Makes an alias, or points it to another library. Atomic."""
        where = os.path.join(self.path, f"{checked_name(alias)}.alias")
        with system_errors(where), self._naming():
            if alias in self.found():
                raise AlreadyExists(f"{alias}: a library has this name")
            write_whole(where, f"{library.name} {library.stamp}\n")

    def remove_alias(self, alias: str) -> None:
        """Removes an alias; its library stays."""
        where = os.path.join(self.path, f"{checked_name(alias)}.alias")
        try:
            with system_errors(where):
                os.unlink(where)
                _sync_folder(self.path)
        except FileNotFoundError:
            raise NotFound(f"{alias}: there is no such alias") from None

    def rename(self, name: str, parts: int, to: str) -> None:
        """Gives a library another name. Atomic."""
        where = self.library(to, parts)
        try:
            with system_errors(where), self._unwritten(name, parts), self._naming(to):
                os.rename(self.library(name, parts), where)
                _sync_folder(self.path)
                self._move_aliases(name, self.entry(to, parts))
        except FileNotFoundError:
            raise NotFound(f"{name}: there is no such library") from None

    def _move_aliases(self, name: str, library: Entry) -> None:
        """Points aliases to a library that had this name. They would find it by its stamp, but a
        copy of it, too."""
        for alias, of in self.aliases().items():
            if of == (name, library.stamp):
                with suppress(OSError):
                    where = os.path.join(self.path, f"{alias}.alias")
                    write_whole(where, f"{library.name} {library.stamp}\n")

    def reserve_space(self, least: int = RESERVE) -> None:
        """Reserves `RESERVE` bytes of disk, or as much as there is. Raises SystemFailure if that
        is less than ``least``."""
        reserve = os.path.join(self.path, "reserve")
        size = RESERVE
        try:
            with open(reserve, "ab") as file:
                had = file.tell()
                while had < size:
                    try:
                        os.posix_fallocate(file.fileno(), 0, size)
                        break
                    except OSError:
                        os.truncate(file.fileno(), had)
                        size -= RESERVE // 32
                        if size < least:
                            raise
        except OSError as failure:
            raise SystemFailure(
                f"{reserve}: {failure.strerror or failure}", failure.errno
            ) from None

    def free_reserve(self) -> None:
        """Frees the reserve."""
        with suppress(OSError):
            os.unlink(os.path.join(self.path, "reserve"))

    @contextmanager
    def using_reserve(self) -> Iterator[None]:
        """Frees the reserve during this context: for small writes on a full disk."""
        self.free_reserve()
        try:
            yield
        finally:
            with suppress(SystemFailure):
                self.reserve_space(least=1)

    def remove_abandoned(self) -> None:
        """Removes what killed processes left unfinished, unless another one is making something."""
        patterns = (".removed-*", ".making-*", "snapshots/*/.making-*")
        lock = os.path.join(self.path, _MAKING)
        with suppress(OSError), locked(lock, fcntl.LOCK_EX | fcntl.LOCK_NB):
            for left in [path for each in patterns for path in Path(self.path).glob(each)]:
                shutil.rmtree(left, ignore_errors=True)

    @contextmanager
    def _unwritten(self, name: str, parts: int) -> Iterator[None]:
        """No process writes to the library meanwhile: a writer finds its files by their paths."""
        until = time.monotonic() + _UNWRITTEN
        with ExitStack() as held:
            for part in range(parts):
                held.enter_context(_part_unwritten(self.part(name, parts, part), until))
            yield

    @contextmanager
    def _naming(self, library: str = "") -> Iterator[None]:
        """No other process gives a name meanwhile. Raises AlreadyExists if this one is in use."""
        with locked(os.path.join(self.path, _NAMING)):
            if library:
                self.require_free(library)
            yield

    @contextmanager
    def _made(self, where: str, library: str = "") -> Iterator[str]:
        """A folder that is renamed into place when it is complete, if this name is still free."""
        made = os.path.join(
            os.path.dirname(where), f".making-{os.path.basename(where)}-{uuid.uuid4().hex[:12]}"
        )
        try:
            with system_errors(where), locked(os.path.join(self.path, _MAKING), fcntl.LOCK_SH):
                os.makedirs(made)
                yield made
                _sync_folder(made)
                with self._naming(library):
                    os.rename(made, where)
                above = where
                while above != self.path:
                    above = os.path.dirname(above)
                    _sync_folder(above)
        except FileNotFoundError as failure:
            raise SystemFailure(f"{where}: {failure.strerror}") from None
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def _made_library(self, name: str, parts: int) -> AbstractContextManager[str]:
        self.require_free(name)
        return self._made(self.library(name, parts), name)

    def require_free(self, name: str) -> None:
        """Raises AlreadyExists if a library or an alias has this name."""
        if name in self.found():
            raise AlreadyExists(f"{name}: this library already exists")
        if name in self.aliases():
            raise AlreadyExists(f"{name}: this is an alias")

    def remove(self, name: str, parts: int, stamp: str) -> None:
        """Removes a library. Processes that have it open can go on reading it."""
        gone = os.path.join(self.path, f".removed-{checked_name(name)}-{stamp}")
        where = self.library(name, parts)
        try:
            with system_errors(where), self._unwritten(name, parts):
                os.rename(where, gone)
                _sync_folder(self.path)
        except FileNotFoundError:
            return
        shutil.rmtree(gone, ignore_errors=True)

    def copy(self, source: str, name: str, parts: int) -> int:
        """Makes a library of the surfaces of another one, split into this many parts.
        Returns the number of surfaces."""
        library = SurfaceLibrary(source)
        with self._created(name, _options(source, parts)) as made, ExitStack() as writing:
            writers = [
                writing.enter_context(SurfaceWriter(_part(made, parts, part)))
                for part in range(parts)
            ]
            for count, id in enumerate(library, 1):
                found = library.surface(id)
                assert found is not None
                writer = writers[part_of(slot_of(id), parts)]
                writer.add(id, found[1], name=found[0])
                versions.set_version(writer, id, versions.version_of(library, id))
                if count % TOGETHER == 0:
                    _commit(writers)
            _commit(writers)
        return library.facts.references

    # Snapshots.

    def snapshot(self, name: str, snapshot: str) -> str:
        """Path of a snapshot."""
        return os.path.join(self.path, "snapshots", checked_name(name), checked_name(snapshot))

    def snapshots(self, name: str) -> list[str]:
        """Names of a library's snapshots; the library may have been removed."""
        where = os.path.join(self.path, "snapshots", checked_name(name))
        try:
            with system_errors(where):
                return sorted(each for each in os.listdir(where) if _NAME.fullmatch(each))
        except FileNotFoundError:
            return []

    def take(
        self,
        name: str,
        parts: int,
        snapshot: str,
        writer_of: Callable[[str], SurfaceWriter],
    ) -> int:
        """Copies a library, locking one part at a time: the copy has everything acknowledged
        before the call. Returns the number of bytes."""
        where = self.snapshot(name, snapshot)
        if os.path.exists(where):
            raise AlreadyExists(f"{snapshot}: {name} already has this snapshot")
        copied = 0
        stamp = self.entry(name, parts).stamp
        with self._made(where) as made:
            for part in range(parts):
                source = self.part(name, parts, part)
                with file_errors(), writer_of(source):
                    if self.entry(name, parts).stamp != stamp:
                        raise SystemFailure(
                            f"{name}: was removed or renamed during this snapshot; repeat it"
                        )
                    copied += _copy_files(source, _part(made, parts, part))
            with open(os.path.join(made, "snapshot"), "x", encoding="utf-8") as facts:
                json.dump({"library": name, "parts": parts}, facts)
                _sync(facts.fileno())
        return copied

    def making(self, name: str, parts: int) -> LibraryOptions:
        """How an existing library was made."""
        with file_errors():
            return _options(self.part(name, parts, 0), parts)

    def taken(self, name: str, snapshot: str) -> LibraryOptions:
        """How the library of a snapshot was made. Raises NotFound."""
        folder = self.snapshot(name, snapshot)
        where = os.path.join(folder, "snapshot")
        if not os.path.exists(where):
            raise NotFound(f"{snapshot}: {name} has no such snapshot")
        try:
            with open(where, encoding="utf-8") as facts:
                parts = int(json.load(facts)["parts"])
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            raise SystemFailure(f"{where}: is not a snapshot: {wrong}") from None
        with file_errors():
            return _options(_part(folder, parts, 0), parts)

    def restore(self, name: str, snapshot: str, to: str) -> None:
        """Makes a library from a snapshot, versions included."""
        making = self.taken(name, snapshot)
        where = self.snapshot(name, snapshot)
        with self._made_library(to, making.parts) as made:
            for part in range(making.parts):
                with file_errors():
                    _copy_files(_part(where, making.parts, part), _part(made, making.parts, part))
            _describe(made, making)


def _part(library: str, parts: int, part: int) -> str:
    return library if parts == 1 else os.path.join(library, f"{part:03}.esl")


def _options(folder: str, parts: int) -> LibraryOptions:
    facts = SurfaceLibrary(folder).facts
    return LibraryOptions(parts, facts.most, facts.longest_side, facts.min_features)


def _commit(writers: Iterable[SurfaceWriter]) -> None:
    for writer in writers:
        writer.commit()


def _copy_files(source: str, to: str) -> int:
    """Copies the files of one library and syncs them. Returns the number of bytes."""
    os.makedirs(to, exist_ok=True)
    copied = 0
    for name in SurfaceLibrary(source).files():
        file = os.path.join(to, name)
        shutil.copyfile(os.path.join(source, name), file)
        copied += os.path.getsize(file)
        with open(file, "rb") as written:
            _sync(written.fileno())
    _sync_folder(to)
    return copied


def _describe(where: str, options: LibraryOptions) -> None:
    """Writes the description of a library with a new stamp, unless it has one."""
    text = json.dumps({"stamp": uuid.uuid4().hex[:12], **options._asdict()})
    file = os.path.join(where, f".{_DESCRIPTION}-{uuid.uuid4().hex[:12]}")
    try:
        write_whole(file, text)
        os.link(file, os.path.join(where, _DESCRIPTION))
    finally:
        with suppress(OSError):
            os.unlink(file)


def write_whole(file: str, text: str, mode: int = 0o666) -> None:
    """Replaces a file by this text, durably and atomically. Raises OSError."""
    made = f"{file}.{uuid.uuid4().hex[:12]}"
    try:
        with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as out:
            out.write(text)
            out.flush()
            _sync(out.fileno())
        os.rename(made, file)
        _sync_folder(os.path.dirname(file))
    finally:
        with suppress(OSError):
            os.unlink(made)


@contextmanager
def locked(file: str, how: int = fcntl.LOCK_EX) -> Iterator[IO[str]]:
    """Holds a lock of all processes on all machines. Raises OSError."""
    try:
        lock = open(file, "a", encoding="ascii")
    except OSError as failure:
        what = f"{os.path.basename(file)}: {failure.strerror}"
        raise OSError(failure.errno, what) from None  # the caller names the folder
    with lock:
        fcntl.flock(lock, how)
        yield lock


@contextmanager
def _part_unwritten(part: str, until: float) -> Iterator[None]:
    """Holds the lock that a part's writer has. Raises SystemFailure after this moment, by
    time.monotonic()."""
    file = os.path.join(part, "lock")
    with ExitStack() as held:
        while os.path.isdir(part):
            with suppress(BlockingIOError):
                lock = held.enter_context(locked(file, fcntl.LOCK_EX | fcntl.LOCK_NB))
                if os.path.samestat(os.fstat(lock.fileno()), os.stat(file)):
                    break
                held.close()  # it was renamed meanwhile
            if time.monotonic() >= until:
                raise SystemFailure(f"{part}: another process is writing to it")
            time.sleep(0.005)
        yield


@contextmanager
def system_errors(where: str) -> Iterator[None]:
    """Turns OSErrors into SystemFailure and `AlreadyExists`, but for FileNotFoundError."""
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as failure:
        if failure.errno in (errno.EEXIST, errno.ENOTEMPTY):
            raise AlreadyExists(f"{where}: already exists") from None
        raise SystemFailure(f"{where}: {failure.strerror or failure}", failure.errno) from None


@contextmanager
def file_errors() -> Iterator[None]:
    """Turns all errors into SystemFailure: damaged files are no fault of the request."""
    try:
        yield
    except SystemFailure:
        raise
    except Error as failure:
        raise SystemFailure(str(failure)) from None


def _sync(descriptor: int) -> None:
    os.fsync(descriptor)


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def writer_when_free(
    folder: str, seconds: float, stopped: Callable[[], bool] = lambda: False
) -> SurfaceWriter:
    """Opens a library for writing. Waits up to ``seconds`` while another process writes to it."""
    until = time.monotonic() + seconds
    while True:
        try:
            return SurfaceWriter(folder)
        except SystemFailure as failure:
            if failure.errno != errno.EAGAIN or stopped() or time.monotonic() >= until:
                raise
        time.sleep(0.005)
