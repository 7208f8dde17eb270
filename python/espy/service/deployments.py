# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Gateways and shards as Ray Serve deployments. Serve places them, restarts those that die, and
routes requests to live ones."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

from ray import serve
from ray.exceptions import RayError
from ray.serve.exceptions import RayServeException

from ..errors import BadUse
from .api import api_of
from .calls import Lost
from .gateway import Gateway
from .logs import JsonLines
from .settings import GATEWAY_APP, SHARD_APP, Settings, is_loopback
from .shard import Shard

#: Seconds between two health checks, and their timeout.
HEALTH: dict[str, Any] = {"health_check_period_s": 2, "health_check_timeout_s": 5}
#: Seconds that a replica has to finish its requests when it is stopped.
LEAVING: dict[str, Any] = {"graceful_shutdown_timeout_s": 15, "graceful_shutdown_wait_loop_s": 0.5}
#: Seconds that a process has to report on itself.
REPORT = 1.0


def _log_to_serve() -> None:
    """Logs to Serve's log of this replica."""
    logger = logging.getLogger("espy.service")
    logger.parent = logging.getLogger("ray.serve")
    for handler in logger.parent.handlers:
        handler.setFormatter(JsonLines())


class ShardActor:
    """One process with a shard."""

    def __init__(self, settings: dict[str, Any], group: int) -> None:
        kept = Settings(**settings)
        _log_to_serve()
        self._shard = Shard(kept, group, kept.threads or max(1, round(kept.cpus)))
        self._working = ThreadPoolExecutor(64, "work")
        # Serve routes no calls here before this returns.
        self._shard.wait_loaded()

    async def call(self, method: str, *given: Any) -> Any:
        """A method of `Shard`, in a thread."""
        work = getattr(self._shard, method)
        return await asyncio.get_running_loop().run_in_executor(self._working, work, *given)

    async def report(self, method: str) -> tuple[str, Any] | None:
        """Its name, and what a method of `Shard` returns."""
        return _reported(self._shard, method)

    async def ping(self) -> str:
        """See `Shard.ping`; not in a thread, which may be busy."""
        return self._shard.ping()

    def check_health(self) -> None:
        """Called by Serve."""
        self._shard.check()

    def __del__(self) -> None:
        self._shard.stop()


class ServeShards:
    """`calls.Shards` by Serve's handles."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._handles: dict[str, Any] = {}

    def _handle(self, app: str, name: str) -> Any:
        if app not in self._handles:
            self._handles[app] = serve.get_deployment_handle(name, app)
        return self._handles[app]

    async def call(self, group: int, method: str, *given: Any) -> Any:
        """See `calls.Shards`."""
        app = SHARD_APP.format(group=group)
        handle = self._handle(app, "Shard")
        try:
            if method == "ping":
                return await handle.ping.remote()
            return await handle.call.remote(method, *given)
        except (RayError, RayServeException) as failure:
            cause = getattr(failure, "cause", None)
            if isinstance(cause, Exception) and not isinstance(cause, RayError):
                raise cause from None
            self._handles.pop(app, None)
            raise Lost(str(failure)) from None

    async def everyone(self, method: str) -> tuple[list[Any], list[Any]]:
        """See `calls.Shards`. Serve chooses the replica of each call, so there are several."""
        shards: dict[str, Any] = {}
        gateways: dict[str, Any] = {}

        async def ask(found: dict[str, Any], app: str, name: str, replicas: int) -> None:
            for _ in range(3 if replicas > 1 else 1):
                calls = [self._report(app, name, method) for _ in range(2 * replicas - 1)]
                for answer in await asyncio.gather(*calls):
                    if answer is not None:
                        found[answer[0]] = answer[1]
                if len(found) >= replicas:
                    return

        async def of_group(group: int) -> None:
            found: dict[str, Any] = {}
            await ask(found, SHARD_APP.format(group=group), "Shard", self._settings.replicas)
            shards.update(found)

        await asyncio.gather(
            *(of_group(group) for group in range(self._settings.groups)),
            ask(gateways, GATEWAY_APP, "Gateway", self._settings.gateways),
        )
        return list(shards.values()), list(gateways.values())

    async def _report(self, app: str, name: str, method: str) -> tuple[str, Any] | None:
        """The name of a process, and what it returns; None if it does not answer, or has no such
        method."""
        try:
            call = self._handle(app, name).report.remote(method)
            return await asyncio.wait_for(call, REPORT)
        except (asyncio.TimeoutError, RayError, RayServeException):
            return None


def _reported(process: Shard | Gateway, method: str) -> tuple[str, Any] | None:
    work = getattr(process, method, None)
    return None if work is None else (process.name, work())


class _Process:
    #: The gateway of this process.
    gateway: ClassVar[Gateway | None] = None


def _app() -> Any:
    """The ASGI app of this process's gateway."""
    assert _Process.gateway is not None
    return api_of(_Process.gateway)


@serve.ingress(_app)
class GatewayActor:
    """One process with a gateway."""

    def __init__(self, settings: dict[str, Any]) -> None:
        kept = Settings(**settings)
        _log_to_serve()
        self._gateway = _Process.gateway = Gateway(kept, ServeShards(kept))

    async def report(self, method: str) -> tuple[str, Any] | None:
        """Its name, and what a method of `Gateway` returns."""
        return _reported(self._gateway, method)

    def __del__(self) -> None:
        self._gateway.stop()


_SHARD: Any = serve.deployment(name="Shard", max_ongoing_requests=64, **HEALTH, **LEAVING)(
    ShardActor
)
_GATEWAY: Any = serve.deployment(name="Gateway", max_ongoing_requests=1000, **HEALTH, **LEAVING)(
    GatewayActor
)


def shard_app(settings: Settings, group: int) -> Any:
    """The Serve application of one group of shards."""
    return _SHARD.options(
        num_replicas=settings.replicas,
        ray_actor_options={"num_cpus": settings.cpus, "num_gpus": settings.gpus},
    ).bind(settings._asdict(), group)


def gateway_app(settings: Settings) -> Any:
    """The Serve application of the gateways."""
    return _GATEWAY.options(
        num_replicas=settings.gateways, ray_actor_options={"num_cpus": 0}
    ).bind(settings._asdict())


def build(given: dict[str, Any]) -> Any:
    """The builder for a Serve configuration (``import_path: espy.service.deployments:build``).
    ``args`` are the fields of `Settings`, and ``group`` for an application of shards."""
    arguments = dict(given)
    group = arguments.pop("group", None)
    settings = Settings(**arguments)
    if not settings.keys and not is_loopback(settings.host):
        raise BadUse(
            f"{settings.host}: without keys, the service accepts requests only from this machine"
        )
    return gateway_app(settings) if group is None else shard_app(settings, int(group))
