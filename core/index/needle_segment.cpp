// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/needle_segment.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/large_pages.h"
#include "base/phrase.h"
#include "files/message.h"
#include "find/reference.h"
#include "index/needle_tables.h"

namespace espy::index {
namespace {

constexpr std::uint64_t kAlignment = 16;  // of a picture

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

std::uint64_t contentHash(const PictureEntry& entry, std::span<const std::uint8_t> bytes) {
  WindowHash hash;
  const std::uint32_t head[] = {entry.width, entry.height,  entry.channels,
                                entry.depth, entry.hasMask, 0};
  hash.addRow({reinterpret_cast<const std::uint8_t*>(head), sizeof head});
  hash.addRow(bytes);
  return hash.value();
}

bool sameShape(const PictureEntry& a, const PictureEntry& b) {
  return a.width == b.width && a.height == b.height && a.format() == b.format() &&
         a.hasMask == b.hasMask;
}

Needle needleAt(const PictureEntry& entry, const std::uint8_t* pixels) {
  const Size size{entry.width, entry.height};
  const PixelFormat format = entry.format();
  Needle needle{ImageView(pixels, size, format, size.width * format.bytesPerPixel()), {}};
  if (entry.hasMask != 0) {
    needle.mask = ImageView(pixels + entry.pixelBytes(), size, {1, Depth::u8}, size.width);
  }
  return needle;
}

int bitsOf(std::size_t count) {
  return static_cast<int>(std::bit_width(count)) - 1;
}

}  // namespace

std::uint64_t PictureEntry::pixelBytes() const {
  return std::uint64_t{width} * height * static_cast<std::uint64_t>(format().bytesPerPixel());
}

std::uint64_t PictureEntry::bytes() const {
  return pixelBytes() + (hasMask != 0 ? std::uint64_t{width} * height : 0);
}

std::uint8_t* PixelBlocks::append(std::uint64_t bytes) {
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 26;
  const std::uint64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (blocks_.empty() || blocks_.back().size - blocks_.back().used < rounded) {
    const std::uint64_t offset = this->bytes();
    const std::uint64_t size = std::max(kBlock, rounded);
    blocks_.push_back({offset, 0, size, std::make_unique_for_overwrite<std::uint8_t[]>(size)});
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

void PixelBlocks::write(files::SectionWriter& writer) const {
  writer.begin("pixels");
  for (const Block& block : blocks_) writer.write({block.bytes.get(), block.used});
}

void NeedleSegmentBuilder::add(std::string_view name, const Needle& needle, std::uint64_t fileBytes,
                               std::int64_t fileTime) {
  needles_.push_back({std::string(name), store(needle), fileBytes, fileTime});
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
  const std::uint64_t hash = contentHash(entry, bytes);
  const auto [first, end] = byContent_.equal_range(hash);
  for (auto known = first; known != end; ++known) {
    const PictureEntry& other = pictures_[known->second];
    if (sameShape(entry, other) &&
        std::equal(bytes.begin(), bytes.end(), pixels_.at(other.pixelsAt))) {
      pixels_.drop();
      return known->second;
    }
  }
  const auto number = static_cast<std::uint32_t>(pictures_.size());
  byContent_.emplace(hash, number);
  pictures_.push_back(entry);
  return number;
}

bool NeedleSegmentBuilder::drop(std::string_view name) {
  return std::erase_if(needles_, [&](const PendingNeedle& one) { return one.name == name; }) > 0;
}

Needle NeedleSegmentBuilder::pictureOf(std::uint32_t picture) const {
  return needleAt(pictures_[picture], pixels_.at(pictures_[picture].pixelsAt));
}

void NeedleSegmentBuilder::write(const std::string& path, const Control& control) const {
  files::SectionWriter writer(path, kNeedleSegment);
  std::vector<NeedleEntry> entries;
  std::vector<char> text;
  std::vector<PictureEntry> pictures = pictures_;
  for (const PendingNeedle& needle : needles_) {
    entries.push_back({text.size(), static_cast<std::uint32_t>(needle.name.size()), needle.picture,
                       needle.fileBytes, needle.fileTime});
    text.insert(text.end(), needle.name.begin(), needle.name.end());
    ++pictures[needle.picture].owners;
  }
  std::uint32_t before = 0;
  for (PictureEntry& picture : pictures) {
    picture.firstOwner = before;
    before += picture.owners;
  }
  std::vector<std::uint32_t> owners(entries.size());
  std::vector<std::uint32_t> next(pictures.size());
  for (std::uint32_t n = 0; n < entries.size(); ++n) {
    const std::uint32_t picture = entries[n].picture;
    owners[pictures[picture].firstOwner + next[picture]++] = n;
  }
  const NeedleTables tables = buildNeedleTables(
      pictures, [&](std::uint32_t picture) { return pictureOf(picture); }, control);
  writer.add("needles", std::span<const NeedleEntry>(entries));
  writer.add("text", std::span<const char>(text));
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
  pixels_.write(writer);
  writer.commit();
}

NeedleSegment::NeedleSegment(files::SectionFile&& file, std::int64_t entries,
                             const Control& control)
    : file_(std::make_unique<files::SectionFile>(std::move(file))) {
  entries_ = file_->section("needles").all<NeedleEntry>(control);
  text_ = file_->section("text").all<char>(control);
  pictures_ = file_->section("pictures").all<PictureEntry>(control);
  owners_ = file_->section("owners").all<std::uint32_t>(control);
  crowds_ = file_->section("crowds").all<CrowdEntry>(control);
  shapes_ = file_->section("shapes").all<ShapeEntry>(control);
  windows_ = file_->section("windows").all<WindowEntry>(control);
  rest_ = file_->section("rest").all<std::uint32_t>(control);
  pixels_ = file_->section("pixels");
  if (std::ssize(entries_) != entries || owners_.size() != entries_.size()) refuse();
  for (std::size_t step = 0; step < tables_.size(); ++step) readTable(step, control);
  check();
  for (const PictureEntry& picture : pictures_) {
    tallest_ = std::max<std::int64_t>(tallest_, picture.height);
  }
}

void NeedleSegment::readTable(std::size_t step, const Control& control) {
  const std::string number = std::to_string(step);
  KeyTable& table = tables_.at(step);
  table.filter = file_->section("filter" + number).all<std::uint64_t>(control);
  table.starts = file_->section("starts" + number).all<std::uint32_t>(control);
  table.entries = file_->section("keys" + number).all<KeyEntry>(control);
  if (table.empty()) return;
  if (!std::has_single_bit(table.filter.size()) || table.filter.size() < 2 ||
      table.starts.size() < 3 || !std::has_single_bit(table.starts.size() - 1)) {
    refuse();
  }
  const std::size_t words = table.filter.size();
  table.ownFilter = std::make_unique_for_overwrite<std::uint64_t[]>(words);
  adviseLargePages(table.ownFilter.get(), table.filter.size_bytes());
  std::ranges::copy(table.filter, table.ownFilter.get());
  table.filter = {table.ownFilter.get(), words};
  table.filterShift = 64 - bitsOf(table.filter.size());
  table.bucketShift = 64 - bitsOf(table.starts.size() - 1);
  if (!std::ranges::is_sorted(table.starts) || table.starts.back() > table.entries.size()) refuse();
}

/// A file with the right checksums may still have been made to harm: every index must be in range.
void NeedleSegment::check() const {
  const auto within = [&](bool good) {
    if (!good) refuse();
  };
  for (const NeedleEntry& entry : entries_) {
    within(entry.picture < pictures_.size() && entry.nameAt <= text_.size() &&
           entry.nameBytes <= text_.size() - entry.nameAt);
  }
  for (const PictureEntry& picture : pictures_) {
    constexpr std::uint32_t kMostSide = 1U << 31;
    within(picture.channels >= 1 && picture.channels <= 4 && picture.width >= 1 &&
           picture.height >= 1 && (picture.depth == 1 || picture.depth == 2) &&
           picture.width < kMostSide && picture.height < kMostSide);
    within(picture.pixelsAt % kAlignment == 0 && picture.pixelsAt <= pixels_.bytes() &&
           std::uint64_t{picture.width} * picture.height <= pixels_.bytes() &&
           picture.bytes() <= pixels_.bytes() - picture.pixelsAt);
    within(picture.firstOwner <= owners_.size() &&
           picture.owners <= owners_.size() - picture.firstOwner);
  }
  for (const std::uint32_t owner : owners_) within(owner < entries_.size());
  for (const std::uint32_t picture : rest_) within(picture < pictures_.size());
  for (const KeyTable& table : tables_) {
    for (const KeyEntry& key : table.entries) {
      within(key.picture < (key.dx == kCrowd ? crowds_.size() : pictures_.size()));
    }
  }
  for (const CrowdEntry& crowd : crowds_) {
    within(crowd.first <= shapes_.size() && crowd.shapes <= shapes_.size() - crowd.first);
  }
  for (const ShapeEntry& shape : shapes_) {
    within(shape.first <= windows_.size() && shape.windows <= windows_.size() - shape.first);
  }
  for (const WindowEntry& window : windows_) within(window.picture < pictures_.size());
}

void NeedleSegment::refuse() const {
  files::refuse(ErrorCode::badPicture, file_->shown(), phrase("is damaged"));
}

std::string_view NeedleSegment::name(const NeedleEntry& entry) const {
  return {text_.data() + entry.nameAt, entry.nameBytes};
}

Needle NeedleSegment::picture(std::uint32_t picture) const {
  const PictureEntry& entry = pictures_[picture];
  return needleAt(entry, pixels_.read(entry.pixelsAt, entry.bytes()).data());
}

std::span<const std::uint32_t> NeedleSegment::owners(std::uint32_t picture) const {
  return owners_.subspan(pictures_[picture].firstOwner, pictures_[picture].owners);
}

std::span<const ShapeEntry> NeedleSegment::crowd(std::uint32_t crowd) const {
  return shapes_.subspan(crowds_[crowd].first, crowds_[crowd].shapes);
}

std::span<const WindowEntry> NeedleSegment::windows(const ShapeEntry& shape,
                                                    std::uint64_t hash) const {
  const auto all = windows_.subspan(shape.first, shape.windows);
  const auto same = std::ranges::equal_range(all, hash, {}, &WindowEntry::hash);
  return {same.begin(), same.end()};
}

}  // namespace espy::index
