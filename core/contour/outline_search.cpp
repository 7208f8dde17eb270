// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "contour/outline_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <mutex>
#include <numbers>
#include <tuple>

#include "base/parallel.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "espy/timeline.h"

namespace espy::contour {
namespace {

constexpr double kLeastStep = 2;         ///< pixels between the points of a contour
constexpr double kFullStep = 4;          ///< up to this step contours of the full picture serve
constexpr std::size_t kLeastChain = 12;  ///< points of a contour
constexpr double kSmallestNeedle = 24;   ///< pixels of a needle's outline
constexpr std::size_t kRefined = 100;    ///< best of the completed ones, of each needle; others if
                                         ///< they reach the minimum elsewhere
constexpr int kParts = 8;                ///< of which the bend is reported
/// Candidates that are completed, of each needle: parts by level of the tree; the whole.
constexpr std::size_t kMostSeeds = 400;
constexpr std::size_t kTogether = 16;  ///< outlines whose candidates are held at once

/// The contours of a scene at one step.
struct Octave {
  double step;
  std::vector<SteppedChain> chains;
  ContourMap map;
};

/// The least and the largest step with which an outline is compared: its whole length is then
/// between the tree's number of segments and the most steps.
struct Steps {
  double least;
  double most;
  bool has(double step) const { return least <= step && step <= most; }
};
Steps stepsOf(const WantedOutline& wanted, const PoseRange& scales) {
  // One octave finer than needed, because parts may be hidden or shrunk.
  return {std::max(kLeastStep, scales.first * wanted.length / kMostSteps / 1.01),
          std::max(1.01 * kLeastStep, scales.last * wanted.length / kMostSteps * 1.5)};
}

/// The contours at all steps that an outline needs.
std::vector<Octave> octavesOf(const ImageView& scene, const std::vector<Steps>& wanted,
                              const Control& control) {
  std::vector<Octave> octaves;
  Image smaller;
  ImageView picture = scene;
  double pixel = 1;  // of `picture`, in the scene's
  std::vector<Chain> chains;
  const auto read = [&] {
    chains = edgeChains(picture, kLeastChain, control);
    for (Chain& chain : chains) {
      control.check();
      smoothen(chain, 2);
      for (SubPixel& point : chain.points) point = {point.x * pixel, point.y * pixel};
    }
  };
  read();
  const double longest = 2.0 * static_cast<double>(scene.width() + scene.height());
  for (double step = kLeastStep; step * kSegments <= 1.5 * longest; step *= std::numbers::sqrt2) {
    if (step >= 1.99 * kFullStep * pixel) {
      smaller = halved(picture, control);
      picture = smaller;
      pixel *= 2;
      if (picture.width() < 16 || picture.height() < 16) break;
      read();
    }
    if (std::ranges::none_of(wanted, [&](const Steps& steps) { return steps.has(step); })) continue;
    std::vector<SteppedChain> contours = stepped(chains, step, control);
    ContourMap map(contours, step, control);
    octaves.push_back({step, std::move(contours), std::move(map)});
  }
  return octaves;
}

/// A seed and where it comes from.
struct PlacedSeed {
  std::uint32_t wanted;
  std::uint32_t octave;
  std::uint32_t task;  ///< orders equal ones
  Seed seed;
};

/// Collects the best seeds of each outline by the level of the part: at most `kMostSeeds`, and
/// twice as many in between. Threads may add at once.
class BestSeeds {
 public:
  explicit BestSeeds(std::size_t outlines) : lists_(kLists * outlines) {}

  void add(std::uint32_t wanted, std::uint32_t octave, std::uint32_t task,
           std::vector<Seed>&& seeds) {
    const std::scoped_lock lock(mutex_);
    for (Seed& seed : seeds) {
      List& list = lists_[kLists * wanted + listOf(seed.node)];
      if (seed.share > list.most) continue;
      list.seeds.push_back({wanted, octave, task, std::move(seed)});
      if (list.seeds.size() == 2 * kMostSeeds) list.shrink();
    }
  }

  /// By outline and level, best first.
  std::vector<PlacedSeed> take() {
    std::vector<PlacedSeed> all;
    for (List& list : lists_) {
      list.shrink();
      std::ranges::move(list.seeds, std::back_inserter(all));
      list.seeds.clear();
    }
    return all;
  }

 private:
  static constexpr std::size_t kLists = 4;  ///< the whole with halves, ... eighths

  static std::size_t listOf(int node) { return node < 0 ? 0 : node < 3 ? 1 : node < 7 ? 2 : 3; }

  struct List {
    std::vector<PlacedSeed> seeds;
    double most = std::numeric_limits<double>::infinity();  ///< share that is not too large yet

    void shrink() {
      std::ranges::sort(seeds, [](const PlacedSeed& a, const PlacedSeed& b) {
        return std::tie(a.seed.share, a.task, a.seed.order) <
               std::tie(b.seed.share, b.task, b.seed.order);
      });
      if (seeds.size() < kMostSeeds) return;
      seeds.resize(kMostSeeds);
      most = seeds.back().seed.share;
    }
  };

  std::mutex mutex_;
  std::vector<List> lists_;
};

/// An outline that was found, and where.
struct Candidate {
  std::uint32_t wanted = 0;
  std::uint32_t octave = 0;
  FoundOutline outline = {};
  double score = -1;

  void takeIfBetter(const ShapeTree& tree, const FoundOutline& other) {
    const double otherScore = scoreOf(tree, other);
    if (otherScore <= score) return;
    score = otherScore;
    outline = other;
  }

  /// Completes it again from its parts, and moves all points to contours.
  void improve(const ShapeTree& tree, const ContourMap& map) {
    const FoundOutline start = outline;
    takeRefined(tree, map, start);
    for (std::int64_t first = 0; first + kPart <= kSegments; first += kPartStep) {
      std::vector<SubPixel> part;
      std::int64_t seen = 0;
      for (std::int64_t p = first; p <= first + kPart; ++p) {
        const auto at = static_cast<std::size_t>(p) % start.points.size();
        part.push_back(start.points[at]);
        seen += start.seen[at] ? 1 : 0;
      }
      if (seen < kLeastSeen) continue;
      takeRefined(tree, map, completed(tree, map, first, part));
    }
  }

 private:
  static constexpr int kPasses = 4;
  static constexpr std::int64_t kPart = 16;  ///< segments
  static constexpr std::int64_t kPartStep = 8;
  static constexpr std::int64_t kLeastSeen = kPart * 3 / 4;  ///< points of a part

  void takeRefined(const ShapeTree& tree, const ContourMap& map, FoundOutline other) {
    takeIfBetter(tree, other);
    for (int pass = 0; pass < kPasses; ++pass) {
      other = refined(tree, map, other);
      takeIfBetter(tree, other);
    }
  }
};

/// Whether the box of one outline holds the centre of the other one's.
bool isAround(const FoundOutline& one, const FoundOutline& other) {
  const PointBox box = boxOf(one.points);
  const PointBox held = boxOf(other.points);
  const double x = (held.left + held.right) / 2;
  const double y = (held.top + held.bottom) / 2;
  return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
}

/// Of candidates in order, best first: the best `kRefined` of each needle, and where none of these
/// is, those that reach the minimum.
std::vector<Candidate> worthRefining(std::vector<Candidate>&& all, double minScore) {
  std::vector<Candidate> best;
  std::size_t first = 0;  ///< of this needle
  for (Candidate& candidate : all) {
    if (first < best.size() && best[first].wanted != candidate.wanted) first = best.size();
    const bool isNew = candidate.score >= minScore &&
                       std::none_of(best.begin() + static_cast<std::ptrdiff_t>(first), best.end(),
                                    [&](const Candidate& known) {
                                      return isAround(known.outline, candidate.outline);
                                    });
    if (best.size() - first < kRefined || isNew) best.push_back(std::move(candidate));
  }
  return best;
}

/// The outlines that the seeds give, as far as they are worth refining.
std::vector<Candidate> completedSeeds(std::span<const WantedOutline> wanted,
                                      const std::vector<Octave>& octaves,
                                      const std::vector<PlacedSeed>& seeds, double minScore,
                                      int threads, const Control& control) {
  std::vector<Candidate> all(seeds.size());
  parallelFor(
      static_cast<std::int64_t>(seeds.size()), threads, control,
      [&](std::int64_t index, int /*thread*/) {
        const PlacedSeed& seed = seeds[static_cast<std::size_t>(index)];
        const ShapeTree& tree = wanted[seed.wanted].tree;
        const ContourMap& map = octaves[seed.octave].map;
        const std::int64_t first =
            seed.seed.node < 0 ? 0 : tree.nodes()[static_cast<std::size_t>(seed.seed.node)].start;
        Candidate& own = all[static_cast<std::size_t>(index)];
        own = {seed.wanted, seed.octave};
        const FoundOutline found = completed(tree, map, first, seed.seed.points);
        own.takeIfBetter(tree, found);
        own.takeIfBetter(tree, refined(tree, map, found));
      });
  std::ranges::stable_sort(all, [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.wanted, -a.score) < std::tuple(b.wanted, -b.score);
  });
  return worthRefining(std::move(all), minScore);
}

/// A similarity's match, with window and pose.
Match matchOf(const WantedOutline& wanted, const FoundOutline& found, const Similarity& pose,
              Size scene) {
  const PointBox box = boxOf(found.points);
  const auto held = [](double value, std::int64_t most) {
    return static_cast<std::uint32_t>(std::clamp(value, 0.0, static_cast<double>(most)));
  };
  Match match;
  match.needle = wanted.needle;
  match.x = held(std::floor(box.left), scene.width - 1);
  match.y = held(std::floor(box.top), scene.height - 1);
  match.width = std::max(1U, held(std::ceil(box.right), scene.width) - match.x);
  match.height = std::max(1U, held(std::ceil(box.bottom), scene.height) - match.y);
  match.mirrored = wanted.mirrored;
  match.angle = static_cast<float>(-std::atan2(pose.b, pose.a) * 180 / std::numbers::pi);
  match.scale = static_cast<float>(std::sqrt(pose.a * pose.a + pose.b * pose.b));
  match.needleWidth = static_cast<std::uint32_t>(wanted.size.width);
  match.needleHeight = static_cast<std::uint32_t>(wanted.size.height);
  const SubPixel centre = pose(
      {static_cast<double>(wanted.size.width) / 2, static_cast<double>(wanted.size.height) / 2});
  match.centreX = static_cast<float>(centre.x - match.x - match.width / 2.0);
  match.centreY = static_cast<float>(centre.y - match.y - match.height / 2.0);
  return match;
}

/// How far each eighth of the outline is turned against the whole, counter-clockwise in degrees; 0
/// where less than half of it is seen.
std::vector<float> bendsOf(const WantedOutline& wanted, const FoundOutline& found,
                           const Similarity& pose) {
  std::vector<float> bends;
  const auto all = static_cast<std::int64_t>(found.points.size());
  constexpr std::int64_t kPart = kSegments / kParts;
  for (std::int64_t part = 0; part < kParts; ++part) {
    std::vector<SubPixel> from;
    std::vector<SubPixel> to;
    for (std::int64_t p = part * kPart; p <= (part + 1) * kPart; ++p) {
      const auto at = static_cast<std::size_t>(p % all);
      if (!found.seen[at]) continue;
      from.push_back(pose(wanted.tree.points()[static_cast<std::size_t>(p)]));
      to.push_back(found.points[at]);
    }
    float bend = 0;
    if (2 * from.size() > kPart) {
      const Similarity own = fitted(from, to);
      bend = static_cast<float>(-std::atan2(own.b, own.a) * 180 / std::numbers::pi);
    }
    bends.push_back(bend);
  }
  return bends;
}

OutlineMatch finished(const WantedOutline& wanted, const FoundOutline& found, double score,
                      Size scene) {
  std::vector<SubPixel> from;
  std::vector<SubPixel> to;
  for (std::size_t p = 0; p < found.points.size(); ++p) {
    if (!found.seen[p]) continue;
    from.push_back(wanted.tree.points()[p]);
    to.push_back(found.points[p]);
  }
  const Similarity pose = fitted(from, to);
  OutlineMatch match{matchOf(wanted, found, pose, scene), found.points,
                     bendsOf(wanted, found, pose),
                     static_cast<double>(from.size()) / static_cast<double>(found.points.size())};
  match.match.score = score;
  if (wanted.tree.closed()) match.points.push_back(match.points.front());
  return match;
}

/// Whether an angle, -180 to 180 degrees, is in the range, or differs from such by whole turns.
bool isWithin(double angle, const PoseRange& range) {
  if (range == PoseOptions().angle) return true;
  for (const double turned : {angle - 360, angle, angle + 360}) {
    if (range.first <= turned && turned <= range.last) return true;
  }
  return false;
}

/// Sorts matches, best first, and keeps those that reach the minimum, or the best one.
void keepBest(std::vector<OutlineMatch>& matches, double minScore) {
  std::ranges::stable_sort(matches, [](const OutlineMatch& a, const OutlineMatch& b) {
    return std::tuple(-a.match.score, a.match.y, a.match.x, a.match.needle) <
           std::tuple(-b.match.score, b.match.y, b.match.x, b.match.needle);
  });
  std::size_t count = 0;
  while (count < matches.size() && matches[count].match.score >= minScore) ++count;
  matches.resize(std::max(count, std::min<std::size_t>(1, matches.size())));
}

/// The matches of some outlines, of all scales and angles.
std::vector<OutlineMatch> matchesIn(Size scene, const std::vector<Octave>& octaves,
                                    std::span<const WantedOutline> wanted,
                                    std::span<const Steps> steps, double minScore,
                                    const FillTree& fill, int threads, const Control& control,
                                    Timeline& timeline) {
  struct Task {
    std::uint32_t wanted;
    std::uint32_t octave;
    std::uint32_t chain;
  };
  std::vector<Task> tasks;
  for (std::uint32_t w = 0; w < wanted.size(); ++w) {
    for (std::uint32_t o = 0; o < octaves.size(); ++o) {
      if (!steps[w].has(octaves[o].step)) continue;
      for (std::uint32_t c = 0; c < octaves[o].chains.size(); ++c) tasks.push_back({w, o, c});
    }
  }
  BestSeeds best(wanted.size());
  {
    const StageTimer timer(timeline, "parts");
    parallelFor(static_cast<std::int64_t>(tasks.size()), threads, control.forPart(0, 3),
                [&](std::int64_t index, int /*thread*/) {
                  const Task& task = tasks[static_cast<std::size_t>(index)];
                  const SteppedChain& chain = octaves[task.octave].chains[task.chain];
                  best.add(task.wanted, task.octave, static_cast<std::uint32_t>(index),
                           seedsIn(wanted[task.wanted].tree, chain, fill));
                });
  }
  std::vector<Candidate> candidates;
  {
    const StageTimer timer(timeline, "outlines");
    candidates =
        completedSeeds(wanted, octaves, best.take(), minScore, threads, control.forPart(1, 3));
  }
  std::vector<OutlineMatch> matches(candidates.size());
  {
    const StageTimer timer(timeline, "refine");
    parallelFor(static_cast<std::int64_t>(candidates.size()), threads, control.forPart(2, 3),
                [&](std::int64_t index, int /*thread*/) {
                  const auto at = static_cast<std::size_t>(index);
                  Candidate& candidate = candidates[at];
                  const WantedOutline& own = wanted[candidate.wanted];
                  candidate.improve(own.tree, octaves[candidate.octave].map);
                  matches[at] = finished(own, candidate.outline, candidate.score, scene);
                });
  }
  return matches;
}

}  // namespace

std::vector<WantedOutline> wantedOutlines(std::span<const Needle> needles, double bend, bool flip,
                                          const Control& control) {
  std::vector<WantedOutline> wanted;
  for (std::uint32_t n = 0; n < needles.size(); ++n) {
    std::vector<Chain> chains = needleChains(needles[n], control);
    if (chains.empty() || lengthOf(chains.front()) < kSmallestNeedle) {
      throw Error(ErrorCode::badUse,
                  phrase("the needle has no outline of {} pixels or more; give it transparent "
                         "pixels or a mask, or a picture with clear edges",
                         static_cast<int>(kSmallestNeedle)));
    }
    Chain& chain = chains.front();
    smoothen(chain, 2);
    const double length = lengthOf(chain);
    const Size size = needles[n].picture.size();
    for (int mirrored = 0; mirrored <= (flip ? 1 : 0); ++mirrored) {
      std::vector<SubPixel> points = resampled(chain, kSegments);
      if (mirrored == 1) {
        for (SubPixel& point : points) point.x = static_cast<double>(size.width) - point.x;
      }
      wanted.push_back({n, mirrored == 1, ShapeTree(points, chain.closed, bend), length, size});
    }
  }
  return wanted;
}

std::vector<OutlineMatch> searchOutlines(const ImageView& scene,
                                         std::span<const WantedOutline> wanted,
                                         const FindOptions& options, const FillTree& fill,
                                         int threads, const Control& control, Timeline& timeline) {
  const PoseRange scales =
      options.pose.scale == PoseOptions().scale ? kOutlineScales : options.pose.scale;
  std::vector<Steps> steps;
  for (const WantedOutline& one : wanted) steps.push_back(stepsOf(one, scales));
  std::vector<Octave> octaves;
  {
    const StageTimer timer(timeline, "contours");
    octaves = octavesOf(scene, steps, control);
  }
  std::vector<OutlineMatch> matches;
  for (std::size_t first = 0; first < wanted.size(); first += kTogether) {
    const std::size_t count = std::min(kTogether, wanted.size() - first);
    std::vector<OutlineMatch> some = matchesIn(
        scene.size(), octaves, wanted.subspan(first, count), std::span(steps).subspan(first, count),
        options.minScore, fill, threads,
        control.forPart(first / kTogether, (wanted.size() + kTogether - 1) / kTogether), timeline);
    std::erase_if(some, [&](const OutlineMatch& match) {
      return match.match.scale < scales.first || match.match.scale > scales.last ||
             !isWithin(match.match.angle, options.pose.angle);
    });
    keepBest(some, options.minScore);
    std::ranges::move(some, std::back_inserter(matches));
  }
  keepBest(matches, options.minScore);
  return matches;
}

}  // namespace espy::contour
