# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Finding needles in a scene."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from numbers import Integral, Real
from typing import Any

import numpy as np

from . import _core
from ._arguments import MATCH, Picture, Range, choice, is_path, needles, pixels, span
from ._core import Cancel, Match
from ._reported import Reported
from .errors import BadUse
from .judging import Judge
from .marking import mark
from .pictures import Scene

METHODS = ("exact", "sad", "ssd", "zncc", "outline")

#: The scales of ``scale="auto"``, and the minimum score that they need: a window drawn anew in
#: another size has a score of 0.67 to 0.9 (one of 16 below 0.7), other ones up to 0.67.
DISPLAY_SCALES = (1.0, 2.0, 0.25)
DISPLAY_SCORE = 0.7


class Finding(Reported):
    """The result of `find`: a sequence of matches, best first; false if it is empty.

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
        """All matches, by score (best first), then y, then x. For millions use ``array``."""
        if self._matches is None:
            self._matches = [self._found.match(i) for i in range(len(self._found))]
        return self._matches

    @property
    def array(self) -> np.ndarray:
        """The matches as one structured array, not copied, with the fields needle, x, y, width,
        height, distance_high, score, distance, angle, scale and mirrored.

        >>> finding.array["x"].mean()
        """
        return self._found.match_bytes.view(MATCH)

    @property
    def best(self) -> Match | None:
        """The best match. If none reaches the minimum score, the position with the highest score;
        None if there is none, as with exact."""
        return self._found.best

    @property
    def between(self) -> np.ndarray | None:
        """Sub-pixel x and y of each match's upper left corner, one row per match. None unless
        ``sub_pixel=True``."""
        return self._found.between

    @property
    def judged(self) -> np.ndarray | None:
        """The probability that a match is a true one, for each; None without a judge."""
        return self._found.judged if len(self._found.judged) == len(self) > 0 else None

    @property
    def outlines(self) -> list[np.ndarray] | None:
        """The outline of each match, a row of x and y for each point; a closed one ends at its
        first point. None unless the method is outline."""
        return self._found.outlines

    @property
    def bends(self) -> list[list[float]]:
        """How far each eighth of a match's outline is turned, in degrees, counter-clockwise; empty
        unless the method is outline."""
        return self._found.bends

    @property
    def seen(self) -> list[float]:
        """The share of each match's outline that is not hidden; likewise."""
        return self._found.seen

    @property
    def scene(self) -> Scene | np.ndarray:
        """The scene that was searched."""
        return self._scene

    def marked(self, **options: Any) -> np.ndarray:
        """A copy of the scene with the matches marked; options as of `espy.mark`."""
        return mark(self._scene, self, **options)

    def json(self) -> str:
        """The output of ``espy find --json``, without times."""
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
    min_score: float | None = None,
    weighted: bool = False,
    channel_means: str = "all",
    denoise: float = 0.0,
    overlap: float | None = None,
    across: bool = False,
    top: int | None = None,
    angle: Range = 0.0,
    scale: Range | str = 1.0,
    quarter_turns: bool = False,
    flip: bool = False,
    search: str = "fast",
    polarity: str = "same",
    visible: float = 1.0,
    nearest: bool = False,
    sub_pixel: bool = False,
    judge_recall: float = 0.99,
    bend: float = 0.3,
) -> _core.Options:
    """Converts and checks options for the compiled module."""
    if isinstance(scale, str):
        if scale != "auto":
            raise BadUse(f'scale: must be "auto", a number, (from, to) or (from, to, step), not {scale!r}')
        scale = DISPLAY_SCALES
        method = "zncc" if method == "exact" else method
        min_score = DISPLAY_SCORE if min_score is None else min_score
    kind = choice("method", method, METHODS)
    if min_score is None:
        min_score = 0.5 if method == "outline" else 0.9
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
            denoise,
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
            bend,
        )
    except TypeError:
        whole, real, yes_or_no = "a whole number", "a number", "True or False"
        wanted = {
            "tolerance": (tolerance, Integral, whole),
            "min_score": (min_score, Real, real),
            "weighted": (weighted, bool, yes_or_no),
            "denoise": (denoise, Real, real),
            "overlap": (overlap, Real, real),
            "across": (across, bool, yes_or_no),
            "quarter_turns": (quarter_turns, bool, yes_or_no),
            "flip": (flip, bool, yes_or_no),
            "visible": (visible, Real, real),
            "nearest": (nearest, bool, yes_or_no),
            "sub_pixel": (sub_pixel, bool, yes_or_no),
            "judge_recall": (judge_recall, Real, real),
            "bend": (bend, Real, real),
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
    min_score: float | None = None,
    mask: Picture | None = None,
    weighted: bool = False,
    channel_means: str = "all",
    denoise: float = 0.0,
    angle: Range = 0.0,
    scale: Range | str = 1.0,
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
    bend: float = 0.3,
    engine: str = "auto",
    threads: int = 0,
    progress: Callable[[float], object] | None = None,
    cancel: Cancel | None = None,
) -> Finding:
    """Finds all positions of a needle in a scene. The answer is the same on every engine.

    ``needle`` and ``scene`` are arrays of uint8 or uint16 (height x width, or height x width x
    channels), file names, or anything that NumPy converts to such arrays, e.g. a Pillow image.
    Arrays are not copied if the pixels of each row are contiguous, as in slices of rows or flipped
    pictures. Needle pixels with alpha 0 match anything. ``needle`` may be a list of needles, and
    each may be a pair of needle and mask. Channels may be in any order that needle and scene share,
    e.g. OpenCV's.

    What matches:

    - ``method``: "exact", "sad" (sum of absolute differences), "ssd" (sum of squared differences),
      "zncc" (correlation, independent of brightness and contrast) or "outline" (by the needle's
      outline, which may be bent, partly hidden, turned and scaled, in any colour);
    - ``tolerance``: exact: maximum difference of a sample;
    - ``min_score``: other methods: minimum score, -1 to 1; None: 0.9, with outline 0.5;
    - ``bend``: outline: how much it may be bent, more than 0, at most 1;
    - ``mask``: a grey picture of the needle's size; pixels where it is 0 are ignored;
    - ``weighted``: sad, ssd: weight pixels by alpha and mask;
    - ``channel_means``: zncc: "all" subtracts one mean of all channels, "each" each channel's own,
      as OpenCV's ``TM_CCOEFF_NORMED`` does, so that the colour of the light does not matter;
    - ``denoise``: not 0: filter needles and scene by total variation of this strength before;
    - ``angle``: degrees, counter-clockwise: a number, (from, to), or (from, to, step); not exact;
    - ``scale``: the same for the size, 1 being the needle's own; not exact. "auto" is for displays
      with other pixel densities: a needle taken at 1 is found at 1, 1.25, 1.5, 1.75 and 2, by zncc
      unless another method is given, with a minimum score of 0.7;
    - ``quarter_turns``, ``flip``: also search turned by 90, 180 and 270 degrees; also mirrored;
    - ``search``: "fast", which may miss matches that barely reach the minimum, or "complete";
    - ``visible``: below 1: also find needles that extend over the scene's border with at least this
      share of their pixels inside;
    - ``polarity``: zncc: "any" also finds inverted contrast.

    What is returned:

    - ``top``: the best n matches; None: all;
    - ``overlap``: drop matches whose overlap (intersection over union) with a better one exceeds
      this; None: 1 (keep all) with exact, else 0.5; ``across``: also across needles;
    - ``nearest``: if nothing reaches the minimum, return the position with the highest score;
    - ``sub_pixel``: also return positions between pixels;
    - ``judge``, ``judge_recall``: drop matches that this `espy.Judge` rejects.

    How:

    - ``engine``: "auto" or a name from `espy.engines()`; ``threads``: 0 for all;
    - ``progress``: called now and then with the fraction that is done, 0 to 1;
    - ``cancel``: an `espy.Cancel` to stop the search from another thread. Ctrl-C stops it, too.

    Releases the GIL.

    >>> finding = espy.find("button.png", "screenshot.png")
    >>> finding = espy.find(face, photo, method="zncc", min_score=0.8, angle=(-30, 30))
    """
    wanted = options_of(
        method,
        tolerance=tolerance,
        min_score=min_score,
        weighted=weighted,
        channel_means=channel_means,
        denoise=denoise,
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
        bend=bend,
    )
    if not isinstance(engine, str) or not isinstance(threads, Integral):
        raise TypeError("engine: must be a name, and threads: a whole number")
    sought = needles(needle, mask)
    seen = scene if isinstance(scene, Scene) else pixels(scene)
    if judge is not None and len(sought) > 1:
        raise BadUse("a judge is for one needle; give only one")
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
    """The file names of scene and needles for JSON; empty for arrays."""

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
    """The score of the needle at every position, a float32 array with a row and a column for each
    position of the needle's upper left pixel.

    With ``return_error=True`` returns a pair: the array and a bound on the error of its scores.
    `find` does not use this array; its scores are exact.

    >>> scores = espy.score_map(needle, scene, method="ssd")
    >>> y, x = numpy.unravel_index(scores.argmax(), scores.shape)
    """
    if method == "exact":
        raise BadUse("method: a score map needs sad, ssd or zncc")
    seen = scene._kept if isinstance(scene, Scene) else pixels(scene)
    wanted = options_of(method, weighted=weighted, channel_means=channel_means)
    sought = needles(needle, mask)
    if len(sought) > 1:
        raise BadUse("a score map is for one needle")
    scores, error = _core.score_map(seen, sought, wanted, engine, threads, progress, cancel)
    return (scores, error) if return_error else scores
