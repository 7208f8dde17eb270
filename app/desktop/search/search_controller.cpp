// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/search_controller.h"

#include <QScopeGuard>
#include <algorithm>
#include <chrono>
#include <utility>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/engine/pose.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/poses.h"
#include "model/translated.h"

namespace espy::desktop {

namespace {

/// Delay before progress is shown, and time until it is shown again.
constexpr double kShownMilliseconds = 50;
constexpr std::chrono::milliseconds kTick{200};
/// Scratch memory is released after this idle time.
constexpr std::chrono::seconds kIdle{30};

/// Whether a needle is larger than the scene in all of its poses.
bool isTooLarge(Size needle, Size scene, const PoseOptions& pose) {
  const auto width = static_cast<double>(needle.width) * pose.scale.first;
  const auto height = static_cast<double>(needle.height) * pose.scale.first;
  // A rotated needle extends at least its shorter side in both directions, rounded.
  const bool turns = pose.quarterTurns || pose.angle != PoseOptions().angle;
  const double across = turns ? std::min(width, height) : width;
  const double down = turns ? across : height;
  const double rounded = pose.scale == PoseOptions().scale ? 0 : 1;
  return across > static_cast<double>(scene.width) + rounded ||
         down > static_cast<double>(scene.height) + rounded;
}

/// Removes needles that are larger than the scene and returns them.
std::vector<SkippedNeedle> leaveOutLarge(std::vector<NeedleItem>& needles, Size scene,
                                         const PoseOptions& pose) {
  std::vector<SkippedNeedle> leftOut;
  std::erase_if(needles, [&](const NeedleItem& needle) {
    const bool large = isTooLarge(needle.picture->image.size(), scene, pose);
    if (large) leftOut.push_back({needle, true, {}});
    return large;
  });
  return leftOut;
}

/// Removes needles that no search accepts, so that the others are found; returns them.
std::vector<SkippedNeedle> leaveOutRefused(std::vector<NeedleItem>& needles, PixelFormat scene,
                                           const SearchSettings& settings) {
  std::vector<SkippedNeedle> leftOut;
  std::erase_if(needles, [&](const NeedleItem& needle) {
    try {
      check(needlesOf({needle}).front(), scene, settings);
      return false;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::badUse && error.code() != ErrorCode::tooLarge) throw;
      leftOut.push_back({needle, false, translated(error)});
      return true;
    }
  });
  return leftOut;
}

}  // namespace

struct SearchController::KeptScene {
  explicit KeptScene(PicturePtr picture) : scene(std::move(picture)), keeper(scene->image) {}

  PicturePtr scene;
  SceneKeeper keeper;
};

SearchController::SearchController(const Registry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {
  job_.whenIdle(kIdle, [this] {
    releaseScratch();
    kept_.reset();
  });
  tick_.setInterval(kTick);
  connect(&tick_, &QTimer::timeout, this, &SearchController::reportProgress);
  deadline_.setSingleShot(true);
  connect(&deadline_, &QTimer::timeout, this, [this] {
    late_ = true;
    job_.stop();
  });
}

SearchController::~SearchController() = default;

void SearchController::start(SearchRequest request) {
  job_.forget();
  wider_ = request.isWider();
  stopClocks();
  late_ = false;
  if (request.most.count() > 0) deadline_.start(request.most);
  since_.start();
  rest_ = {};
  tick_.start();
  const auto progressed = [this](double part) {
    rest_.report(part, static_cast<double>(since_.elapsed()));
    reportProgress();
  };
  job_.add(
      [this, request = std::move(request), progressed](const Job::Handle& handle) {
        return resultOf(request, handle.control(request.settings.threads, progressed));
      },
      [this](const Outcome<SearchResultPtr>& outcome) { end(outcome); });
  emit started();
}

void SearchController::stopClocks() {
  deadline_.stop();
  tick_.stop();
}

void SearchController::reportProgress() {
  const auto now = static_cast<double>(since_.elapsed());
  if (rest_.part() <= 0 || now < kShownMilliseconds) return;
  emit progressed(rest_.part(), wider_ ? -1 : rest_.seconds(now));
}

void SearchController::end(const Outcome<SearchResultPtr>& outcome) {
  stopClocks();
  if (!outcome.value) return emit failed(outcome.failure.sentence);
  const SearchResultPtr& result = *outcome.value;
  emit finished(result);
}

void SearchController::cancel() {
  if (!running()) return;
  job_.forget();
  stopClocks();
  emit stopped();
}

SearchResultPtr SearchController::resultOf(const SearchRequest& request, const Control& control) {
  if (!kept_ || kept_->scene != request.scene) kept_ = std::make_unique<KeptScene>(request.scene);
  const auto release = qScopeGuard([this] {
    if (!kept_->keeper.isKept()) kept_.reset();  // only scenes kept on a GPU are worth keeping
  });
  auto result = request.isWider() ? widerResult(request, control)
                                  : oneResult(request, request.settings, control);
  checkUncut(request.scene->image);
  for (const Needle& needle : needlesOf(request.needles)) checkUncut(needle.picture);
  return result;
}

std::shared_ptr<SearchResult> SearchController::oneResult(const SearchRequest& request,
                                                          const SearchSettings& settings,
                                                          const Control& control) {
  QElapsedTimer clock;
  clock.start();
  checkPoses(settings.method, settings.pose);  // else every needle would be refused
  auto result = std::make_shared<SearchResult>();
  result->scene = request.scene;
  result->settings = settings;
  result->needles = request.needles;
  result->leftOut = leaveOutLarge(result->needles, request.scene->image.size(), settings.pose);
  const auto run = [&] {
    if (result->needles.empty()) return;
    FindOptions options = optionsOf(settings, control);
    options.wantBest = options.wantBest && !request.isWider();
    result->finding = find(registry_, kept_->keeper, needlesOf(result->needles), options);
  };
  try {
    run();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::badUse && error.code() != ErrorCode::tooLarge) throw;
    const auto refused = leaveOutRefused(result->needles, request.scene->image.format(), settings);
    if (refused.empty()) throw;  // no needle is the cause
    result->leftOut.insert(result->leftOut.end(), refused.begin(), refused.end());
    run();
  }
  result->milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  return result;
}

std::shared_ptr<SearchResult> SearchController::widerResult(const SearchRequest& request,
                                                            const Control& control) {
  // Ties keep the earlier settings, which are faster.
  std::shared_ptr<SearchResult> most;
  try {
    for (std::size_t i = 0; i < request.wider.size(); ++i) {
      auto result = oneResult(request, request.wider[i], control.forPart(i, request.wider.size()));
      const bool more = !most || result->finding.matches.size() > most->finding.matches.size();
      if (more) most = std::move(result);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || !late_) throw;
    if (!most) most = std::make_shared<SearchResult>();
    most->gaveUp = true;
  }
  most->wider = true;
  return most;
}

namespace {

/// Whether `pose` includes all poses of `other`.
bool covers(const PoseOptions& pose, const PoseOptions& other) {
  const auto within = [](const PoseRange& range, const PoseRange& one) {
    return range.first <= one.first && range.last >= one.last;
  };
  const bool turns = pose.quarterTurns || pose.angle.last - pose.angle.first >= 360;
  return within(pose.angle, other.angle) && within(pose.scale, other.scale) &&
         (turns || !other.quarterTurns) && (pose.flip || !other.flip);
}

}  // namespace

std::vector<SearchSettings> widerThan(const SearchSettings& settings) {
  std::vector<SearchSettings> wider;
  if (covers(settings.pose, posesOf(PoseChoice::anglesAndSizes))) return wider;
  for (const PoseChoice choice :
       {PoseChoice::symmetries, PoseChoice::angles, PoseChoice::anglesAndSizes}) {
    if (covers(settings.pose, posesOf(choice))) continue;
    SearchSettings next = settings;
    next.pose = posesOf(choice);
    next.pose.visible = settings.pose.visible;
    if (!allows(next.method, choice)) {
      next.method = Method::zncc;
      next.select.overlap = kScoredOverlap;
    }
    wider.push_back(next);
  }
  return wider;
}

}  // namespace espy::desktop
