# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Facts about a service, its metrics, and whether it is ready."""

from __future__ import annotations

from typing import Any

from .ledger import Entry, Ledger
from .metrics import Metrics, exposition
from .slots import share_of
from .view import View


class Report:
    """Reports on the whole service, from a gateway's view."""

    def __init__(self, ledger: Ledger, view: View, replicas: int) -> None:
        self._ledger = ledger
        self._view = view
        self._replicas = replicas

    def facts(self, library: str, entry: Entry) -> dict[str, Any]:
        """Facts about a library."""
        references = self._view.references(library, entry)
        return {
            "name": library,
            "references": sum(references.values()),
            "parts": entry.parts,
            "coverage": share_of(references, entry.parts),
            "features": entry.features,
            "longest_side": entry.longest_side,
            "min_features": entry.min_features,
        }

    def stats(self) -> dict[str, Any]:
        """Facts about the service."""
        placement = self._view.placement
        live = self._view.live()
        behind = self._view.last_change()
        shards = [
            {
                "name": name,
                **{
                    key: facts[key]
                    for key in ("group", "node", "pid", "change", "loading", "failed")
                },
                "behind": behind - facts["change"],
                "parts": sum(len(parts) for parts in facts["parts"].values()),
                "references": sum(sum(parts.values()) for parts in facts["parts"].values()),
            }
            for name, facts in sorted(live.items())
            if facts["role"] == "shard"
        ]
        gateways = [
            {"name": name, "node": facts["node"], "pid": facts["pid"]}
            for name, facts in sorted(live.items())
            if facts["role"] == "gateway"
        ]
        return {
            "libraries": [self.facts(name, entry) for name, entry in placement.libraries.items()],
            "groups": placement.groups,
            "replicas": self._replicas,
            "shards": shards,
            "gateways": gateways,
            "ledger": self._view.away or "answers",
        }

    def ready(self) -> list[str]:
        """Reasons why the service is not ready; empty if it is."""
        why = []
        if self._view.away is not None:
            why.append(f"the ledger is unavailable: {self._view.away}")
        if not self._view.shards():
            why.append("no shard is running")
        for name, entry in self._view.placement.libraries.items():
            facts = self.facts(name, entry)
            if facts["coverage"] < 1:
                why.append(f"{name}: {100 * facts['coverage']:.0f} % of it is searched")
        return why

    def exposition(self) -> str:
        """The metrics of all live processes, as text for Prometheus."""
        own = Metrics()
        for name, entry in self._view.placement.libraries.items():
            facts = self.facts(name, entry)
            own.set("espy_coverage", facts["coverage"], library=name)
            own.set("espy_references", facts["references"], library=name)
        own.set("espy_shards", len(self._view.shards()))
        last = self._view.last_change()
        sources: list[tuple[dict[str, str], list[Any]]] = [({}, own.values())]
        figures = self._ledger.figures()
        for name, facts in sorted(self._view.live().items()):
            labels = {"process": name}
            sources.append((labels, figures.get(name, [])))
            if facts["role"] == "shard":
                behind = Metrics()
                behind.set("espy_behind_changes", last - facts["change"], group=facts["group"])
                sources.append((labels, behind.values()))
        return exposition(sources)
