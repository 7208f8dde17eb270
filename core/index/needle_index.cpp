// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/processor_engines.h"
#include "base/within_memory.h"
#include "espy/engine/find.h"
#include "index/find_pictures.h"
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
  for (std::int64_t n = 0; n < entry.entries; ++n) {
    const bool gone = store.state().isRemoved({entry.number, n});
    opened.numbers.push_back(gone ? kRemoved : static_cast<std::uint32_t>(needles.size()));
    if (!gone) needles.push_back({number, static_cast<std::uint32_t>(n)});
  }
  pictures += std::ssize(opened.segment.pictures());
  bytes += static_cast<std::int64_t>(opened.segment.file().bytes());
  segments.push_back(std::move(opened));
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

void NeedleIndex::verify(const Control& control) const {
  for (std::size_t i = 0; i < state_->segments.size(); ++i) {
    const files::SectionFile& file = state_->segments[i].segment.file();
    file.verify(control.forPart(i, state_->segments.size()));
    file.checkUncut();
  }
}

namespace {

void checkOptions(const FindOptions& options) {
  const auto refuse = [](const Message& fact) { throw Error(ErrorCode::badUse, fact); };
  if (options.scored() || options.tolerance != 0) {
    refuse(phrase("an index finds identical pictures: method exact, tolerance 0"));
  }
  if (options.denoise != 0) refuse(phrase("an index finds pictures as they are, not denoised"));
  if (options.pose.isAsked()) refuse(phrase("an index finds needles as they are, without poses"));
  if (options.judge != nullptr) refuse(phrase("a judge is for one needle, not for an index"));
}

/// Threads of the engine, which must be one of the processor's.
int threadsOf(const FindOptions& options, std::string& engine) {
  engine = options.engine == "auto" ? kAllCores : options.engine;
  if (engine == "sequential") return 1;
  if (engine == kAllCores || engine == "openmp") return threadsFor(options.control);
  throw Error(ErrorCode::badUse,
              phrase("the engine {} cannot search with an index; use threads", options.engine));
}

/// A found picture of a segment, by position.
struct Occurrence {
  FoundPicture found;
  std::uint32_t segment = 0;

  auto operator<=>(const Occurrence&) const = default;
};

/// Converts occurrences, which are sorted, to matches of all needles with these pictures; at most
/// `most`.
std::vector<Match> matchesOf(const NeedleIndex::State& state,
                             std::span<const Occurrence> occurrences, std::uint64_t most,
                             const Control& control) {
  std::vector<Match> matches;
  std::vector<std::uint32_t> numbers;
  for (std::size_t first = 0; first < occurrences.size() && matches.size() < most;) {
    control.check();
    const FoundPicture& at = occurrences[first].found;
    struct Here {
      std::uint32_t number;
      const PictureEntry* picture;
    };
    std::vector<Here> here;
    for (; first < occurrences.size() && occurrences[first].found.x == at.x &&
           occurrences[first].found.y == at.y;
         ++first) {
      const Occurrence& occurrence = occurrences[first];
      const auto& [segment, live] = state.segments[occurrence.segment];
      for (const std::uint32_t entry : segment.owners(occurrence.found.picture)) {
        if (live[entry] == NeedleIndex::State::kRemoved) continue;
        here.push_back({live[entry], &segment.pictures()[occurrence.found.picture]});
      }
    }
    std::ranges::sort(here, {}, &Here::number);
    for (const Here& one : here) {
      if (matches.size() == most) break;
      Match match;
      match.needle = one.number;
      match.x = at.x;
      match.y = at.y;
      match.width = one.picture->width;
      match.height = one.picture->height;
      matches.push_back(match);
    }
  }
  return matches;
}

/// The occurrences in a scene, sorted.
std::vector<Occurrence> occurrencesIn(const ImageView& scene, const NeedleIndex::State& state,
                                      int threads, const Control& control) {
  std::vector<Occurrence> occurrences;
  for (std::uint32_t s = 0; s < state.segments.size(); ++s) {
    const Control part = control.forPart(s, state.segments.size());
    for (const FoundPicture& found :
         findPictures(scene, state.segments[s].segment, threads, part)) {
      occurrences.push_back({found, s});
    }
  }
  std::ranges::sort(occurrences);
  return occurrences;
}

/// All matches, sorted; the first ones if only those are wanted. They are searched in bands of
/// rows until there are enough, small ones first: flat areas may have a match of many needles at
/// every pixel.
std::vector<Match> matchesIn(const ImageView& scene, const NeedleIndex::State& state,
                             const SelectOptions& select, int threads, const Control& control) {
  constexpr std::int64_t kBandPixels = std::int64_t{1} << 20;
  constexpr std::int64_t kFirstRows = 16;
  const bool first = select.top && select.overlap >= 1;
  const std::uint64_t most = first ? *select.top : std::numeric_limits<std::uint64_t>::max();
  std::int64_t tallest = 1;
  for (const auto& open : state.segments) tallest = std::max(tallest, open.segment.tallest());
  const std::int64_t height = scene.height();
  const std::int64_t mostRows =
      std::max(4 * tallest, kBandPixels / std::max<std::int64_t>(1, scene.width()));
  std::int64_t rows = first ? std::max(kFirstRows, tallest) : height;
  std::vector<Match> matches;
  for (std::int64_t top = 0; top < height && matches.size() < most;
       top += rows, rows = std::min(2 * rows, mostRows)) {
    const ImageView view =
        scene.crop(0, top, {scene.width(), std::min(height - top, rows + tallest - 1)});
    Control part{control.threads, control.stop, {}};
    if (!first) part.progress = control.progress;
    std::vector<Occurrence> occurrences = occurrencesIn(view, state, threads, part);
    occurrences.erase(std::ranges::find_if(
                          occurrences, [&](const Occurrence& one) { return one.found.y >= rows; }),
                      occurrences.end());
    for (Match& match : matchesOf(state, occurrences, most - matches.size(), control)) {
      match.y += static_cast<std::uint32_t>(top);
      matches.push_back(match);
    }
    if (first && control.progress) {
      control.progress(static_cast<double>(std::min(height, top + rows)) /
                       static_cast<double>(height));
    }
  }
  return matches;
}

}  // namespace

Finding find(const Scene& scene, const NeedleIndex& index, const FindOptions& options) {
  return withinMemory([&] {
    checkOptions(options);
    const NeedleIndex::State& state = index.state();
    if (scene.view() == nullptr) {
      throw Error(ErrorCode::badUse, phrase("an index needs a scene in the processor's memory"));
    }
    Finding finding;
    const int threads = threadsOf(options, finding.report.engine);
    finding.report.threads = threads;
    finding.report.strategy = phrase("looked up the blocks of {} needles", index.size());
    const SelectOptions& select = options.select;
    {
      const StageTimer timer(finding.report.timeline, "pass 1");
      finding.matches = matchesIn(*scene.view(), state, select, threads, options.control);
    }
    const StageTimer timer(finding.report.timeline, "select");
    if (select.overlap < 1) selectMatches(finding.matches, select, options.control);
    return finding;
  });
}

}  // namespace espy
