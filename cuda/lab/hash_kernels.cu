// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/lab/hash_kernels.h"

#include <cooperative_groups.h>

#include "cuda/base/launch.cuh"

namespace espy::cuda {
namespace {

namespace groups = cooperative_groups;
using lab::HashLines;
using lab::HashOperation;

/// The atomic operations of core/lab/hash_lists.h and hash_lines.h in global memory. Loads bypass
/// the L1 cache, which is not coherent, so a load is not older than the one that gave its address.
struct DeviceMemory {
  static __device__ std::uint32_t load(const std::uint32_t* word) {
    return *static_cast<const volatile std::uint32_t*>(word);
  }
  static __device__ void store(std::uint32_t* word, std::uint32_t value) {
    *static_cast<volatile std::uint32_t*>(word) = value;
  }
  /// What was stored before is visible to a thread that loads the new value.
  static __device__ bool cas(std::uint32_t* word, std::uint32_t expected, std::uint32_t value) {
    __threadfence();
    return atomicCAS(word, expected, value) == expected;
  }
  static __device__ bool cas(std::uint64_t* slot, std::uint64_t expected, std::uint64_t value) {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    return atomicCAS(reinterpret_cast<unsigned long long*>(slot), expected, value) == expected;
  }
  static __device__ std::uint32_t add(std::uint32_t* word, std::uint32_t value) {
    return atomicAdd(word, value);
  }
  static __device__ lab::HashSector loadSector(const std::uint64_t* slots) {
    lab::HashSector sector;
    std::uint64_t* const to = sector.slots;
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(to[0]), "=l"(to[1])
                 : "l"(slots)
                 : "memory");
    asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                 : "=l"(to[2]), "=l"(to[3])
                 : "l"(slots + 2)
                 : "memory");
    return sector;
  }
};

/// Michael's lists: core/lab/hash_lists.h with a thread per operation.
__global__ void hashLists(lab::HashLists lists, DeviceBatch batch) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= batch.count) return;
  batch.answers[i] =
      lab::runOnLists<DeviceMemory>(lists, batch.operations[i], batch.keys[i], batch.values[i]);
}

/// Open addressing in cache lines: core/lab/hash_lines.h with a thread per operation.
template <HashOperation kPhase>
__global__ void hashLines(HashLines table, DeviceBatch batch, std::uint32_t* full) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= batch.count || batch.operations[i] != kPhase) return;
  const std::uint32_t value = kPhase == HashOperation::insert ? batch.values[i] : 0;
  const std::uint32_t answer = lab::runOnLines<DeviceMemory>(table, kPhase, batch.keys[i], value);
  batch.answers[i] = answer;
  if (kPhase == HashOperation::insert && answer == lab::kTableFull) *full = 1;
}

// Bucketed cuckoo hashing: three hash functions, buckets of 16 pairs, one slot for each thread of a
// tile. A pair goes into the first free slot of its first bucket; if there is none, it replaces a
// pair there, which goes on to the bucket of its next function. So a bucket with an empty slot ends
// a search, as in core/lab/hash_lines.h.

using Tile = groups::thread_block_tile<lab::kLineSlots>;

constexpr int kFunctions = 3;
/// Pairs that an insert may move before the table counts as full.
constexpr int kMostMoves = 1000;

__device__ std::uint32_t bucketOf(const HashLines& table, std::uint32_t key, int function) {
  constexpr std::uint32_t kSeed = 0x9e3779b9;
  return lab::scaled(lab::mixed(key ^ static_cast<std::uint32_t>(function) * kSeed), table.lines);
}

/// The slot of this thread in a bucket.
__device__ std::uint64_t* slotIn(const HashLines& table, std::uint32_t bucket, const Tile& tile) {
  return table.slots + std::uint64_t{bucket} * lab::kLineSlots + tile.thread_rank();
}

__device__ std::uint64_t loadSlot(const std::uint64_t* slot) {
  return *static_cast<const volatile std::uint64_t*>(slot);
}

__device__ int firstOf(unsigned lanes) {
  return __ffs(static_cast<int>(lanes)) - 1;
}

/// Where a key is.
struct CuckooFind {
  int lane = -1;        ///< of the tile's thread that has the slot; -1: not in the table
  std::uint64_t* slot;  ///< of this thread
  std::uint64_t pair;   ///< in this slot
  bool hasEmpty;        ///< the bucket has an empty slot
};

__device__ CuckooFind findByTile(const Tile& tile, const HashLines& table, std::uint32_t key) {
  CuckooFind find;
  for (int function = 0; function < kFunctions; ++function) {
    find.slot = slotIn(table, bucketOf(table, key, function), tile);
    find.pair = loadSlot(find.slot);
    find.hasEmpty = tile.any(find.pair == lab::kEmptySlot);
    find.lane = firstOf(tile.ballot(lab::keyOf(find.pair) == key));
    if (find.lane >= 0 || find.hasEmpty) break;
  }
  return find;
}

__device__ std::uint32_t searchByTile(const Tile& tile, const HashLines& table, std::uint32_t key) {
  const CuckooFind find = findByTile(tile, table, key);
  if (find.lane < 0) return lab::kNoAnswer;
  return lab::valueOf(tile.shfl(find.pair, find.lane));
}

__device__ std::uint32_t eraseByTile(const Tile& tile, const HashLines& table, std::uint32_t key) {
  const CuckooFind find = findByTile(tile, table, key);
  if (find.lane < 0) return lab::kNoAnswer;
  bool erased = false;
  if (static_cast<int>(tile.thread_rank()) == find.lane) {
    erased =
        DeviceMemory::cas(find.slot, find.pair, find.hasEmpty ? lab::kEmptySlot : lab::kTombstone);
  }
  return tile.shfl(erased, find.lane) ? 0 : lab::kNoAnswer;
}

/// Stores a pair in a free slot of a bucket. Returns whether there was one.
__device__ bool storeByTile(const Tile& tile, std::uint64_t* slot, std::uint64_t pair) {
  for (;;) {
    const std::uint64_t seen = loadSlot(slot);
    const int lane = firstOf(tile.ballot(lab::isFree(seen)));
    if (lane < 0) return false;
    bool stored = false;
    if (static_cast<int>(tile.thread_rank()) == lane) stored = DeviceMemory::cas(slot, seen, pair);
    if (tile.shfl(stored, lane)) return true;
  }
}

/// Returns whether each pair found a place. The key must not be in the table, nor be inserted by
/// another tile.
__device__ bool insertByTile(const Tile& tile, const HashLines& table, std::uint64_t pair) {
  std::uint32_t random = lab::mixed(lab::keyOf(pair));
  std::uint32_t bucket = bucketOf(table, lab::keyOf(pair), 0);
  for (int moves = 0; moves < kMostMoves; ++moves) {
    std::uint64_t* const slot = slotIn(table, bucket, tile);
    if (storeByTile(tile, slot, pair)) return true;
    random = random * 1664525U + 1013904223U;
    const int victim = static_cast<int>(random >> 28);
    std::uint64_t moved = 0;
    if (static_cast<int>(tile.thread_rank()) == victim) {
      moved = atomicExch(reinterpret_cast<unsigned long long*>(slot), pair);
    }
    pair = tile.shfl(moved, victim);
    const std::uint32_t key = lab::keyOf(pair);
    const int function = bucketOf(table, key, 0) == bucket   ? 1
                         : bucketOf(table, key, 1) == bucket ? 2
                                                             : 0;
    bucket = bucketOf(table, key, function);
  }
  return false;
}

/// Calls body(key, value) by the whole tile for each of its threads that `wants` it; returns the
/// result for this thread's.
template <class Body>
__device__ std::uint32_t byTurns(const Tile& tile, bool wants, std::uint32_t key,
                                 std::uint32_t value, const Body& body) {
  std::uint32_t own = 0;
  while (const unsigned waiting = tile.ballot(wants)) {
    const int lane = firstOf(waiting);
    const std::uint32_t result = body(tile.shfl(key, lane), tile.shfl(value, lane));
    if (static_cast<int>(tile.thread_rank()) == lane) {
      own = result;
      wants = false;
    }
  }
  return own;
}

/// An operation of this thread; none beyond the end of the batch.
struct OwnOperation {
  std::int64_t index = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  bool wanted;
  std::uint32_t key = 0;
  std::uint32_t value = 0;

  __device__ OwnOperation(const DeviceBatch& batch, HashOperation kind)
      : wanted(index < batch.count && batch.operations[index] == kind) {
    if (!wanted) return;
    key = batch.keys[index];
    if (kind == HashOperation::insert) value = batch.values[index];
  }
};

template <HashOperation kPhase>
__global__ void cuckoo(HashLines table, DeviceBatch batch) {
  const Tile tile = groups::tiled_partition<lab::kLineSlots>(groups::this_thread_block());
  const OwnOperation own(batch, kPhase);
  const auto run = [&](std::uint32_t key, std::uint32_t) {
    return kPhase == HashOperation::search ? searchByTile(tile, table, key)
                                           : eraseByTile(tile, table, key);
  };
  const std::uint32_t answer = byTurns(tile, own.wanted, own.key, own.value, run);
  if (own.wanted) batch.answers[own.index] = answer;
}

__global__ void cuckooClaims(HashLines table, HashLines claims, DeviceBatch batch) {
  const Tile tile = groups::tiled_partition<lab::kLineSlots>(groups::this_thread_block());
  const OwnOperation own(batch, HashOperation::insert);
  const auto search = [&](std::uint32_t key, std::uint32_t) {
    return searchByTile(tile, table, key);
  };
  std::uint32_t answer = byTurns(tile, own.wanted, own.key, own.value, search);
  if (!own.wanted) return;
  answer = answer == lab::kNoAnswer ? lab::insertIntoLines<DeviceMemory>(claims, own.key, 0)
                                    : lab::kNoAnswer;
  batch.answers[own.index] = answer;
}

__global__ void cuckooInserts(HashLines table, DeviceBatch batch, bool claimed,
                              std::uint32_t* full) {
  const Tile tile = groups::tiled_partition<lab::kLineSlots>(groups::this_thread_block());
  const OwnOperation own(batch, HashOperation::insert);
  const bool wanted = own.wanted && (!claimed || batch.answers[own.index] == 0);
  const auto insert = [&](std::uint32_t key, std::uint32_t value) -> std::uint32_t {
    return insertByTile(tile, table, lab::slotOf(key, value)) ? 0 : lab::kTableFull;
  };
  const std::uint32_t answer = byTurns(tile, wanted, own.key, own.value, insert);
  if (!wanted) return;
  batch.answers[own.index] = answer;
  if (answer == lab::kTableFull) *full = 1;
}

}  // namespace

void queueHashLists(const lab::HashLists& lists, const DeviceBatch& batch, const Stream& stream) {
  launch("hashLists", hashLists, blocksFor(batch.count, batch.block),
         static_cast<unsigned>(batch.block), stream, lists, batch);
}

void queueHashLines(const HashLines& table, const DeviceBatch& batch, HashOperation phase,
                    std::uint32_t* full, const Stream& stream) {
  const auto kernel = phase == HashOperation::insert   ? hashLines<HashOperation::insert>
                      : phase == HashOperation::search ? hashLines<HashOperation::search>
                                                       : hashLines<HashOperation::erase>;
  launch("hashLines", kernel, blocksFor(batch.count, batch.block),
         static_cast<unsigned>(batch.block), stream, table, batch, full);
}

void queueCuckoo(const HashLines& table, const DeviceBatch& batch, HashOperation phase,
                 const Stream& stream) {
  launch(
      "cuckoo",
      phase == HashOperation::search ? cuckoo<HashOperation::search> : cuckoo<HashOperation::erase>,
      blocksFor(batch.count, batch.block), static_cast<unsigned>(batch.block), stream, table,
      batch);
}

void queueCuckooClaims(const HashLines& table, const HashLines& claims, const DeviceBatch& batch,
                       const Stream& stream) {
  launch("cuckooClaims", cuckooClaims, blocksFor(batch.count, batch.block),
         static_cast<unsigned>(batch.block), stream, table, claims, batch);
}

void queueCuckooInserts(const HashLines& table, const DeviceBatch& batch, bool claimed,
                        std::uint32_t* full, const Stream& stream) {
  launch("cuckooInserts", cuckooInserts, blocksFor(batch.count, batch.block),
         static_cast<unsigned>(batch.block), stream, table, batch, claimed, full);
}

}  // namespace espy::cuda
