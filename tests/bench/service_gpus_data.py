# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Generates millions of surfaces for service_gpus.py from some hundred drawn ones; also an independent count."""

import multiprocessing
import os
import struct

import numpy as np

import espy
from espy.service.slots import part_of, slot_of

#: Number of drawn surfaces that copies are made of.
BASES = 600
#: Surfaces between two commits.
TOGETHER = 4096
#: Header in a file of `identify_accuracy`: width, height and number of features, 8 bytes each.
HEAD = struct.Struct("<qqq")
#: Number of the copy that a query must find; all others are different surfaces.
TRUE = 0
POOL = 1 << 22
#: Permutation of a descriptor (4 x 4 cells of 8 directions) that mirrors it.
MIRROR = np.arange(128).reshape(4, 4, 8)[::-1][:, :, -np.arange(8) % 8].ravel()


class Drawn:
    """Features of a photograph as arrays."""

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
    """The drawn surfaces, each with its strongest features."""
    bases, first = [], 0
    while len(bases) < BASES:
        path = os.path.join(folder, f"reference-{first:07}.bin")
        bases += drawn_in(path, BASES - len(bases))
        first += 500
    return [base.strongest(features) for base in bases]


def queries_in(folder, count):
    """The first photographs of level *easy*, each with the surface that it shows, or None, as in `surfaceQuery` of
    tests/bench/identify_data.cpp. Strangers that resemble a surface are left out."""
    kept = []
    for number, query in enumerate(drawn_in(os.path.join(folder, "query-easy-0000000.bin"), 500)):
        group, which = divmod(number, 3)
        surface = None if which == 2 else group * 2 + which
        if (surface is None and group % 8 == 7) or (surface or 0) >= BASES:
            continue
        kept.append((query.strongest(768).features(), surface))
    return kept[:count]


def id_of(number):
    """The id of surface `number`."""
    copy, base = divmod(number, BASES)
    return f"s{base}-{copy}"


class Copies:
    """Any number of surfaces. Copy `TRUE` of a drawn surface is itself with noise of at most 1. All others mix the
    features of two drawn surfaces, half of each, mirrored, with noise of up to 3 to 6: noise alone would hardly cost a
    match. A photograph has as many chance matches with them as with unrelated surfaces (5 to 8, up to 24)."""

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
    """Scales descriptors to a norm of about 512, which the search's bounds rely on."""
    np.clip(numbers, 0, None, out=numbers)
    numbers *= (512 / np.sqrt(np.einsum("ij,ij->i", numbers, numbers)))[:, None]
    return np.minimum(np.rint(numbers), 255).astype(np.uint8)


def write_part(given):
    """Writes those of the first `references` surfaces that belong to this part. Returns their number."""
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


def write(folder, surfaces, features, references, name, parts, numbers, processes):
    """Writes parts of a library, several processes in parallel. Returns the number of surfaces."""
    jobs = [(surfaces, features, references, folder.part(name, parts, part), part, parts) for part in numbers]
    with multiprocessing.get_context("spawn").Pool(min(processes, len(jobs))) as pool:
        return sum(pool.imap_unordered(write_part, jobs, chunksize=1))


def count(query, reference):
    """Number of matched features of the reference, by the definition in docs/identify.md, Counting. Sums are integers
    below 2^53, which doubles represent exactly."""
    a, b = query.astype(np.float64), reference.astype(np.float64)
    distances = (a * a).sum(1)[:, None] + (b * b).sum(1)[None] - 2 * (a @ b.T)
    nearest = distances.argmin(1)
    two = np.partition(distances, 1, axis=1)[:, :2]
    return len(set(nearest[25 * two[:, 0] < 16 * two[:, 1]].tolist()))
