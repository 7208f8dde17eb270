// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "espy/control.h"
#include "espy/find.h"
#include "files/section_file.h"
#include "index/needle_segment.h"
#include "index/number_table.h"

namespace espy::index {

/// Pixels of pictures, in large blocks that are never copied. Full blocks are written to the
/// segment's file in the background, as its first section.
class PixelBlocks {
 public:
  explicit PixelBlocks(std::string path) : path_(std::move(path)) {}
  ~PixelBlocks() { stop_.request_stop(); }
  PixelBlocks(const PixelBlocks&) = delete;
  PixelBlocks& operator=(const PixelBlocks&) = delete;

  /// Returns memory for a picture, and its offset among all.
  std::uint8_t* append(std::uint64_t bytes);
  std::uint64_t lastOffset() const { return last_; }
  /// Takes the last picture back.
  void drop();
  const std::uint8_t* at(std::uint64_t offset) const;
  std::uint64_t bytes() const;
  /// Begins to write all that was not written, in the background; errors appear in `finish`.
  void writeAhead();
  /// Returns the file, once the section "pixels" is complete. If it throws, it can be called again.
  std::unique_ptr<files::SectionWriter> finish(const Control& control);

 private:
  struct Block {
    std::uint64_t offset = 0;
    std::uint64_t used = 0;
    std::uint64_t size = 0;
    std::unique_ptr<std::uint8_t[]> bytes;
  };

  void write(std::span<const std::uint8_t> bytes, const Control& control);

  std::string path_;
  std::vector<Block> blocks_;
  std::uint64_t last_ = 0;
  std::unique_ptr<files::SectionWriter> file_;  ///< used by `ahead_` until that is ready
  std::size_t given_ = 0;                       ///< blocks that were given to `ahead_`
  bool failed_ = false;                         ///< the file has to be begun again
  std::stop_source stop_;
  std::future<bool> ahead_;  ///< last: its destructor waits
};

/// Collects needles and writes them as a segment.
class NeedleSegmentBuilder {
 public:
  explicit NeedleSegmentBuilder(std::string path) : pixels_(std::move(path)) {}

  /// Returns the needle's position.
  std::int64_t add(std::string_view name, const Needle& needle, std::uint64_t fileBytes,
                   std::int64_t fileTime);
  std::int64_t needles() const { return std::ssize(needles_); }
  std::string_view name(std::int64_t n) const;
  /// Bytes that the collected needles take.
  std::uint64_t bytes() const { return pixels_.bytes() + 64 * needles_.size(); }
  /// Drops a needle. Positions stay.
  void drop(std::int64_t n) {
    needles_[static_cast<std::size_t>(n)].nameBytes = 0;
    hasDropped_ = true;
  }
  /// Removes the dropped needles; returns whether positions have changed.
  bool removeDropped();
  /// To be called without dropped needles.
  void write(const Control& control);

 private:
  Needle pictureOf(std::uint32_t picture) const;
  std::uint32_t store(const Needle& needle);

  std::vector<NeedleEntry> needles_;
  std::vector<char> text_;  ///< names
  std::vector<PictureEntry> pictures_;
  PixelBlocks pixels_;
  NumberTable byContent_;
  bool hasDropped_ = false;
};

}  // namespace espy::index
