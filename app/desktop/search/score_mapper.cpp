// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "search/score_mapper.h"

#include <QMetaObject>
#include <utility>

#include "espy/control.h"
#include "espy/engine/score.h"
#include "espy/error.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

ScoreMap mapOf(const Registry& registry, const ScoreRequest& request, const Control& control) {
  const std::vector<NeedleItem> items{request.needle};
  const Needle needle = needlesOf(items).front();
  const std::string engine = request.settings.engine.toStdString();
  const Image& scene = request.scene->image;
  ScoreOptions options = scoreOptionsOf(request.settings);
  if (request.settings.scored()) {
    return mapScores(registry, engine, scene, needle, options, control);
  }
  options.weighted = false;
  options.method = Method::zncc;
  try {
    return mapScores(registry, engine, scene, needle, options, control);
  } catch (const Error& error) {
    // A needle of one colour correlates with nothing; how much a place differs can still be told.
    if (error.code() != ErrorCode::badUse) throw;
    options.method = Method::sad;
    return mapScores(registry, engine, scene, needle, options, control);
  }
}

}  // namespace

ScoreMapper::ScoreMapper(const Registry& registry, QObject* parent)
    : QObject(parent),
      registry_(registry),
      thread_([this](const std::stop_token& quit) { work(quit); }) {}

ScoreMapper::~ScoreMapper() {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  // The thread's own destructor stops and awaits it.
}

void ScoreMapper::start(ScoreRequest request) {
  running_ = true;
  begin(std::move(request));
  wake_.notify_one();
}

void ScoreMapper::cancel() {
  if (!std::exchange(running_, false)) return;
  begin({});
}

void ScoreMapper::begin(std::optional<ScoreRequest> request) {
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
  stop_ = std::stop_source();
  next_ = std::move(request);
  ++number_;
}

void ScoreMapper::work(const std::stop_token& quit) {
  for (;;) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, quit, [this] { return next_.has_value(); })) return;
    const ScoreRequest request = std::move(*next_);
    next_.reset();
    const std::stop_token stop = stop_.get_token();
    const int number = number_;
    lock.unlock();
    run(request, number, stop);
    releaseWorkMemory();
  }
}

template <class Tell>
void ScoreMapper::post(int number, Tell tell) {
  QMetaObject::invokeMethod(
      this,
      [this, number, tell = std::move(tell)] {
        const auto isLast = [&] {
          const std::lock_guard lock(mutex_);
          return number == number_;
        };
        if (!isLast()) return;
        running_ = false;
        tell();
      },
      Qt::QueuedConnection);
}

void ScoreMapper::run(const ScoreRequest& request, int number, const std::stop_token& stop) {
  Control control;
  control.threads = request.settings.threads;
  control.stop = stop;
  try {
    const ScoreMap map = mapOf(registry_, request, control);
    control.check();
    auto plane = std::make_shared<ScorePlane>(
        scorePlaneOf(map, frameOf(request.needle.picture->image).size()));
    plane->needle = request.needle.name;
    post(number, [this, plane] { emit made(plane); });
  } catch (const std::exception& error) {
    const auto* own = dynamic_cast<const Error*>(&error);
    if (own != nullptr && own->code() == ErrorCode::cancelled) return;
    const QString sentence = translated(error);
    post(number, [this, sentence] { emit failed(sentence); });
  }
}

}  // namespace espy::desktop
