// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Scores of windows that overlap the scene's border.
#include <algorithm>
#include <cmath>

#include "find/match.h"
#include "pose/border.h"
#include "pose/loops.h"
#include "score/formula.h"

namespace espy::pose {
namespace {

/// The weighted sum of differences or of their squares.
template <class Sample>
std::uint64_t distanceOf(const Sample* scene, const std::uint16_t* needle,
                         const std::uint8_t* weights, std::int64_t count, bool squared) {
  std::uint64_t sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto off = static_cast<std::uint64_t>(std::abs(int{scene[i]} - int{needle[i]}));
    sum += (squared ? off * off : off) * weights[i];
  }
  return sum;
}

}  // namespace

void setShift(Match& match, double right, double down) {
  double part = 4096;
  // A float has 24 bits, of which 15 and a sign are enough for a part of a pixel.
  constexpr double kMost = 32767;
  while (std::max(std::abs(right), std::abs(down)) * part > kMost) part /= 2;
  match.centreX = static_cast<float>(static_cast<double>(std::lround(right * part)) / part);
  match.centreY = static_cast<float>(static_cast<double>(std::lround(down * part)) / part);
}

void setWindow(Match& match, Size scene, Size window, std::int64_t x, std::int64_t y) {
  const std::int64_t left = std::max<std::int64_t>(0, x);
  const std::int64_t top = std::max<std::int64_t>(0, y);
  const std::int64_t right = std::min(scene.width, x + window.width);
  const std::int64_t bottom = std::min(scene.height, y + window.height);
  match.x = static_cast<std::uint32_t>(left);
  match.y = static_cast<std::uint32_t>(top);
  match.width = static_cast<std::uint32_t>(right - left);
  match.height = static_cast<std::uint32_t>(bottom - top);
  setShift(match, static_cast<double>(2 * x + window.width - left - right) / 2,
           static_cast<double>(2 * y + window.height - top - bottom) / 2);
}

BorderScene::BorderScene(const ImageView& scene, PixelFormat needle)
    : scene_(scene), form_(picture::commonForm(needle, scene.format())) {
  if (form_.depth == Depth::u8) {
    bytes_.load(scene_, form_, 0, 0, scene_.size());
  } else {
    words_.load(scene_, form_, 0, 0, scene_.size());
  }
}

BorderScorer::BorderScorer(const BorderScene& scene, const NeedleWarper& warper,
                           const PoseGrid& grid, const ScoreOptions& options, bool slack)
    : scene_(scene),
      warper_(warper),
      grid_(grid),
      options_(options),
      slack_(slack),
      windows_(warper, grid) {}

const std::optional<BorderScorer::Kept>& BorderScorer::keptOf(std::uint32_t pose) {
  constexpr std::size_t kLeastKept = 40;
  constexpr std::int64_t kMostPixels = std::int64_t{1} << 21;
  const auto known = kept_.find(pose);
  if (known != kept_.end()) return known->second;
  const Size size = windowOf(pose);
  if (kept_.size() >= kLeastKept && keptPixels_ + size.pixels() > kMostPixels) {
    kept_.clear();
    keptPixels_ = 0;
  }
  keptPixels_ += size.pixels();
  std::optional<Kept>& made = kept_[pose];
  const PixelFormat format = scene_.view().format();
  const std::optional<WarpedNeedle> warped =
      warper_.scorable(grid_.poses[pose], options_.method, format);
  if (!warped) return made;
  made.emplace();
  made->needle = finders::prepareNeedle(warped->needle(), 0, format, options_.weighted);
  made->needle.values.resize(made->needle.values.size() + kPartPadding);
  made->needle.weights.resize(made->needle.weights.size() + kPartPadding);
  const std::int64_t pitch = size.width + 1;
  made->counts.assign(static_cast<std::size_t>(pitch * (size.height + 1)), 0);
  for (std::int64_t y = 0; y < size.height; ++y) {
    std::int64_t ofRow = 0;
    for (std::int64_t x = 0; x < size.width; ++x) {
      ofRow += made->needle.weight(x, y) != 0 ? 1 : 0;
      made->counts[static_cast<std::size_t>((y + 1) * pitch + x + 1)] =
          made->counts[static_cast<std::size_t>(y * pitch + x + 1)] + ofRow;
    }
  }
  return made;
}

bool BorderScorer::isVisible(const Kept& kept, Part& part) const {
  const Size size = kept.needle.size;
  const auto countAt = [&](std::int64_t x, std::int64_t y) {
    return kept.counts[static_cast<std::size_t>(y * (size.width + 1) + x)];
  };
  const std::int64_t right = part.left + part.size.width;
  const std::int64_t bottom = part.top + part.size.height;
  std::int64_t inside = countAt(right, bottom) - countAt(part.left, bottom) -
                        countAt(right, part.top) + countAt(part.left, part.top);
  part.counted = inside;
  if (inside == 0) return false;
  if (slack_) inside += size.width + size.height;
  constexpr std::int64_t kMillion = 1'000'000;
  return inside * kMillion >= grid_.visible * kept.counts.back();
}

template <class Sample>
bool BorderScorer::score(const picture::TilePlanes<Sample>& scene, const Kept& kept,
                         const Part& part, std::int64_t x, std::int64_t y, Peak& peak) const {
  const finders::PreparedNeedle& needle = kept.needle;
  finders::NeedleSums own;
  own.maxValue = needle.sums.maxValue;
  own.samples = needle.form.channels * part.counted;
  PartSums sums;
  finders::Wide distance = 0;
  const std::int64_t pitch = needle.size.width;
  const std::uint8_t* weights = needle.weights.data() + part.top * pitch + part.left;
  for (int c = 0; c < needle.form.channels; ++c) {
    const Sample* there = scene.row(c, y + part.top) + x + part.left;
    const std::uint16_t* wanted = needle.row(c, part.top) + part.left;
    if (options_.method == Method::zncc) {
      correlate({there, scene.pitch(), wanted, weights, pitch, part.size}, sums);
      continue;
    }
    for (std::int64_t row = 0; row < part.size.height; ++row) {
      distance +=
          distanceOf(there + row * scene.pitch(), wanted + row * pitch, weights + row * pitch,
                     part.size.width, options_.method == Method::ssd);
    }
  }
  if (options_.method == Method::zncc) {
    own.sum = sums.sum;
    own.squares = sums.squares;
    if (own.variance() == 0) return false;
    peak.score = score::scoreOfWindow(own, sums.window);
    return true;
  }
  for (std::int64_t row = 0; row < part.size.height; ++row) {
    for (std::int64_t i = 0; i < part.size.width; ++i) {
      own.weight += needle.form.channels * weights[row * pitch + i];
    }
  }
  finders::setDistance(peak, distance);
  peak.score = score::scoreOfWideDistance(options_.method, own, distance);
  return true;
}

std::optional<PosedPeak> BorderScorer::at(std::uint32_t pose, std::int64_t x, std::int64_t y) {
  const Size size = windowOf(pose);
  const Size scene = scene_.view().size();
  Part part{std::max<std::int64_t>(0, -x), std::max<std::int64_t>(0, -y), {}, 0};
  part.size = {std::min(size.width, scene.width - x) - part.left,
               std::min(size.height, scene.height - y) - part.top};
  if (part.size.width <= 0 || part.size.height <= 0) return {};
  if (last_ == nullptr || lastPose_ != pose) last_ = &keptOf(pose);
  lastPose_ = pose;
  const std::optional<Kept>& kept = *last_;
  if (!kept || !isVisible(*kept, part)) return {};
  PosedPeak found;
  found.pose = pose;
  found.peak.x = static_cast<std::uint32_t>(x + part.left);
  found.peak.y = static_cast<std::uint32_t>(y + part.top);
  found.left = static_cast<std::uint32_t>(part.left);
  found.above = static_cast<std::uint32_t>(part.top);
  const bool scored = scene_.form().depth == Depth::u8
                          ? score(scene_.bytes(), *kept, part, x, y, found.peak)
                          : score(scene_.words(), *kept, part, x, y, found.peak);
  if (!scored) return {};
  return found;
}

}  // namespace espy::pose
