// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/hash_table.h"

/// Open addressing in cache lines, written once for processor and GPU. A line of 128 bytes has four
/// sectors of 32 bytes, which is what a GPU reads at least, and a sector four pairs. A key's probes
/// begin with a sector that its hash selects, go through the others of the line, then through other
/// lines, at a step that a second hash selects. So most operations read one sector, and an insert
/// writes one word.
///
/// A batch runs in phases: erases, inserts, searches. An insert takes the first free slot of its
/// probes by compare and swap; since slots only fill during the phase, two inserts of one key
/// contend for the same slot, and the second finds the first. An erase leaves a slot empty if its
/// sector has another empty one, since no key's probes went beyond such a sector; otherwise it
/// leaves a tombstone.
///
/// `Memory` has `loadSector(slots)`, a `HashSector`, each slot of it read at once, and
/// `cas(slot, expected, value)`.
namespace espy::lab {

inline constexpr std::uint64_t kEmptySlot = ~std::uint64_t{0};
inline constexpr std::uint64_t kTombstone = kEmptySlot - 1;
inline constexpr int kSectorSlots = 4;
inline constexpr int kLineSlots = 16;

/// Answer of an insert that finds no free slot.
inline constexpr std::uint32_t kTableFull = 1;

struct HashSector {
  std::uint64_t slots[kSectorSlots];
};

/// A slot has the key in its upper half and the value in its lower one.
struct HashLines {
  std::uint64_t* slots;
  std::uint32_t lines;
};

constexpr std::uint64_t slotOf(std::uint32_t key, std::uint32_t value) {
  return std::uint64_t{key} << 32 | value;
}
constexpr std::uint32_t keyOf(std::uint64_t slot) {
  return static_cast<std::uint32_t>(slot >> 32);
}
constexpr std::uint32_t valueOf(std::uint64_t slot) {
  return static_cast<std::uint32_t>(slot);
}
constexpr bool isFree(std::uint64_t slot) {
  return slot >= kTombstone;
}

/// Lines for at least this number of slots: a prime, so that each step goes through all lines.
constexpr std::uint32_t linesFor(std::int64_t slots) {
  const auto isPrime = [](std::int64_t number) {
    for (std::int64_t factor = 2; factor * factor <= number; ++factor) {
      if (number % factor == 0) return false;
    }
    return true;
  };
  std::int64_t lines = slots > kLineSlots ? (slots + kLineSlots - 1) / kLineSlots : 1;
  while (!isPrime(lines)) ++lines;
  return static_cast<std::uint32_t>(lines);
}

/// First slot of the n-th sector of a key's probes.
constexpr std::uint64_t probedSlot(std::uint32_t lines, std::uint32_t hash, std::uint32_t n) {
  std::uint64_t line = scaled(hash, lines);
  if (const std::uint64_t left = n / 4; left > 0) {
    line = (line + left * (1 + scaled(mixed(hash), lines - 1))) % lines;
  }
  return line * kLineSlots + ((hash ^ n) & 3) * kSectorSlots;
}

/// What a sector has for a key.
struct SectorView {
  int at = -1;             ///< the slot with the key, or -1
  std::uint64_t pair = 0;  ///< in this slot
  int free = -1;           ///< the first empty slot or tombstone, or -1
  std::uint64_t left = 0;  ///< in this slot
  bool empty = false;      ///< has an empty slot: no probes go further
};

ESPY_ON_DEVICE inline SectorView viewOf(const HashSector& sector, std::uint32_t key) {
  SectorView view;
  for (int i = kSectorSlots - 1; i >= 0; --i) {
    const std::uint64_t slot = sector.slots[i];
    if (keyOf(slot) == key) {
      view.at = i;
      view.pair = slot;
    }
    if (isFree(slot)) {
      view.free = i;
      view.left = slot;
    }
    if (slot == kEmptySlot) view.empty = true;
  }
  return view;
}

template <class Memory>
ESPY_ON_DEVICE std::uint32_t searchLines(const HashLines& table, std::uint32_t key) {
  const std::uint32_t hash = mixed(key);
  for (std::uint32_t n = 0; n < 4 * table.lines; ++n) {
    const SectorView view =
        viewOf(Memory::loadSector(table.slots + probedSlot(table.lines, hash, n)), key);
    if (view.at >= 0) return valueOf(view.pair);
    if (view.empty) break;
  }
  return kNoAnswer;
}

template <class Memory>
ESPY_ON_DEVICE std::uint32_t insertIntoLines(const HashLines& table, std::uint32_t key,
                                             std::uint32_t value) {
  const std::uint32_t hash = mixed(key);
  for (;;) {
    std::uint64_t* free = nullptr;
    std::uint64_t seen = kEmptySlot;  // in `free`
    for (std::uint32_t n = 0; n < 4 * table.lines; ++n) {
      std::uint64_t* const slots = table.slots + probedSlot(table.lines, hash, n);
      const SectorView view = viewOf(Memory::loadSector(slots), key);
      if (view.at >= 0) return kNoAnswer;
      if (free == nullptr && view.free >= 0) {
        free = slots + view.free;
        seen = view.left;
      }
      if (view.empty) break;
    }
    if (free == nullptr) return kTableFull;
    if (Memory::cas(free, seen, slotOf(key, value))) return 0;
  }
}

template <class Memory>
ESPY_ON_DEVICE std::uint32_t eraseFromLines(const HashLines& table, std::uint32_t key) {
  const std::uint32_t hash = mixed(key);
  for (std::uint32_t n = 0; n < 4 * table.lines; ++n) {
    std::uint64_t* const slots = table.slots + probedSlot(table.lines, hash, n);
    const SectorView view = viewOf(Memory::loadSector(slots), key);
    if (view.at >= 0) {
      const std::uint64_t left = view.empty ? kEmptySlot : kTombstone;
      // If this fails, another erase of the key came first.
      return Memory::cas(slots + view.at, view.pair, left) ? 0 : kNoAnswer;
    }
    if (view.empty) break;
  }
  return kNoAnswer;
}

/// Runs one operation in its phase; returns its answer.
template <class Memory>
ESPY_ON_DEVICE std::uint32_t runOnLines(const HashLines& table, HashOperation operation,
                                        std::uint32_t key, std::uint32_t value) {
  if (operation == HashOperation::insert) return insertIntoLines<Memory>(table, key, value);
  if (operation == HashOperation::erase) return eraseFromLines<Memory>(table, key);
  return searchLines<Memory>(table, key);
}

/// Order of the phases of a batch: an erase first makes space.
inline constexpr HashOperation kHashPhases[] = {HashOperation::erase, HashOperation::insert,
                                                HashOperation::search};

/// All pairs of slots in host memory.
inline std::vector<HashPair> pairsOf(std::span<const std::uint64_t> slots) {
  std::vector<HashPair> pairs;
  for (const std::uint64_t slot : slots) {
    if (!isFree(slot)) pairs.push_back({keyOf(slot), valueOf(slot)});
  }
  return pairs;
}

}  // namespace espy::lab
