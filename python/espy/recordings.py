# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Recordings: channels of samples, from files or arrays."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple, Union

import numpy as np

from . import _core
from ._arguments import Path, choice, is_path
from .errors import BadUse, RecordingWarning

MOST_SAMPLES = 1 << 34
#: Types of samples in files, in the order of the compiled module's enumeration.
SAMPLE_TYPES = ("int8", "uint8", "int16", "int24", "int32", "float32", "float64")
_KEPT = tuple(np.dtype(kind) for kind in ("i1", "u1", "i2", "i4", "f4", "f8"))

#: What can be searched: a `Recording`, the name of a file, an array, or a list of arrays.
Samples = Any


class Mark(NamedTuple):
    """An annotation of a recording."""

    #: Seconds from the first sample; samples if the recording has no rate.
    second: float
    #: In the same unit.
    duration: float
    #: The text.
    text: str


class Channel:
    """A channel of a `Recording`."""

    __slots__ = ("name", "unit", "rate", "_given", "_index", "_samples")

    #: Empty if the file has none.
    name: str
    #: For example "mV"; empty if unknown.
    unit: str
    #: Samples per second; 0 if unknown.
    rate: float

    def __init__(self, given: Any, index: int, name: str, unit: str, rate: float) -> None:
        self.name, self.unit, self.rate = name, unit, rate
        self._given, self._index = given, index
        self._samples: np.ndarray | None = None

    @property
    def samples(self) -> np.ndarray:
        """The samples, NaN for gaps. From files they are float64, converted on first access if the
        file has another type."""
        if self._samples is None:
            if isinstance(self._given, list):
                self._samples = self._given[self._index]
            else:
                self._samples = self._given.samples(self._index)
                self._given.check_uncut()
        return self._samples

    def __len__(self) -> int:
        if isinstance(self._given, list):
            return len(self._given[self._index])
        return int(self._given.facts(self._index)[3])

    def __repr__(self) -> str:
        name = f"{self.name!r}, " if self.name else ""
        rate = f", {self.rate:g} a second" if self.rate else ""
        return f"Channel({name}{len(self)} samples{rate})"


class Recording(Sequence[Channel]):
    """Channels that were sampled together: a sequence of channels, also indexed by name.

    `read_recording` makes one from a file, which is mapped instead of copied if its samples can be
    searched in place. The constructor takes arrays, as `signal` does:

    >>> heart = espy.Recording([lead_1, lead_2], rate=360, names=["I", "II"])
    >>> espy.write_recording("heart.edf", heart)
    >>> heart["II"].samples.mean()
    """

    __slots__ = ("channels", "marks", "_given")

    #: All channels.
    channels: list[Channel]
    #: The annotations.
    marks: list[Mark]

    def __init__(
        self,
        samples: Samples,
        *,
        rate: float = 0.0,
        names: Iterable[str] = (),
        units: Iterable[str] = (),
        marks: Iterable[Sequence[Any]] = (),
        axis: int | None = None,
    ) -> None:
        given = channels_of(samples, axis, "samples")
        if not isinstance(given, list):
            raise BadUse("samples: must be arrays; a recording read from a file is used directly")
        labels, sizes = _filled(names, len(given), "names"), _filled(units, len(given), "units")
        self._given: Any = given
        self.channels = [
            Channel(given, i, label, unit, float(rate))
            for i, (label, unit) in enumerate(zip(labels, sizes))
        ]
        self.marks = [Mark(float(each[0]), float(each[1]), str(each[2])) for each in marks]

    @property
    def rate(self) -> float:
        """Samples per second, of all channels; 0 if unknown."""
        return self.channels[0].rate if self.channels else 0.0

    @property
    def array(self) -> np.ndarray:
        """The samples of all channels as one float64 array, channels x samples: a copy."""
        return np.stack([channel.samples for channel in self.channels]).astype(np.float64)

    def __len__(self) -> int:
        return len(self.channels)

    def __iter__(self) -> Iterator[Channel]:
        return iter(self.channels)

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return self.channels[which]
        for channel in self.channels:
            if channel.name == which:
                return channel
        raise KeyError(which)

    def __repr__(self) -> str:
        count = len(self.channels)
        size = len(self.channels[0]) if count else 0
        rate = f", {self.rate:g} a second" if self.rate else ""
        return f"<{count} channel{'' if count == 1 else 's'} of {size} samples{rate}>"


def _filled(words: Iterable[str], count: int, what: str) -> list[str]:
    given = [str(word) for word in words]
    if given and len(given) != count:
        raise BadUse(f"{what}: there are {len(given)}, and {count} channels")
    return given or [""] * count


def _of_core(kept: _core.RecordingOf) -> Recording:
    recording = Recording.__new__(Recording)
    recording._given = kept
    recording.channels = [Channel(kept, i, *kept.facts(i)[:3]) for i in range(len(kept))]
    recording.marks = [Mark(*mark) for mark in kept.marks]
    return recording


def channels_of(given: Samples, axis: int | None, what: str) -> Any:
    """Converts to what the compiled module accepts: its own recording, or a list of 1-d arrays."""
    if isinstance(given, Recording):
        return given._given
    if is_path(given):
        return read_recording(given, annotator="")._given  # a search needs no marks
    if isinstance(given, (list, tuple)) and given and all(np.ndim(each) == 1 for each in given):
        return [_numbers(each, what) for each in given]
    array = _numbers(given, what)
    if array.ndim == 1:
        return [array]
    if array.ndim != 2 or axis not in (None, 0, 1, -1):
        raise BadUse(f"{what}: must be samples, or channels x samples, not of shape {array.shape}")
    if axis is None and array.shape[0] > array.shape[1]:
        rows, columns = array.shape
        raise BadUse(
            f"{what}: is it {rows} channels of {columns} samples, or {columns} of {rows}? "
            "Say which axis counts samples: axis=1 or axis=0"
        )
    return list(array.T if axis == 0 else array)


def _numbers(given: Any, what: str) -> np.ndarray:
    """An array of a type that is searched in place, else float64."""
    if isinstance(given, np.ma.MaskedArray):
        return np.where(np.ma.getmaskarray(given), np.nan, given.data.astype(np.float64))
    array = np.asarray(given)
    if array.dtype in _KEPT and array.dtype.isnative:
        return array
    if array.dtype.kind not in "buif":
        raise BadUse(f"{what}: must be an array of numbers, not of {array.dtype}")
    return array.astype(np.float64)


def read_recording(
    source: Union[Path, BinaryIO],
    *,
    channels: Iterable[Union[str, int]] = (),
    rate: float = 0.0,
    raw: str | None = None,
    raw_channels: int = 1,
    skip: int = 0,
    time_column: Union[str, int] = "",
    samples_along: str = "longer",
    member: str = "",
    row: int | None = None,
    annotator: str = "atr",
    max_samples: int = MOST_SAMPLES,
) -> Recording:
    """Reads a recording from a file name or an open file.

    Formats are recognised by content: CSV and TSV, NPY and NPZ, WAV, FLAC and other sound, EDF,
    EDF+ and BDF, WFDB (name the .hea file). Files whose samples can be searched in place are not
    copied, and must not be written to while the recording is in use.

    - ``channels``: names or numbers (from 0) of the channels to read; empty: all;
    - ``rate``: samples per second, if the file does not have it;
    - ``raw``: the file has no header but samples of this type, "int8", "uint8", "int16", "int24",
      "int32", "float32" or "float64" ("int16be" and so on: big-endian), of ``raw_channels``
      interleaved channels, after ``skip`` bytes;
    - ``time_column``: name or number of a table's column of times; "-" if it has none;
    - ``samples_along``: the axis of samples: of 2-d NumPy arrays "longer", "rows" or "columns"; of
      tables rows, or "columns";
    - ``member``: name of the array in an NPZ file with several;
    - ``row``: the table is one of the UCR archive, a class and a series per row: which row;
    - ``annotator``: extension of a WFDB record's annotation file; "": not read;
    - ``max_samples``: larger files are refused before memory is allocated.

    >>> heart = espy.read_recording("100.hea", channels=["MLII"])
    """
    options = _core.RecordingOptions.of(
        [str(channel) for channel in channels],
        max_samples,
        float(rate),
        None if raw is None else _raw_format(raw, raw_channels, skip),
        str(time_column),
        choice("samples_along", samples_along, ("longer", "rows", "columns")),
        member,
        -1 if row is None else row,
        annotator,
    )
    if isinstance(source, (str, bytes, os.PathLike)):
        name = os.fsdecode(source)
        kept = _core.read_recording(os.fsencode(source), options)
    else:
        name = str(getattr(source, "name", "the file"))
        kept = _core.read_recording_bytes(source.read(), name, options)
    if kept.note:
        warnings.warn(f"{name}: {kept.note}", RecordingWarning, stacklevel=2)
    return _of_core(kept)


def _raw_format(raw: str, channels: int, skip: int) -> _core.RawFormat:
    big = raw.endswith("be")
    kind = choice("raw", raw[:-2] if big else raw, SAMPLE_TYPES)
    if channels < 1 or skip < 0:
        raise BadUse("raw_channels must be 1 or more, and skip 0 or more")
    return _core.RawFormat.of(kind, channels, big, skip)


def write_recording(
    path: Path,
    recording: Union[Recording, Samples],
    *,
    rate: float = 0.0,
    sample_type: str = "float32",
    overwrite: bool = True,
) -> None:
    """Writes a recording, or arrays as `signal` accepts them. The path's extension chooses the
    format: .csv .tsv .npy .wav .edf .hea. The file appears whole or not at all.

    ``rate`` is for arrays; a `Recording` has its own. ``sample_type`` is for .wav: "float32" or
    "int16", for samples from -1 to 1. Marks are written to .edf and .hea.

    >>> espy.write_recording("tone.wav", numpy.sin(numpy.arange(8000) / 3), rate=8000)
    """
    if not isinstance(recording, Recording):
        recording = (
            read_recording(recording) if is_path(recording) else Recording(recording, rate=rate)
        )
    _core.write_recording(
        os.fsencode(path),
        recording._given,
        [(channel.name, channel.unit, channel.rate) for channel in recording],
        [tuple(mark) for mark in recording.marks],
        choice("sample_type", sample_type, SAMPLE_TYPES),
        overwrite,
    )


def write_marks(
    path: Path, marks: Iterable[Sequence[Any]], *, rate: float = 0.0, overwrite: bool = True
) -> None:
    """Writes only marks, each (second, duration, text), to .csv, .edf (EDF+ without signals) or
    .atr (WFDB, which counts samples and so needs a ``rate``).

    >>> rate = 250
    >>> espy.write_marks(
    ...     "beats.csv", [(m.start / rate, m.length / rate, "beat") for m in found]
    ... )
    """
    rows = [(float(each[0]), float(each[1]), str(each[2])) for each in marks]
    _core.write_marks(os.fsencode(path), rows, float(rate), overwrite)
