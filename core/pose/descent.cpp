// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "pose/descent.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "picture/areas.h"
#include "pose/batch.h"
#include "pose/costs.h"
#include "pose/device_scores.h"
#include "score/fast.h"

namespace espy::pose {

std::int64_t Descent::probe() {
  constexpr std::size_t kEvery = 8;
  const Level& level = levels_.back();
  const Needle needle = level.asNeedle(setting_.needle);
  const NeedleWarper warper = level.warper(needle, setting_.options.weighted);
  const std::vector<std::uint32_t> all = triedAt(level, warper);
  std::vector<std::uint32_t> first;
  for (std::size_t i = 0; i < all.size(); ++i) {
    (i % kEvery == kEvery / 2 || all.size() < kEvery ? first : later_).push_back(all[i]);
  }
  // A device takes as long for all poses as for some.
  if (all.size() > kAtOnceOnDevice || !searchBothOnDevice(level, warper, all, first)) {
    probed_ = peaksOf(first, &BandMemory::probed);
  }
  double climbs = first.empty()
                      ? 0
                      : static_cast<double>(probed_.size()) * static_cast<double>(all.size()) /
                            static_cast<double>(first.size());
  double expected = 0;
  for (std::size_t l = levels_.size() - 1; l-- > 0; climbs *= costs::kGoOn) {
    expected += climbs * costs::kAskedByClimb *
                static_cast<double>(costOf(levels_[l].asNeedle(setting_.needle), levels_[l]));
  }
  return std::llround(expected);
}

bool Descent::searchBothOnDevice(const Level& level, const NeedleWarper& warper,
                                 const std::vector<std::uint32_t>& all,
                                 const std::vector<std::uint32_t>& first) {
  std::optional<std::vector<PosedPeak>> peaks = searchOnDevice(level, warper, all);
  if (!peaks) return false;
  const auto isFirst = [&](const PosedPeak& peak) {
    return std::binary_search(first.begin(), first.end(), peak.pose);
  };
  const auto middle = std::partition(peaks->begin(), peaks->end(), isFirst);
  probed_.assign(peaks->begin(), middle);
  latePeaks_.emplace(middle, peaks->end());
  if (isTooMany(probed_) || isTooMany(*latePeaks_)) setting_.budget.giveUp();
  return true;
}

bool Descent::isTooMany(const std::vector<PosedPeak>& peaks) const {
  return static_cast<std::int64_t>(peaks.size()) > setting_.budget.candidates();
}

std::vector<PosedPeak> Descent::peaksOf(const std::vector<std::uint32_t>& poses,
                                        KeptPeaks BandMemory::*kept) {
  const Level& level = levels_.back();
  const Needle needle = level.asNeedle(setting_.needle);
  const NeedleWarper warper = level.warper(needle, setting_.options.weighted);
  if (auto peaks = searchOnDevice(level, warper, poses)) {
    if (isTooMany(*peaks)) setting_.budget.giveUp();
    return std::move(*peaks);
  }
  return peaksHere(level, warper, poses, kept);
}

std::vector<PosedPeak> Descent::peaksHere(const Level& level, const NeedleWarper& warper,
                                          const std::vector<std::uint32_t>& poses,
                                          KeptPeaks BandMemory::*kept) {
  FrameMemory* memory = setting_.memory;
  std::optional<std::vector<PosedPeak>> peaks;
  if (memory != nullptr) peaks = (memory_->*kept).take(memory->room());
  if (!peaks || !searchChanges(level, warper, poses, *peaks)) {
    const Area whole = wholeOf(level);
    peaks = searchPoses(level, warper, poses, false, whole);
    if (memory != nullptr) memory->count(1, whole.pixels());
  }
  if (!peaks || isTooMany(*peaks)) {
    setting_.budget.giveUp();
    return {};
  }
  if (memory != nullptr) (memory_->*kept).keep(*peaks, memory->room());
  return std::move(*peaks);
}

bool Descent::searchChanges(const Level& level, const NeedleWarper& warper,
                            const std::vector<std::uint32_t>& poses,
                            std::vector<PosedPeak>& peaks) {
  const std::vector<Area>* changed = setting_.memory->changedAt(level.shift);
  if (changed == nullptr) return false;
  Size window;
  for (const std::uint32_t pose : poses) {
    const Size own = warper.windowOf(setting_.grid.poses[pose]);
    window = {std::max(window.width, own.width), std::max(window.height, own.height)};
  }
  const Area whole = wholeOf(level);
  const std::optional<double> share = picture::searchAround(
      *changed, window, {whole.width, whole.height}, peaks,
      [&](const Area& part) { return searchPoses(level, warper, poses, false, part); },
      &PosedPeak::peak);
  if (share) setting_.memory->count(*share, whole.pixels());
  return share.has_value();
}

std::vector<Candidate> Descent::searchAll() {
  const Level& level = levels_.back();
  const ScoreOptions& options = setting_.options;
  const Needle needle = level.asNeedle(setting_.needle);
  const NeedleWarper warper = level.warper(needle, options.weighted);
  std::vector<PosedPeak> peaks =
      latePeaks_ ? std::move(*latePeaks_) : peaksOf(later_, &BandMemory::later);
  if (setting_.budget.isExceeded()) return {};
  peaks.insert(peaks.end(), probed_.begin(), probed_.end());
  if (peaks.empty() && options.wantBest) {
    auto best = searchPoses(level, warper, triedAt(level, warper), true, wholeOf(level));
    if (!best) {
      setting_.budget.giveUp();
      return {};
    }
    peaks = std::move(*best);
  }
  const WindowSizes windows(warper, setting_.grid);
  std::vector<Candidate> candidates;
  candidates.reserve(peaks.size());
  for (const PosedPeak& peak : peaks) {
    const Size window = windows.windowOf(peak.pose);
    candidates.push_back({peak, peak.pose, true, 0, 2 * std::int64_t{peak.peak.x} + window.width,
                          2 * std::int64_t{peak.peak.y} + window.height});
  }
  return candidates;
}

std::vector<std::uint32_t> Descent::triedAt(const Level& level, const NeedleWarper& warper) const {
  const PoseGrid& grid = setting_.grid;
  const Size scene = setting_.scenes.sizeAt(level.shift);
  std::vector<std::uint32_t> poses;
  for (std::uint32_t p = 0; p < grid.poses.size(); ++p) {
    const GridPose& pose = grid.poses[p];
    if (!isTriedIn(pose, grid, scales_, level)) continue;
    const Size window = warper.windowOf(pose);
    if (window.width <= scene.width && window.height <= scene.height) poses.push_back(p);
  }
  return poses;
}

std::optional<std::vector<PosedPeak>> Descent::searchPoses(const Level& level,
                                                           const NeedleWarper& warper,
                                                           const std::vector<std::uint32_t>& poses,
                                                           bool wantBest, const Area& part) {
  // A task has an overhead of a few poses, so few poses are shared by all threads.
  constexpr std::size_t kAtOnce = 32;
  constexpr std::size_t kLeast = 8;
  const auto threads = static_cast<std::size_t>(std::max(1, setting_.threads));
  const std::size_t tasks = std::max((poses.size() + kAtOnce - 1) / kAtOnce,
                                     std::min(threads, (poses.size() + kLeast - 1) / kLeast));
  const ImageView scene =
      setting_.scenes.at(level.shift).crop(part.x, part.y, {part.width, part.height});
  ScoreOptions asked = setting_.options;
  asked.minScore = level.minScore;
  asked.wantBest = wantBest;
  const auto most = static_cast<std::size_t>(setting_.budget.candidates());
  asked.most = most + 1;
  std::vector<std::vector<PosedPeak>> found(tasks);
  std::atomic<std::size_t> count = 0;
  const Control quiet{setting_.control.threads, setting_.control.stop, {}};
  parallelFor(static_cast<std::int64_t>(tasks), setting_.threads, setting_.control,
              [&](std::int64_t task, int) {
                const auto t = static_cast<std::size_t>(task);
                Batch batch;
                const auto search = [&] {
                  if (batch.empty() || count > most) return;
                  RunReport unheard;
                  const ScoredPlaces places =
                      score::scoreFast(scene, batch.needles(), asked, 1, quiet, unheard);
                  for (const Peak& peak : places.peaks) found[t].push_back(batch.posed(peak, 0));
                  if (wantBest && places.best) found[t].push_back(batch.posed(*places.best, 0));
                  count += places.peaks.size();
                  batch.clear();
                };
                for (std::size_t k = t * poses.size() / tasks; k < (t + 1) * poses.size() / tasks;
                     ++k) {
                  std::optional<WarpedNeedle> turned =
                      warper.scorable(setting_.grid.poses[poses[k]], asked.method, scene.format());
                  if (turned) batch.add(std::move(*turned), poses[k]);
                  // Needles without a pyramid are large, and each thread holds some.
                  if (batch.isFull()) search();
                }
                search();
              });
  if (count > most) return {};
  std::vector<PosedPeak> peaks;
  for (const std::vector<PosedPeak>& some : found) {
    peaks.insert(peaks.end(), some.begin(), some.end());
  }
  if (wantBest && !peaks.empty()) {
    peaks = {*std::min_element(peaks.begin(), peaks.end(), IsBetterPosed())};
  }
  return peaks;
}

std::optional<std::vector<PosedPeak>> Descent::searchOnDevice(
    const Level& level, const NeedleWarper& warper, const std::vector<std::uint32_t>& poses) {
  const ScoreOptions& options = setting_.options;
  const bool all = options.overlap == 1 && !options.most && !options.after;
  if (setting_.device == nullptr || options.method != Method::zncc || !all) return {};
  const PixelFormat format = setting_.scenes.formatAt(level.shift);
  std::vector<PosedPeak> peaks;
  const Control quiet{setting_.control.threads, setting_.control.stop, {}};
  for (std::size_t begin = 0; begin < poses.size(); begin += kAtOnceOnDevice) {
    const std::size_t count = std::min(kAtOnceOnDevice, poses.size() - begin);
    const Batch batch = turnTogether(warper, setting_.grid, std::span(poses).subspan(begin, count),
                                     options.method, format, setting_.threads, quiet);
    if (batch.empty()) continue;
    const auto found = setting_.device->peaks(level.shift, batch.needles(), level.minScore, quiet);
    if (setting_.control.progress) {
      setting_.control.progress(static_cast<double>(begin + count) /
                                static_cast<double>(poses.size()));
    }
    if (!found) return {};
    for (const Peak& peak : *found) peaks.push_back(batch.posed(peak, 0));
    if (begin + count < poses.size() && isTooMany(peaks)) break;
  }
  return peaks;
}

std::vector<Candidate> Descent::descend(const std::vector<Candidate>& candidates, const Level& to) {
  const bool wantBest = setting_.options.wantBest;
  Found found = climbed(candidates, to, to.firstScore);
  if (setting_.budget.isExceeded()) return {};
  const auto isNone = [](const std::optional<Candidate>& one) { return !one; };
  if (wantBest && std::all_of(found.begin(), found.end(), isNone)) {
    // For the closest position whatever its score.
    constexpr double kAny = -2;
    found = climbed({candidates.front()}, to, kAny);
  }
  std::vector<Candidate> next;
  std::optional<Candidate> best;
  for (const std::optional<Candidate>& candidate : found) {
    if (!candidate) continue;
    if (!best || isBetter(*candidate, *best)) best = candidate;
    if (candidate->at.peak.score < to.minScore) continue;
    if (to.shift > 0 || candidate->isPeak) next.push_back(*candidate);
  }
  // If the closest position is wanted whatever its score, the best candidate goes on, although it
  // is no peak.
  const bool mayGoOn = to.shift > 0 || (best && best->at.peak.score < to.minScore);
  if (next.empty() && best && wantBest && mayGoOn) next.push_back(*best);
  return next;
}

Descent::Found Descent::climbed(const std::vector<Candidate>& candidates, const Level& to,
                                double least) {
  const Needle needle = to.asNeedle(setting_.needle);
  const bool far = setting_.device != nullptr && setting_.options.method == Method::zncc &&
                   setting_.device->beginSums(to.shift, needle, to.enlarged, setting_.control);
  return far ? climbedOnDevice(candidates, to, needle, least) : climbedHere(candidates, to, least);
}

std::int64_t Descent::costOf(const Needle& needle, const Level& level) const {
  const double side = scales_.most / std::exp2(level.enlarged);
  const double samples = static_cast<double>(needle.picture.size().pixels()) * side * side *
                         setting_.scenes.formatAt(0).colourChannels();
  return std::llround(costs::kAskedPlace + costs::kAskedSample * samples);
}

Start Descent::startOf(const Candidate& candidate, const WindowSizes& windows, const Level& to,
                       double least) {
  const Size window = windows.windowOf(candidate.next);
  const auto moved = [&](std::int64_t middle, std::int64_t side) {
    // The rim is padding.
    const std::int64_t rim = to.shift == 0 ? 0 : kRim;
    return (2 * (middle - 2 * kRim) - side) / 2 + rim;
  };
  return {candidate.next, moved(candidate.middleX, window.width),
          moved(candidate.middleY, window.height), least};
}

Descent::Found Descent::climbedHere(const std::vector<Candidate>& candidates, const Level& to,
                                    double least) {
  const ImageView& scene = setting_.scenes.at(to.shift);
  const Needle needle = to.asNeedle(setting_.needle);
  const std::int64_t cost = costOf(needle, to);
  Found found(candidates.size());
  const std::vector<Start> starts = startsOf(candidates, to, needle, least);
  // The search for the closest position begins elsewhere.
  const bool isUsual = setting_.memory != nullptr && least == to.firstScore;
  KeptClimbs* const kept = isUsual && setting_.memory->keepsClimbs() ? climbsAt(to.shift) : nullptr;
  std::vector<std::size_t> open;  // climbs that are not known
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const KeptClimbs::Climb* known = kept != nullptr ? kept->find(starts[k]) : nullptr;
    if (known == nullptr) {
      open.push_back(k);
      continue;
    }
    found[k] = known->found;
    setting_.budget.spend(known->asked * cost);
  }
  // Sorted by pose, so that warped needles are reused.
  std::stable_sort(open.begin(), open.end(),
                   [&](std::size_t a, std::size_t b) { return starts[a].pose < starts[b].pose; });
  std::atomic<std::size_t> bytes = 0;
  std::optional<TurnedNeedles> own;
  TurnedNeedles* const turned = setting_.memory != nullptr
                                    ? &memory_->turnedAt(to.shift, setting_.memory->bytes())
                                    : &own.emplace(bytes);
  std::vector<std::unique_ptr<OwnSlope>> slopes(
      static_cast<std::size_t>(std::max(1, setting_.threads)));
  std::vector<KeptClimbs::Climb> climbs(kept != nullptr ? open.size() : 0);
  parallelFor(static_cast<std::int64_t>(open.size()), setting_.threads, setting_.control,
              [&](std::int64_t i, int thread) {
                auto& slope = slopes[static_cast<std::size_t>(thread)];
                if (!slope) {
                  slope = std::make_unique<OwnSlope>(scene, needle, to, setting_.grid,
                                                     setting_.index, setting_.options, turned);
                }
                if (setting_.budget.isExceeded()) return;
                const auto o = static_cast<std::size_t>(i);
                std::optional<Candidate>& place = found[open[o]];
                place = slope->climb(starts[open[o]]);
                setting_.budget.spend(slope->asked() * cost);
                if (kept != nullptr) climbs[o] = {place, slope->asked(), slope->read()};
              });
  if (kept != nullptr) kept->keep(starts, open, std::move(climbs), setting_.memory->room());
  return found;
}

std::vector<Start> Descent::startsOf(const std::vector<Candidate>& candidates, const Level& to,
                                     const Needle& needle, double least) const {
  const NeedleWarper warper = to.warper(needle, setting_.options.weighted);
  const WindowSizes windows(warper, setting_.grid);
  std::vector<Start> starts;
  starts.reserve(candidates.size());
  for (const Candidate& one : candidates) starts.push_back(startOf(one, windows, to, least));
  return starts;
}

std::optional<Descent::Found> Descent::climbedByDevice(const std::vector<Candidate>& candidates,
                                                       const Level& to, const Needle& needle,
                                                       double least) {
  if (to.shift == 0) return {};
  const NeedleWarper warper = to.warper(needle, setting_.options.weighted);
  const WindowSizes windows(warper, setting_.grid);
  const PoseNeighbours neighbours(to, setting_.index, windows);
  const ClimbRule rule = neighbours.rule();
  const std::vector<Start> starts = startsOf(candidates, to, needle, least);
  const std::int64_t cost = costOf(needle, to);
  constexpr std::size_t kAtOnce = 8192;
  Found found(candidates.size());
  for (std::size_t k = 0; k < starts.size() && !setting_.budget.isExceeded();) {
    const std::span<const Start> some =
        std::span(starts).subspan(k, std::min(kAtOnce, starts.size() - k));
    const auto climbs = setting_.device->climb(rule, some, setting_.control);
    if (!climbs) return {};
    for (const Climbed& climbed : *climbs) {
      setting_.budget.spend(climbed.asked * cost);
      if (climbed.isFound) found[k] = neighbours.candidateOf(climbed);
      ++k;
    }
  }
  return found;
}

KeptClimbs* Descent::climbsAt(int shift) {
  if (shift == 0) return nullptr;  // few, and the scene itself is not kept
  const auto level = static_cast<std::size_t>(shift);
  if (memory_->climbs.size() <= level) memory_->climbs.resize(level + 1);
  return &memory_->climbs[level];
}

Descent::Found Descent::climbedOnDevice(const std::vector<Candidate>& candidates, const Level& to,
                                        const Needle& needle, double least) {
  const NeedleWarper warper = to.warper(needle, setting_.options.weighted);
  if (std::optional<Found> found = climbedByDevice(candidates, to, needle, least)) return *found;
  DeviceScores scores(*setting_.device, setting_.scenes.sizeAt(to.shift), setting_.grid);
  /// What a thread climbs with.
  struct Climber {
    Climber(const NeedleWarper& warper, const DescentSetting& setting, const Level& to,
            DeviceScores& scores)
        : windows(warper, setting.grid),
          reader(scores, windows),
          slope(to, setting.index, windows, reader) {}

    WindowSizes windows;
    DeviceScores::Reader reader;
    Slope slope;
  };
  std::vector<std::unique_ptr<Climber>> climbers(
      static_cast<std::size_t>(std::max(1, setting_.threads)));
  const std::int64_t cost = costOf(needle, to);
  Found found(candidates.size());
  std::vector<std::size_t> open(candidates.size());
  std::iota(open.begin(), open.end(), std::size_t{0});
  std::vector<std::uint8_t> isOpen(candidates.size(), 1);
  const Control quiet{setting_.control.threads, setting_.control.stop, {}};
  constexpr std::int64_t kAtOnce = 8;
  constexpr std::int64_t kWorthThreads = 64;  // waking them takes as long as some climbs
  while (!open.empty() && !setting_.budget.isExceeded()) {
    const auto count = static_cast<std::int64_t>(open.size());
    const int threads = count < kWorthThreads ? 1 : setting_.threads;
    parallelFor(
        (count + kAtOnce - 1) / kAtOnce, threads, quiet, [&](std::int64_t task, int thread) {
          auto& own = climbers[static_cast<std::size_t>(thread)];
          if (!own) own = std::make_unique<Climber>(warper, setting_, to, scores);
          for (std::int64_t i = task * kAtOnce; i < std::min(count, (task + 1) * kAtOnce); ++i) {
            const std::size_t k = open[static_cast<std::size_t>(i)];
            own->reader.begin();
            found[k] = own->slope.climb(startOf(candidates[k], own->windows, to, least));
            if (!own->reader.allKnown()) continue;
            setting_.budget.spend(own->slope.asked() * cost);
            isOpen[k] = 0;
          }
        });
    std::erase_if(open, [&](std::size_t k) { return isOpen[k] == 0; });
    for (const std::unique_ptr<Climber>& climber : climbers) {
      if (climber) scores.take(climber->reader);
    }
    if (!open.empty()) scores.fetch(setting_.threads, setting_.control);
  }
  return found;
}

}  // namespace espy::pose
