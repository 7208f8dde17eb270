// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "exact/plan.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "exact/costs.h"
#include "exact/run_statistics.h"

namespace espy::exact {
namespace {

/// Limit of the runs weighed per needle (the rarest), so that planning is short compared with
/// searching.
std::size_t maxWeighedRuns(Size scene) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(scene.pixels() / 1024, 256, 4096));
}

constexpr double kNever = std::numeric_limits<double>::infinity();

double probes(Size scene, const Lattice& lattice) {
  return static_cast<double>(scene.pixels()) / static_cast<double>(lattice.area());
}

/// A run of a needle and its estimated frequency in the scene.
struct WeighedRun {
  Run run;
  double frequency = 0;
};

std::vector<WeighedRun> weighRuns(const Pattern& pattern, std::uint32_t needle, const Plan& plan,
                                  const RunStatistics& statistics, std::size_t most) {
  std::vector<WeighedRun> weighed;
  constexpr std::int64_t kEnd = std::numeric_limits<std::uint16_t>::max();
  const std::int64_t columns = std::min(pattern.size.width - plan.runPixels + 1, kEnd);
  for (std::int64_t y = 0; y < std::min(pattern.size.height, kEnd); ++y) {
    for (std::int64_t x = 0; x < columns; ++x) {
      if (!opaqueRunAt(pattern, x, y, plan.runPixels)) continue;
      const std::uint32_t hash = hashRun(pattern.low.data() + pattern.offset(x, y), plan.shape);
      weighed.push_back(
          {{hash, needle, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)},
           statistics.frequency(hash)});
    }
  }
  // Rarest first; ties by hash, which scatters them over the needle.
  const auto rarer = [](const WeighedRun& a, const WeighedRun& b) {
    return a.frequency != b.frequency ? a.frequency < b.frequency : a.run.hash < b.run.hash;
  };
  if (weighed.size() > most) {
    const auto end = weighed.begin() + static_cast<std::ptrdiff_t>(most);
    std::nth_element(weighed.begin(), end, weighed.end(), rarer);
    weighed.erase(end, weighed.end());
  }
  return weighed;
}

/// For each pair of remainders the rarest run, as an index into `weighed`; -1 if there is none.
std::vector<int> rarestByRemainder(std::span<const WeighedRun> weighed, const Lattice& lattice) {
  std::vector<int> rarest(static_cast<std::size_t>(lattice.area()), -1);
  for (std::size_t i = 0; i < weighed.size(); ++i) {
    const Run& run = weighed[i].run;
    int& best = rarest[run.dy % lattice.rowStep * lattice.columnStep + run.dx % lattice.columnStep];
    if (best < 0 || weighed[i].frequency < weighed[best].frequency) best = static_cast<int>(i);
  }
  return rarest;
}

/// Cost of a needle on this lattice: inserting its runs, and comparing false positives.
double needleCost(std::span<const WeighedRun> weighed, const Lattice& lattice, Size scene) {
  if (static_cast<std::size_t>(lattice.area()) > weighed.size()) return kNever;
  double hitsAProbe = 0;
  for (const int i : rarestByRemainder(weighed, lattice)) {
    if (i < 0) return kNever;
    hitsAProbe += weighed[i].frequency;
  }
  return probes(scene, lattice) * hitsAProbe * costs::kVerify +
         static_cast<double>(lattice.area()) * costs::kInsert;
}

/// The pixels that take part in a row of at most 64, as bits.
std::uint64_t opaqueBits(const Pattern& pattern, std::int64_t y) {
  const std::uint8_t* row = pattern.opaque.data() + y * pattern.size.width;
  std::uint64_t bits = 0;
  std::int64_t x = 0;
  if constexpr (std::endian::native == std::endian::little) {
    // Eight bytes of 0 or 1 become eight bits: byte i is moved to bit 56 + i.
    for (; x + 8 <= pattern.size.width; x += 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, row + x, sizeof bytes);
      bits |= (bytes * 0x0102040810204080U >> 56) << x;
    }
  }
  for (; x < pattern.size.width; ++x) bits |= std::uint64_t{row[x]} << x;
  return bits;
}

/// The starts of opaque runs in a pattern of at most 64 columns, one word per row.
void opaqueStarts(const Pattern& pattern, int runPixels, std::int64_t rows,
                  std::vector<std::uint64_t>& starts) {
  starts.resize(static_cast<std::size_t>(rows));
  for (std::int64_t y = 0; y < rows; ++y) {
    const std::uint64_t opaque = opaqueBits(pattern, y);
    std::uint64_t all = opaque;
    for (int i = 1; i < runPixels; ++i) all &= opaque >> i;
    starts[static_cast<std::size_t>(y)] = all;
  }
}

/// Writes for each remainder the needle's topmost opaque run, leftmost first. False if one is
/// missing. `starts`: scratch buffer.
bool writeOpaqueRuns(const Pattern& pattern, std::uint32_t needle, const Plan& plan,
                     std::vector<std::uint64_t>& starts, Run* runs) {
  const Lattice& lattice = plan.lattice;
  constexpr std::int64_t kEnd = std::numeric_limits<std::uint16_t>::max();
  constexpr std::int64_t kWord = 64;
  const std::int64_t bottom = std::min(pattern.size.height, kEnd);
  const std::int64_t right = std::min(pattern.size.width - plan.runPixels + 1, kEnd);
  const auto put = [&](std::int64_t x, std::int64_t y) {
    *runs++ = {0, needle, static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)};
    return true;
  };
  const bool narrow = !pattern.allOpaque && pattern.size.width <= kWord;
  std::uint64_t everyColumn = 0;
  if (narrow) {
    opaqueStarts(pattern, plan.runPixels, bottom, starts);
    for (std::int64_t x = 0; x < kWord; x += lattice.columnStep)
      everyColumn |= std::uint64_t{1} << x;
  }
  const auto firstWith = [&](std::int64_t rowRest, std::int64_t columnRest) {
    for (std::int64_t y = rowRest; y < bottom; y += lattice.rowStep) {
      if (narrow) {
        const std::uint64_t there = starts[static_cast<std::size_t>(y)] & everyColumn << columnRest;
        if (there != 0) return put(std::countr_zero(there), y);
        continue;
      }
      for (std::int64_t x = columnRest; x < right; x += lattice.columnStep) {
        if (opaqueRunAt(pattern, x, y, plan.runPixels)) return put(x, y);
      }
    }
    return false;
  };
  for (std::int64_t dy = 0; dy < lattice.rowStep; ++dy) {
    for (std::int64_t dx = 0; dx < lattice.columnStep; ++dx) {
      if (!firstWith(dy, dx)) return false;
    }
  }
  return true;
}

bool isAllOpaque(const Pattern* pattern) {
  return pattern->allOpaque;
}

}  // namespace

std::size_t Plan::runCount(std::size_t needles) const {
  return runs.empty() ? needles * static_cast<std::size_t>(lattice.area()) : runs.size();
}

Message Plan::describe(std::size_t needles) const {
  const std::size_t count = runCount(needles);
  if (count == 1 && runPixels == 1) {
    return phrase("sampled one pixel in {} of one row in {} for {} run of {} pixel",
                  lattice.columnStep, lattice.rowStep, count, runPixels);
  }
  if (count == 1) {
    return phrase("sampled one pixel in {} of one row in {} for {} run of {} pixels",
                  lattice.columnStep, lattice.rowStep, count, runPixels);
  }
  if (runPixels == 1) {
    return phrase("sampled one pixel in {} of one row in {} for {} runs of {} pixel",
                  lattice.columnStep, lattice.rowStep, count, runPixels);
  }
  return phrase("sampled one pixel in {} of one row in {} for {} runs of {} pixels",
                lattice.columnStep, lattice.rowStep, count, runPixels);
}

std::optional<Plan> planQuickly(Size scene, std::span<const Pattern* const> group, int threads,
                                const Control& control) {
  if (!std::all_of(group.begin(), group.end(), isAllOpaque)) return std::nullopt;
  Plan plan;
  plan.runPixels = chooseRunPixels(group);
  plan.shape = makeKeyShape(group.front()->format, plan.runPixels);
  plan.lattice =
      balance(coarsest(group, plan.runPixels), scene, group.size(), costs::kInsert / costs::kProbe);
  // Probing nearly every position is no better than a search without a lattice.
  if (costs::kProbe > costs::kLeastFallback * static_cast<double>(plan.lattice.area())) {
    return std::nullopt;
  }
  plan.runs.resize(group.size() * static_cast<std::size_t>(plan.lattice.area()));

  constexpr std::size_t kRunsWorthThreads = 16384;
  constexpr std::int64_t kNeedlesPerTask = 32;
  const auto needles = static_cast<std::int64_t>(group.size());
  if (plan.runs.size() < kRunsWorthThreads) threads = 1;
  const std::int64_t tasks = (needles + kNeedlesPerTask - 1) / kNeedlesPerTask;
  parallelFor(tasks, threads, {0, control.stop, {}}, [&](std::int64_t task, int) {
    Run* run = plan.runs.data() + task * kNeedlesPerTask * plan.lattice.area();
    const std::int64_t end = std::min(needles, (task + 1) * kNeedlesPerTask);
    for (std::int64_t n = task * kNeedlesPerTask; n < end; ++n) {
      for (std::int64_t dy = 0; dy < plan.lattice.rowStep; ++dy) {
        for (std::int64_t dx = 0; dx < plan.lattice.columnStep; ++dx) {
          const std::uint8_t* at = group[n]->low.data() + group[n]->offset(dx, dy);
          *run++ = {hashRun(at, plan.shape), static_cast<std::uint32_t>(n),
                    static_cast<std::uint16_t>(dx), static_cast<std::uint16_t>(dy)};
        }
      }
    }
  });
  return plan;
}

std::optional<Plan> planUnhashed(Size scene, std::span<const Pattern* const> group,
                                 double insertCost, int threads, Plan recycled) {
  constexpr std::int64_t kLeastArea = 4;
  constexpr std::int64_t kNeedlesPerTask = 32;
  constexpr std::int64_t kRunsWorthThreads = 4096;
  Plan plan = std::move(recycled);
  plan.alone.clear();
  plan.hopeless.clear();
  plan.runPixels = chooseRunPixels(group);
  if (plan.runPixels == 0) return std::nullopt;
  plan.shape = makeKeyShape(group.front()->format, plan.runPixels);
  std::vector<Lattice> lattices =
      coarserAndFiner(balance(coarsest(group, plan.runPixels), scene, group.size(), insertCost));
  std::stable_sort(lattices.begin(), lattices.end(),
                   [](const Lattice& a, const Lattice& b) { return a.area() > b.area(); });
  for (const Lattice& lattice : lattices) {
    if (lattice.area() < kLeastArea) break;
    plan.lattice = lattice;
    if (std::all_of(group.begin(), group.end(), isAllOpaque)) {
      plan.runs.clear();
      return plan;
    }
    const auto needles = static_cast<std::int64_t>(group.size());
    plan.runs.resize(static_cast<std::size_t>(needles * lattice.area()));
    std::atomic<bool> missing = false;
    parallelFor(
        (needles + kNeedlesPerTask - 1) / kNeedlesPerTask,
        needles * lattice.area() < kRunsWorthThreads ? 1 : threads, {},
        [&](std::int64_t task, int) {
          std::vector<std::uint64_t> starts;
          const std::int64_t end = std::min(needles, (task + 1) * kNeedlesPerTask);
          for (std::int64_t n = task * kNeedlesPerTask; n < end && !missing; ++n) {
            if (!writeOpaqueRuns(*group[static_cast<std::size_t>(n)], static_cast<std::uint32_t>(n),
                                 plan, starts, plan.runs.data() + n * lattice.area())) {
              missing = true;
            }
          }
        });
    if (!missing) return plan;
  }
  return std::nullopt;
}

double hitsPerProbe(const ImageView& scene, const Plan& plan, const RunTable& table) {
  constexpr int kProbes = 64;  // each is probably a cache miss
  ScatteredPlaces places(scene.width() - plan.runPixels + 1, scene.height());
  std::array<const std::uint8_t*, kProbes> looks;
  for (const std::uint8_t*& look : looks) {
    const auto [x, y] = places.next();
    look = scene.pixel(x, y);
    __builtin_prefetch(look);  // so that the misses overlap
  }
  std::int64_t hits = 0;
  for (const std::uint8_t* look : looks) {
    const std::uint32_t hash = hashRun(look, plan.shape);
    if (!table.mayHold(hash)) continue;
    const std::span<const Run> bucket = table.bucket(hash);
    hits += std::count_if(bucket.begin(), bucket.end(),
                          [&](const Run& run) { return run.hash == hash; });
  }
  return static_cast<double>(hits) / kProbes;
}

Plan planCarefully(const ImageView& scene, std::span<const Pattern* const> group,
                   const FallbackCost& fallbackCost) {
  Plan plan;
  plan.runPixels = chooseRunPixels(group);
  plan.shape = makeKeyShape(group.front()->format, plan.runPixels);
  const RunStatistics statistics(scene, plan.runPixels, plan.shape);
  const Size size = scene.size();
  const std::vector<Lattice> lattices = coarserAndFiner(
      balance(coarsest(group, plan.runPixels), size, group.size(), costs::kInsert / costs::kProbe));

  // The cost of each needle on each lattice, and separately on its own best lattice and without
  // one. The last is computed only where it may matter, because that is slow.
  const auto pixels = static_cast<double>(size.pixels());
  std::vector<std::vector<WeighedRun>> weighed(group.size());
  std::vector<std::vector<double>> costOf(group.size());
  std::vector<double> byItself(group.size(), kNever);
  std::vector<double> fallback(group.size(), kNever);
  for (std::uint32_t n = 0; n < group.size(); ++n) {
    weighed[n] = weighRuns(*group[n], n, plan, statistics, maxWeighedRuns(size));
    for (const Lattice& lattice : lattices) {
      costOf[n].push_back(needleCost(weighed[n], lattice, size));
      byItself[n] = std::min(byItself[n], probes(size, lattice) * costs::kProbe + costOf[n].back());
    }
    if (byItself[n] > pixels * costs::kLeastFallback)
      fallback[n] = pixels * fallbackCost(*group[n]);
  }

  // Either all share a lattice, except those that are cheaper without; or each has its own.
  std::size_t best = 0;
  double shared = kNever;
  for (std::size_t l = 0; l < lattices.size(); ++l) {
    double cost = probes(size, lattices[l]) * costs::kProbe;
    for (std::size_t n = 0; n < group.size(); ++n) {
      cost += std::min({costOf[n][l], byItself[n], fallback[n]});
    }
    if (cost < shared) {
      shared = cost;
      best = l;
    }
  }
  double separate = 0;
  for (std::size_t n = 0; n < group.size(); ++n) separate += std::min(byItself[n], fallback[n]);

  plan.lattice = lattices[best];
  for (std::uint32_t n = 0; n < group.size(); ++n) {
    if (shared <= separate && costOf[n][best] <= std::min(byItself[n], fallback[n])) {
      for (const int i : rarestByRemainder(weighed[n], plan.lattice)) {
        plan.runs.push_back(weighed[n][i].run);
      }
    } else if (group.size() > 1 && byItself[n] < fallback[n]) {
      plan.alone.push_back(n);
    } else {
      plan.hopeless.push_back(n);
    }
  }
  return plan;
}

}  // namespace espy::exact
