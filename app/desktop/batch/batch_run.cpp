// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_run.h"

#include <QElapsedTimer>
#include <utility>

#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

ImageFate fateOf(const BatchItem& item) {
  return {item.state, translated(item.reason), textOf(item.output), item.found, item.milliseconds};
}

/// Seconds until the end of a run that took so long for this part; -1: too early to say.
double secondsLeft(const QElapsedTimer& clock, double part) {
  constexpr qint64 kLeast = 500;  // milliseconds
  if (part <= 0 || clock.elapsed() < kLeast) return -1;
  return static_cast<double>(clock.elapsed()) / 1000 * (1 - part) / part;
}

}  // namespace

BatchRun::BatchRun(std::unique_ptr<BatchRunner> runner, QObject* parent)
    : QObject(parent), runner_(std::move(runner)) {}

bool BatchRun::start(Order order) {
  if (running()) return false;
  planned_ = false;
  job_.start([this, order = std::move(order)](
                 const Job::Run& run) mutable { work(std::move(order), run); },
             [this](const Failure& failure) {
               if (planned_) {
                 emit ended(failure.sentence);
               } else {
                 emit refused(failure.sentence);
               }
             });
  return true;
}

void BatchRun::work(Order order, const Job::Run& run) {
  needles_.reset();
  needles_.emplace(order.needles);
  order.job.needles = needles_->all();
  std::vector<BatchItem> items = runner_->plan(order.job);
  run.post([this] {
    planned_ = true;
    emit begun();
  });
  QElapsedTimer clock;
  clock.start();
  const auto progress = [this, clock](double part) {
    emit progressed(part, secondsLeft(clock, part));
  };
  const auto changed = [&](std::size_t index) {
    run.post([this, index, fate = fateOf(items[index])] {
      emit this->changed(static_cast<int>(index), fate);
    });
  };
  runner_->run(order.job, items, changed, run.control(order.threads, progress));
}

}  // namespace espy::desktop
