# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""API keys, in ``keys.json`` of the data folder. Only SHA-256 hashes are stored. A key is 32 random
bytes and cannot be guessed, so it needs no slow hash, as passwords do."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from ..errors import BadUse, SystemFailure
from .folder import locked, system_errors, write_whole

#: Each role includes those before it.
ROLES = ("search", "write", "admin")
_BEGIN = "espy_"
#: Seconds between two looks at the file.
_LOOK = 0.5


class Key(NamedTuple):
    """An API key. ``hash`` is its SHA-256; the key itself is not kept."""

    hash: str
    name: str
    role: str
    #: Requests and lines per minute; 0: any number.
    per_minute: int = 0


def made(name: str, role: str, per_minute: int = 0) -> tuple[str, Key]:
    """A new key, and what is stored of it. The key cannot be recovered."""
    if role not in ROLES:
        raise BadUse(f"role: must be one of {', '.join(ROLES)}, not {role!r}")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", name):
        raise BadUse(f"{name!r}: a key's name must consist of letters, digits, ., _ and -")
    if per_minute < 0:
        raise BadUse("--per-minute: must not be negative")
    secret = _BEGIN + secrets.token_urlsafe(32)
    return secret, Key(_hash(secret), name, role, per_minute)


def _read(fields: Any) -> Key:
    key = Key(*fields)
    if not all(isinstance(text, str) for text in key[:3]) or not isinstance(key.per_minute, int):
        raise TypeError(f"{fields} is no key")
    ROLES.index(key.role)
    return key


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """The keys of a folder. Changes are seen by all processes within a second."""

    def __init__(self, folder: str, gateways: int = 1) -> None:
        self._file = os.path.join(folder, "keys.json")
        self._gateways = gateways
        self._known: dict[str, Key] = {}
        self._seen: object = None
        self._looked = float("-inf")
        #: Name -> the requests that it has left, and when that was.
        self._left: dict[str, tuple[float, float]] = {}

    def all(self) -> list[Key]:
        """All keys, by name."""
        self.look()
        return sorted(self._known.values(), key=lambda key: key.name)

    def is_stale(self) -> bool:
        """Is it time for `look`?"""
        return time.monotonic() - self._looked > _LOOK

    def look(self) -> None:
        """Reads the file if it has changed. May block, on a network folder."""
        try:
            with system_errors(self._file):
                status = os.stat(self._file)
                seen = (status.st_ino, status.st_mtime_ns, status.st_size)
                if seen != self._seen:
                    with open(self._file, encoding="utf-8") as file:
                        keys = [_read(fields) for fields in json.load(file)]
                    self._known = {key.hash: key for key in keys}
                    self._seen = seen
        except FileNotFoundError:
            self._known, self._seen = {}, None
        except (ValueError, TypeError) as wrong:
            raise SystemFailure(f"{self._file}: is not a list of keys: {wrong}") from None
        self._looked = time.monotonic()

    def of(self, secret: str) -> Key | None:
        """The key with this secret, or None."""
        if self.is_stale():
            self.look()
        # By its hash, which is compared with all, so that the time reveals nothing about a key.
        given, found = _hash(secret).encode(), None
        for key in self._known.values():
            if hmac.compare_digest(given, key.hash.encode()):
                found = key
        return found

    def wait(self, key: Key) -> float:
        """Takes one request from what the key may do in a minute. Returns 0, or the seconds until
        it may do one more. Each gateway grants its share."""
        if not key.per_minute:
            return 0.0
        most = max(1.0, key.per_minute / self._gateways)
        now = time.monotonic()
        left, then = self._left.get(key.name, (most, now))
        left = min(most, left + (now - then) * most / 60)
        granted = left >= 1
        self._left[key.name] = (left - granted, now)
        return 0.0 if granted else (1 - left) * 60 / most

    def add(self, key: Key) -> None:
        """Stores a key. Raises BadUse if there is one of this name."""

        def added(keys: list[Key]) -> list[Key]:
            if any(each.name == key.name for each in keys):
                raise BadUse(f"{key.name}: this key already exists")
            return [*keys, key]

        self._change(added)

    def remove(self, name: str) -> None:
        """Deletes a key. Raises BadUse if there is none of this name."""

        def removed(keys: list[Key]) -> list[Key]:
            kept = [key for key in keys if key.name != name]
            if len(kept) == len(keys):
                raise BadUse(f"{name}: there is no such key")
            return kept

        self._change(removed)

    def _change(self, change: Callable[[list[Key]], list[Key]]) -> None:
        with system_errors(self._file):
            with locked(os.path.join(os.path.dirname(self._file), "keys.lock")):
                self._seen = None
                # Readable by the owner only.
                write_whole(self._file, json.dumps(change(self.all())), 0o600)
        self.look()


def allows(role: str, needed: str) -> bool:
    """Does this role include that one?"""
    return ROLES.index(role) >= ROLES.index(needed)
