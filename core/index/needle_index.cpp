// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <utility>

#include "base/large_pages.h"
#include "base/within_memory.h"
#include "index/index_store.h"
#include "index/needle_index_state.h"

namespace espy {

using namespace index;

NeedleIndex::State::State(const std::string& given) : folder(given) {
  openCurrent(given, IndexKind::needles, [&](const IndexStore& store) {
    segments.clear();
    pictures = 0;
    bytes = 0;
    needles.clear();
    for (const IndexSegment& segment : store.state().segments) open(store, segment);
    removed = std::ssize(store.state().removed);
    return true;
  });
}

void NeedleIndex::State::open(const IndexStore& store, const IndexSegment& entry) {
  OpenSegment opened{NeedleSegment(store.open(entry, kNeedleSegment), entry.entries, {}), {}};
  const auto number = static_cast<std::uint32_t>(segments.size());
  opened.numbers.reserve(static_cast<std::size_t>(entry.entries));
  opened.facts = sizesOf(opened.segment);
  for (std::int64_t n = 0; n < entry.entries; ++n) {
    const auto at = static_cast<std::uint32_t>(n);
    if (store.state().isRemoved({entry.number, n})) {
      opened.numbers.push_back(kRemoved);
      continue;
    }
    PictureFacts& facts = opened.facts[opened.segment.entries()[at].picture];
    facts.number = facts.number == kRemoved ? static_cast<std::uint32_t>(needles.size()) : kSeveral;
    opened.numbers.push_back(static_cast<std::uint32_t>(needles.size()));
    needles.push_back({number, at});
  }
  pictures += std::ssize(opened.segment.pictures());
  bytes += static_cast<std::int64_t>(opened.segment.file().bytes());
  segments.push_back(std::move(opened));
}

std::vector<NeedleIndex::State::PictureFacts> NeedleIndex::State::sizesOf(
    const NeedleSegment& segment) {
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint16_t>::max();
  std::vector<PictureFacts> facts;
  facts.reserve(segment.pictures().size());
  adviseLargePages(facts.data(), facts.capacity() * sizeof(PictureFacts));
  for (const PictureEntry& picture : segment.pictures()) {
    PictureFacts& one = facts.emplace_back();
    if (picture.width > kMost || picture.height > kMost) continue;
    one.width = static_cast<std::uint16_t>(picture.width);
    one.height = static_cast<std::uint16_t>(picture.height);
  }
  return facts;
}

NeedleIndex::NeedleIndex(const std::string& folder)
    : state_(withinMemory([&] { return std::make_unique<const State>(folder); })) {}
NeedleIndex::~NeedleIndex() = default;
NeedleIndex::NeedleIndex(NeedleIndex&&) noexcept = default;
NeedleIndex& NeedleIndex::operator=(NeedleIndex&&) noexcept = default;

void NeedleIndex::create(const std::string& folder) {
  createIndexFolder(folder, IndexKind::needles);
}

const std::string& NeedleIndex::folder() const {
  return state_->folder;
}

std::int64_t NeedleIndex::size() const {
  return std::ssize(state_->needles);
}

std::int64_t NeedleIndex::pictures() const {
  return state_->pictures;
}

std::int64_t NeedleIndex::removed() const {
  return state_->removed;
}

std::int64_t NeedleIndex::segments() const {
  return std::ssize(state_->segments);
}

std::int64_t NeedleIndex::bytes() const {
  return state_->bytes;
}

std::string_view NeedleIndex::name(std::int64_t n) const {
  const auto [number, at] = state_->needles.at(static_cast<std::size_t>(n));
  const NeedleSegment& segment = state_->segments[number].segment;
  return segment.name(segment.entries()[at]);
}

std::pair<std::uint64_t, std::int64_t> NeedleIndex::file(std::int64_t n) const {
  const auto [number, at] = state_->needles.at(static_cast<std::size_t>(n));
  const NeedleEntry& entry = state_->segments[number].segment.entries()[at];
  return {entry.fileBytes, entry.fileTime};
}

Needle NeedleIndex::picture(std::int64_t n) const {
  const auto [number, at] = state_->needles.at(static_cast<std::size_t>(n));
  const NeedleSegment& segment = state_->segments[number].segment;
  return segment.picture(segment.entries()[at].picture);
}

bool NeedleIndex::allLargerThan(Size scene) const {
  const auto isLarger = [&](const State::Place& place) {
    const NeedleSegment& segment = state_->segments[place.segment].segment;
    const PictureEntry& picture = segment.pictures()[segment.entries()[place.entry].picture];
    return picture.width > scene.width || picture.height > scene.height;
  };
  return size() > 0 && std::ranges::all_of(state_->needles, isLarger);
}

void NeedleIndex::verify(const Control& control) const {
  for (std::size_t i = 0; i < state_->segments.size(); ++i) {
    const files::SectionFile& file = state_->segments[i].segment.file();
    file.verify(control.forPart(i, state_->segments.size()));
    file.checkUncut();
  }
}

}  // namespace espy
