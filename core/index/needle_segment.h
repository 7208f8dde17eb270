// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "files/section_file.h"
#include "index/needle_keys.h"

/// A segment of an index of needles: names, pictures, and for each column step a table of keys.
namespace espy::index {

inline constexpr files::SectionKind kNeedleSegment{"needles", 1};

/// A needle: a name for a picture.
struct NeedleEntry {
  std::uint64_t nameAt = 0;  ///< in the section "text"
  std::uint32_t nameBytes = 0;
  std::uint32_t picture = 0;
  std::uint64_t fileBytes = 0;
  std::int64_t fileTime = 0;
};

/// A picture, and the needles that share it: `owners[firstOwner...]`.
struct PictureEntry {
  std::uint64_t pixelsAt = 0;  ///< in the section "pixels": rows without padding, then the mask's
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint8_t channels = 0;
  std::uint8_t depth = 0;
  std::uint8_t hasMask = 0;  ///< 8-bit grey; a mask without transparent pixels is not stored
  std::uint8_t transparent = 0;
  std::uint32_t firstOwner = 0;
  std::uint32_t owners = 0;
  std::uint32_t reserved = 0;

  PixelFormat format() const { return {channels, static_cast<Depth>(depth)}; }
  std::uint64_t pixelBytes() const;
  std::uint64_t bytes() const;
};

/// A block of a picture, in its key's bucket.
struct KeyEntry {
  std::uint64_t key = 0;
  std::uint32_t picture = 0;  ///< or a crowd, if `dx` is `kCrowd`
  std::uint16_t dx = 0;
  std::uint16_t dy = 0;
};
inline constexpr std::uint16_t kCrowd = 0xffff;

// A key that more than `kMostOfAKey` opaque pictures share is a crowd. Its pictures are found by a
// hash of the whole window, for each of their shapes, whatever their number.
inline constexpr std::size_t kMostOfAKey = 8;

/// The shapes of a crowd: `shapes[first...]`.
struct CrowdEntry {
  std::uint32_t first = 0;
  std::uint32_t shapes = 0;
};

/// Pictures of a crowd of one size whose block has one offset: `windows[first...]`, by hash.
struct ShapeEntry {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t dx = 0;
  std::uint16_t dy = 0;
  std::uint32_t reserved = 0;
  std::uint64_t first = 0;
  std::uint64_t windows = 0;
};

struct WindowEntry {
  std::uint64_t hash = 0;
  std::uint32_t picture = 0;
  std::uint32_t reserved = 0;
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
  static std::uint64_t filterBits(std::uint64_t key) {
    return std::uint64_t{1} << (key & 63) | std::uint64_t{1} << (key >> 6 & 63) |
           std::uint64_t{1} << (key >> 12 & 63) | std::uint64_t{1} << (key >> 18 & 63);
  }
  const std::uint32_t* bucket(std::uint64_t key) const {
    return starts.data() + (key >> bucketShift);
  }

  int filterShift = 0;
  int bucketShift = 0;
  std::unique_ptr<std::uint64_t[]> ownFilter;  ///< a copy in large pages: probes are random
};

/// A needle to be written.
struct PendingNeedle {
  std::string name;
  std::uint32_t picture = 0;
  std::uint64_t fileBytes = 0;
  std::int64_t fileTime = 0;
};

/// Pixels of pictures, in large blocks that are never copied.
class PixelBlocks {
 public:
  /// Returns memory for a picture, and its offset among all.
  std::uint8_t* append(std::uint64_t bytes);
  std::uint64_t lastOffset() const { return last_; }
  /// Takes the last picture back.
  void drop();
  const std::uint8_t* at(std::uint64_t offset) const;
  std::uint64_t bytes() const;
  void write(files::SectionWriter& writer) const;

 private:
  struct Block {
    std::uint64_t offset = 0;
    std::uint64_t used = 0;
    std::uint64_t size = 0;
    std::unique_ptr<std::uint8_t[]> bytes;
  };
  std::vector<Block> blocks_;
  std::uint64_t last_ = 0;
};

/// Collects needles and writes them as a segment.
class NeedleSegmentBuilder {
 public:
  void add(std::string_view name, const Needle& needle, std::uint64_t fileBytes,
           std::int64_t fileTime);
  std::int64_t needles() const { return std::ssize(needles_); }
  std::span<const PendingNeedle> pending() const { return needles_; }
  /// Bytes that the collected needles take.
  std::uint64_t bytes() const { return pixels_.bytes() + 64 * needles_.size(); }
  /// Drops a needle of this name; false if there is none.
  bool drop(std::string_view name);
  void write(const std::string& path, const Control& control) const;

 private:
  Needle pictureOf(std::uint32_t picture) const;
  std::uint32_t store(const Needle& needle);

  std::vector<PendingNeedle> needles_;
  std::vector<PictureEntry> pictures_;
  PixelBlocks pixels_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> byContent_;
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
  std::span<const ShapeEntry> crowd(std::uint32_t crowd) const;
  /// The windows of this hash.
  std::span<const WindowEntry> windows(const ShapeEntry& shape, std::uint64_t hash) const;
  /// Largest height of a picture.
  std::int64_t tallest() const { return tallest_; }
  /// Pictures without keys: very small or nearly transparent.
  std::span<const std::uint32_t> rest() const { return rest_; }
  const files::SectionFile& file() const { return *file_; }

 private:
  void readTable(std::size_t step, const Control& control);
  void check() const;
  [[noreturn]] void refuse() const;

  std::unique_ptr<files::SectionFile> file_;
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
