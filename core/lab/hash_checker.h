// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "lab/hash_table.h"

namespace espy::lab {

/// Verifies the answers of batches, one after another. Exact: accepts what some order of each
/// batch's operations can answer, and nothing else.
class HashChecker {
 public:
  /// The table has these pairs, whose keys differ.
  explicit HashChecker(std::span<const HashPair> pairs);

  bool accepts(const HashBatch& batch, std::span<const std::uint32_t> answers);
  /// Whether a table may have these pairs after the accepted batches.
  bool accepts(std::vector<HashPair> pairs) const;

 private:
  /// Values of which a key has one; operations on other keys cannot change which.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> values_;
};

}  // namespace espy::lab
