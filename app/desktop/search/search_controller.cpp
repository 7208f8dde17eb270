// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/search_controller.h"

#include <QScopeGuard>
#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/engine/needle_index.h"
#include "espy/engine/pose.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/index_needles.h"
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

/// Adds the matches of an index, all exact, to others; both are sorted.
void addFound(Finding& finding, Finding found, const SearchSettings& settings) {
  if (finding.matches.empty()) {
    found.report.timeline.add(finding.report.timeline);
    finding = std::move(found);
    return;
  }
  finding.report.timeline.add(found.report.timeline);
  const auto middle = static_cast<std::ptrdiff_t>(finding.matches.size());
  finding.matches.insert(finding.matches.end(), found.matches.begin(), found.matches.end());
  std::inplace_merge(
      finding.matches.begin(), finding.matches.begin() + middle, finding.matches.end(),
      [](const Match& a, const Match& b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); });
  const std::optional<std::size_t>& top = settings.select.top;
  if (top && finding.matches.size() > *top) finding.matches.resize(*top);
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
  for (const NeedleItem& needle : request.needles) checkUncut(needle.picture->image);
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
  for (const NeedleItem& needle : request.needles) {
    (needle.isIndex() ? result->indexes : result->needles).push_back(needle);
  }
  if (settings.method != Method::outline) {
    result->leftOut = leaveOutLarge(result->needles, request.scene->image.size(), settings.pose);
  }
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
  searchIndexes(*result, settings, control);
  result->milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  return result;
}

void SearchController::searchIndexes(SearchResult& result, const SearchSettings& settings,
                                     const Control& control) {
  std::int64_t before = 0;
  for (const NeedleItem& index : std::exchange(result.indexes, {})) {
    const IndexNeedles& needles = *index.picture->index;
    Finding found;
    try {
      found = find(registry_, kept_->keeper, needles.index, optionsOf(settings, control));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::badUse && error.code() != ErrorCode::tooLarge) throw;
      result.leftOut.push_back({index, false, translated(error)});
      continue;
    }
    const auto first = static_cast<std::uint32_t>(result.needles.size());
    std::vector<NeedleItem> items = foundOf(index, foundNeedles(found.matches), before);
    result.needles.insert(result.needles.end(), std::make_move_iterator(items.begin()),
                          std::make_move_iterator(items.end()));
    before += needles.index.size();
    for (Match& match : found.matches) match.needle += first;
    addFound(result.finding, std::move(found), settings);
    result.indexes.push_back(index);
  }
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
  if (settings.method == Method::outline) return wider;  // has any angle
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
