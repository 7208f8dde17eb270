// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/distance.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

#include "base/parallel.h"
#include "exact/costs.h"
#include "find/needle.h"
#include "find/window_distance.h"
#include "picture/rectangles.h"

namespace espy::exact {
namespace {

/// Indices of one needle's matches.
using Indices = std::vector<std::size_t>;

/// A rectangle of the needle with one value.
struct FlatPart {
  int channel;
  std::uint16_t value;
  picture::Rectangle rectangle;
};

/// Computes the distances of one needle's matches.
template <class Sample>
class Distances {
 public:
  Distances(const ImageView& scene, const finders::PreparedNeedle& needle, std::span<Match> matches,
            const Indices& own, int threads, const Control& control)
      : scene_(scene),
        needle_(needle),
        matches_(matches),
        own_(own),
        threads_(threads),
        control_(control) {}

  void fill() {
    const auto windows = static_cast<double>(own_.size());
    // If windows overlap, the scene's planes are extracted once.
    const bool dense = windows * static_cast<double>(needle_.size.pixels()) >
                       static_cast<double>(scene_.size().pixels());
    if (!dense) {
      readWindows(nullptr);
      return;
    }
    picture::TilePlanes<Sample> planes;
    planes.load(scene_, needle_.form, 0, 0, scene_.size());
    const double reading = costs::kDistanceByte * sizeof(Sample) * windows *
                           static_cast<double>(needle_.values.size());
    if (const auto parts = flatParts(windows, reading)) {
      for (const std::size_t i : own_) matches_[i].distance = 0;
      sumParts(*parts, planes);
    } else {
      readWindows(&planes);
    }
  }

 private:
  void readWindows(const picture::TilePlanes<Sample>* whole) {
    const finders::WindowDistance<Sample> distance(needle_, Method::sad);
    std::vector<picture::TilePlanes<Sample>> windows(static_cast<std::size_t>(threads_));
    constexpr std::int64_t kSamplesOfTask = 1 << 20;
    const auto count = static_cast<std::int64_t>(own_.size());
    const std::int64_t atOnce = std::max(
        kSamplesOfTask / static_cast<std::int64_t>(needle_.values.size()),
        std::min<std::int64_t>(finders::WindowLanes::kTogether, (count + threads_ - 1) / threads_));
    parallelFor(
        (count + atOnce - 1) / atOnce, threads_, quiet(), [&](std::int64_t task, int thread) {
          const std::int64_t end = std::min(count, (task + 1) * atOnce);
          if (whole != nullptr) {
            readSome(distance, *whole,
                     {own_.data() + task * atOnce, static_cast<std::size_t>(end - task * atOnce)});
            return;
          }
          for (std::int64_t i = task * atOnce; i < end; ++i) {
            Match& match = matches_[own_[static_cast<std::size_t>(i)]];
            picture::TilePlanes<Sample>& window = windows[static_cast<std::size_t>(thread)];
            window.load(scene_, needle_.form, match.x, match.y, needle_.size);
            match.distance = static_cast<std::uint64_t>(distance.at(window, 0, 0));
          }
        });
  }

  void readSome(const finders::WindowDistance<Sample>& distance,
                const picture::TilePlanes<Sample>& whole, std::span<const std::size_t> some) {
    std::vector<Place> places;
    places.reserve(some.size());
    for (const std::size_t i : some) places.push_back({matches_[i].x, matches_[i].y});
    std::vector<finders::Wide> distances(some.size());
    distance.at(whole, places, finders::kFar, distances.data());
    for (std::size_t i = 0; i < some.size(); ++i) {
      matches_[some[i]].distance = static_cast<std::uint64_t>(distances[i]);
    }
  }

  /// The needle as parts of one value each, by channel and value, if they cost less than `reading`
  /// nanoseconds.
  std::optional<std::vector<FlatPart>> flatParts(double windows, double reading) const {
    std::vector<FlatPart> parts;
    std::map<std::pair<int, std::uint16_t>, int> planes;
    const double scene = static_cast<double>(scene_.size().pixels());
    for (int c = 0; c < needle_.form.channels; ++c) {
      const auto label = [&](std::int64_t x, std::int64_t y) {
        return needle_.weight(x, y) == 0 ? -1 : needle_.row(c, y)[x];
      };
      for (const picture::Labelled& part :
           picture::labelledRectangles(needle_.size, label, control_)) {
        const auto value = static_cast<std::uint16_t>(part.label);
        ++planes[{c, value}];
        parts.push_back({c, value, part.rectangle});
      }
      if (costs::kDistanceSum * scene * static_cast<double>(planes.size()) +
              costs::kDistancePart * windows * static_cast<double>(parts.size()) >
          reading) {
        return {};
      }
    }
    std::sort(parts.begin(), parts.end(), [](const FlatPart& a, const FlatPart& b) {
      return a.channel != b.channel ? a.channel < b.channel : a.value < b.value;
    });
    return parts;
  }

  /// For each value in turn: an integral image of the scene's absolute differences from it.
  void sumParts(const std::vector<FlatPart>& parts, const picture::TilePlanes<Sample>& planes) {
    const std::int64_t width = scene_.width() + 1;
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(width * (scene_.height() + 1)), 0);
    for (auto begin = parts.begin(); begin != parts.end();) {
      const auto end = std::find_if(begin, parts.end(), [&](const FlatPart& part) {
        return part.channel != begin->channel || part.value != begin->value;
      });
      for (std::int64_t y = 0; y < scene_.height(); ++y) {
        control_.check();
        const Sample* row = planes.row(begin->channel, y);
        const std::uint64_t* above = sums.data() + y * width;
        std::uint64_t* here = sums.data() + (y + 1) * width;
        std::uint64_t sum = 0;
        for (std::int64_t x = 0; x < scene_.width(); ++x) {
          sum += static_cast<std::uint64_t>(std::abs(row[x] - static_cast<int>(begin->value)));
          here[x + 1] = above[x + 1] + sum;
        }
      }
      addParts({begin, end}, sums, width);
      begin = end;
    }
  }

  void addParts(std::span<const FlatPart> parts, const std::vector<std::uint64_t>& sums,
                std::int64_t width) {
    constexpr std::int64_t kPartsOfTask = 1 << 16;
    const auto count = static_cast<std::int64_t>(own_.size());
    const std::int64_t atOnce =
        std::max<std::int64_t>(1, kPartsOfTask / static_cast<std::int64_t>(parts.size()));
    parallelFor((count + atOnce - 1) / atOnce, threads_, quiet(), [&](std::int64_t task, int) {
      for (std::int64_t i = task * atOnce; i < std::min(count, (task + 1) * atOnce); ++i) {
        Match& match = matches_[own_[static_cast<std::size_t>(i)]];
        for (const FlatPart& part : parts) {
          const picture::Rectangle& r = part.rectangle;
          const std::uint64_t* top = sums.data() + (match.y + r.y) * width + match.x + r.x;
          const std::uint64_t* bottom = top + r.height * width;
          match.distance =
              match.distance.low() + bottom[r.width] - bottom[0] - top[r.width] + top[0];
        }
      }
    });
  }

  /// Without the caller's progress, which belongs to the search.
  Control quiet() const { return {threads_, control_.stop, {}}; }

  const ImageView& scene_;
  const finders::PreparedNeedle& needle_;
  std::span<Match> matches_;
  const Indices& own_;
  int threads_;
  const Control& control_;
};

}  // namespace
}  // namespace espy::exact

namespace espy::exact {

void fillDistances(const ImageView& scene, std::span<const Needle> needles,
                   std::span<Match> matches, int threads, const Control& control) {
  std::vector<Indices> own(needles.size());
  for (std::size_t i = 0; i < matches.size(); ++i) own[matches[i].needle].push_back(i);
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    if (own[n].empty()) continue;
    const finders::PreparedNeedle needle =
        finders::prepareNeedle(needles[n], n, scene.format(), false, control);
    if (needle.form.depth == Depth::u16) {
      Distances<std::uint16_t>(scene, needle, matches, own[n], threads, control).fill();
    } else {
      Distances<std::uint8_t>(scene, needle, matches, own[n], threads, control).fill();
    }
  }
}

}  // namespace espy::exact
