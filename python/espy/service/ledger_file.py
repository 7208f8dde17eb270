# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The ledger of a service on one machine: two SQLite files."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .ledger import ANY, Change, Done, Key, Ledger, LedgerAway, LostRace, Placement, Version

#: Version of the files' schema. Others are refused.
FORM = 1
#: Number of changes that are kept.
KEPT = 10_000
#: Seconds between two polls for changes.
LOOK = 0.02
#: Maximum of ids in one query.
AT_ONCE = 500

_KEPT_TABLES = """
CREATE TABLE IF NOT EXISTS versions (
  stamp TEXT, id TEXT, number INTEGER, removed INTEGER, PRIMARY KEY (stamp, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes (
  number INTEGER PRIMARY KEY AUTOINCREMENT, library TEXT, part INTEGER);
CREATE TABLE IF NOT EXISTS done (
  request TEXT PRIMARY KEY, version INTEGER, existed INTEGER, change INTEGER) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS done_change ON done (change);
CREATE TABLE IF NOT EXISTS placement (one INTEGER PRIMARY KEY, number INTEGER, told TEXT);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, told TEXT);
CREATE TABLE IF NOT EXISTS keys (name TEXT PRIMARY KEY, hash TEXT, role TEXT);
"""
_BEATS = "CREATE TABLE IF NOT EXISTS beats (name TEXT PRIMARY KEY, told TEXT, figures TEXT);"


class FileLedger(Ledger):
    """The ledger in ``ledger.db``; heartbeats are in ``beats.db``, which may be lost."""

    def __init__(self, folder: str) -> None:
        self._kept = _File(os.path.join(folder, "ledger.db"), _KEPT_TABLES, durable=True)
        self._beats = _File(os.path.join(folder, "beats.db"), _BEATS, durable=False)

    def versions(self, library: str, stamp: str, ids: Iterable[str]) -> dict[str, Version]:
        found: dict[str, Version] = {}
        with self._kept.reading() as db:
            for marks, some in _in_chunks(ids):
                rows = db.execute(
                    f"SELECT id, number, removed FROM versions WHERE stamp = ? AND id IN ({marks})",
                    [stamp, *some],
                )
                found.update((id, Version(number, bool(gone))) for id, number, gone in rows)
        return found

    def done(self, requests: Iterable[str]) -> dict[str, Done]:
        found: dict[str, Done] = {}
        with self._kept.reading() as db:
            for marks, some in _in_chunks(requests):
                rows = db.execute(f"SELECT * FROM done WHERE request IN ({marks})", some)
                found.update((name, Done(number, bool(was), at)) for name, number, was, at in rows)
        return found

    def record(
        self,
        library: str,
        stamp: str,
        part: int,
        written: Mapping[str, Version],
        done: Mapping[str, tuple[int, bool]] = {},
    ) -> int:
        with self._kept.changed() as db:
            db.executemany(
                "INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?)",
                [(stamp, id, each.number, int(each.removed)) for id, each in written.items()],
            )
            added = db.execute("INSERT INTO changes (library, part) VALUES (?, ?)", [library, part])
            number = int(added.lastrowid or 0)
            db.executemany(
                "INSERT OR REPLACE INTO done VALUES (?, ?, ?, ?)",
                [(name, version, int(was), number) for name, (version, was) in done.items()],
            )
            db.execute("DELETE FROM changes WHERE number <= ?", [number - KEPT])
            db.execute("DELETE FROM done WHERE change <= ?", [number - KEPT])
        return number

    def changes(self, after: int, seconds: float) -> tuple[int, list[Change]]:
        until = time.monotonic() + seconds
        while True:
            found = self._changes(after)
            if found or time.monotonic() >= until:
                return (found[-1].number if found else after), found
            time.sleep(LOOK)

    def _changes(self, after: int) -> list[Change]:
        with self._kept.reading() as db:
            rows = db.execute(
                "SELECT number, library, part FROM changes WHERE number > ? ORDER BY number",
                [after],
            )
            found = [Change(*row) for row in rows]
        if found and found[0].number > after + 1:
            found.insert(0, Change(found[0].number, *ANY))
        return found

    def last_change(self) -> int:
        with self._kept.reading() as db:
            (number,) = db.execute("SELECT coalesce(max(number), 0) FROM changes").fetchone()
        return int(number)

    def placement(self) -> Placement:
        with self._kept.reading() as db:
            return _placement(db)

    def place(self, placement: Placement) -> Placement:
        with self._kept.changed() as db:
            if _placement(db).number != placement.number:
                raise LostRace("another process has changed the placement")
            after = placement._replace(number=placement.number + 1)
            db.execute(
                "INSERT OR REPLACE INTO placement VALUES (1, ?, ?)", [after.number, after.to_json()]
            )
        return after

    def forget(self, library: str, stamp: str) -> None:
        with self._kept.changed() as db:
            db.execute("DELETE FROM versions WHERE stamp = ?", [stamp])

    def export_versions(self, library: str, stamp: str) -> Iterator[tuple[str, Version]]:
        after = ""
        while True:
            with self._kept.reading() as db:
                rows = db.execute(
                    "SELECT id, number, removed FROM versions WHERE stamp = ? AND id > ?"
                    " ORDER BY id LIMIT 10000",
                    [stamp, after],
                ).fetchall()
            if not rows:
                return
            after = rows[-1][0]
            for id, number, gone in rows:
                yield id, Version(number, bool(gone))

    def beat(self, name: str, facts: Mapping[str, Any], figures: list[Any]) -> None:
        with self._beats.changed() as db:
            row = [name, json.dumps(facts), json.dumps(figures)]
            db.execute("INSERT OR REPLACE INTO beats VALUES (?, ?, ?)", row)

    def beats(self) -> dict[str, dict[str, Any]]:
        with self._beats.reading() as db:
            rows = db.execute("SELECT name, told FROM beats")
            return {name: json.loads(facts) for name, facts in rows}

    def figures(self) -> dict[str, list[Any]]:
        with self._beats.reading() as db:
            rows = db.execute("SELECT name, figures FROM beats")
            return {name: json.loads(values) for name, values in rows}

    def drop_beat(self, name: str) -> None:
        with self._beats.changed() as db:
            db.execute("DELETE FROM beats WHERE name = ?", [name])

    def keep(self, name: str, text: str) -> None:
        with self._kept.changed() as db:
            db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", [name, text])

    def kept(self, name: str) -> str | None:
        with self._kept.reading() as db:
            row = db.execute("SELECT told FROM facts WHERE name = ?", [name]).fetchone()
        return row[0] if row else None

    def keys(self) -> list[Key]:
        with self._kept.reading() as db:
            rows = db.execute("SELECT hash, name, role FROM keys ORDER BY name")
            return [Key(*row) for row in rows]

    def add_key(self, key: Key) -> None:
        with self._kept.changed() as db:
            db.execute(
                "INSERT OR REPLACE INTO keys VALUES (?, ?, ?)", [key.name, key.hash, key.role]
            )

    def remove_key(self, name: str) -> bool:
        with self._kept.changed() as db:
            return db.execute("DELETE FROM keys WHERE name = ?", [name]).rowcount > 0

    def close(self) -> None:
        self._kept.close()
        self._beats.close()


def _in_chunks(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yields chunks of names that fit into one query, with their placeholders."""
    listed = list(names)
    for first in range(0, len(listed), AT_ONCE):
        some = listed[first : first + AT_ONCE]
        yield ",".join("?" * len(some)), some


def _placement(db: sqlite3.Connection) -> Placement:
    row = db.execute("SELECT number, told FROM placement").fetchone()
    return Placement.from_json(*row) if row else Placement(0, [], {})


class _File:
    """A SQLite file, shared with other processes. Thread-safe."""

    def __init__(self, path: str, tables: str, durable: bool) -> None:
        self._path = path
        self._durable = durable
        self._lock = threading.Lock()
        self._db: sqlite3.Connection | None = None
        # Not created here: that would wait for another process that writes.
        self._tables = tables

    def _connected(self) -> sqlite3.Connection:
        if self._db is None:
            # Readable by the owner only: it has the hashes of keys.
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            db = sqlite3.connect(
                self._path, timeout=10, isolation_level=None, check_same_thread=False
            )
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(f"PRAGMA synchronous = {'FULL' if self._durable else 'OFF'}")
            (form,) = db.execute("PRAGMA user_version").fetchone()
            if form != FORM:
                self._renew(db, form)
            elif self._durable:
                # A newer Espy may have added tables; if all exist this writes nothing.
                db.executescript(self._tables)
            self._db = db
        return self._db

    def _renew(self, db: sqlite3.Connection, form: int) -> None:
        """Creates the tables in a new file, or anew in one that may be lost and has another
        schema version."""
        (known,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if known and self._durable:
            db.close()
            raise LedgerAway(
                f"{self._path}: has format {form}, of another version of Espy; this one reads"
                f" {FORM}"
            )
        if known:
            db.execute("DROP TABLE IF EXISTS beats")
        db.executescript(f"{self._tables} PRAGMA user_version = {FORM};")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for reading."""
        with self._lock, self._ledger_errors():
            yield self._connected()

    @contextmanager
    def changed(self) -> Iterator[sqlite3.Connection]:
        """A connection within a write transaction."""
        with self._lock, self._ledger_errors():
            db = self._connected()
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise

    @contextmanager
    def _ledger_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as failure:
            raise LedgerAway(f"{self._path}: {failure}") from None
        except OSError as failure:
            raise LedgerAway(f"{self._path}: {failure.strerror or failure}") from None

    def close(self) -> None:
        with self._lock:
            if self._db is not None:
                self._db.close()
                self._db = None
