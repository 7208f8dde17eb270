# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Starting, changing and ending a service."""

from __future__ import annotations

import atexit
import json
import logging
import os
import secrets
import shutil
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .. import __version__
from ..errors import BadUse, Error, SystemFailure, Unsupported
from .folder import DataFolder
from .ledger import Entry, Ledger, LedgerAway, Placement, open_ledger
from .libraries import replanned
from .presence import Presence
from .problems import is_full
from .settings import GATEWAY_APP, SHARD_APP, Settings

#: Defaults for Ray: no usage statistics; replicas run user code and router in one thread and talk
#: by gRPC, which saves some milliseconds per request.
_RAY = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_SERVE_RUN_USER_CODE_IN_SEPARATE_THREAD": "0",
    "RAY_SERVE_RUN_ROUTER_IN_SEPARATE_LOOP": "0",
    "RAY_SERVE_USE_GRPC_BY_DEFAULT": "1",
    "RAY_SERVE_LOG_TO_STDERR": "0",
    "RAY_SERVE_HTTP_PROXY_CALLBACK_IMPORT_PATH": "espy.service.proxy:middlewares",
}
#: The first version with token authentication (RAY_AUTH_MODE).
LEAST_RAY = (2, 52)
#: Seconds that Ray's processes may take to end.
LEAVING = 10
#: Seconds that parts may take to load.
PATIENCE = 600


def connect(address: str | None, cpus: float) -> Any:
    """Connects to the Ray cluster at this address, or starts one on this machine that ends with
    this process. Returns ``ray.serve``."""
    for name, value in {**_RAY, **(_ray_alone() if address is None else {})}.items():
        os.environ.setdefault(name, value)
    try:
        import ray
        from ray import serve
    except ImportError:
        raise Unsupported("a service needs Ray Serve: pip install 'ray[serve]'") from None
    if tuple(map(int, ray.__version__.split(".")[:2])) < LEAST_RAY:
        least = ".".join(map(str, LEAST_RAY))
        raise Unsupported(f"Ray {ray.__version__}: a service needs {least} or later")
    if not ray.is_initialized():
        try:
            if address is None:
                ray.init(
                    address="local",
                    num_cpus=max(1, round(cpus)),
                    include_dashboard=False,
                    logging_level=logging.ERROR,
                    log_to_driver=False,
                    _temp_dir=_own_folder(),
                )
            else:
                ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False)
        except Exception as failure:
            why = (str(failure).strip() or type(failure).__name__).splitlines()[0]
            raise SystemFailure(f"{address or 'this machine'}: Ray did not start: {why}") from None
    logging.getLogger("ray.serve").setLevel(logging.WARNING)
    return serve


def _own_folder() -> str:
    """Makes a folder for Ray's logs and sockets, removed when this process ends."""
    folder = tempfile.mkdtemp(prefix="espy-")
    atexit.register(_leave, folder)
    return folder


def _leave(folder: str) -> None:
    """Ends Ray and removes its folder, to which its processes write until they have ended."""
    import ray

    ray.shutdown()
    until = time.monotonic() + LEAVING
    while os.path.exists(folder) and time.monotonic() < until:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.05)


def _ray_alone() -> dict[str, str]:
    """Settings of Ray on a single machine. Access to Ray is access to code execution, so it listens
    on loopback only and requires a random token."""
    return {
        # Despite its name: makes Ray listen on loopback only.
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }


def begin(settings: Settings, groups: int, every_node: bool) -> None:
    """Starts the service, or applies these settings and this number of groups to a running one."""
    from ray import serve

    from .deployments import gateway_app

    ledger = open_ledger(settings.redis, settings.folder)
    folder = DataFolder(settings.folder)
    folder.remove_abandoned()
    adopt(ledger, folder, groups)
    keep_settings(settings, groups, ledger, folder)
    settings = settings._replace(groups=0)
    serve.start(
        http_options={
            "host": settings.host,
            "port": settings.port,
            "location": "EveryNode" if every_node else "HeadOnly",
            # None: bodies have a limit of their own (Settings.body_seconds).
            "request_timeout_s": None,
            "keep_alive_timeout_s": 65,
        }
    )
    with recorded(settings, ledger) as unchanged:
        keep = running_apps() if unchanged else set()
        regroup(settings, ledger, groups, keep)
        if GATEWAY_APP not in keep:
            serve.run(gateway_app(settings), name=GATEWAY_APP, route_prefix="/")
    ledger.close()


@contextmanager
def recorded(settings: Settings, ledger: Ledger) -> Iterator[bool]:
    """Records in the ledger which settings and version of Espy all processes have. Yields whether
    they have these already: `serve.run` replaces every replica, even of an unchanged application.
    """
    if settings.redis is None:
        # One machine: its processes end with the service, so nothing is running yet.
        yield False
        return
    wanted = json.dumps({**settings._asdict(), "redis": None, "espy": __version__})
    if ledger.kept("running") == wanted:
        yield True
        return
    # If this is interrupted, some processes have the earlier settings.
    ledger.keep("running", "")
    yield False
    ledger.keep("running", wanted)


def keep_settings(settings: Settings, groups: int, ledger: Ledger, folder: DataFolder) -> None:
    """Stores the settings for the next start. A full disk is only logged."""
    # Without redis: the URL may contain a password.
    text = json.dumps({**settings._asdict(), "groups": groups, "redis": None})
    with suppress(SystemFailure):
        folder.reserve_space()
    try:
        if text != ledger.kept("settings"):
            ledger.keep("settings", text)
    except SystemFailure as failure:
        if not is_full(failure):
            raise
        logging.getLogger("espy.service").warning("the settings were not saved: %s", failure)


def opened(redis: str | None, folder: str) -> Ledger:
    """Opens the ledger and reads from it; uses the disk reserve if the disk is full."""
    ledger = open_ledger(redis, folder)
    try:
        ledger.kept("settings")
    except LedgerAway:
        if redis is not None:
            raise
        # SQLite creates files beside its own. Without disk space for them its errors are not
        # specific, so try with the reserve freed.
        with DataFolder(folder).using_reserve():
            ledger.kept("settings")
    return ledger


def adopt(ledger: Ledger, folder: DataFolder, groups: int) -> None:
    """Sets the first groups, and adds libraries that are in the folder but not in the ledger."""
    found = folder.found()

    def change(before: Placement) -> Placement | None:
        new = {
            name: Entry.new(folder.making(name, parts), folder.stamp(name))
            for name, parts in found.items()
            if name not in before.libraries
        }
        if not new and before.groups:
            return None
        grouped = before._replace(groups=before.groups or list(range(groups)))
        return replanned(grouped, {**before.libraries, **new})

    ledger.changed(change)


def announce(settings: Settings, exactly: bool) -> None:
    """The first steps of `begin`, for a service that a Serve configuration starts. Only gateways
    pass ``exactly``, which also sets the groups: a shard of an earlier configuration that is
    replaced late must not set the number of groups back."""
    if not settings.groups:
        return
    ledger = open_ledger(settings.redis, settings.folder)
    if settings.redis is not None:
        ledger.keep("running", "")  # the command must not take these processes for its own
    adopt(ledger, DataFolder(settings.folder), settings.groups)
    wanted = list(range(settings.groups))

    def change(before: Placement) -> Placement | None:
        if before.groups == wanted:
            return None
        return replanned(before._replace(groups=wanted), before.libraries)

    if exactly:
        ledger.changed(change)
    ledger.close()


def regroup(settings: Settings, ledger: Ledger, groups: int, keep: set[str]) -> None:
    """Sets the number of groups. New groups load parts before their former owners close them, so
    each part is searched at all times. Applications named in ``keep`` are left as they are."""
    from ray import serve

    from .deployments import shard_app

    if groups < 1:
        raise BadUse("shards: must be 1 or more")
    wanted = list(range(groups))
    for group in wanted:
        app = SHARD_APP.format(group=group)
        if app not in keep:
            serve.run(shard_app(settings, group), name=app, route_prefix=None)
    ledger.changed(lambda before: replanned(before._replace(groups=wanted), before.libraries))
    wait_loaded(ledger)
    for name in running_shards():
        if name not in {SHARD_APP.format(group=group) for group in wanted}:
            serve.delete(name)


def running_apps() -> set[str]:
    """Names of Serve applications whose replicas all run."""
    from ray import serve

    apps = serve.status().applications
    return {name for name, app in apps.items() if app.status == "RUNNING"}


def running_shards() -> list[str]:
    """Names of Serve applications that are shards."""
    from ray import serve

    begin = SHARD_APP.split("{", maxsplit=1)[0]
    return [name for name in serve.status().applications if name.startswith(begin)]


def wait_loaded(ledger: Ledger, seconds: float = PATIENCE) -> None:
    """Waits until the owner of each part has it open. Raises SystemFailure after ``seconds``."""
    presence = Presence()
    until = time.monotonic() + seconds
    while True:
        placement = ledger.placement()
        presence.update(ledger.beats())
        waiting = [
            f"part {part} of {name}"
            for name, entry in placement.libraries.items()
            for part, owner in enumerate(entry.owners)
            if owner not in presence.holders(name, entry.stamp, part)
        ]
        if not waiting:
            return
        if time.monotonic() > until:
            raise SystemFailure(f"{waiting[0]} was not loaded within {seconds:.0f} seconds")
        time.sleep(0.1)


def restart(settings: Settings, ledger: Ledger) -> None:
    """Replaces all processes, one group at a time, and within a group one replica at a time: with
    two replicas each group stays searchable."""
    from ray import serve

    from .deployments import gateway_app, shard_app

    stamp = uuid.uuid4().hex[:12]
    # 0: a restart leaves the number of groups alone.
    settings = settings._replace(groups=0)
    begin = SHARD_APP.split("{", maxsplit=1)[0]
    with recorded(settings, ledger):
        for name in sorted(running_shards()):
            app = shard_app(settings, int(name[len(begin) :]), stamp)
            serve.run(app, name=name, route_prefix=None)
        serve.run(gateway_app(settings, stamp), name=GATEWAY_APP, route_prefix="/")


def end(alone: bool) -> None:
    """Ends the service after pending requests. Data is kept. Without ``alone`` ends Serve, too."""
    from ray import serve

    with suppress(Error):
        serve.delete(GATEWAY_APP)
    if not alone:
        serve.shutdown()
