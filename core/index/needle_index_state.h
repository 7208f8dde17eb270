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

  /// What a match needs of a picture, in one place: reads of them are random.
  struct PictureFacts {
    std::uint32_t number = kRemoved;  ///< of its only needle, or `kSeveral`
    std::uint16_t width = 0;          ///< 0: a side of more than 65,535 pixels
    std::uint16_t height = 0;
  };
  struct OpenSegment {
    index::NeedleSegment segment;
    std::vector<std::uint32_t> numbers;    ///< of its entries among all needles, or `kRemoved`
    std::vector<PictureFacts> facts = {};  ///< by picture
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
  static std::vector<PictureFacts> sizesOf(const index::NeedleSegment& segment);
};

}  // namespace espy
