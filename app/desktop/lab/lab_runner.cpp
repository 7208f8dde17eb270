// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_runner.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <utility>

#include "espy/error.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

constexpr int kPauseMs = 150;

}  // namespace

/// What the worker leaves for the window.
struct LabRunner::News {
  std::mutex mutex;
  LabReportPtr report;
  double part = 0;
  bool told = false;  ///< the window knows that there is something
};

LabRunner::LabRunner(decltype(LabTools::run) run, QObject* parent)
    : QObject(parent), run_(std::move(run)), news_(std::make_unique<News>()) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &LabRunner::fetch);
}

LabRunner::~LabRunner() = default;

void LabRunner::start(LabRequest request) {
  if (running_) return;
  running_ = true;
  news_ = std::make_unique<News>();
  sinceFetch_.invalidate();
  emit started();
  thread_ = std::jthread([this, request = std::move(request)](const std::stop_token& stop) mutable {
    work(std::move(request), stop);
  });
}

void LabRunner::cancel() {
  thread_.request_stop();
}

void LabRunner::work(LabRequest request, const std::stop_token& stop) {
  LabReportPtr last;
  QString failure;
  request.told = [&](const LabReport& soFar) {
    last = std::make_shared<const LabReport>(soFar);
    {
      const std::lock_guard lock(news_->mutex);
      news_->report = last;
    }
    notify();
  };
  Control control;
  control.stop = stop;
  control.progress = [this](double part) {
    {
      const std::lock_guard lock(news_->mutex);
      news_->part = part;
    }
    notify();
  };
  const auto cancelled = [&last] {
    if (!last) return;
    auto marked = std::make_shared<LabReport>(*last);
    marked->cancelled = true;
    last = std::move(marked);
  };
  try {
    last = std::make_shared<const LabReport>(run_(request, control));
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) {
      cancelled();
    } else {
      failure = translated(error);
    }
  } catch (const std::bad_alloc&) {
    failure = tr("Not enough memory.");
  } catch (const std::exception& error) {
    failure = translated(error);
  }
  QMetaObject::invokeMethod(
      this,
      [this, last, failure] {
        pause_.stop();
        running_ = false;
        emit finished(last, failure);
      },
      Qt::QueuedConnection);
}

void LabRunner::notify() {
  {
    const std::lock_guard lock(news_->mutex);
    if (std::exchange(news_->told, true)) return;
  }
  QMetaObject::invokeMethod(this, &LabRunner::fetchSoon, Qt::QueuedConnection);
}

void LabRunner::fetchSoon() {
  if (!running_) return;
  const qint64 since = sinceFetch_.isValid() ? sinceFetch_.elapsed() : kPauseMs;
  pause_.start(static_cast<int>(std::clamp<qint64>(kPauseMs - since, 0, kPauseMs)));
}

void LabRunner::fetch() {
  LabReportPtr report;
  double part = 0;
  {
    const std::lock_guard lock(news_->mutex);
    report = std::exchange(news_->report, nullptr);
    part = news_->part;
    news_->told = false;
  }
  sinceFetch_.start();
  emit progressed(part);
  if (report) emit changed(report);
}

}  // namespace espy::desktop
