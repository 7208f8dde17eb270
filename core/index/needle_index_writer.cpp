// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/index.h"
#include "find/check.h"
#include "index/index_store.h"
#include "index/needle_names.h"
#include "index/needle_segment.h"
#include "index/needle_segment_builder.h"

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

}  // namespace

struct NeedleIndexWriter::State {
  explicit State(const std::string& given) : folder(given), change(given, IndexKind::needles) {
    for (const IndexSegment& segment : change.committed().segments) {
      const std::string own = segmentName(segment.number);
      const files::SectionFile file(change.folder().path(own), change.folder().shown(own),
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
        const std::string_view name(text.data() + entries[n].nameAt, entries[n].nameBytes);
        if (name.empty() || !names.add(name, place)) {  // made to harm
          throw Error(ErrorCode::badPicture, phrase("{}: is damaged", file.shown()));
        }
      }
    }
  }

  /// The needles that are collected; those of a new segment if there are none.
  NeedleSegmentBuilder& collected() {
    if (!builder) {
      pending = change.newSegment();
      builder = std::make_unique<NeedleSegmentBuilder>(change.pathOf(pending));
    }
    return *builder;
  }

  /// Writes the collected needles as a segment of the next state.
  void flush(const Control& control) {
    if (!builder) return;
    if (builder->removeDropped()) setPlaces(*builder, pending);
    if (builder->needles() > 0) {
      builder->write(control);
      change.next().segments.push_back({pending, builder->needles()});
    }
    builder.reset();
    pending = 0;
  }

  void setPlaces(const NeedleSegmentBuilder& needles, std::int64_t segment) {
    for (std::int64_t n = 0; n < needles.needles(); ++n) names.move(needles.name(n), {segment, n});
  }

  /// Replaces the segments from the `first` on by one without the removed needles.
  void merge(std::size_t first, const Control& control) {
    const std::int64_t number = change.newSegment();
    NeedleSegmentBuilder all(change.pathOf(number));
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
    if (all.needles() > 0) all.write(control);
    // The next state changes only when nothing can fail any more.
    segments.resize(first);
    if (all.needles() > 0) segments.push_back({number, all.needles()});
    setPlaces(all, number);
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
  std::unique_ptr<NeedleSegmentBuilder> builder;
  std::int64_t pending = 0;  ///< number of the builder's segment
  NeedleNames names;
};

NeedleIndexWriter::NeedleIndexWriter(const std::string& folder)
    : state_(withinMemory([&] { return std::make_unique<State>(folder); })) {}

NeedleIndexWriter::~NeedleIndexWriter() = default;

bool NeedleIndexWriter::has(std::string_view name) const {
  return state_->names.find(name) != nullptr;
}

void NeedleIndexWriter::add(std::string_view name, const Needle& needle, std::uint64_t fileBytes,
                            std::int64_t fileTime) {
  withinMemory([&] {
    checkName(name);
    finders::checkRequest({}, {&needle, 1});
    if (has(name)) {
      throw Error(ErrorCode::badUse,
                  phrase("{}: {} is already in the index; remove it first", state_->folder, name));
    }
    if (state_->builder && state_->builder->bytes() > kMostPending) state_->flush({});
    NeedleSegmentBuilder& builder = state_->collected();
    const std::int64_t n = builder.add(name, needle, fileBytes, fileTime);
    try {
      state_->names.add(name, {state_->pending, n});
    } catch (...) {
      builder.drop(n);
      throw;
    }
  });
}

bool NeedleIndexWriter::remove(std::string_view name) {
  const EntryPlace* const found = state_->names.find(name);
  if (found == nullptr) return false;
  if (found->segment == state_->pending) {
    state_->builder->drop(found->entry);
  } else {
    state_->change.next().removed.push_back(*found);
  }
  state_->names.remove(name);
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
