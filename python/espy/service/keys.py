# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""API keys. Only SHA-256 hashes are stored. A key is 32 random bytes and cannot be guessed, so it
needs no slow hash, as passwords do."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable

from ..errors import BadUse
from .ledger import Key, LedgerAway

#: Each role includes those before it.
ROLES = ("search", "write", "admin")
_BEGIN = "espy_"


def made(name: str, role: str) -> tuple[str, Key]:
    """A new key, and what is stored of it. The key cannot be recovered."""
    if role not in ROLES:
        raise BadUse(f"role: must be one of {', '.join(ROLES)}, not {role!r}")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", name):
        raise BadUse(f"{name!r}: a key's name must consist of letters, digits, ., _ and -")
    secret = _BEGIN + secrets.token_urlsafe(32)
    return secret, Key(_hash(secret), name, role)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """The keys, cached: a lookup does not access the ledger."""

    def __init__(self, read: Callable[[], list[Key]]) -> None:
        self._read = read
        self._known: dict[str, Key] | None = None

    def look(self) -> None:
        """Reads the keys from the ledger."""
        self._known = {key.hash: key for key in self._read()}

    def of(self, secret: str) -> Key | None:
        """The key with this secret, or None. Raises LedgerAway before the first `look`."""
        known = self._known
        if known is None:
            raise LedgerAway("the keys are not loaded yet")
        # By its hash, so the timing of the lookup reveals nothing about the secret.
        return known.get(_hash(secret))


def allows(role: str, needed: str) -> bool:
    """Does this role include that one?"""
    return ROLES.index(role) >= ROLES.index(needed)
