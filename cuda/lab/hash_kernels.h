// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda/base/stream.h"
#include "lab/hash_lines.h"
#include "lab/hash_lists.h"

/// Kernels of hash-table: one launch per batch, or per phase of a batch.
namespace espy::cuda {

/// A batch in device memory.
struct DeviceBatch {
  const lab::HashOperation* operations;
  const std::uint32_t* keys;
  const std::uint32_t* values;
  std::uint32_t* answers;
  std::int64_t count;
  int block;  ///< threads of a block
};

/// A thread per operation.
void queueHashLists(const lab::HashLists& lists, const DeviceBatch& batch, const Stream& stream);

/// A thread per operation of this phase; sets `full` if an insert finds no free slot.
void queueHashLines(const lab::HashLines& table, const DeviceBatch& batch, lab::HashOperation phase,
                    std::uint32_t* full, const Stream& stream);

/// Cuckoo hashing with a bucket per line, which has no other use of its lines. Erases and searches:
/// a tile of 16 threads for each, one after another.
void queueCuckoo(const lab::HashLines& table, const DeviceBatch& batch, lab::HashOperation phase,
                 const Stream& stream);
/// Finds out which inserts will succeed, and answers the others: of equal keys that are not in the
/// table, the one that is first in `claims`, an empty table for all inserts of the batch.
void queueCuckooClaims(const lab::HashLines& table, const lab::HashLines& claims,
                       const DeviceBatch& batch, const Stream& stream);
/// The inserts; after queueCuckooClaims (`claimed`) only those that will succeed. Sets `full` if a
/// pair finds no place, and is lost.
void queueCuckooInserts(const lab::HashLines& table, const DeviceBatch& batch, bool claimed,
                        std::uint32_t* full, const Stream& stream);

}  // namespace espy::cuda
