// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/engine_cache.h"
#include "espy/control.h"
#include "espy/find.h"
#include "files/section_file.h"
#include "index/needle_entries.h"
#include "index/needle_keys.h"

/// A segment of an index of needles: names, pictures, and for each column step a table of keys.
namespace espy::index {

inline constexpr files::SectionKind kNeedleSegment{"needles", 1};
/// Of a picture in the section "pixels".
inline constexpr std::uint64_t kPictureAlignment = 16;

/// The picture whose pixels these are.
Needle needleAt(const PictureEntry& entry, const std::uint8_t* pixels);

/// A needle: a name for a picture.
struct NeedleEntry {
  std::uint64_t nameAt = 0;  ///< in the section "text"
  std::uint32_t nameBytes = 0;
  std::uint32_t picture = 0;
  std::uint64_t fileBytes = 0;
  std::int64_t fileTime = 0;
};

/// Keys of one column step: a filter of 64-bit words, in which a key sets four bits, and buckets of
/// entries.
struct KeyTable {
  std::span<const std::uint64_t> filter;  ///< empty if there are no keys
  std::span<const std::uint32_t> starts;  ///< of the buckets, and the end
  std::span<const KeyEntry> entries;

  bool empty() const { return entries.empty(); }
  const std::uint64_t* filterWord(std::uint64_t key) const {
    return filter.data() + (key >> filterShift);
  }
  const std::uint32_t* bucket(std::uint64_t key) const {
    return starts.data() + (key >> bucketShift);
  }

  int filterShift = 0;
  int bucketShift = 0;
  std::unique_ptr<std::uint64_t[]> ownFilter;  ///< a copy in large pages: probes are random
};

/// A segment opened for reading.
class NeedleSegment {
 public:
  /// Verifies all but the pixels, which are verified when they are compared.
  NeedleSegment(files::SectionFile&& file, std::int64_t entries, const Control& control);

  std::int64_t needles() const { return std::ssize(entries_); }
  std::span<const NeedleEntry> entries() const { return entries_; }
  std::span<const PictureEntry> pictures() const { return pictures_; }
  std::string_view name(const NeedleEntry& entry) const;
  /// A picture. Throws if its pixels are damaged.
  Needle picture(std::uint32_t picture) const;
  /// The needles that share a picture, in their order.
  std::span<const std::uint32_t> owners(std::uint32_t picture) const;

  const KeyTable& table(std::size_t step) const { return tables_.at(step); }
  std::span<const CrowdEntry> crowds() const { return crowds_; }
  std::span<const ShapeEntry> shapes() const { return shapes_; }
  std::span<const WindowEntry> windows() const { return windows_; }
  std::span<const ShapeEntry> crowd(std::uint32_t crowd) const;
  /// The windows of this hash.
  std::span<const WindowEntry> windows(const ShapeEntry& shape, std::uint64_t hash) const;
  /// Largest height of a picture.
  std::int64_t tallest() const { return tallest_; }
  /// Pictures without keys: very small or nearly transparent.
  std::span<const std::uint32_t> rest() const { return rest_; }
  /// The pixels of all pictures. Throws if some are damaged.
  std::span<const std::uint8_t> allPixels(const Control& control) const {
    return pixels_.all<std::uint8_t>(control);
  }
  std::uint64_t pixelBytes() const { return pixels_.bytes(); }
  const files::SectionFile& file() const { return *file_; }
  /// Throws that the file is damaged.
  [[noreturn]] void refuse() const;
  /// What engines keep of the segment between searches.
  EngineCache& kept() const { return *kept_; }

 private:
  void readTable(std::size_t step, const Control& control);
  void check() const;

  std::unique_ptr<files::SectionFile> file_;
  std::unique_ptr<EngineCache> kept_ = std::make_unique<EngineCache>();
  std::span<const NeedleEntry> entries_;
  std::span<const PictureEntry> pictures_;
  std::span<const std::uint32_t> owners_;
  std::span<const char> text_;
  files::Section pixels_;
  std::array<KeyTable, kColumnSteps.size()> tables_;
  std::span<const CrowdEntry> crowds_;
  std::span<const ShapeEntry> shapes_;
  std::span<const WindowEntry> windows_;
  std::span<const std::uint32_t> rest_;
  std::int64_t tallest_ = 0;
};

}  // namespace espy::index
