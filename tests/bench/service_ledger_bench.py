#!/usr/bin/env python3
# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""service_ledger_bench.py [--ids N ...] [--json FILE]: measures Redis' memory per id of the service's ledger (ids of 20
bytes, one version each), and bytes of its log per write, in batches of 1,000 and one by one. Starts a redis-server of its
own in a folder of its own. Needs the module `espy`, the client `redis` and the command `redis-server`.

The ids of a slot share a hash, whose size depends only on their number. So for large numbers of ids only those of the
first slots are written."""

import argparse
import contextlib
import json
import platform
import socket
import subprocess
import tempfile
import time

import redis

from espy.service.ledger import Version
from espy.service.ledger_redis import RedisLedger
from espy.service.slots import SLOTS, slot_of

#: Maximum of ids that are written.
MOST = 1_100_000
TOGETHER = 1000


@contextlib.contextmanager
def server(listpack):
    """A Redis server for the duration of the context."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        options = {"port": port, "bind": "127.0.0.1", "dir": folder, "appendonly": "yes", "appendfsync": "no",
                   "save": "", "auto-aof-rewrite-percentage": 0, "hash-max-listpack-entries": listpack}
        command = ["redis-server"] + [word for name, value in options.items() for word in (f"--{name}", str(value))]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        db = redis.Redis(port=port)
        try:
            for _ in range(100):
                with contextlib.suppress(redis.ConnectionError):
                    db.ping()
                    break
                time.sleep(0.1)
            yield db, f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
            process.wait()


def ids_of(slots, count):
    """Yields `count` ids that belong to the first `slots` slots."""
    number = 0
    while count:
        id = f"{number:020}"
        number += 1
        if slot_of(id) < slots:
            count -= 1
            yield id


def measured(ids, listpack):
    slots = SLOTS
    while ids * slots // SLOTS > MOST:
        slots //= 2
    with server(listpack) as (db, url):
        ledger = RedisLedger(url)
        ledger.record("bricks", "0123456789ab", 0, {"one": Version(1, False)})
        before = db.info("memory")["used_memory"]
        some = {}
        written = ids * slots // SLOTS
        for id in ids_of(slots, written):
            some[id] = Version(1, False)
            if len(some) == TOGETHER:
                ledger.record("bricks", "0123456789ab", 0, some)
                some = {}
        if some:
            ledger.record("bricks", "0123456789ab", 0, some)
        taken = db.info("memory")["used_memory"] - before - db.memory_usage("espy:changes")
        log = db.info("persistence")["aof_current_size"]
        hashed = db.object("encoding", f"espy:versions:0123456789ab:{slots // 2}").decode()
    return {"ids": ids, "hash_max_listpack_entries": listpack, "slots_written": slots, "ids_written": written,
            "encoding": hashed, "memory_bytes_an_id": round(taken / written, 1), "log_bytes_an_id": round(log / written, 1)}


def singly(count=10_000):
    """Bytes of the log per id when each is written alone."""
    with server(512) as (db, url):
        ledger = RedisLedger(url)
        before = db.info("persistence")["aof_current_size"]
        for id in ids_of(SLOTS, count):
            ledger.record("bricks", "0123456789ab", 0, {id: Version(1, False)})
        log = db.info("persistence")["aof_current_size"] - before
    return {"written_singly": count, "log_bytes_an_id": round(log / count, 1)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ids", type=int, nargs="+", default=[10**5, 10**6, 10**7, 10**8])
    parser.add_argument("--json")
    given = parser.parse_args()
    rows = []
    for ids in given.ids:
        for listpack in (512, 1024) if ids >= 10**7 else (512,):
            rows.append(measured(ids, listpack))
            print(rows[-1], flush=True)
    rows.append(singly())
    print(rows[-1], flush=True)
    with server(512) as (db, _):
        version = db.info("server")["redis_version"]
    report = {"benchmark": "service ledger", "redis": version, "machine": platform.machine(), "rows": rows}
    if given.json:
        with open(given.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
