# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""API keys. Only hashes are kept: a key is 32 random bytes, so nobody finds one by trying, and a
plain SHA-256 is enough, which a password would not be safe with."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable

from ..errors import BadUse
from .ledger import Key, LedgerAway

#: Each may do what those before it may.
ROLES = ("search", "write", "admin")
_BEGIN = "espy_"


def made(name: str, role: str) -> tuple[str, Key]:
    """A new key, which nobody is told again, and what is kept of it."""
    if role not in ROLES:
        raise BadUse(f"role: must be one of {', '.join(ROLES)}, not {role!r}")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", name):
        raise BadUse(f"{name!r}: a key's name has letters, digits, ., _ and -")
    secret = _BEGIN + secrets.token_urlsafe(32)
    return secret, Key(_hash(secret), name, role)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Keys:
    """The keys, as the ledger had them a moment ago: whoever asks for one waits for nobody."""

    def __init__(self, read: Callable[[], list[Key]]) -> None:
        self._read = read
        self._known: dict[str, Key] | None = None

    def look(self) -> None:
        """Looks at them again."""
        self._known = {key.hash: key for key in self._read()}

    def of(self, secret: str) -> Key | None:
        """What is kept of this key; None where it is none."""
        known = self._known
        if known is None:
            raise LedgerAway("the keys could not be read yet")
        # Looked up by its hash: how long that takes says nothing of the key.
        return known.get(_hash(secret))


def allows(role: str, needed: str) -> bool:
    """May this role do what that one may?"""
    return ROLES.index(role) >= ROLES.index(needed)
