// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/index.h"
#include "find/check.h"
#include "index/index_store.h"
#include "index/needle_segment.h"

namespace espy {

using namespace index;

namespace {

/// Needles in memory above which a segment is written, in bytes.
constexpr std::uint64_t kMostPending = std::uint64_t{4} << 30;
/// Segments of more bytes in all are merged by `compact` only: merging takes as much memory.
constexpr std::uintmax_t kMostMerged = std::uintmax_t{1} << 30;

void checkName(std::string_view name) {
  constexpr std::size_t kLongest = 65536;
  if (name.empty() || name.size() > kLongest) {
    throw Error(ErrorCode::badUse, phrase("a needle's name has 1 to {} bytes", kLongest));
  }
  if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 32; })) {
    throw Error(ErrorCode::badUse, phrase("a needle's name must not contain control characters"));
  }
}

struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const {
    return std::hash<std::string_view>()(name);
  }
};

}  // namespace

struct NeedleIndexWriter::State {
  explicit State(const std::string& given) : folder(given), change(given, IndexKind::needles) {
    for (const IndexSegment& segment : change.committed().segments) {
      const std::string name = segmentName(segment.number);
      const files::SectionFile file(change.folder().path(name), change.folder().shown(name),
                                    kNeedleSegment);
      const auto entries = file.section("needles").all<NeedleEntry>();
      const auto text = file.section("text").all<char>();
      for (std::size_t n = 0; n < entries.size(); ++n) {
        const EntryPlace place{segment.number, static_cast<std::int64_t>(n)};
        if (change.committed().isRemoved(place)) continue;
        if (entries[n].nameAt > text.size() ||
            entries[n].nameBytes > text.size() - entries[n].nameAt) {
          throw Error(ErrorCode::badPicture, phrase("{}: is damaged", file.shown()));
        }
        std::string own(text.data() + entries[n].nameAt, entries[n].nameBytes);
        if (!names.emplace(std::move(own), place).second) {  // made to harm
          throw Error(ErrorCode::badPicture, phrase("{}: is damaged", file.shown()));
        }
      }
    }
  }

  /// Writes needles as a segment, which the next state does not name yet; their names refer to it.
  IndexSegment write(const NeedleSegmentBuilder& needles, const Control& control) {
    const std::int64_t number = change.newSegment();
    needles.write(change.pathOf(number), control);
    std::int64_t n = 0;
    for (const PendingNeedle& needle : needles.pending()) {
      names.find(needle.name)->second = {number, n++};
    }
    return {number, needles.needles()};
  }

  /// Writes the collected needles as a segment of the next state.
  void flush(const Control& control) {
    if (builder.needles() == 0) return;
    change.next().segments.push_back(write(builder, control));
    builder = {};
  }

  /// Replaces the segments from the `first` on by one without the removed needles.
  void merge(std::size_t first, const Control& control) {
    NeedleSegmentBuilder all;
    IndexState& next = change.next();
    std::ranges::sort(next.removed);
    std::vector<EntryPlace> removed = next.removed;
    std::vector<IndexSegment> segments = next.segments;
    for (std::size_t i = first; i < segments.size(); ++i) {
      const IndexSegment& entry = segments[i];
      const std::string name = segmentName(entry.number);
      const NeedleSegment segment(files::SectionFile(change.folder().path(name),
                                                     change.folder().shown(name), kNeedleSegment),
                                  entry.entries, control);
      std::int64_t n = 0;
      for (const NeedleEntry& needle : segment.entries()) {
        control.check();
        if (next.isRemoved({entry.number, n++})) continue;
        all.add(segment.name(needle), segment.picture(needle.picture), needle.fileBytes,
                needle.fileTime);
      }
      std::erase_if(removed,
                    [&](const EntryPlace& place) { return place.segment == entry.number; });
    }
    // The next state changes only when nothing can fail any more.
    segments.resize(first);
    if (all.needles() > 0) segments.push_back(write(all, control));
    next.segments = std::move(segments);
    next.removed = std::move(removed);
  }

  /// Merges committed segments, if they are many or mostly removed. What was committed stays if
  /// this fails, for want of space or because it was cancelled: the next commit tries again.
  void mergeTail(const Control& control) {
    std::size_t first = change.next().firstToMerge();
    const std::vector<IndexSegment>& segments = change.next().segments;
    std::uintmax_t bytes = 0;
    for (std::size_t i = segments.size(); i-- > first;) {
      std::error_code failure;
      bytes += std::filesystem::file_size(change.pathOf(segments[i].number), failure);
      if (failure || bytes > kMostMerged) first = i + 1;
    }
    if (first >= segments.size()) return;
    try {
      merge(first, control);
      change.commit();
    } catch (const Error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  std::string folder;
  IndexChange change;
  NeedleSegmentBuilder builder;
  /// Where each name is; in the builder: segment 0.
  std::unordered_map<std::string, EntryPlace, NameHash, std::equal_to<>> names;
};

NeedleIndexWriter::NeedleIndexWriter(const std::string& folder)
    : state_(withinMemory([&] { return std::make_unique<State>(folder); })) {}

NeedleIndexWriter::~NeedleIndexWriter() = default;

bool NeedleIndexWriter::has(std::string_view name) const {
  return state_->names.contains(name);
}

void NeedleIndexWriter::add(std::string_view name, const Needle& needle, std::uint64_t fileBytes,
                            std::int64_t fileTime) {
  withinMemory([&] {
    checkName(name);
    finders::checkRequest({}, {&needle, 1});
    const auto [place, isNew] = state_->names.try_emplace(std::string(name));
    if (!isNew) {
      throw Error(ErrorCode::badUse,
                  phrase("{}: {} is already in the index; remove it first", state_->folder, name));
    }
    try {
      if (state_->builder.bytes() > kMostPending) state_->flush({});
      state_->builder.add(name, needle, fileBytes, fileTime);
    } catch (...) {
      state_->names.erase(place);
      throw;
    }
  });
}

bool NeedleIndexWriter::remove(std::string_view name) {
  const auto found = state_->names.find(name);
  if (found == state_->names.end()) return false;
  if (found->second.segment == 0) {
    state_->builder.drop(name);
  } else {
    state_->change.next().removed.push_back(found->second);
  }
  state_->names.erase(found);
  return true;
}

void NeedleIndexWriter::commit(const Control& control) {
  withinMemory([&] {
    state_->flush(control);
    state_->change.commit();
    state_->mergeTail({control.threads, control.stop, {}, control.beside});
  });
}

void NeedleIndexWriter::compact(const Control& control) {
  withinMemory([&] {
    state_->flush(control.forPart(0, 2));
    state_->merge(0, control.forPart(1, 2));
    state_->change.commit();
  });
}

}  // namespace espy
