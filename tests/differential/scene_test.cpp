// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every engine finds the same in a picture that it holds as in one that is passed.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "differential/case_generator.h"
#include "differential/find_cases.h"
#include "support/find_with.h"

namespace espy::test {
namespace {

RC_GTEST_PROP(SceneDifferential, AKeptPictureGivesTheSameMatches, ()) {
  static const Registry registry = makeRegistry();
  FindCase findCase = makeCase(*anyCase());
  Control control;
  control.threads = *rc::gen::inRange(1, 4);
  SelectOptions select;
  if (*rc::gen::arbitrary<bool>()) select.overlap = 0.3;
  const Finding wanted = findExact(registry, "reference", findCase.scene, findCase.needles,
                                   findCase.options, select, control);
  RC_CLASSIFY(!wanted.matches.empty(), "found");
  for (const Engine& engine : registry.engines()) {
    if (!engine.available || !registry.has<KeepPicture>(engine.name)) continue;
    Timeline timeline;
    std::unique_ptr<KeptPicture> kept;
    {
      const Image shown = Image::copyOf(findCase.scene);
      kept = registry.get<KeepPicture>(engine.name)(shown, control, timeline);
    }
    const Finding found =
        findExact(registry, "auto", *kept, findCase.needles, findCase.options, select, control);
    if (found.matches != wanted.matches) RC_FAIL(engine.name + " differs in " + findCase.name);
    RC_ASSERT(found.report.engine == engine.name);
  }
}

}  // namespace
}  // namespace espy::test
