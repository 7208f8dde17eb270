# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Millions of surfaces for service_cards.py, varied from some hundred synthetic ones; and an independent count."""

import multiprocessing
import os
import struct

import numpy as np

import espy
from espy.service.slots import part_of, slot_of

#: Number of synthetic surfaces that are varied.
BASES = 600
#: Surfaces per commit.
TOGETHER = 4096
#: Header in files of `identify_accuracy`: width, height and number of features, 8 bytes each.
HEAD = struct.Struct("<qqq")
#: The copy that a query must find; all others are different surfaces.
TRUE = 0
POOL = 1 << 22
#: Index of a mirrored SIFT feature, 4 x 4 cells of 8 directions.
MIRROR = np.arange(128).reshape(4, 4, 8)[::-1][:, :, -np.arange(8) % 8].ravel()


class Drawn:
    """Features of a photograph as plain arrays."""

    def __init__(self, width, height, points, numbers):
        self.width, self.height, self.points, self.numbers = width, height, points, numbers

    def strongest(self, most):
        return Drawn(self.width, self.height, self.points[:most], self.numbers[:most])

    def features(self):
        return espy.Features(self.width, self.height, self.points, self.numbers)


def drawn_in(path, most):
    """The first `most` photographs in a file of `identify_accuracy --part make`."""
    with open(path, "rb") as file:
        memory = file.read()
    found, at = [], 0
    while at < len(memory) and len(found) < most:
        width, height, count = HEAD.unpack_from(memory, at)
        middle = at + HEAD.size + 16 * count
        end = middle + 128 * count
        points = np.frombuffer(memory[at + HEAD.size : middle], "<f4").reshape(-1, 4)
        found.append(Drawn(width, height, points, np.frombuffer(memory[middle:end], np.uint8).reshape(-1, 128)))
        at = end
    return found


def bases_in(folder, features):
    """The synthetic surfaces to vary."""
    bases, first = [], 0
    while len(bases) < BASES:
        path = os.path.join(folder, f"reference-{first:07}.bin")
        bases += drawn_in(path, BASES - len(bases))
        first += 500
    return [base.strongest(features) for base in bases]


def queries_in(folder, count):
    """The first photographs of level *easy*, and the surface that each shows, or None: `surfaceQuery` in
    tests/bench/identify_data.cpp. Leaves out strangers that resemble a surface, which may match it."""
    kept = []
    for number, query in enumerate(drawn_in(os.path.join(folder, "query-easy-0000000.bin"), 500)):
        group, which = divmod(number, 3)
        surface = None if which == 2 else group * 2 + which
        if (surface is None and group % 8 == 7) or (surface or 0) >= BASES:
            continue
        kept.append((query.strongest(768).features(), surface))
    return kept[:count]


def id_of(number):
    """Id of the surface with this number."""
    copy, base = divmod(number, BASES)
    return f"s{base}-{copy}"


class Copies:
    """Any number of surfaces. The *true* copy of a synthetic one has its features with almost no noise. All others mix
    the features of two, half of each, mirrored, with noise of 3 to 6; noise alone would still match the original. They
    match a photograph as often by chance as unrelated surfaces do (5 to 8 features, up to 24)."""

    def __init__(self, folder, features):
        self._bases = bases_in(folder, features)
        self._noise = np.random.default_rng(1).uniform(-1, 1, POOL).astype(np.float32)

    def surface(self, id):
        base_number, copy = map(int, id[1:].split("-"))
        base = self._bases[base_number]
        count = len(base.numbers)
        chance = np.random.default_rng([base_number, copy])
        rows = chance.permutation(count)
        points, numbers, most = base.points[rows], base.numbers[rows], 1
        if copy != TRUE:
            other = self._bases[chance.integers(BASES)]
            half = min(len(other.numbers), count) // 2
            points[:half], numbers[:half] = other.points[rows[:half]], other.numbers[rows[:half]]
            numbers, most = numbers.take(MIRROR, 1), chance.uniform(3, 6)
        begin = int(chance.integers(POOL - numbers.size))
        noise = self._noise[begin : begin + numbers.size].reshape(numbers.shape)
        numbers = normed(numbers + np.float32(most) * noise)
        begin = int(chance.integers(POOL - 2 * count))
        points[:, :2] += self._noise[begin : begin + 2 * count].reshape(-1, 2)
        return Drawn(base.width, base.height, points, numbers)


def normed(numbers):
    """Features normalised to a length of nearly 512, on which the engine's prefilter relies."""
    np.clip(numbers, 0, None, out=numbers)
    numbers *= (512 / np.sqrt(np.einsum("ij,ij->i", numbers, numbers)))[:, None]
    return np.minimum(np.rint(numbers), 255).astype(np.uint8)


def write_part(given):
    """Writes the surfaces whose slot is in this part; returns their number."""
    surfaces, features, references, where, part, parts = given
    copies = Copies(surfaces, features)
    written = 0
    with espy.SurfaceWriter(where) as writer:
        for number in range(references):
            id = id_of(number)
            if part_of(slot_of(id), parts) != part:
                continue
            writer.add(id, copies.surface(id).features())
            written += 1
            if written % TOGETHER == 0:
                writer.commit()
    return written


def write(folder, surfaces, features, references, name, parts, asked, processes):
    """Writes parts of a library in several processes; returns the number of surfaces."""
    jobs = [(surfaces, features, references, folder.part(name, parts, part), part, parts) for part in asked]
    with multiprocessing.get_context("spawn").Pool(min(processes, len(jobs))) as pool:
        return sum(pool.imap_unordered(write_part, jobs, chunksize=1))


def count(query, reference):
    """Number of the reference's features that are matched: docs/identify.md, Counting. Sums are integers below 2^53,
    exact in doubles."""
    a, b = query.astype(np.float64), reference.astype(np.float64)
    distances = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * (a @ b.T)
    nearest = distances.argmin(1)
    two = np.partition(distances, 1, axis=1)[:, :2]
    return len(set(nearest[25 * two[:, 0] < 16 * two[:, 1]].tolist()))
