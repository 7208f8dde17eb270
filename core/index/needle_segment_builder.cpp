// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/needle_segment_builder.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <utility>

#include "base/hash.h"
#include "base/large_pages.h"
#include "find/reference.h"
#include "index/needle_tables.h"

namespace espy::index {
namespace {

std::uint8_t* copyRows(const ImageView& picture, std::uint8_t* to) {
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    to = std::copy_n(picture.row(y), picture.rowBytes(), to);
  }
  return to;
}

bool isTransparent(const Needle& needle) {
  if (!needle.mask && !needle.picture.format().hasAlpha()) return false;
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      if (!finders::isOpaque(needle, x, y)) return true;
    }
  }
  return false;
}

/// Writes which pixels take part, as 0 or 255.
void writeMask(const Needle& needle, std::uint8_t* to) {
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      *to++ = finders::isOpaque(needle, x, y) ? 255 : 0;
    }
  }
}

/// Of the pixels; pictures of other shapes may have the same.
std::uint32_t contentHash(const PictureEntry& entry, std::span<const std::uint8_t> bytes) {
  return static_cast<std::uint32_t>(
      hashOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, entry.width));
}

bool sameShape(const PictureEntry& a, const PictureEntry& b) {
  return a.width == b.width && a.height == b.height && a.format() == b.format() &&
         a.hasMask == b.hasMask;
}

}  // namespace

std::uint8_t* PixelBlocks::append(std::uint64_t bytes) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 26;
  const std::uint64_t rounded =
      (bytes + kPictureAlignment - 1) / kPictureAlignment * kPictureAlignment;
  if (blocks_.empty() || blocks_.back().size - blocks_.back().used < rounded) {
    writeAhead();
    const std::uint64_t offset = this->bytes();
    const std::uint64_t size = std::max(kBlock, rounded);
    blocks_.push_back({offset, 0, size, std::make_unique_for_overwrite<std::uint8_t[]>(size)});
    adviseLargePages(blocks_.back().bytes.get(), size);
  } else if (given_ == blocks_.size()) {
    failed_ = true;  // written before it was full, by a commit that failed
  }
  Block& block = blocks_.back();
  std::uint8_t* const to = block.bytes.get() + block.used;
  std::fill(to + bytes, to + rounded, std::uint8_t{0});
  last_ = block.offset + block.used;
  block.used += rounded;
  return to;
}

void PixelBlocks::drop() {
  blocks_.back().used = last_ - blocks_.back().offset;
}

const std::uint8_t* PixelBlocks::at(std::uint64_t offset) const {
  const auto after = std::ranges::upper_bound(blocks_, offset, {}, &Block::offset);
  const Block& block = *std::prev(after);
  return block.bytes.get() + (offset - block.offset);
}

std::uint64_t PixelBlocks::bytes() const {
  return blocks_.empty() ? 0 : blocks_.back().offset + blocks_.back().used;
}

void PixelBlocks::write(std::span<const std::uint8_t> bytes, const Control& control) {
  constexpr std::size_t kPart = std::size_t{1} << 20;
  while (!bytes.empty()) {
    control.check();
    const auto part = bytes.first(std::min(bytes.size(), kPart));
    file_->write(part);
    bytes = bytes.subspan(part.size());
  }
}

void PixelBlocks::writeAhead() {
  if (ahead_.valid()) {
    if (ahead_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    failed_ = !ahead_.get() || failed_;
  }
  if (failed_ || given_ == blocks_.size()) return;
  std::vector<std::span<const std::uint8_t>> full;
  for (; given_ < blocks_.size(); ++given_) {
    full.emplace_back(blocks_[given_].bytes.get(), blocks_[given_].used);
  }
  failed_ = true;
  ahead_ = std::async(std::launch::async, [this, full = std::move(full)] {
    try {
      if (!file_) {
        file_ = std::make_unique<files::SectionWriter>(path_, kNeedleSegment);
        file_->begin("pixels");
      }
      for (const auto& block : full) write(block, {0, stop_.get_token(), {}});
      return true;
    } catch (...) {
      return false;
    }
  });
  failed_ = false;
}

std::unique_ptr<files::SectionWriter> PixelBlocks::finish(const Control& control) {
  constexpr std::chrono::milliseconds kPause(20);
  while (ahead_.valid() && ahead_.wait_for(kPause) != std::future_status::ready) control.check();
  if (ahead_.valid()) failed_ = !ahead_.get() || failed_;
  if (failed_) file_.reset();
  if (!file_) {
    given_ = 0;
    failed_ = true;
    file_ = std::make_unique<files::SectionWriter>(path_, kNeedleSegment);
    file_->begin("pixels");
  }
  failed_ = true;  // if this throws
  for (; given_ < blocks_.size(); ++given_) {
    write({blocks_[given_].bytes.get(), blocks_[given_].used}, control);
  }
  failed_ = false;
  given_ = 0;
  return std::move(file_);
}

std::int64_t NeedleSegmentBuilder::add(std::string_view name, const Needle& needle,
                                       std::uint64_t fileBytes, std::int64_t fileTime) {
  const std::uint32_t picture = store(needle);
  const std::uint64_t at = text_.size();
  text_.insert(text_.end(), name.begin(), name.end());
  needles_.push_back({at, static_cast<std::uint32_t>(name.size()), picture, fileBytes, fileTime});
  return std::ssize(needles_) - 1;
}

std::string_view NeedleSegmentBuilder::name(std::int64_t n) const {
  const NeedleEntry& entry = needles_[static_cast<std::size_t>(n)];
  return {text_.data() + entry.nameAt, entry.nameBytes};
}

/// Appends the picture; if there is an equal one, returns that.
std::uint32_t NeedleSegmentBuilder::store(const Needle& needle) {
  PictureEntry entry;
  entry.width = static_cast<std::uint32_t>(needle.picture.width());
  entry.height = static_cast<std::uint32_t>(needle.picture.height());
  entry.channels = static_cast<std::uint8_t>(needle.picture.format().channels);
  entry.depth = static_cast<std::uint8_t>(needle.picture.format().depth);
  entry.transparent = isTransparent(needle) ? 1 : 0;
  // With alpha alone the mask would repeat it.
  entry.hasMask = needle.mask && entry.transparent != 0 ? 1 : 0;
  const std::span<std::uint8_t> bytes(pixels_.append(entry.bytes()), entry.bytes());
  std::uint8_t* const mask = copyRows(needle.picture, bytes.data());
  if (entry.hasMask != 0) writeMask(needle, mask);
  entry.pixelsAt = pixels_.lastOffset();
  const std::uint32_t hash = contentHash(entry, bytes);
  const std::uint32_t known = byContent_.find(hash, [&](std::uint32_t picture) {
    const PictureEntry& other = pictures_[picture];
    return sameShape(entry, other) &&
           std::equal(bytes.begin(), bytes.end(), pixels_.at(other.pixelsAt));
  });
  if (known != NumberTable::kNone) {
    pixels_.drop();
    return known;
  }
  const auto number = static_cast<std::uint32_t>(pictures_.size());
  pictures_.push_back(entry);
  byContent_.add(hash, number);
  return number;
}

bool NeedleSegmentBuilder::removeDropped() {
  if (!std::exchange(hasDropped_, false)) return false;
  std::erase_if(needles_, [](const NeedleEntry& needle) { return needle.nameBytes == 0; });
  std::vector<char> text;
  for (NeedleEntry& needle : needles_) {
    const char* const from = text_.data() + needle.nameAt;
    needle.nameAt = text.size();
    text.insert(text.end(), from, from + needle.nameBytes);
  }
  text_.swap(text);
  return true;
}

Needle NeedleSegmentBuilder::pictureOf(std::uint32_t picture) const {
  return needleAt(pictures_[picture], pixels_.at(pictures_[picture].pixelsAt));
}

void NeedleSegmentBuilder::write(const Control& control) {
  pixels_.writeAhead();
  std::vector<PictureEntry> pictures = pictures_;
  for (const NeedleEntry& needle : needles_) ++pictures[needle.picture].owners;
  std::uint32_t before = 0;
  for (PictureEntry& picture : pictures) {
    picture.firstOwner = before;
    before += picture.owners;
  }
  std::vector<std::uint32_t> owners(needles_.size());
  std::vector<std::uint32_t> next(pictures.size());
  for (std::uint32_t n = 0; n < needles_.size(); ++n) {
    const std::uint32_t picture = needles_[n].picture;
    owners[pictures[picture].firstOwner + next[picture]++] = n;
  }
  const NeedleTables tables = buildNeedleTables(
      pictures, [&](std::uint32_t picture) { return pictureOf(picture); }, control);
  const std::unique_ptr<files::SectionWriter> file = pixels_.finish(control);
  files::SectionWriter& writer = *file;
  writer.add("needles", std::span<const NeedleEntry>(needles_));
  writer.add("text", std::span<const char>(text_));
  writer.add("pictures", std::span<const PictureEntry>(pictures));
  writer.add("owners", std::span<const std::uint32_t>(owners));
  for (std::size_t step = 0; step < tables.keys.size(); ++step) {
    const std::string number = std::to_string(step);
    const NeedleTables::Keys& keys = tables.keys[step];
    writer.add("filter" + number, std::span<const std::uint64_t>(keys.filter));
    writer.add("starts" + number, std::span<const std::uint32_t>(keys.starts));
    writer.add("keys" + number, std::span<const KeyEntry>(keys.entries));
  }
  writer.add("crowds", std::span<const CrowdEntry>(tables.crowds));
  writer.add("shapes", std::span<const ShapeEntry>(tables.shapes));
  writer.add("windows", std::span<const WindowEntry>(tables.windows));
  writer.add("rest", std::span<const std::uint32_t>(tables.rest));
  writer.commit();
}

}  // namespace espy::index
