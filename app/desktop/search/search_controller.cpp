// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/search_controller.h"

#include <QMetaObject>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <utility>

#include "espy/control.h"
#include "espy/engine/find.h"
#include "espy/engine/pose.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Time left is told once this much is done and this long has been waited.
constexpr double kTellingPart = 0.03;
constexpr double kTellingMilliseconds = 150;
/// Who has not searched for so long can wait for memory again.
constexpr std::chrono::seconds kIdle{30};

/// Is a needle larger than the scene in each of its poses?
bool isTooLarge(Size needle, Size scene, const PoseOptions& pose) {
  const auto width = static_cast<double>(needle.width) * pose.scale.first;
  const auto height = static_cast<double>(needle.height) * pose.scale.first;
  // Turned, it takes at least its shorter side in either direction. A pixel may go by rounding.
  const bool turns = pose.quarterTurns || pose.angle != PoseOptions().angle;
  const double across = turns ? std::min(width, height) : width;
  const double down = turns ? across : height;
  const double rounded = pose.scale == PoseOptions().scale ? 0 : 1;
  return across > static_cast<double>(scene.width) + rounded ||
         down > static_cast<double>(scene.height) + rounded;
}

/// Leaves out needles that are larger than the scene.
std::vector<LeftOutNeedle> leaveOutLarge(std::vector<NeedleItem>& needles, Size scene,
                                         const PoseOptions& pose) {
  std::vector<LeftOutNeedle> leftOut;
  std::erase_if(needles, [&](const NeedleItem& needle) {
    const bool large = isTooLarge(needle.picture->image.size(), scene, pose);
    if (large) leftOut.push_back({needle, true, {}});
    return large;
  });
  return leftOut;
}

/// Leaves out needles that no picture could be searched for, so that one of them does not keep the
/// others from being found. They are tried one by one: asked for where all together were refused.
std::vector<LeftOutNeedle> leaveOutRefused(std::vector<NeedleItem>& needles, PixelFormat scene,
                                           const SearchSettings& settings,
                                           const Registry& registry) {
  const Image nowhere({1, 1}, scene);
  // To turn a good needle into all of its poses may take seconds; to count them does not.
  SearchSettings upright = settings;
  upright.pose = {};
  std::vector<LeftOutNeedle> leftOut;
  std::erase_if(needles, [&](const NeedleItem& needle) {
    try {
      const std::vector<Needle> one = needlesOf({needle});
      find(registry, nowhere, one, optionsOf(upright));
      if (settings.pose.isAsked()) poseGrid(one.front(), settings.pose);
      return false;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::badUse && error.code() != ErrorCode::tooLarge) throw;
      leftOut.push_back({needle, false, translated(error)});
      return true;
    }
  });
  return leftOut;
}

/// Stops what it is asked to, and after this time; 0: never.
class Deadline {
 public:
  Deadline(const std::stop_token& stop, std::chrono::milliseconds most)
      : link_(stop, [this] { own_.request_stop(); }) {
    if (most.count() == 0) return;
    clock_ = std::jthread([this, most](const std::stop_token& over) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any woken;
      woken.wait_for(lock, over, most, [] { return false; });
      if (over.stop_requested()) return;
      passed_ = true;
      own_.request_stop();
    });
  }
  std::stop_token token() const { return own_.get_token(); }
  bool passed() const { return passed_; }

 private:
  std::stop_source own_;
  std::atomic<bool> passed_ = false;
  std::stop_callback<std::function<void()>> link_;
  std::jthread clock_;  ///< last: ends before what it uses does
};

}  // namespace

struct SearchController::KeptScene {
  explicit KeptScene(PicturePtr picture) : scene(std::move(picture)), keeper(scene->image) {}

  PicturePtr scene;
  SceneKeeper keeper;
};

SearchController::SearchController(const Registry& registry, QObject* parent)
    : QObject(parent),
      registry_(registry),
      thread_([this](const std::stop_token& quit) { work(quit); }) {}

SearchController::~SearchController() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  // The thread's own destructor stops and awaits it.
}

void SearchController::start(SearchRequest request) {
  giveUp();
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    stop_ = std::stop_source();
    wider_ = request.isWider();
    next_ = std::move(request);
    ++number_;
  }
  wake_.notify_one();
  running_ = true;
  since_.start();
  emit started();
}

void SearchController::cancel() {
  if (!running_) return;
  giveUp();
  {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    next_.reset();
    ++number_;
  }
  running_ = false;
  emit stopped();
}

void SearchController::giveUp() {
  // A search that is given up after so long would not have been a quick one.
  if (!running_ || wider_) return;
  lastMilliseconds_ = std::max(lastMilliseconds_, static_cast<double>(since_.elapsed()));
}

void SearchController::work(const std::stop_token& quit) {
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto isWanted = [this] { return next_.has_value(); };
    if (!wake_.wait_for(lock, quit, kIdle, isWanted)) {
      if (quit.stop_requested()) return;
      releaseWorkMemory();
      kept_.reset();
      if (!wake_.wait(lock, quit, isWanted)) return;
    }
    const SearchRequest request = std::move(*next_);
    next_.reset();
    const std::stop_token stop = stop_.get_token();
    const int number = number_;
    lock.unlock();
    run(request, number, stop);
    // What no card keeps need not wait here for the next search.
    if (!kept_->keeper.isKept()) kept_.reset();
  }
}

template <class Tell>
void SearchController::post(int number, Tell tell) {
  QMetaObject::invokeMethod(
      this,
      [this, number, tell = std::move(tell)] {
        const auto isLast = [&] {
          const std::lock_guard lock(mutex_);
          return number == number_;
        };
        if (isLast()) tell();
      },
      Qt::QueuedConnection);
}

std::shared_ptr<SearchResult> SearchController::answer(const SearchRequest& request,
                                                       const SearchSettings& settings,
                                                       const Control& control) {
  QElapsedTimer clock;
  clock.start();
  checkPoses(settings.method, settings.pose);  // else each needle would be blamed
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
    const auto refused =
        leaveOutRefused(result->needles, request.scene->image.format(), settings, registry_);
    if (refused.empty()) throw;  // no needle is to blame
    result->leftOut.insert(result->leftOut.end(), refused.begin(), refused.end());
    run();
  }
  result->milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  return result;
}

std::shared_ptr<SearchResult> SearchController::answerWider(const SearchRequest& request,
                                                            const Control& control) {
  const Deadline deadline(control.stop, request.most);
  Control limited = control;
  limited.stop = deadline.token();
  // The first way that finds most: the later ones take longer.
  std::shared_ptr<SearchResult> most;
  try {
    for (std::size_t i = 0; i < request.wider.size(); ++i) {
      limited.progress = [&](double part) {
        control.progress((static_cast<double>(i) + part) /
                         static_cast<double>(request.wider.size()));
      };
      auto result = answer(request, request.wider[i], limited);
      const bool more = !most || result->finding.matches.size() > most->finding.matches.size();
      if (more) most = std::move(result);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || !deadline.passed()) throw;
    control.check();  // somebody was quicker
    if (!most) most = std::make_shared<SearchResult>();
    most->gaveUp = true;
  }
  most->wider = true;
  return most;
}

void SearchController::run(const SearchRequest& request, int number, const std::stop_token& stop) {
  QElapsedTimer clock;
  clock.start();
  Control control;
  control.threads = request.settings.threads;
  control.stop = stop;
  double told = 0;
  control.progress = [&](double part) {
    const auto now = static_cast<double>(clock.elapsed());
    if (now - told < 50) return;
    told = now;
    const bool known = part >= kTellingPart && now >= kTellingMilliseconds && !request.isWider();
    const double left = known ? now * (1 - part) / part / 1000 : -1;
    post(number, [this, part, left] { emit progressed(part, left); });
  };
  if (!kept_ || kept_->scene != request.scene) {
    kept_ = std::make_unique<KeptScene>(request.scene);
  }
  try {
    const std::shared_ptr<SearchResult> result = request.isWider()
                                                     ? answerWider(request, control)
                                                     : answer(request, request.settings, control);
    checkUncut(request.scene->image);
    for (const Needle& needle : needlesOf(request.needles)) checkUncut(needle.picture);
    post(number, [this, result] {
      running_ = false;
      const bool usual = !result->wider || !result->finding.matches.empty();
      if (usual) lastMilliseconds_ = result->milliseconds;
      emit finished(result);
    });
  } catch (const std::exception& error) {
    const auto* own = dynamic_cast<const Error*>(&error);
    if (own != nullptr && own->code() == ErrorCode::cancelled) return;
    const QString sentence = translated(error);
    post(number, [this, sentence] {
      running_ = false;
      emit failed(sentence);
    });
  }
}

}  // namespace espy::desktop
