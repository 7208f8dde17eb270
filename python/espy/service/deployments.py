# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Gateways and shards as Ray Serve deployments. Serve places them, restarts those that die, and
routes requests to live ones."""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

from ray import serve
from ray.exceptions import RayError
from ray.serve.exceptions import RayServeException

from ..errors import BadUse
from . import running
from .api import api_of
from .middleware import is_loopback
from .gateway import TOGETHER, Gateway, ShardAnswers, Lost, Question, Writing, answered
from .settings import SHARD_APP, Settings
from .shard import Found, Search, Shard, Written

#: Seconds between two health checks, and their timeout.
HEALTH: dict[str, Any] = {"health_check_period_s": 2, "health_check_timeout_s": 5}
#: Seconds after a deadline in which a partial answer may still arrive.
GRACE = 0.25
#: Seconds that a replica has to finish its requests when it is stopped.
LEAVING: dict[str, Any] = {"graceful_shutdown_timeout_s": 15, "graceful_shutdown_wait_loop_s": 0.5}


class ShardActor:
    """One process with a shard."""

    def __init__(self, settings: dict[str, Any], group: int) -> None:
        kept = Settings(**settings)
        # Logs to Serve's log of this replica.
        logging.getLogger("espy.service").parent = logging.getLogger("ray.serve")
        running.announce(kept, exactly=False)
        self._shard = Shard(kept, group, kept.threads or max(1, round(kept.cpus)))
        self._working = ThreadPoolExecutor(64, "work")
        # Serve routes no calls here before this returns.
        self._shard.wait_loaded()

    async def _in_thread(self, work: Any, *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._working, work, *given)

    async def search(self, ask: Search) -> Found:
        """See `Shard`; likewise the methods below."""
        return await self._in_thread(self._shard.search, ask)

    async def write(self, *given: Any) -> Any:
        return await self._in_thread(self._shard.write, *given)

    async def surface(self, *given: Any) -> Any:
        return await self._in_thread(self._shard.surface, *given)

    def check_health(self) -> None:
        """Called by Serve."""
        self._shard.check()

    def __del__(self) -> None:
        self._shard.stop()


class ServeShards:
    """`gateway.Shards` by Serve's handles."""

    def __init__(self) -> None:
        self._handles: dict[int, Any] = {}

    async def call(self, group: int, method: str, *given: Any) -> Any:
        """See `gateway.Shards`."""
        handle = self._handles.get(group)
        if handle is None:
            app = SHARD_APP.format(group=group)
            handle = self._handles[group] = serve.get_deployment_handle("Shard", app)
        try:
            return await getattr(handle, method).remote(*given)
        except (RayError, RayServeException) as failure:
            cause = getattr(failure, "cause", None)
            if isinstance(cause, Exception) and not isinstance(cause, RayError):
                raise cause from None
            self._handles.pop(group, None)
            raise Lost(str(failure)) from None


class ServeGateway(Gateway):
    """A gateway that batches concurrent calls."""

    #: The gateway of this process.
    current: ClassVar[ServeGateway | None] = None

    async def query_shards(self, question: Question) -> ShardAnswers:
        left = max(0.0, question.until - time.monotonic()) + GRACE
        try:
            return answered(await asyncio.wait_for(self._query_in_batch(question), left))
        except asyncio.TimeoutError:
            return ShardAnswers([], 0.0, ["all parts: the search did not start in time"], left)

    @serve.batch(max_batch_size=TOGETHER, batch_wait_timeout_s=0, max_concurrent_batches=4)
    async def _query_in_batch(self, questions: list[Question]) -> list[Any]:
        return await self.query_shards_batch(questions)

    async def apply(self, writing: Writing) -> tuple[Written, int]:
        return answered(await self._apply_in_batch(writing))

    @serve.batch(max_batch_size=64, batch_wait_timeout_s=0, max_concurrent_batches=4)
    async def _apply_in_batch(self, writings: list[Writing]) -> list[Any]:
        return await self.apply_batch(writings)


def _app() -> Any:
    """The ASGI app of this process's gateway."""
    assert ServeGateway.current is not None
    return api_of(ServeGateway.current)


@serve.ingress(_app)
class GatewayActor:
    """One process with a gateway."""

    def __init__(self, settings: dict[str, Any]) -> None:
        kept = Settings(**settings)
        running.announce(kept, exactly=True)
        self._gateway = ServeGateway(kept, ServeShards())
        ServeGateway.current = self._gateway
        # Logs to Serve's log of this replica.
        logging.getLogger("espy.service").parent = logging.getLogger("ray.serve")

    def check_health(self) -> None:
        """Called by Serve."""
        if not self._gateway.view.alive:
            raise RuntimeError("the gateway no longer tracks its shards")

    def __del__(self) -> None:
        self._gateway.stop()


_SHARD: Any = serve.deployment(name="Shard", max_ongoing_requests=64, **HEALTH, **LEAVING)(
    ShardActor
)
_GATEWAY: Any = serve.deployment(name="Gateway", max_ongoing_requests=1000, **HEALTH, **LEAVING)(
    GatewayActor
)


def shard_app(settings: Settings, group: int, stamp: str = "") -> Any:
    """The Serve application of one group of shards."""
    return _SHARD.options(
        num_replicas=settings.replicas,
        ray_actor_options=_needs(settings.cpus, settings.gpus, stamp),
    ).bind(settings._asdict(), group)


def gateway_app(settings: Settings, stamp: str = "") -> Any:
    """The Serve application of the gateways."""
    return _GATEWAY.options(
        num_replicas=settings.gateways, ray_actor_options=_needs(0, 0, stamp)
    ).bind(settings._asdict())


def _needs(cpus: float, gpus: float, stamp: str) -> dict[str, Any]:
    # A new stamp changes the environment, upon which Serve replaces the replicas one by one.
    environment = {"env_vars": {"ESPY_SERVICE_STAMP": stamp}} if stamp else {}
    return {"num_cpus": cpus, "num_gpus": gpus, "runtime_env": environment}


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
