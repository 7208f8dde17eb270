// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/mark.h"

#include <string>

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "base/rising.h"
#include "base/timed_as.h"
#include "espy/engine/contour.h"
#include "espy/engine/find.h"
#include "espy/error.h"
#include "find/choose.h"
#include "find/turned.h"
#include "picture/host_picture.h"

namespace espy {
namespace {

/// Passes 2 and 3, with a flag plane in between.
Image markedByPasses(const Registry& registry, std::string_view engine, const ImageView& scene,
                     std::span<const Match> matches, const MarkOptions& options,
                     const Control& control, Timeline& timeline) {
  const Image flags = flagPlane(registry, engine, scene.size(), matches, 2, control, timeline);
  return markedCopy(registry, engine, scene, flags, options, control, timeline);
}

/// Marks on the engine, where the flags are.
Image markedInOne(const Registry& registry, std::string_view engine, const Scene& scene,
                  std::span<const Match> matches, const MarkOptions& options,
                  const Control& control, Timeline& timeline) {
  const auto& mark = registry.get<MarkPicture>(engine);
  return SceneOnEngine(scene, registry, engine, control, timeline).with([&](const Scene& given) {
    return mark(given, matches, options, control, timeline);
  });
}

/// Marks on the engine if it can, else by passes.
Image markedBy(const Registry& registry, std::string_view name, const Scene& scene,
               std::span<const Match> matches, const MarkOptions& options, const Control& control,
               Timeline& timeline) {
  const ImageView* view = scene.view();
  const bool upright = finders::allCoverTheirWindows(matches);
  if (registry.has<MarkPicture>(name) && (upright || view == nullptr)) {
    try {
      const std::size_t parts = options.flagsInAlpha ? 3 : 1;
      Image marked =
          markedInOne(registry, name, scene, matches, options, control.forPart(0, parts), timeline);
      if (!options.flagsInAlpha) return marked;
      const Image flags =
          flagPlane(registry, name, scene.size(), matches, 2, control.forPart(1, parts), timeline);
      return timedAs("alpha", timeline, [&](Timeline&) {
        return withFlagsInAlpha(std::move(marked), flags, control.forPart(2, parts));
      });
    } catch (const Error& error) {
      // A device without memory for the whole picture marks it in parts.
      if (error.code() != ErrorCode::device || view == nullptr) throw;
    }
  }
  if (view == nullptr) {
    throw Error(ErrorCode::badUse, phrase("engine {} cannot mark the picture that it holds", name));
  }
  return markedByPasses(registry, name, *view, matches, options, control, timeline);
}

}  // namespace

Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options,
                    const Control& control, Timeline& timeline) {
  const KeptPicture* kept = scene.kept();
  if (kept != nullptr) finders::checkKeeper(engine, *kept);
  const std::string name = engine != "auto"  ? std::string(engine)
                           : kept != nullptr ? kept->engine()
                                             : kAllCores;
  // A device that fails leaves the whole to the passes.
  return markedBy(registry, name, scene, matches, options, rising(control), timeline);
}

Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    const Finding& finding, const MarkOptions& options, const Control& control,
                    Timeline& timeline) {
  if (finding.outlines.empty()) {
    return markedPicture(registry, engine, scene, finding.matches, options, control, timeline);
  }
  const ImageView& view = hostView(scene);
  const Image flags =
      flagPlane(registry, engine, view.size(), finding, 2, control.forPart(0, 2), timeline);
  return markedCopy(registry, engine == "auto" ? kAllCores : engine, view, flags, options,
                    control.forPart(1, 2), timeline);
}

Image flagPlane(const Registry& registry, std::string_view engine, Size scene,
                const Finding& finding, int lastPass, const Control& control, Timeline& timeline) {
  if (finding.outlines.empty()) {
    return flagPlane(registry, engine, scene, finding.matches, lastPass, control, timeline);
  }
  const StageTimer timer(timeline, lastPass < 2 ? "pass 1" : "pass 2");
  return outlineFlags(scene, finding.outlines, lastPass, control);
}

Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options,
                    const Control& control) {
  Timeline unheard;
  return markedPicture(registry, engine, scene, matches, options, control, unheard);
}

}  // namespace espy
