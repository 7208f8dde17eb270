// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "base/work_memory.h"
#include "lab/texture_task.h"

/// What texture-search searches.
namespace espy::lab {

/// Features that nobody saw in a photograph, but which lie as roots of SIFT's do: many small
/// numbers, few large ones, and a length of about 512. From a seed, the same on every machine.
class TextureData {
 public:
  struct Sizes {
    std::int64_t references = 1;
    std::int64_t rows = 1;       ///< features of a reference
    std::int64_t queryRows = 1;  ///< and of a query
    std::int64_t queries = 1;
  };
  /// Of a query's features half are nobody's, a quarter those of one reference, and the others
  /// those of any; all but few are disturbed, so little that they match, or so much that they do
  /// not. Throws `cancelled`.
  TextureData(const Sizes& sizes, std::uint64_t seed, const Control& control);

  TextureTask task() const;
  /// The same as shelves have it: 1024 references a slab, as in a library.
  std::vector<Slab> slabs() const;

 private:
  std::uint8_t* place(std::int64_t reference);
  void drawReference(std::int64_t reference, std::uint64_t seed);
  std::vector<std::uint8_t> drawQuery(std::uint64_t seed) const;

  Sizes sizes_;
  /// Begins on a page, as a file that is mapped does: a card can read such memory by itself.
  std::span<std::uint8_t> library_;
  WorkVector<std::uint8_t> memory_;
  WorkVector<std::int32_t> norms_;
  std::vector<std::int32_t> counts_;  ///< of a slab's places
  std::vector<std::vector<std::uint8_t>> queries_;
};

}  // namespace espy::lab
