// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "base/choice.h"
#include "base/phrase.h"
#include "espy/error.h"
#include "espy/find.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/scene.h"

namespace espy::find {

/// What there is to do, as far as it decides who does it.
struct Work {
  Size scene;
  PixelFormat format;
  std::size_t needles = 1;
  /// What the processor takes for one pixel and one needle on one thread, where every place is
  /// looked at; 0 for exact search, which samples.
  double nanoseconds = 0;
  int threads = 1;  ///< that the processor's engines may use
};

/// espy::chooseEngine by an estimate of a search.
Choice chooseEngine(const Work& work, const std::function<Message()>& objection);

/// Runs `run(engine, report)` on the engine that is chosen. Where the card that was chosen fails,
/// the processor does the work, and the finding says why.
template <class Capability, class Run>
auto runOnChosen(const Registry& registry, const Work& work, Finding& finding, const Run& run) {
  const Choice choice =
      chooseEngine(work, [&] { return registry.refusal<Capability>(kDeviceEngine); });
  return espy::runOnChosen(choice, finding,
                           [&](const std::string& engine) { return run(engine, finding.report); });
}

/// Throws `badUse` where an engine was named that does not keep this picture.
void checkKeeper(std::string_view engine, const KeptPicture& kept);

/// Runs `run(engine, report)` on the engine that was named, on the one that keeps the picture, or
/// on the one that is chosen.
template <class Capability, class Run>
auto runAsAsked(const Registry& registry, std::string_view engine, const Scene& scene,
                const Work& work, Finding& finding, const Run& run) {
  if (const KeptPicture* kept = scene.kept(); kept != nullptr) {
    checkKeeper(engine, *kept);
    if (engine == "auto") finding.choice = phrase("the picture is kept by {}", kept->engine());
    return run(kept->engine(), finding.report);
  }
  if (engine == "auto") return runOnChosen<Capability>(registry, work, finding, run);
  return run(std::string(engine), finding.report);
}

}  // namespace espy::find
