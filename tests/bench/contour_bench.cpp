// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Interval dynamic programming: updates a second on one core, beside the floor of the loop; and
// pairs of shapes a second.
//
//     contour_bench [--json FILE] [--points N]
#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench/options.h"
#include "bench/report.h"
#include "bench/stopwatch.h"
#include "contour/shape_tree.h"
#include "espy/engine/all.h"
#include "support/figures.h"

namespace espy::bench {
namespace {

template <class Number>
Contestant filling(const char* name, const char* engine, std::int64_t points) {
  IntervalTask<Number> task;
  test::Random random(1);
  for (std::int64_t i = 0; i < points; ++i) {
    task.first.push_back(static_cast<Number>(1 + random.below(300)));
  }
  return {name,
          [task, engine] {
            const auto table = intervalCosts(allEngines(), engine, task);
            if (table.at(0, table.points() - 1) <= 0) std::abort();
          },
          5};
}

void addIntervals(Report& report, std::int64_t points) {
  std::vector<Contestant> contestants{
      filling<float>("float, one core", "sequential", points),
      filling<std::int32_t>("int32, one core", "sequential", points),
      filling<std::uint16_t>("16 bits, one core", "sequential", points),
      filling<float>("float, all cores", "threads", points)};
  if (allEngines().refusal<FillIntervals<float>>("cuda").empty()) {
    contestants.push_back(filling<float>("float, GPU", "cuda", points));
    contestants.push_back(filling<std::int32_t>("int32, GPU", "cuda", points));
    contestants.push_back(filling<std::uint16_t>("16 bits, GPU", "cuda", points));
  }
  const std::vector<Timing> timings = race(contestants);
  const auto n = static_cast<double>(points);
  std::string rates = "updates a second:";
  for (const Timing& timing : timings) {
    rates += fmt::format(" {:.1f} G ({}),", n * n * n / 6 / timing.milliseconds / 1e6, timing.name);
  }
  rates.back() = '.';
  report.add(fmt::format("interval costs, {} points", points), rates, timings, {});
}

void addPairs(Report& report) {
  constexpr int kPairs = 20;
  std::vector<std::vector<SubPixel>> outlines;
  for (int k = 0; k <= kPairs; ++k) {
    outlines.push_back(
        outlinesOf({test::figureNeedle(test::Figure::ofClass(static_cast<std::uint64_t>(k)), 150)})
            .front());
  }
  const std::vector<Timing> timings =
      race({{"outlineDistance, 8 comparisons of 64 with 128 points each",
             [&] {
               for (int k = 0; k < kPairs; ++k) {
                 const auto at = static_cast<std::size_t>(k);
                 if (outlineDistance(outlines[at], outlines[at + 1]) < 0) std::abort();
               }
             },
             5}});
  const double pairs = kPairs / timings[0].milliseconds * 1000;
  report.add(fmt::format("{} pairs of shapes", kPairs),
             fmt::format("{:.0f} pairs a second; {:.0f} single comparisons.", pairs, 8 * pairs),
             timings, {{"60 pairs a second on one core", pairs >= 60}});
}

}  // namespace
}  // namespace espy::bench

int main(int count, char** words) {
  using namespace espy::bench;
  const auto options = optionsOf(count, words, {"--json", "--points"});
  Report report("contours", "median of several runs");
  addIntervals(report, std::stoll(valueOf(options, "--points", "4096")));
  addPairs(report);
  const std::string path = valueOf(options, "--json");
  if (!path.empty()) report.write(path);
  return 0;
}
