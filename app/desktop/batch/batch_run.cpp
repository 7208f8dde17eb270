// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_run.h"

#include <QElapsedTimer>
#include <utility>

#include "espy/error.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

ImageFate fateOf(const BatchItem& item) {
  return {item.state, translated(item.reason), textOf(item.output), item.found, item.milliseconds};
}

/// Tells how far a run is, not too often, with the time that is left if it goes on like this.
class Pace {
 public:
  Pace() { clock_.start(); }

  bool isTime() {
    constexpr qint64 kEvery = 50;  // milliseconds
    if (told_.isValid() && told_.elapsed() < kEvery) return false;
    told_.start();
    return true;
  }
  double secondsLeft(double part) const {
    constexpr qint64 kLeast = 500;  // milliseconds before a guess is worth anything
    if (part <= 0 || clock_.elapsed() < kLeast) return -1;
    return static_cast<double>(clock_.elapsed()) / 1000 * (1 - part) / part;
  }

 private:
  QElapsedTimer clock_;
  QElapsedTimer told_;
};

}  // namespace

BatchRun::BatchRun(std::unique_ptr<BatchRunner> runner, QObject* parent)
    : QObject(parent), runner_(std::move(runner)) {}

BatchRun::~BatchRun() = default;

bool BatchRun::start(Order order) {
  if (running_) return false;
  running_ = true;
  thread_ = std::jthread([this, given = std::move(order)](const std::stop_token& stop) mutable {
    work(std::move(given), stop);
  });
  return true;
}

void BatchRun::cancel() {
  thread_.request_stop();
}

template <class Tell>
void BatchRun::post(Tell tell) {
  QMetaObject::invokeMethod(this, std::move(tell), Qt::QueuedConnection);
}

void BatchRun::work(Order order, const std::stop_token& stop) {
  bool planned = false;
  QString trouble;
  try {
    needles_.reset();
    needles_.emplace(order.needles);
    order.job.needles = needles_->all();
    std::vector<BatchItem> items = runner_->plan(order.job);
    planned = true;
    post([this] { emit begun(); });
    Control control;
    control.threads = order.threads;
    control.stop = stop;
    run(order.job, items, control);
  } catch (const std::exception& error) {
    trouble = translated(error);
  }
  post([this, planned, trouble] {
    running_ = false;
    if (planned) {
      emit ended(trouble);
    } else {
      emit refused(trouble);
    }
  });
}

void BatchRun::run(const BatchJob& job, std::vector<BatchItem>& items, const Control& control) {
  Pace pace;
  Control told = control;
  told.progress = [&](double part) {
    if (!pace.isTime()) return;
    post([this, part, left = pace.secondsLeft(part)] { emit progressed(part, left); });
  };
  const auto changed = [&](std::size_t index) {
    post([this, index, fate = fateOf(items[index])] {
      emit this->changed(static_cast<int>(index), fate);
    });
  };
  runner_->run(job, items, changed, told);
}

}  // namespace espy::desktop
