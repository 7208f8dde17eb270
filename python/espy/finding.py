# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Where are these pictures in that one?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from numbers import Integral, Real
from typing import Any

import numpy as np

from . import _core
from ._given import MATCH, Picture, Range, choice, is_path, needles, pixels, span
from ._core import Cancel, Match
from ._reported import Reported
from .errors import BadUse
from .judging import Judge
from .marking import mark
from .pictures import Scene

METHODS = ("exact", "sad", "ssd", "zncc")


class Finding(Reported):
    """What a search has found. It is a sequence of matches, the best first, and false where there
    are none.

    >>> for match in espy.find("button.png", "screenshot.png"):
    ...     print(match.x, match.y, match.score)
    """

    __slots__ = ("_found", "_scene", "_names", "_matches")

    def __init__(self, found: _core.Found, scene: Any, names: tuple[bytes, list[bytes]]) -> None:
        self._found = found
        self._scene = scene
        self._names = names
        self._matches: list[Match] | None = None

    @property
    def matches(self) -> list[Match]:
        """All matches, by score (best first), then y, then x. Of millions take ``array``."""
        if self._matches is None:
            self._matches = [self._found.match(i) for i in range(len(self._found))]
        return self._matches

    @property
    def array(self) -> np.ndarray:
        """The matches as one array, without a copy, with the fields needle, x, y, width, height,
        distance_high, score, distance, angle, scale and mirrored.

        >>> finding.array["x"].mean()
        """
        return self._found.match_bytes.view(MATCH)

    @property
    def best(self) -> Match | None:
        """The best match; where nothing reaches the minimum score, the place that comes nearest;
        None where there is none, as with exact."""
        return self._found.best

    @property
    def between(self) -> np.ndarray | None:
        """A row of x and y for each match: where its upper left corner lies between pixels. None
        unless ``sub_pixel=True``."""
        return self._found.between

    @property
    def judged(self) -> np.ndarray | None:
        """How probable each match is to be a true one, or None without a judge."""
        return self._found.judged if len(self._found.judged) == len(self) > 0 else None

    @property
    def scene(self) -> Scene | np.ndarray:
        """What was searched."""
        return self._scene

    def marked(self, **options: Any) -> np.ndarray:
        """A copy of the scene with the matches marked: `espy.mark`, whose options it takes."""
        return mark(self._scene, self, **options)

    def json(self) -> str:
        """What the command ``espy find --json`` writes, without the times."""
        return self._found.json(*self._names)

    def __reduce__(self) -> Any:
        return Finding, (self._found, self._scene, self._names)

    def __len__(self) -> int:
        return len(self._found)

    def __bool__(self) -> bool:
        return len(self._found) > 0

    def __iter__(self) -> Iterator[Match]:
        return iter(self.matches)

    def __getitem__(self, index: Any) -> Any:
        return self.matches[index]

    def __repr__(self) -> str:
        count = len(self)
        first = f", best {self.matches[0]}" if count == 1 else ""
        return f"<{count} match{'' if count == 1 else 'es'} by {self.engine}{first}>"


def options_of(
    method: str,
    *,
    tolerance: int = 0,
    min_score: float = 0.9,
    weighted: bool = False,
    channel_means: str = "all",
    overlap: float | None = None,
    across: bool = False,
    top: int | None = None,
    angle: Range = 0.0,
    scale: Range = 1.0,
    quarter_turns: bool = False,
    flip: bool = False,
    search: str = "fast",
    polarity: str = "same",
    visible: float = 1.0,
    nearest: bool = False,
    sub_pixel: bool = False,
    judge_recall: float = 0.99,
) -> _core.Options:
    """The options of a search for the compiled part. Refuses what it does not look at."""
    kind = choice("method", method, METHODS)
    if kind == 0:
        if sub_pixel:
            raise BadUse("sub_pixel is for sad, ssd and zncc; exact matches lie on whole pixels")
    elif tolerance != 0:
        raise BadUse(f"tolerance is for exact; with {method} say with min_score what may differ")
    if top is not None and (not isinstance(top, Integral) or top < 1):
        raise BadUse("top: must be a whole number, 1 or more, or None for all")
    if overlap is None:
        overlap = 0.5 if kind else 1.0
    try:
        return _core.Options.of(
            kind,
            tolerance,
            min_score,
            weighted,
            choice("channel_means", channel_means, ("all", "each")) == 1,
            overlap,
            across,
            0 if top is None else top,
            [angle, angle, 0.0] if type(angle) is float else span("angle", angle),
            [scale, scale, 0.0] if type(scale) is float else span("scale", scale),
            quarter_turns,
            flip,
            choice("search", search, ("fast", "complete")) == 1,
            choice("polarity", polarity, ("same", "any")) == 1,
            visible,
            nearest,
            sub_pixel,
            judge_recall,
        )
    except TypeError:
        whole, real, yes_or_no = "a whole number", "a number", "True or False"
        wanted = {
            "tolerance": (tolerance, Integral, whole),
            "min_score": (min_score, Real, real),
            "weighted": (weighted, bool, yes_or_no),
            "overlap": (overlap, Real, real),
            "across": (across, bool, yes_or_no),
            "quarter_turns": (quarter_turns, bool, yes_or_no),
            "flip": (flip, bool, yes_or_no),
            "visible": (visible, Real, real),
            "nearest": (nearest, bool, yes_or_no),
            "sub_pixel": (sub_pixel, bool, yes_or_no),
            "judge_recall": (judge_recall, Real, real),
        }
        for name, (value, kind, words) in wanted.items():
            if not isinstance(value, kind):
                raise TypeError(f"{name}: must be {words}, not {value!r}") from None
        raise


def find(
    needle: Picture | list[Any],
    scene: Picture | Scene,
    *,
    method: str = "exact",
    tolerance: int = 0,
    min_score: float = 0.9,
    mask: Picture | None = None,
    weighted: bool = False,
    channel_means: str = "all",
    angle: Range = 0.0,
    scale: Range = 1.0,
    quarter_turns: bool = False,
    flip: bool = False,
    search: str = "fast",
    visible: float = 1.0,
    polarity: str = "same",
    top: int | None = None,
    overlap: float | None = None,
    across: bool = False,
    nearest: bool = False,
    sub_pixel: bool = False,
    judge: Judge | None = None,
    judge_recall: float = 0.99,
    engine: str = "auto",
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> Finding:
    """Where is this picture in that one? Every place, with the same answer on every engine.

    ``needle`` and ``scene`` are arrays of uint8 or uint16 (height x width, or height x width x
    channels), names of files, or what NumPy makes such arrays of, such as a picture of Pillow.
    Arrays are looked at where they are, not copied, also where they are parts of larger ones or
    upside down. Pixels of the needle whose alpha is 0 match anything. Several needles are a list;
    a needle with a mask of its own is a pair of both. The order of channels does not matter as
    long as needle and scene have the same, so pictures of OpenCV are fine.

    What to find:

    - ``method``: how pictures are compared: "exact", "sad" (absolute differences), "ssd" (squared
      ones) or "zncc" (correlation: brightness and contrast do not matter);
    - ``tolerance``: exact: a pixel matches if no channel differs by more than this;
    - ``min_score``: the others: keep matches that score at least this, -1 to 1;
    - ``mask``: a grey picture of the needle's size: where it is 0, a pixel matches anything;
    - ``weighted``: sad, ssd: alpha and mask say how much a pixel counts, not only whether it does;
    - ``channel_means``: zncc: "all" takes one mean of all channels off, "each" each channel's own,
      as OpenCV's ``TM_CCOEFF_NORMED`` does: the colour of the light does not matter then;
    - ``angle``: degrees, counter-clockwise: one, (from, to), or (from, to, step); not with exact;
    - ``scale``: likewise, 1 being the needle's size;
    - ``quarter_turns``, ``flip``: also turned by 90, 180 and 270 degrees; also mirrored;
    - ``search``: "fast", which may miss what hardly reaches the minimum, or "complete";
    - ``visible``: less than 1: also where only this share of the needle lies within the scene;
    - ``polarity``: "any": zncc: bright may be dark.

    What to keep:

    - ``top``: the best so many;
    - ``overlap``: drop a match that a better one overlaps (intersection over union) by more than
      this; exact keeps all (1), else it is 0.5; ``across``: over all needles together;
    - ``nearest``: where nothing reaches the minimum, take the best place all the same;
    - ``sub_pixel``: say where matches lie between pixels;
    - ``judge``, ``judge_recall``: drop what this `espy.Judge` calls false.

    How:

    - ``engine``: "auto" or a name of `espy.engines()`; ``threads``: 0 for all;
    - ``progress``: a function that is told the done part, 0 to 1, now and then;
    - ``cancel``: an `espy.Cancel`, to stop it from another thread. Ctrl-C stops it, too.

    Other threads of Python run meanwhile.

    >>> finding = espy.find("button.png", "screenshot.png")
    >>> finding = espy.find(face, photo, method="zncc", min_score=0.8, angle=(-30, 30))
    """
    wanted = options_of(
        method,
        tolerance=tolerance,
        min_score=min_score,
        weighted=weighted,
        channel_means=channel_means,
        overlap=overlap,
        across=across,
        top=top,
        angle=angle,
        scale=scale,
        quarter_turns=quarter_turns,
        flip=flip,
        search=search,
        polarity=polarity,
        visible=visible,
        nearest=nearest,
        sub_pixel=sub_pixel,
        judge_recall=judge_recall,
    )
    if not isinstance(engine, str) or not isinstance(threads, Integral):
        raise TypeError("engine: must be a name, and threads: a whole number")
    sought = needles(needle, mask)
    seen = scene if isinstance(scene, Scene) else pixels(scene)
    if judge is not None and len(sought) > 1:
        raise BadUse("a judge knows one needle, so there may be only one with it")
    found = _core.look(
        seen._kept if isinstance(seen, Scene) else seen,
        sought,
        wanted,
        None if judge is None else judge._judge,
        engine,
        threads,
        progress,
        cancel,
    )
    return Finding(found, seen, _names(needle, scene))


def _names(needle: Any, scene: Any) -> tuple[bytes, list[bytes]]:
    """What JSON calls them: the names of files, or nothing."""

    def name(thing: Any) -> bytes:
        if isinstance(thing, tuple):
            thing = thing[0]
        if isinstance(thing, Scene):
            return os.fsencode(thing.name)
        return os.fsencode(thing) if is_path(thing) else b""

    return name(scene), [name(each) for each in (needle if isinstance(needle, list) else [needle])]


def score_map(
    needle: Picture,
    scene: Picture | Scene,
    *,
    method: str = "zncc",
    mask: Picture | None = None,
    weighted: bool = False,
    channel_means: str = "all",
    engine: str = "auto",
    threads: int = 0,
    return_error: bool = False,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> Any:
    """The score of the needle at every place, to look at or to compute with: an array of float32,
    as many rows and columns as there are places for the needle.

    With ``return_error=True`` a pair: the array, and by how much a score in it may be off at most.
    `find` does not take its matches from here; its scores are exact.

    >>> scores = espy.score_map(needle, scene, method="ssd")
    >>> y, x = numpy.unravel_index(scores.argmax(), scores.shape)
    """
    if method == "exact":
        raise BadUse("method: a score map is of sad, ssd or zncc")
    seen = scene._kept if isinstance(scene, Scene) else pixels(scene)
    wanted = options_of(method, weighted=weighted, channel_means=channel_means)
    sought = needles(needle, mask)
    if len(sought) > 1:
        raise BadUse("a score map is of one needle")
    scores, error = _core.score_map(seen, sought, wanted, engine, threads, progress, cancel)
    return (scores, error) if return_error else scores
