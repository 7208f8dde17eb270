// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every engine of the SAD search against the reference, to the last bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <limits>

#include "espy/engine/all.h"
#include "support/signals.h"

namespace espy::test {
namespace {

/// All engines; with ESPY_PLANT_FAULT set, also one that takes the last of equal positions.
template <class Sample>
Registry registryUnderTest() {
  Registry registry = makeRegistry();
  if (std::getenv("ESPY_PLANT_FAULT") == nullptr) return registry;
  registry.addEngine({"faulty", true, "1 thread", "the reference with a planted fault"});
  const auto find = registry.get<FindSignal<Sample>>("reference");
  registry.add<FindSignal<Sample>>(
      "faulty", [find](const SignalTask<Sample>& task, const Control& control, RunReport& report) {
        SignalMatches<Sample> matches = find(task, control, report);
        report.engine = "faulty";
        for (std::int64_t q = 0; q < task.count(); ++q) {
          SignalMatch<Sample>& match = matches[static_cast<std::size_t>(q)];
          const auto query = task.query(q);
          for (std::int64_t at = match.start + 1; at < task.places(); ++at) {
            const auto window = task.data.subspan(static_cast<std::size_t>(at), query.size());
            if (match.distance == 0 && std::equal(query.begin(), query.end(), window.begin())) {
              match.start = at;
            }
          }
        }
        return matches;
      });
  return registry;
}

/// Other magnitudes than those drawn, up to the limit.
void rescale(OwnedTask<std::int32_t>& task, Random& random) {
  const auto most = static_cast<std::int32_t>((std::int64_t{1} << 31) / 256 / task.length / 2);
  const auto factor = static_cast<std::int32_t>(1 + random.below(std::max(1, most)));
  const auto shift = static_cast<std::int32_t>(random.below(1000)) - 500;
  for (auto* samples : {&task.data, &task.queries}) {
    for (std::int32_t& sample : *samples) sample = sample * factor + shift;
  }
}
void rescale(OwnedTask<float>& task, Random& random) {
  constexpr float kFactors[] = {-1, 1000, -3e5F, 1e-3F, 1e30F, 1e-30F, 1e-41F};
  const float factor = kFactors[random.below(7)];
  const float shift = random.oneIn(2) ? factor * 10 : 0;
  for (auto* samples : {&task.data, &task.queries}) {
    for (float& sample : *samples) sample = sample * factor + shift;
  }
}

template <class Sample>
void allEnginesEqualTheReference() {
  static const Registry registry = registryUnderTest<Sample>();
  using rc::gen::inRange;
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Signal kind = kSignals[*inRange(0, 5)];
  // Long data with short queries, or small tasks.
  const bool large = *inRange(0, 4) == 0;
  const std::int64_t size =
      large ? *inRange(4000, 9000) : *rc::gen::oneOf(inRange(1, 60), inRange(1, 600));
  const std::int64_t length = *inRange<std::int64_t>(1, (large ? 40 : size) + 1);
  OwnedTask<Sample> task = drawTask<Sample>(random, kind, size, *inRange(1, 15), length);
  if (*rc::gen::arbitrary<bool>()) rescale(task, random);
  Control control;
  control.threads = *inRange(1, 5);
  const SignalMatches<Sample> wanted =
      findSignal(registry, "reference", task.view(), control).matches;
  for (const Engine& engine : registry.engines()) {
    if (!registry.refusal<FindSignal<Sample>>(engine.name).empty()) continue;
    const SignalFinding<Sample> found = findSignal(registry, engine.name, task.view(), control);
    if (found.matches != wanted) RC_FAIL(engine.name + " differs: " + found.report.strategy.text());
    RC_ASSERT(found.report.engine == engine.name);
  }
}

RC_GTEST_PROP(SignalDifferential, OfWholeNumbersAllEnginesEqualTheReference, ()) {
  allEnginesEqualTheReference<std::int32_t>();
}

RC_GTEST_PROP(SignalDifferential, OfFloatsAllEnginesEqualTheReference, ()) {
  allEnginesEqualTheReference<float>();
}

}  // namespace
}  // namespace espy::test
