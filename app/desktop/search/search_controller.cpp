// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/search_controller.h"

#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <utility>

#include "espy/error.h"
#include "espy/memory.h"
#include "espy/pictures.h"
#include "espy/search.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Time left is told once this much is done and this long has been waited.
constexpr double kTellingPart = 0.03;
constexpr double kTellingMilliseconds = 150;
/// Who has not searched for so long can wait for memory again.
constexpr std::chrono::seconds kIdle{30};

/// Leaves out needles that are larger than the scene.
std::vector<LeftOutNeedle> leaveOutLarge(std::vector<NeedleItem>& needles, Size scene) {
  std::vector<LeftOutNeedle> leftOut;
  std::erase_if(needles, [&](const NeedleItem& needle) {
    const Size size = needle.picture->image.size();
    const bool large = size.width > scene.width || size.height > scene.height;
    if (large) leftOut.push_back({needle, true, {}});
    return large;
  });
  return leftOut;
}

/// Leaves out needles that no picture could be searched for, so that one of them does not keep the
/// others from being found. They are tried one by one: asked for where all together were refused.
std::vector<LeftOutNeedle> leaveOutRefused(std::vector<NeedleItem>& needles,
                                           const SearchRequest& request, const Registry& registry) {
  const Image nowhere({1, 1}, request.scene->image.format());
  std::vector<LeftOutNeedle> leftOut;
  std::erase_if(needles, [&](const NeedleItem& needle) {
    try {
      search(registry, request.settings.engine.toStdString(), nowhere, needlesOf({needle}),
             request.settings);
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
  if (!running_) return;
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
    const bool known = part >= kTellingPart && now >= kTellingMilliseconds;
    const double left = known ? now * (1 - part) / part / 1000 : -1;
    post(number, [this, part, left] { emit progressed(part, left); });
  };
  if (!kept_ || kept_->scene != request.scene) {
    kept_ = std::make_unique<KeptScene>(request.scene);
  }
  try {
    auto result = std::make_shared<SearchResult>();
    result->needles = request.needles;
    result->leftOut = leaveOutLarge(result->needles, request.scene->image.size());
    const auto find = [&] {
      if (result->needles.empty()) return;
      result->finding = search(registry_, request.settings.engine.toStdString(), kept_->keeper,
                               needlesOf(result->needles), request.settings, control);
    };
    try {
      find();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::badUse && error.code() != ErrorCode::tooLarge) throw;
      const auto refused = leaveOutRefused(result->needles, request, registry_);
      if (refused.empty()) throw;  // no needle is to blame
      result->leftOut.insert(result->leftOut.end(), refused.begin(), refused.end());
      find();
    }
    checkUncut(request.scene->image);
    for (const Needle& needle : needlesOf(request.needles)) checkUncut(needle.picture);
    result->scene = request.scene;
    result->settings = request.settings;
    result->milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    post(number, [this, result] {
      running_ = false;
      lastMilliseconds_ = result->milliseconds;
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
