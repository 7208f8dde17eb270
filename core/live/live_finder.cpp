// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A change of the picture changes only matches whose windows, or those of their neighbours, which
// decide whether a position is a local maximum, have a changed pixel. Before selection matches do
// not depend on each other, so they are kept, replaced around changes, and selected anew.
#include <algorithm>
#include <tuple>
#include <utility>

#include "espy/engine/live.h"
#include "live/areas.h"

namespace espy {
namespace {

/// More unselected matches are not kept, to bound memory (10 MB).
constexpr std::uint64_t kMostKept = 100'000;
/// Frames that are searched as a whole after there were more.
constexpr int kFramesAfterTooMany = 20;
/// Parts searched one by one; each search has a fixed cost of about 0.1 ms.
constexpr std::size_t kMostParts = 16;
/// Share of the picture from which on it is searched as a whole.
constexpr double kMostShare = 0.7;

/// Whether parts of a picture can be searched by themselves.
bool isLocal(const FindOptions& options) {
  if (options.judge != nullptr || options.subPixel) return false;
  // An outline's contour, and what denoising makes of a pixel, may reach across the picture.
  if (options.method == Method::outline || options.denoise != 0) return false;
  if (!options.pose.isAsked()) return true;
  return !options.scored() && options.select.overlap >= 1 && !options.select.top;
}

/// Options that return all matches that selection chooses from.
FindOptions unselected(FindOptions options) {
  options.select = {1, false, kMostKept + 1};
  options.wantBest = false;
  options.nearest = false;
  return options;
}

/// The parts to search around changes, for needles of up to this size.
std::vector<Area> partsAround(std::span<const Area> changed, Size needle, Size scene) {
  std::vector<Area> parts;
  for (const Area& area : changed) {
    const Area part =
        live::clipped({area.x - needle.width - 1, area.y - needle.height - 1,
                       area.width + 2 * needle.width + 2, area.height + 2 * needle.height + 2},
                      scene);
    if (part.pixels() > 0) parts.push_back(part);
  }
  live::mergeAreas(parts, kMostParts);
  return parts;
}

/// The positions whose matches a search of `part` decides: their neighbours' windows are in it.
Area positionsIn(const Area& part, Size needle, Size scene) {
  const auto range = [](std::int64_t first, std::int64_t count, std::int64_t needed,
                        std::int64_t all) {
    const std::int64_t end = first + count;
    const std::int64_t from = first == 0 ? 0 : first + 1;
    const std::int64_t to = end == all ? all : end - needed;
    return std::pair(from, std::max(from, to) - from);
  };
  const auto [x, width] = range(part.x, part.width, needle.width, scene.width);
  const auto [y, height] = range(part.y, part.height, needle.height, scene.height);
  return {x, y, width, height};
}

bool contains(const Area& area, const Match& match) {
  return match.x >= area.x && match.x < area.x + area.width && match.y >= area.y &&
         match.y < area.y + area.height;
}

}  // namespace

struct LiveFinder::State {
  std::vector<Needle> needles;
  FindOptions options;
  LiveOptions live;
  Size largest;  ///< of all needles, turned ones too

  bool known = false;  ///< whether `finding` is that of the last picture
  Size size;
  PixelFormat format;
  bool keeps = false;       ///< whether `kept` is complete
  std::vector<Match> kept;  ///< unselected
  int wholeFrames = 0;      ///< left to search as a whole
  Finding finding;
  double searched = 0;

  void searchAll(const ImageView& picture);
  /// False if it has to be searched as a whole.
  bool searchParts(const ImageView& picture, std::span<const Area> changed);
  void select(const ImageView& picture);
};

void LiveFinder::State::searchAll(const ImageView& picture) {
  searched = 1;
  keeps = false;
  kept.clear();
  const bool keep = live.partly && isLocal(options) && wholeFrames == 0;
  wholeFrames = std::max(0, wholeFrames - 1);
  if (keep) {
    finding = espy::find(picture, needles, unselected(options));
    if (finding.matches.size() <= kMostKept) {
      kept = std::move(finding.matches);
      keeps = true;
      select(picture);
      return;
    }
    wholeFrames = kFramesAfterTooMany;
  }
  finding = espy::find(picture, needles, options);
}

bool LiveFinder::State::searchParts(const ImageView& picture, std::span<const Area> changed) {
  if (!keeps) return false;
  const std::vector<Area> parts = partsAround(changed, largest, size);
  std::int64_t pixels = 0;
  for (const Area& part : parts) pixels += part.pixels();
  const double share = static_cast<double>(pixels) / static_cast<double>(size.pixels());
  if (share > kMostShare) return false;
  const FindOptions asked = unselected(options);
  for (const Area& part : parts) {
    const ImageView view = picture.crop(part.x, part.y, {part.width, part.height});
    Finding found = espy::find(view, needles, asked);
    if (found.matches.size() > kMostKept) return false;
    const Area decided = positionsIn(part, largest, size);
    std::erase_if(kept, [&](const Match& match) { return contains(decided, match); });
    for (Match& match : found.matches) {
      match.x += static_cast<std::uint32_t>(part.x);
      match.y += static_cast<std::uint32_t>(part.y);
      if (contains(decided, match)) kept.push_back(match);
    }
    finding.report = std::move(found.report);
  }
  searched = share;
  if (kept.size() > kMostKept) return false;
  select(picture);
  return true;
}

void LiveFinder::State::select(const ImageView& picture) {
  if (kept.empty() && options.scored() && (options.wantBest || options.nearest)) {
    searched = 1;
    finding = espy::find(picture, needles, options);
    return;
  }
  finding.best.reset();
  finding.matches = kept;
  if (options.pose.isAsked()) {
    // All of one position and needle are from one search, in the order of their poses.
    std::ranges::stable_sort(finding.matches, [](const Match& a, const Match& b) {
      return std::tie(a.y, a.x, a.needle) < std::tie(b.y, b.x, b.needle);
    });
  } else {
    selectMatches(finding.matches, options.select, options.control);
  }
}

LiveFinder::LiveFinder(std::span<const Needle> needles, const FindOptions& options,
                       const LiveOptions& live)
    : state_(std::make_unique<State>()) {
  state_->needles.assign(needles.begin(), needles.end());
  state_->options = options;
  state_->live = live;
  for (const Needle& needle : needles) {
    Size size = needle.picture.size();
    if (options.pose.quarterTurns) size.width = size.height = std::max(size.width, size.height);
    state_->largest.width = std::max(state_->largest.width, size.width);
    state_->largest.height = std::max(state_->largest.height, size.height);
  }
}

LiveFinder::~LiveFinder() = default;

void LiveFinder::setControl(const Control& control) {
  state_->options.control = control;
}

const Finding& LiveFinder::find(const Stream& stream) {
  return find(stream.picture(), stream.changed());
}

const Finding& LiveFinder::find(const ImageView& picture, std::span<const Area> changed) {
  State& state = *state_;
  state.searched = 0;
  const bool same = state.known && state.size == picture.size() && state.format == picture.format();
  if ((same && changed.empty()) || state.needles.empty()) return state.finding;
  state.known = false;  // if a search throws
  state.size = picture.size();
  state.format = picture.format();
  if (!same || !state.searchParts(picture, changed)) state.searchAll(picture);
  state.known = true;
  return state.finding;
}

double LiveFinder::searched() const {
  return state_->searched;
}

}  // namespace espy
