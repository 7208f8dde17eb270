# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""The ledger of a service on many machines: Redis with a log of commands (``appendonly yes``).

All keys begin with a prefix, "espy:" by default. The ids of a library in one slot share a hash,
which Redis packs while it is small: an id then takes a third of the memory. docs/service.md has
figures, and the setting for larger hashes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from ..errors import BadUse, Unsupported
from .ledger import ANY, Change, Done, Key, Ledger, LedgerAway, LostRace, Placement, Version
from .slots import SLOTS, slot_of

#: Version of the layout. Others are refused.
FORM = "1"
#: Number of changes that are kept, about.
KEPT = 100_000
#: Seconds for which results of requests are kept: longer than any request waits.
DONE = 900
#: Seconds before a connection or a command times out.
PATIENCE = 5

# Versions, results of requests and the change, in one atomic script.
_RECORD = """
for i = 2, #KEYS do redis.call('HSET', KEYS[i], ARGV[2 * i], ARGV[2 * i + 1]) end
local number = redis.call('HINCRBY', KEYS[1] .. 'state', 'changes', 1)
for i = 2 * #KEYS + 3, #ARGV, 2 do
  redis.call('SET', KEYS[1] .. 'done:' .. ARGV[i], ARGV[i + 1] .. ' ' .. number,
             'EX', ARGV[2 * #KEYS + 2])
end
redis.call('XADD', KEYS[1] .. 'changes', 'MAXLEN', '~', ARGV[1], number .. '-0',
           'library', ARGV[2], 'part', ARGV[3])
return number
"""
_PLACE = """
local number = redis.call('HGET', KEYS[1], 'placement') or '0'
if number ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'placement', ARGV[1] + 1, 'told', ARGV[2], 'form', ARGV[3])
return 1
"""


class RedisLedger(Ledger):
    """A ledger at a URL such as redis://10.0.0.5:6379/0?prefix=bricks:"""

    def __init__(self, url: str) -> None:
        try:
            import redis
        except ImportError:
            raise Unsupported("a service with Redis needs its client: pip install redis") from None
        self._errors = redis.RedisError
        url, self._prefix = _without_prefix(url)
        self._shown = re.sub(r"//[^@/]*@", "//", url)
        try:
            # Any: the client's own return types are too wide to be of use.
            self._db: Any = redis.Redis.from_url(
                url,
                decode_responses=True,
                protocol=2,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                health_check_interval=10,
            )
        except ValueError as wrong:
            raise BadUse(f"{self._shown}: {wrong}") from None
        self._record = self._db.register_script(_RECORD)
        self._place = self._db.register_script(_PLACE)

    def _key(self, *names: object) -> str:
        return self._prefix + ":".join(map(str, names))

    @contextmanager
    def _ledger_errors(self) -> Iterator[None]:
        try:
            yield
        except self._errors as failure:
            why = str(failure).strip() or type(failure).__name__
            raise LedgerAway(f"{self._shown}: {why}") from None

    def versions(self, library: str, stamp: str, ids: Iterable[str]) -> dict[str, Version]:
        wanted = list(ids)
        with self._ledger_errors():
            pipe = self._db.pipeline(transaction=False)
            for id in wanted:
                pipe.hget(self._key("versions", stamp, slot_of(id)), id)
            found = pipe.execute()
        return {id: _version(text) for id, text in zip(wanted, found) if text is not None}

    def done(self, requests: Iterable[str]) -> dict[str, Done]:
        names = list(requests)
        if not names:
            return {}
        with self._ledger_errors():
            found = self._db.mget([self._key("done", name) for name in names])
        results = {name: list(map(int, text.split())) for name, text in zip(names, found) if text}
        return {name: Done(version, bool(was), at) for name, (version, was, at) in results.items()}

    def record(
        self,
        library: str,
        stamp: str,
        part: int,
        written: Mapping[str, Version],
        done: Mapping[str, tuple[int, bool]] = {},
    ) -> int:
        names = [self._key("versions", stamp, slot_of(id)) for id in written]
        arguments = [text for id, each in written.items() for text in (id, _version_text(each))]
        arguments.append(str(DONE))
        for name, (version, existed) in done.items():
            arguments += [name, f"{version} {existed:d}"]
        with self._ledger_errors():
            return int(self._record([self._prefix, *names], [KEPT, library, part, *arguments]))

    def changes(self, after: int, seconds: float) -> tuple[int, list[Change]]:
        with self._ledger_errors():
            wait = max(1, round(min(seconds, PATIENCE / 2) * 1000))
            reply = self._db.xread({self._key("changes"): f"{after}-0"}, count=1000, block=wait)
        if not reply:
            return after, []
        found = [
            Change(int(name.split("-")[0]), each["library"], int(each["part"]))
            for name, each in reply[0][1]
        ]
        if found[0].number > after + 1:
            found.insert(0, Change(found[0].number, *ANY))
        return found[-1].number, found

    def last_change(self) -> int:
        with self._ledger_errors():
            return int(self._db.hget(self._key("state"), "changes") or 0)

    def placement(self) -> Placement:
        with self._ledger_errors():
            fields = ["placement", "told", "form"]
            number, content, form = self._db.hmget(self._key("state"), fields)
        if form not in (None, FORM):
            raise LedgerAway(
                f"{self._shown}: has format {form}, of another version of Espy; this one reads"
                f" {FORM}"
            )
        return Placement.from_json(int(number), content) if content else Placement(0, [], {})

    def place(self, placement: Placement) -> Placement:
        with self._ledger_errors():
            arguments: list[Any] = [placement.number, placement.to_json(), FORM]
            done = self._place([self._key("state")], arguments)
        if not done:
            raise LostRace("another process has changed the placement")
        return placement._replace(number=placement.number + 1)

    def forget(self, library: str, stamp: str) -> None:
        with self._ledger_errors():
            for first in range(0, SLOTS, 1024):
                names = range(first, first + 1024)
                self._db.unlink(*(self._key("versions", stamp, slot) for slot in names))

    def export_versions(self, library: str, stamp: str) -> Iterator[tuple[str, Version]]:
        for first in range(0, SLOTS, 256):
            with self._ledger_errors():
                pipe = self._db.pipeline(transaction=False)
                for slot in range(first, first + 256):
                    pipe.hgetall(self._key("versions", stamp, slot))
                found = pipe.execute()
            for slot in found:
                for id, text in slot.items():
                    yield id, _version(text)

    def beat(self, name: str, facts: Mapping[str, Any], figures: list[Any]) -> None:
        with self._ledger_errors():
            pipe = self._db.pipeline(transaction=False)
            pipe.hset(self._key("beats"), name, json.dumps(facts))
            pipe.hset(self._key("figures"), name, json.dumps(figures))
            pipe.execute()

    def beats(self) -> dict[str, dict[str, Any]]:
        with self._ledger_errors():
            reply = self._db.hgetall(self._key("beats"))
        return {name: json.loads(facts) for name, facts in reply.items()}

    def figures(self) -> dict[str, list[Any]]:
        with self._ledger_errors():
            reply = self._db.hgetall(self._key("figures"))
        return {name: json.loads(figures) for name, figures in reply.items()}

    def drop_beat(self, name: str) -> None:
        with self._ledger_errors():
            pipe = self._db.pipeline(transaction=False)
            pipe.hdel(self._key("beats"), name)
            pipe.hdel(self._key("figures"), name)
            pipe.execute()

    def keep(self, name: str, text: str) -> None:
        with self._ledger_errors():
            self._db.hset(self._key("facts"), name, text)

    def kept(self, name: str) -> str | None:
        with self._ledger_errors():
            found: str | None = self._db.hget(self._key("facts"), name)
        return found

    def keys(self) -> list[Key]:
        with self._ledger_errors():
            reply = self._db.hgetall(self._key("keys"))
        return [Key(name=name, **json.loads(rest)) for name, rest in sorted(reply.items())]

    def add_key(self, key: Key) -> None:
        with self._ledger_errors():
            rest = json.dumps({"hash": key.hash, "role": key.role})
            self._db.hset(self._key("keys"), key.name, rest)

    def remove_key(self, name: str) -> bool:
        with self._ledger_errors():
            return bool(self._db.hdel(self._key("keys"), name))

    def close(self) -> None:
        self._db.close()


def _without_prefix(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    parameters = parse_qs(parts.query)
    prefix = parameters.pop("prefix", ["espy:"])[0]
    query = "&".join(f"{name}={value}" for name, values in parameters.items() for value in values)
    return urlunsplit(parts._replace(query=query)), prefix


def _version_text(version: Version) -> str:
    """A version as text, shorter than JSON: "17", or "-17" if the surface was removed."""
    return f"-{version.number}" if version.removed else str(version.number)


def _version(text: str) -> Version:
    return Version(abs(int(text)), text.startswith("-"))
