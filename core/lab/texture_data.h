// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/scratch.h"
#include "lab/texture_task.h"

/// Synthetic data of texture-search.
namespace espy::lab {

/// Features with a distribution like that of RootSIFT: many small values, few large ones, and a
/// norm of about 512. Generated from a seed, the same on every machine.
class TextureData {
 public:
  struct Sizes {
    std::int64_t references = 1;
    std::int64_t rows = 1;       ///< features of a reference
    std::int64_t queryRows = 1;  ///< features of a query
    std::int64_t queries = 1;
  };
  /// Half of a query's features are random, a quarter are from one reference, the rest from any
  /// reference; most have noise, either low enough to match or not. Throws `cancelled`.
  TextureData(const Sizes& sizes, std::uint64_t seed, const Control& control);

  TextureTask task() const;
  /// The same as slabs of 1024 references, as in a library.
  std::vector<Slab> slabs() const;

 private:
  std::uint8_t* place(std::int64_t reference);
  void drawReference(std::int64_t reference, std::uint64_t seed);
  std::vector<std::uint8_t> drawQuery(std::uint64_t seed) const;

  Sizes sizes_;
  /// Page-aligned like a mapped file, so that a GPU can read it directly.
  std::span<std::uint8_t> library_;
  ScratchVector<std::uint8_t> memory_;
  ScratchVector<std::int32_t> norms_;
  std::vector<std::int32_t> counts_;  ///< per reference of a slab
  std::vector<std::vector<std::uint8_t>> queries_;
};

}  // namespace espy::lab
