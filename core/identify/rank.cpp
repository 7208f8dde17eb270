// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/engine/identify.h"
#include "espy/error.h"
#include "files/mapped_file.h"
#include "identify/choose.h"
#include "identify/fast.h"
#include "identify/nearest.h"
#include "identify/norms.h"
#include "identify/orb.h"
#include "identify/reference.h"

namespace espy {

void checkRankOptions(const RankOptions& options) {
  if (options.top < 1) {
    throw Error(ErrorCode::badUse, phrase("the number of references to return must be at least 1"));
  }
  const Ratio ratio = options.ratio;
  if (ratio.over < 1 || ratio.under <= ratio.over || ratio.under > 1000) {
    throw Error(
        ErrorCode::badUse,
        phrase(
            "the ratio {}/{} is not a fraction between 0 and 1 with a denominator of at most 1000",
            ratio.over, ratio.under));
  }
}

RankFinding rankReferences(const Registry& registry, std::string_view engine, const RankTask& task,
                           const Control& control) {
  checkRankOptions(task.options);
  for (const auto& query : task.queries) {
    if (query.size() % kFeatureBytes != 0) {
      throw Error(ErrorCode::badUse,
                  phrase("a query's features must have {} bytes each", kFeatureBytes));
    }
  }
  control.check();
  RankFinding finding;
  const auto run = [&](std::string_view name) {
    finding.rankings = registry.get<RankReferences>(name)(task, control, finding.report);
    for (const Slab& slab : task.shelf.slabs()) files::checkUncut(slab.features);
  };
  if (engine != "auto") {
    run(engine);
    return finding;
  }
  runOnChosen(identify::chooseRankEngine(registry, task, control), finding, run);
  return finding;
}

std::vector<FeaturePair> matchedPairs(std::span<const std::uint8_t> query,
                                      std::span<const std::uint8_t> reference, Ratio ratio) {
  const auto feature = [](std::span<const std::uint8_t> all, std::int64_t index) {
    return all.subspan(static_cast<std::size_t>(index * kFeatureBytes), kFeatureBytes);
  };
  std::vector<std::int32_t> norms;
  norms.reserve(reference.size() / kFeatureBytes);
  for (std::int64_t r = 0; r < std::ssize(reference) / kFeatureBytes; ++r) {
    norms.push_back(identify::normOf(feature(reference, r)));
  }
  if (norms.size() < 2) return {};
  const identify::FeatureRows rows{reference.data(), norms.data(), std::ssize(norms)};
  // Few features pass the screen, so exact distances are cheap.
  const identify::ScreenLoops& loops = identify::screenLoops(identify::bestScreenStrategy());
  const identify::PackedQuery packed = identify::packQuery(loops, query);
  identify::Screener screener(loops, ratio);
  screener.take(rows);
  ScratchVector<std::int32_t> products;
  std::vector<FeatureMatch> matches;
  for (const std::int32_t q : screener.passing(packed)) {
    const identify::TwoNearest two = identify::twoNearest(feature(query, q), rows, products);
    if (two.matches(ratio)) matches.push_back({{q, two.row}, two.nearest});
  }
  return distinctPairs(matches);
}

void addIdentify(Registry& registry) {
  using identify::bestScreenStrategy;
  registry.add<RankReferences>("reference", identify::rankPlainly);
  registry.add<MatchOrb>("reference", identify::matchOrbPlainly);
  addOnProcessor<MatchOrb>(registry, [](const ProcessorEngine& engine) {
    return [engine](const Features& query, const Features& reference, Ratio ratio,
                    const Control& control) {
      return identify::matchOrb(query, reference, ratio, engine.own(control));
    };
  });
  addOnProcessor<RankReferences>(registry, [](const ProcessorEngine& engine) {
    return [engine](const RankTask& task, const Control& control, RunReport& report) {
      report.engine = engine.name;
      return identify::rankFast(task, bestScreenStrategy(), engine.own(control), report);
    };
  });
}

}  // namespace espy
