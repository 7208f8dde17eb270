# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Request and response models, also for the OpenAPI description."""

from __future__ import annotations

from typing import Annotated, List, Literal, Optional, Tuple

from pydantic import BaseModel, ConfigDict, Field

from .slots import MAX_PARTS

NAME = "^[a-z0-9][a-z0-9_-]{0,62}$"
Name = Annotated[str, Field(pattern=NAME)]
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


class ProblemDetails(BaseModel):
    """An error (RFC 9457)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    request: str


class Given(BaseModel):
    """A body of a request."""

    model_config = ConfigDict(extra="forbid")


class NewLibrary(Given):
    """How to make a library."""

    parts: int = Field(1, ge=1, le=MAX_PARTS, strict=True)
    features: int = Field(384, ge=8, le=8192, strict=True)
    longest_side: int = Field(1024, ge=64, le=8192, strict=True)
    min_features: int = Field(32, ge=1, le=8192, strict=True)


class Source(Given):
    """The snapshot to restore."""

    library: Name
    snapshot: Name


class NewName(Given):
    """The new name of a library."""

    name: Name


class Target(Given):
    """The library of an alias."""

    library: Name


class Alias(BaseModel):
    """A second name of a library."""

    name: Name
    library: Name


class Aliases(BaseModel):
    """All aliases."""

    aliases: List[Alias]


class LibraryFacts(BaseModel):
    """A library: its settings and how much of it is searched."""

    name: Name
    references: Count = Field(description="surfaces searched now")
    parts: int
    coverage: Share = Field(description="share of its slots that is searched now")
    features: int = Field(description="maximum number of features kept of each surface")
    longest_side: int
    min_features: int


class Libraries(BaseModel):
    """All libraries."""

    libraries: List[LibraryFacts]


class Dropped(BaseModel):
    """A library was removed."""

    name: Name
    removed: Literal[True]


class Write(BaseModel):
    """The result of a write."""

    id: str
    version: Count
    slot: Annotated[int, Field(ge=0, lt=16384)]
    applied: bool = Field(description="false if this version was already stored")
    existed: bool = Field(description="whether the id had a surface before")
    change: Count = Field(
        description="number of the part's commit; shards that have applied it search the new state"
    )
    searched: bool = Field(description="whether all shards have applied the change")


class Written(Write):
    """A surface was written."""

    written: Literal[True]


class Removed(Write):
    """A surface was removed."""

    removed: Literal[True]


class Reference(BaseModel):
    """A surface."""

    id: str
    name: str
    version: Count = Field(description="0 if it was not written by the service")
    features: int
    width: int
    height: int


class References(BaseModel):
    """A page of ids."""

    references: List[str]
    next: Optional[str] = Field(description="pass it as `after` for the next page; null at the end")


class Drawn(BaseModel):
    """A reference's features, for drawing."""

    width: int
    height: int
    points: List[Tuple[float, float, float, float]] = Field(
        description="x, y, diameter and angle in degrees of each feature"
    )


class Match(BaseModel):
    """A candidate."""

    id: str
    count: Count
    inliers: Count
    homography: Optional[Annotated[List[float], Field(min_length=9, max_length=9)]]
    reference: Optional[Drawn] = None
    pairs: Optional[List[Tuple[float, float, float, float, float]]] = Field(
        None, description="x and y in the photograph and in the reference, and 1 for inliers"
    )


class Size(BaseModel):
    """Of a photograph, in pixels."""

    width: int
    height: int


class Stage(BaseModel):
    """A stage of the search and its milliseconds."""

    stage: str
    ms: float


class Identified(BaseModel):
    """The answer to a search."""

    references: Count = Field(description="surfaces searched")
    matches: List[Match]
    known: bool
    id: Optional[str]
    margin: int
    coverage: Share = Field(description="the share of the library's slots that was searched")
    missing: List[str] = Field(description="why the rest was not searched")
    photo: Size
    timeline: List[Stage]
    request: str


class Snapshots(BaseModel):
    """Names of a library's snapshots."""

    snapshots: List[str]


class Snapshot(BaseModel):
    """A snapshot that was taken."""

    snapshot: Name
    bytes: Count


class ShardFacts(BaseModel):
    """A live shard."""

    name: str
    group: int
    node: str
    pid: int
    loading: Count
    failed: List[str]
    parts: Count
    references: Count


class GatewayFacts(BaseModel):
    """A live gateway."""

    name: str
    node: str
    pid: int


class Stats(BaseModel):
    """Live processes and the parts that they have open."""

    libraries: List[LibraryFacts]
    groups: List[int]
    replicas: int
    shards: List[ShardFacts]
    gateways: List[GatewayFacts]


class Healthy(BaseModel):
    """The gateway works."""

    healthy: Literal[True]


class Ready(BaseModel):
    """All libraries are searched completely."""

    ready: Literal[True]
