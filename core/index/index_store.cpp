// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/index_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/phrase.h"
#include "espy/files.h"
#include "files/message.h"
#include "files/new_store.h"
#include "index/scene_blocks.h"

namespace espy::index {
namespace {

constexpr std::string_view kSegmentBegin = "segment-";
constexpr files::SectionKind kStateKind{"state", 1};

const files::StoreKind& indexKind() {
  static const files::StoreKind kind{"index",
                                     "espy index ",
                                     1,
                                     "state-",
                                     "",
                                     phrase("an index of `espy index`"),
                                     "espy index PICTURE... -o"};
  return kind;
}

struct Head {
  IndexKind kind = IndexKind::needles;
  std::uint32_t reserved = 0;
  std::int64_t side = 0;
  std::int64_t nextSegment = 1;
};

void write(const std::string& path, const IndexState& state) {
  files::SectionWriter writer(path, kStateKind);
  const Head head{state.kind, 0, state.side, state.nextSegment};
  writer.add("head", std::span(&head, 1));
  writer.add("segments", std::span<const IndexSegment>(state.segments));
  writer.add("removed", std::span<const EntryPlace>(state.removed));
  writer.commit();
}

/// Whether kind and side are known ones.
bool isKnown(const IndexState& state) {
  if (state.kind == IndexKind::needles) return true;
  const bool tolerant = state.kind == IndexKind::tolerantScenes;
  if (!tolerant && state.kind != IndexKind::scenes) return false;
  return state.side >= (tolerant ? kLeastTolerantSide : kLeastSide) && state.side <= kMostSide;
}

/// Whether the segments are numbered consistently, and every removed entry is in one of them.
bool isConsistent(const IndexState& state) {
  for (const IndexSegment& segment : state.segments) {
    if (segment.number < 1 || segment.number >= state.nextSegment || segment.entries < 0) {
      return false;
    }
  }
  return std::ranges::is_sorted(state.removed);
}

IndexState read(const files::StoreFolder& folder) {
  IndexState state;
  state.number = folder.state();
  const std::string name = indexKind().stateName(state.number);
  const files::SectionFile file(folder.path(name), folder.shown(name), kStateKind);
  const Head head = file.section("head").values<Head>(0, 1).front();
  state.kind = head.kind;
  state.side = head.side;
  state.nextSegment = head.nextSegment;
  const auto segments = file.section("segments").all<IndexSegment>();
  state.segments.assign(segments.begin(), segments.end());
  const auto removed = file.section("removed").all<EntryPlace>();
  state.removed.assign(removed.begin(), removed.end());
  file.checkUncut();
  if (!isKnown(state) || !isConsistent(state)) {
    files::refuse(ErrorCode::badPicture, folder.shown(name), phrase("is damaged"));
  }
  return state;
}

void checkKind(const std::string& folder, IndexKind there, IndexKind wanted) {
  if (there == wanted) return;
  if (there == IndexKind::tolerantScenes && wanted == IndexKind::scenes) return;
  throw Error(ErrorCode::badUse, wanted == IndexKind::needles
                                     ? phrase("{}: is an index of scenes, not of needles", folder)
                                     : phrase("{}: is an index of needles, not of scenes", folder));
}

/// The current state; a writer may replace it meanwhile.
IndexState readCurrent(const files::StoreFolder& folder) {
  constexpr int kAttempts = 8;
  for (int attempt = 1;; ++attempt) {
    const std::int64_t number = folder.state();
    try {
      return read(folder);
    } catch (const Error&) {
      if (attempt == kAttempts || folder.state() == number) throw;
    }
  }
}

}  // namespace

std::int64_t IndexState::entries() const {
  std::int64_t sum = -std::ssize(removed);
  for (const IndexSegment& segment : segments) sum += segment.entries;
  return sum;
}

bool IndexState::isRemoved(const EntryPlace& place) const {
  return std::ranges::binary_search(removed, place);
}

std::size_t IndexState::firstToMerge() const {
  // More segments than these are merged, until each has more than `kGrowth` times the entries of
  // those after it.
  constexpr std::size_t kFew = 4;
  constexpr std::int64_t kGrowth = 4;
  std::size_t first = segments.size();
  std::int64_t after = 0;
  bool all = true;  // whether all segments behind are to be merged with this one
  for (std::size_t i = segments.size(); i-- > 0;) {
    const IndexSegment& segment = segments[i];
    const std::int64_t gone =
        std::ranges::upper_bound(removed, segment.number, {}, &EntryPlace::segment) -
        std::ranges::lower_bound(removed, segment.number, {}, &EntryPlace::segment);
    const std::int64_t live = segment.entries - gone;
    const bool last = i + 1 == segments.size();
    all = last || (all && live <= kGrowth * after);
    if ((all && segments.size() - i > kFew) || 2 * gone > segment.entries) first = i;
    after += live;
  }
  return first;
}

std::string segmentName(std::int64_t number) {
  return fmt::format("{}{}", kSegmentBegin, number);
}

void createIndexFolder(const std::string& folder, IndexKind kind, std::int64_t side) {
  files::NewStore fresh(folder);
  IndexState state;
  state.kind = kind;
  state.side = side;
  constexpr std::int64_t kFirst = 1;
  write(fresh.file(indexKind().stateName(kFirst)), state);
  writeFile(fresh.file(std::string(indexKind().head)), indexKind().headText(kFirst));
  fresh.commit();
}

IndexStore::IndexStore(const std::string& folder, IndexKind kind)
    : folder_(folder, indexKind()), state_(readCurrent(folder_)) {
  checkKind(folder, state_.kind, kind);
}

files::SectionFile IndexStore::open(const IndexSegment& segment,
                                    const files::SectionKind& kind) const {
  const std::string name = segmentName(segment.number);
  return {folder_.path(name), folder_.shown(name), kind};
}

IndexKind IndexStore::kindOf(const std::string& folder) {
  return readCurrent(files::StoreFolder(folder, indexKind())).kind;
}

IndexChange::IndexChange(const std::string& folder, IndexKind kind)
    : folder_(folder, indexKind()), lock_(folder_), committed_(read(folder_)), next_(committed_) {
  checkKind(folder, committed_.kind, kind);
  removeLeftovers();
}

std::string IndexChange::pathOf(std::int64_t segment) const {
  return folder_.path(segmentName(segment));
}

void IndexChange::revert() {
  // Numbers of segments that were written are not used again.
  const std::int64_t nextSegment = next_.nextSegment;
  next_ = committed_;
  next_.nextSegment = nextSegment;
}

void IndexChange::commit() {
  std::ranges::sort(next_.removed);
  next_.number = committed_.number + 1;
  write(folder_.path(indexKind().stateName(next_.number)), next_);
  folder_.setState(next_.number);
  committed_ = next_;
  removeLeftovers();
}

/// Files of older states, and of writers that were interrupted.
void IndexChange::removeLeftovers() const {
  std::set<std::string> known{indexKind().stateName(committed_.number)};
  for (const IndexSegment& segment : committed_.segments) known.insert(segmentName(segment.number));
  for (const std::string& name : folder_.names()) {
    const bool ours = files::numberIn(name, kSegmentBegin, "").has_value() ||
                      files::numberIn(name, indexKind().stateBegin, "").has_value() ||
                      (name.starts_with(".espy-") && name.ends_with(".tmp"));
    if (ours && !known.contains(name)) ::unlink(folder_.path(name).c_str());
  }
}

}  // namespace espy::index
