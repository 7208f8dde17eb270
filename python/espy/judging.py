# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Learned filters of false matches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._core import Cancel, Match
from ._arguments import Path, Picture, match_bytes, needles, pixels
from .pictures import Scene


class HeldOut(NamedTuple):
    """How well a ranking separates true from false matches that were held out of learning."""

    #: Area under the ROC curve (AUC): 0.5 is chance, 1 is perfect.
    ranking: float
    #: Share of the false matches that are kept if all true ones are.
    false_kept: float


class Judge:
    """A filter for the matches of one needle. Made by `learn` or `load`.

    >>> judge = espy.Judge.load("face.esj", "face.png")
    >>> finding = espy.find("face.png", photo, method="zncc", min_score=0.7, judge=judge)
    """

    __slots__ = ("_judge", "_needle")

    def __init__(self, judge: _core.JudgeOf, needle: list[Any]) -> None:
        self._judge = judge
        self._needle = needle

    @staticmethod
    def load(path: Path, needle: Picture, *, mask: Picture | None = None) -> Judge:
        """Reads a judge from a file. It must have been learned for this needle."""
        sought = needles(needle, mask)
        return Judge(_core.load_judge(os.fsencode(path), sought), sought)

    def save(self, path: Path) -> None:
        """Writes the judge to a file (``.esj``), which the command and the window read, too."""
        temporary = os.fsencode(path) + b".new"
        with open(temporary, "wb") as file:
            file.write(self._judge.to_bytes())
        os.replace(temporary, os.fsencode(path))

    @property
    def on(self) -> bool:
        """Whether it filters. A judge that is no better than the plain score keeps all matches."""
        return bool(self._judge.on)

    @property
    def by(self) -> str:
        """The model in use: "regression", "network", or "score" if it is off."""
        return str(self._judge.by)

    @property
    def held_out(self) -> dict[str, HeldOut]:
        """How well each model and the plain score did on held-out clicks."""
        return {
            "score": HeldOut(*self._judge.by_score),
            "regression": HeldOut(*self._judge.by_regression),
            "network": HeldOut(*self._judge.by_network),
        }

    def threshold(self, recall: float = 0.99) -> float:
        """The probability above which matches are kept, so that about this share of the true ones
        is."""
        return float(self._judge.threshold(recall))

    def certainty(self, probability: float) -> float:
        """The confidence in a decision at this probability; 0 is none."""
        return float(self._judge.certainty(probability))

    def rate(
        self, scene: Picture | Scene, matches: Any, *, engine: str = "threads", threads: int = 0
    ) -> np.ndarray:
        """The probability that a match is a true one, for each match in a scene."""
        seen = scene._kept if isinstance(scene, Scene) else pixels(scene)
        memory = match_bytes(matches)
        rated = _core.rate(self._judge, self._needle, seen, memory, engine, threads)
        return np.array(rated, dtype=np.float64)

    def __repr__(self) -> str:
        return f"<Judge by {self.by}>" if self.on else "<Judge, off>"


def learn(
    needle: Picture,
    scenes: Picture | Scene | list[Any],
    clicks: Iterable[tuple[Any, ...]],
    *,
    mask: Picture | None = None,
    seed: int = 1,
    engine: str = "auto",
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> Judge:
    """Learns to separate true matches from false ones. ``clicks`` are pairs (match, is true), or
    with a list of scenes triples (index of the scene, match, is true). At least three of each kind
    are needed; 10 to 40 give better results.

    >>> finding = espy.find("face.png", photo, method="zncc", min_score=0.7)
    >>> clicks = [(m, looks_right(m)) for m in finding[:30]]
    >>> judge = espy.learn("face.png", photo, clicks)
    >>> sure = espy.find("face.png", photo, method="zncc", min_score=0.7, judge=judge)
    """
    several = scenes if isinstance(scenes, list) else [scenes]
    arrays = [each.array if isinstance(each, Scene) else pixels(each) for each in several]
    labels: list[tuple[int, Match, bool]] = []
    for click in clicks:
        number, match, yes = click if len(click) == 3 else (0, *click)
        labels.append((int(number), match, bool(yes)))
    sought = needles(needle, mask)
    judge = _core.learn(sought, arrays, labels, seed, engine, threads, progress, cancel)
    return Judge(judge, sought)
