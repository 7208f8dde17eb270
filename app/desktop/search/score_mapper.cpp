// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/score_mapper.h"

#include <QScopeGuard>
#include <utility>

#include "espy/control.h"
#include "espy/engine/score.h"
#include "espy/error.h"

namespace espy::desktop {
namespace {

ScoreMap mapOf(const Registry& registry, const ScoreRequest& request, const Control& control) {
  const std::vector<NeedleItem> items{request.needle};
  const Needle needle = needlesOf(items).front();
  const std::string engine = request.settings.engine.toStdString();
  const Image& scene = request.scene->image;
  ScoreOptions options = scoreOptionsOf(request.settings);
  if (request.settings.scored() && request.settings.method != Method::outline) {
    return mapScores(registry, engine, scene, needle, options, control);
  }
  options.weighted = false;
  options.method = Method::zncc;
  try {
    return mapScores(registry, engine, scene, needle, options, control);
  } catch (const Error& error) {
    // zncc is undefined for a needle of one colour; sad is not.
    if (error.code() != ErrorCode::badUse) throw;
    options.method = Method::sad;
    return mapScores(registry, engine, scene, needle, options, control);
  }
}

}  // namespace

void ScoreMapper::start(ScoreRequest request) {
  job_.start(
      [&registry = registry_, request = std::move(request)](const Job::Handle& handle) {
        const auto release = qScopeGuard([] { releaseScratch(); });
        const Control control = handle.control(request.settings.threads);
        const ScoreMap map = mapOf(registry, request, control);
        control.check();
        auto plane = std::make_shared<ScorePlane>(
            scorePlaneOf(map, frameOf(request.needle.picture->image).size()));
        plane->needle = request.needle.name;
        return plane;
      },
      [this](const Outcome<std::shared_ptr<ScorePlane>>& outcome) {
        if (outcome.value) return emit made(*outcome.value);
        emit failed(outcome.failure.sentence);
      });
}

}  // namespace espy::desktop
