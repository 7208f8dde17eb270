# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Starting, changing and ending a service whose processes run on Ray."""

from __future__ import annotations

import atexit
import logging
import os
import secrets
import shutil
import tempfile
import time
from contextlib import suppress
from typing import Any

from .._cluster_connection import check_answers
from ..errors import Error, SystemFailure, Unsupported
from .settings import GATEWAY_APP, SHARD_APP, Settings

#: Defaults for Ray: no usage statistics; replicas run user code and router in one thread and talk
#: by gRPC, which saves some milliseconds per request; a proxy may take longer to start than the 5
#: seconds after which Ray would replace it and the start fail: processors may be busy; one that dies
#: is replaced after 3 checks, which are 10 seconds apart by default.
_RAY = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_SERVE_RUN_USER_CODE_IN_SEPARATE_THREAD": "0",
    "RAY_SERVE_RUN_ROUTER_IN_SEPARATE_LOOP": "0",
    "RAY_SERVE_USE_GRPC_BY_DEFAULT": "1",
    "RAY_SERVE_LOG_TO_STDERR": "0",
    "RAY_SERVE_PROXY_READY_CHECK_TIMEOUT_S": "30",
    "RAY_SERVE_PROXY_HEALTH_CHECK_PERIOD_S": "2",
    "RAY_SERVE_HTTP_PROXY_CALLBACK_IMPORT_PATH": "espy.service.proxy:middlewares",
}
#: The first version with token authentication (RAY_AUTH_MODE).
LEAST_RAY = (2, 52)
#: Seconds that Ray's processes may take to end.
LEAVING = 10


def connect(address: str | None, cpus: float) -> Any:
    """Connects to the Ray cluster at this address, or starts one on this machine that ends with
    this process. Returns ``ray.serve``."""
    for name, value in {**_RAY, **(_ray_alone() if address is None else {})}.items():
        os.environ.setdefault(name, value)
    try:
        import ray
        from ray import serve
    except ImportError:
        raise Unsupported("several processes need Ray Serve: pip install 'ray[serve]'") from None
    if tuple(map(int, ray.__version__.split(".")[:2])) < LEAST_RAY:
        least = ".".join(map(str, LEAST_RAY))
        raise Unsupported(f"Ray {ray.__version__}: a service needs {least} or later")
    if not ray.is_initialized():
        if address is not None:
            check_answers(address)
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
        # The priority of the service in one process; by default Ray's workers have a lower one.
        "RAY_worker_niceness": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }


def begin(settings: Settings, every_node: bool) -> None:
    """Starts the service, all groups at once, or replaces the processes of a running one: those of
    one group after another, and within a group one replica after another. With another number of
    groups they first open the parts of both, until all gateways use the new one."""
    from ray import serve

    from .deployments import gateway_app, shard_app

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
    before = _running_groups()
    changed = settings._replace(groups_before=before if before != settings.groups else 0)
    apps = [
        serve.RunTarget(shard_app(changed, group), SHARD_APP.format(group=group), None)
        for group in range(settings.groups)
    ]
    for some in [apps[n : n + 1] for n in range(len(apps))] if before else [apps]:
        serve.run_many(some)
    serve.run(gateway_app(settings), name=GATEWAY_APP, route_prefix="/")
    for group in range(settings.groups, before):
        serve.delete(SHARD_APP.format(group=group))


def _running_groups() -> int:
    from ray import serve

    begin = SHARD_APP.split("{", maxsplit=1)[0]
    return sum(name.startswith(begin) for name in serve.status().applications)


def end(alone: bool) -> None:
    """Ends the service after pending requests. Data is kept. Without ``alone`` ends Serve, too."""
    from ray import serve

    with suppress(Error):
        serve.delete(GATEWAY_APP)
    if not alone:
        serve.shutdown()
