# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""How good is a list of matches, the best first, where it is known what should have been found?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _core
from .errors import BadUse


def normalised_gain(
    gains: Iterable[float], ideal: Iterable[float] | None = None, most: int | None = None
) -> float:
    """The normalised discounted cumulative gain (nDCG) of the first ``most`` of a list: 1 if the
    relevant ones stand in front, the most relevant first.

    ``gains`` tells how relevant each of the list is, ``ideal`` how relevant each thing is that
    could have been listed, in any order; where nobody says, there were none but the listed. A gain
    at rank r (from 1 on) counts by 1 / log2(r + 1). 1 where nothing is relevant.
    """
    listed = [float(gain) for gain in gains]
    possible = listed if ideal is None else [float(gain) for gain in ideal]
    count = max(len(listed), len(possible)) if most is None else most
    if count < 0:
        raise BadUse("most: must be 0 or more")
    return _core.normalised_gain(listed, possible, count)


def average_precision(hits: Iterable[bool], relevant: int) -> float:
    """The mean of the precisions at those ranks where the list has a hit, over all ``relevant``
    things, listed or not. 1 where nothing is relevant."""
    listed = [bool(hit) for hit in hits]
    if relevant < sum(listed):
        raise BadUse("relevant: must be as many as there are hits, or more")
    return _core.average_precision(listed, relevant)


@dataclass(frozen=True)
class Hits:
    """What of a list is right, and what of the truth was found."""

    #: How many are.
    hits: int
    #: How many the list has.
    listed: int
    #: How many the truth has.
    relevant: int
    #: Whether each of the list is one.
    flags: tuple[bool, ...]

    @property
    def precision(self) -> float:
        """What part of the list is right; 1 where nothing is listed."""
        return self.hits / self.listed if self.listed else 1.0

    @property
    def recall(self) -> float:
        """What part of the truth was found; 1 where nothing is relevant."""
        return self.hits / self.relevant if self.relevant else 1.0

    @property
    def average_precision(self) -> float:
        """`average_precision` of this list."""
        return average_precision(self.flags, self.relevant)


def count_hits(found: Iterable[Any], truth: Iterable[Any], apart: int) -> Hits:
    """Counts hits one to one: each of the list, the best first, takes the nearest place of the
    truth that is not taken yet and begins at most ``apart`` samples from it. Places are matches of
    `espy.signal`, or numbers of samples.

    >>> hits = espy.ranking.count_hits(espy.signal(beat, day, top=20), beats, apart=10)
    >>> hits.precision, hits.recall
    """
    listed = [int(getattr(place, "start", place)) for place in found]
    right = [int(getattr(place, "start", place)) for place in truth]
    if apart < 0:
        raise BadUse("apart: must be 0 or more")
    count, flags = _core.count_hits(listed, right, apart)
    return Hits(count, len(listed), len(right), tuple(flags))
