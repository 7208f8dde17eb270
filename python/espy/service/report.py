# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Facts about a service, its metrics, and whether it is ready: from the shards themselves."""

from __future__ import annotations

from typing import Any

from ..errors import Error
from .folder import Entry
from .gateway import Gateway
from .metrics import Metrics, exposition
from .slots import share_of

#: Seconds that facts about one library wait for parts that are being loaded.
SOON = 1.0


class Report:
    """Reports on the whole service, for a gateway."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def facts(self, entry: Entry) -> dict[str, Any]:
        """Facts about a library."""
        return (await self._facts([entry], SOON))[0]

    async def all_facts(self) -> list[dict[str, Any]]:
        """The same for all libraries."""
        return await self._facts(list(self._gateway.libraries.entries().values()), 0)

    async def _facts(self, entries: list[Entry], seconds: float) -> list[dict[str, Any]]:
        opened = await self._gateway.opened(entries, seconds)
        return [
            {
                "name": entry.name,
                "references": sum(state.references for state in parts.values()),
                "coverage": share_of(parts, entry.parts),
                **entry.made._asdict(),
            }
            for entry, parts in zip(entries, opened)
        ]

    async def stats(self) -> dict[str, Any]:
        """Facts about the service."""
        states, _ = await self._gateway.shards.everyone("state")
        _, gateways = await self._gateway.shards.everyone("facts")
        shards = [
            {
                **state._asdict(),
                "parts": sum(len(parts) for parts in state.parts.values()),
                "references": sum(part.references for of in state.parts.values() for part in of),
            }
            for state in sorted(states)
        ]
        own = self._gateway.facts()
        others = [each for each in gateways if each["name"] != own["name"]]
        return {
            "libraries": await self.all_facts(),
            "groups": list(range(self._gateway.settings.groups)),
            "replicas": self._gateway.settings.replicas,
            "shards": shards,
            "gateways": sorted([own, *others], key=lambda each: each["name"]),
        }

    async def ready(self) -> list[str]:
        """Reasons why the service is not ready; empty if it is."""
        try:
            damaged = self._gateway.libraries.damaged()
            return [f"{name} is not served: {why}" for name, why in damaged.items()] + [
                f"{facts['name']}: {100 * facts['coverage']:.0f} % of it is searched"
                for facts in await self.all_facts()
                if facts["coverage"] < 1
            ]
        except Error as failure:
            return [str(failure)]

    async def exposition(self) -> str:
        """The metrics of all live processes, as text for Prometheus."""
        own = Metrics()
        for facts in await self.all_facts():
            own.set("espy_coverage", facts["coverage"], library=facts["name"])
            own.set("espy_references", facts["references"], library=facts["name"])
        shards, gateways = await self._gateway.shards.everyone("figures")
        own.set("espy_shards", len(shards))
        processes = dict([*shards, *gateways, self._gateway.figures()])
        named = [({"process": name}, figures) for name, figures in sorted(processes.items())]
        return exposition([({}, own.values()), *named])
