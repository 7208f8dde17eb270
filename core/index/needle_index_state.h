// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "espy/index.h"
#include "index/index_store.h"
#include "index/needle_segment.h"

namespace espy {

/// An open index.
struct NeedleIndex::State {
  static constexpr std::uint32_t kRemoved = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kSeveral = kRemoved - 1;

  explicit State(const std::string& given);

  struct OpenSegment {
    index::NeedleSegment segment;
    std::vector<std::uint32_t> numbers;  ///< of its entries among all needles, or `kRemoved`
    /// By picture: the number of its only needle, or `kSeveral`, or `kRemoved`.
    std::vector<std::uint32_t> ofPictures = {};
  };
  struct Place {
    std::uint32_t segment = 0;
    std::uint32_t entry = 0;
  };

  std::string folder;
  std::vector<OpenSegment> segments;
  std::vector<Place> needles;  ///< by number
  std::int64_t pictures = 0;
  std::int64_t removed = 0;
  std::int64_t bytes = 0;

 private:
  void open(const index::IndexStore& store, const index::IndexSegment& entry);
};

}  // namespace espy
