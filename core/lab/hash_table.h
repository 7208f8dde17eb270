// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "espy/control.h"
#include "espy/timeline.h"
#include "lab/hash_spread.h"
#include "lab/on_device.h"

/// Tables of hash-table: 32-bit keys and values, operations in batches.
namespace espy::lab {

enum class HashOperation : std::uint8_t { insert, search, erase };

/// Answer of a search that finds nothing, an insert whose key is in the table, and an erase whose
/// key is not. Otherwise a search answers the value, and the others 0.
inline constexpr std::uint32_t kNoAnswer = ~0U;

/// Operations that run concurrently: the answers, and the table after the batch, are those of some
/// order of them. So of several inserts of a new key exactly one succeeds, and a search of this key
/// may answer a value of any insert that succeeds, or nothing. An insert never replaces a value.
///
/// Keys are bits of floats in (0, 1); values are less than `kNoAnswer`.
struct HashBatch {
  std::span<const HashOperation> operations;
  std::span<const std::uint32_t> keys;
  std::span<const std::uint32_t> values;  ///< of inserts
  /// Promise: the keys of all inserts differ, and none is in the table.
  bool distinct = false;

  std::size_t size() const { return operations.size(); }
  HashBatch part(std::size_t first, std::size_t count) const {
    count = std::min(count, size() - first);
    return {operations.subspan(first, count), keys.subspan(first, count),
            values.subspan(first, count), distinct};
  }
  std::int64_t count(HashOperation operation) const {
    return std::ranges::count(operations, operation);
  }
};

struct HashPair {
  std::uint32_t key = 0;
  std::uint32_t value = 0;
};

class HashTable {
 public:
  virtual ~HashTable() = default;
  /// Runs a batch on control.threads; fills `answers`, one for each operation. Stages: "upload" and
  /// "download" on a GPU, "operations". Throws `badUse` if the table is too small; its contents are
  /// then undefined.
  virtual void run(const HashBatch& batch, std::span<std::uint32_t> answers, const Control& control,
                   Timeline& timeline) = 0;
  /// Remembers the contents, for `restore`. Stage of `restore`: "generate".
  virtual void save() = 0;
  virtual void restore(Timeline& timeline) = 0;
  /// All pairs, in any order.
  virtual std::vector<HashPair> pairs() const = 0;
};

enum class HashStructure : std::uint8_t {
  map,     ///< std::unordered_map, one thread
  lists,   ///< Michael's ordered lists, with a pool of nodes
  cuckoo,  ///< three hash functions, buckets of 16 pairs; on a GPU only
  lines,   ///< open addressing in cache lines
};

struct HashPlan {
  HashStructure structure = HashStructure::lists;
  HashSpread spread;  ///< of `lists`
  /// `lists`: inserts in the table's life, since nodes are not reused. Otherwise slots for pairs.
  std::int64_t capacity = 0;
  int block = 512;  ///< threads of a block on a GPU, a multiple of 32 up to 1024
};

/// Creates an empty table on the CPU. Throws `unsupported` for `cuckoo`.
std::unique_ptr<HashTable> makeHashTable(const HashPlan& plan);

/// Creates an empty table on a GPU: a capability of the engine `cuda`. Throws `unsupported` for
/// `map`.
struct OpenHashOnGpu {
  using Function = std::function<std::unique_ptr<HashTable>(const HashPlan& plan)>;
  static constexpr const char* kName = "hash-table";
};

}  // namespace espy::lab
