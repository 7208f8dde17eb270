// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A change of the picture changes only matches whose windows, or those of their neighbours, which
// decide whether a position is a local maximum, have a changed pixel. Before selection matches do
// not depend on each other, so they are kept, replaced around changes, and selected anew.
#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "espy/engine/live.h"
#include "find/stream_memory.h"
#include "picture/areas.h"

namespace espy {
namespace {

/// More unselected matches are not kept, to bound memory (10 MB).
constexpr std::uint64_t kMostKept = 100'000;
/// Frames that are searched as a whole after there were more.
constexpr int kFramesAfterTooMany = 20;

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
  finders::StreamMemory memory;
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
  std::optional<finders::WithStreamMemory> within;
  if (live.partly) within.emplace(memory);
  memory.searched = 1;
  finding = espy::find(picture, needles, options);
  searched = memory.searched;
}

bool LiveFinder::State::searchParts(const ImageView& picture, std::span<const Area> changed) {
  if (!keeps) return false;
  const FindOptions asked = unselected(options);
  const auto search = [&](const Area& part) -> std::optional<std::vector<Match>> {
    const ImageView view = picture.crop(part.x, part.y, {part.width, part.height});
    Finding found = espy::find(view, needles, asked);
    if (found.matches.size() > kMostKept) return {};
    finding.report = std::move(found.report);
    return std::move(found.matches);
  };
  const std::optional<double> share = picture::searchAround(changed, largest, size, kept, search);
  if (!share) return false;
  searched = *share;
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
