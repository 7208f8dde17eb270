// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/mark.h"

#include <string>

#include "base/phrase.h"
#include "base/processor_engines.h"
#include "espy/engine/find.h"
#include "espy/error.h"
#include "find/choose.h"
#include "find/turned.h"

namespace espy {
namespace {

/// Pass by pass, with a flag plane between them.
Image markedByPasses(const Registry& registry, std::string_view engine, const ImageView& scene,
                     std::span<const Match> matches, const MarkOptions& options,
                     const Control& control, Timeline& timeline) {
  const Image flags = flagPlane(registry, engine, scene.size(), matches, 2, control, timeline);
  return markedCopy(registry, engine, scene, flags, options, control, timeline);
}

/// Where the flags lie already.
Image markedInOne(const Registry& registry, std::string_view engine, const Scene& scene,
                  std::span<const Match> matches, const MarkOptions& options,
                  const Control& control, Timeline& timeline) {
  const auto& mark = registry.get<MarkPicture>(engine);
  return SceneOnEngine(scene, registry, engine, control, timeline).with([&](const Scene& given) {
    return mark(given, matches, options, control, timeline);
  });
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
  const ImageView* view = scene.view();
  const bool upright = finders::allCoverTheirWindows(matches);
  if (registry.has<MarkPicture>(name) && (upright || view == nullptr)) {
    try {
      return markedInOne(registry, name, scene, matches, options, control, timeline);
    } catch (const Error& error) {
      // A device without room for all of the picture marks it part by part.
      if (error.code() != ErrorCode::device || view == nullptr) throw;
    }
  }
  if (view == nullptr) {
    throw Error(ErrorCode::badUse, phrase("engine {} cannot mark the picture that it keeps", name));
  }
  return markedByPasses(registry, name, *view, matches, options, control, timeline);
}

Image markedPicture(const Registry& registry, std::string_view engine, const Scene& scene,
                    std::span<const Match> matches, const MarkOptions& options,
                    const Control& control) {
  Timeline unheard;
  return markedPicture(registry, engine, scene, matches, options, control, unheard);
}

}  // namespace espy
