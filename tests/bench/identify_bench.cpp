// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Identification on the CPU: references per second of each strategy, compared with the products
// alone and with a plain loop.
//
//     identify_bench [--json FILE]
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "base/parallel.h"
#include "bench/options.h"
#include "bench/report.h"
#include "espy/engine/all.h"
#include "identify/fast.h"
#include "lab/rates.h"
#include "support/feature_cases.h"
#include "support/limited_simd.h"

namespace espy::bench {
namespace {

using identify::ScreenStrategy;

constexpr std::int64_t kRows = 384;
constexpr std::int64_t kQueryFeatures = 768;
constexpr std::int64_t kReferences = 1024;
constexpr double kProducts = static_cast<double>(kRows * kQueryFeatures * kFeatureBytes);

Control onThreads(int threads) {
  Control control;
  control.threads = threads;
  return control;
}

class IdentifyBench {
 public:
  explicit IdentifyBench(Report& report) : report_(report), random_(18) {
    std::vector<Features> references;
    for (std::int64_t r = 0; r < kReferences; ++r) {
      references.push_back(test::drawFeatures(random_, test::FeatureKind::likely, kRows));
    }
    shelf_ = std::make_unique<Shelf>(kRows, std::vector<Slab>{slabOf(references, kRows)});
    references.resize(20);
    for (int q = 0; q < 8; ++q) {
      queries_.push_back(
          test::drawQuery(random_, test::FeatureKind::likely, kQueryFeatures, references));
    }
    views_.assign(queries_.begin(), queries_.end());
  }

  void timeStrategy(ScreenStrategy strategy) {
    if (!identify::canScreen(strategy)) return;
    const identify::ScreenLoops& loops = identify::screenLoops(strategy);
    const RankTask task{*shelf_, std::span(views_).first(1), {}};
    RunReport report;
    const std::vector<Timing> timings = race(
        {{"one thread", [&] { (void)identify::rankFast(task, strategy, onThreads(1), report); }, 11,
          true, true}});
    if (strategy != identify::bestScreenStrategy()) {
      report_.add(loops.name, "", timings, {});
      return;
    }
    const double alone = kProducts * kReferences / lab::peakRate(lab::Rate::products, 1) * 1000;
    const double times = timings[0].milliseconds / alone;
    report_.add(fmt::format("{}, {} references of {} features, {} of the query", loops.name,
                            kReferences, kRows, kQueryFeatures),
                fmt::format("{:.0f} references a second, {:.2f} times the products. {}",
                            static_cast<double>(kReferences) / timings[0].milliseconds * 1000,
                            times, report.strategy.text()),
                timings, {{"at most 1.5 times the products alone", times <= 1.5}});
  }

  void together() {
    const int threads = hardwareThreads();
    const Registry registry = makeRegistry();
    const RankTask one{*shelf_, std::span(views_).first(1), {}};
    const RankTask eight{*shelf_, views_, {}};
    std::vector<Ranking> found;
    const std::vector<Timing> timings = race(
        {{fmt::format("{} threads", threads),
          [&] { found = rankReferences(registry, "threads", one, onThreads(threads)).rankings; }},
         {"8 queries at once",
          [&] { (void)rankReferences(registry, "threads", eight, onThreads(threads)); }}});
    const double rate = static_cast<double>(kReferences) / timings[0].milliseconds * 1000;
    report_.add(fmt::format("{} references, all threads", kReferences),
                fmt::format("{:.0f} references a second, {:.0f} for 8 queries at once", rate,
                            static_cast<double>(kReferences) * 8 / timings[1].milliseconds * 1000),
                timings, {{"at least 50,000 references a second", rate >= 50e3}});
    // Few references: the reference engine takes 0.1 s for each.
    std::vector<std::int32_t> counts(static_cast<std::size_t>(kReferences));
    for (std::size_t r = 0; r < 24; ++r) counts[r] = static_cast<std::int32_t>(kRows);
    Slab few = shelf_->slabs()[0];
    few.name = newSlabName();
    few.counts = counts;
    const Shelf small(kRows, {few});
    const RankTask task{small, std::span(views_).first(2), {}};
    if (rankReferences(registry, "threads", task).rankings !=
        rankReferences(registry, "reference", task).rankings) {
      throw std::runtime_error("other references are found");
    }
  }

 private:
  Report& report_;
  test::Random random_;
  std::unique_ptr<Shelf> shelf_;
  std::vector<std::vector<std::uint8_t>> queries_;
  std::vector<std::span<const std::uint8_t>> views_;
};

int run(const std::string& json) {
  Report report("identify");
  IdentifyBench bench(report);
  bench.timeStrategy(ScreenStrategy::amx);
  bench.timeStrategy(ScreenStrategy::avxVnni);
  for (const SimdLevel level : simdLevels()) {
    if (level == SimdLevel::plain) continue;  // the code of sse4 or neon
    const test::LimitedSimd limited(level);
    bench.timeStrategy(ScreenStrategy::simd);
  }
  bench.together();
  if (!json.empty()) report.write(json);
  return report.allReached() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  const auto options = espy::bench::optionsOf(argc, argv, {"--json"});
  return espy::bench::run(espy::bench::valueOf(options, "--json"));
}
