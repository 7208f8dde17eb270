// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/needle_segment.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/large_pages.h"
#include "base/phrase.h"
#include "files/message.h"

namespace espy::index {
namespace {

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

Needle needleAt(const PictureEntry& entry, const std::uint8_t* pixels) {
  const Size size{entry.width, entry.height};
  const PixelFormat format = entry.format();
  Needle needle{ImageView(pixels, size, format, size.width * format.bytesPerPixel()), {}};
  if (entry.hasMask != 0) {
    needle.mask = ImageView(pixels + entry.pixelBytes(), size, {1, Depth::u8}, size.width);
  }
  return needle;
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
    within(picture.pixelsAt % kPictureAlignment == 0 && picture.pixelsAt <= pixels_.bytes() &&
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
  return {std::ranges::lower_bound(all, hash, {}, &WindowEntry::hash),
          std::ranges::upper_bound(all, hash, {}, &WindowEntry::hash)};
}

}  // namespace espy::index
