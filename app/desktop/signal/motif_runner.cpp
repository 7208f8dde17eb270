// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_runner.h"

#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <tuple>
#include <utility>

#include "espy/error.h"
#include "espy/recordings.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

bool isItself(const ChosenMotif& motif, const FoundMotif& found) {
  if (found.recording != motif.recording || found.match.start != motif.span.from ||
      found.match.length != motif.span.length()) {
    return false;
  }
  return std::all_of(
      found.match.channels.begin(), found.match.channels.end(), [&](const ChannelMatch& channel) {
        return channel.lag == 0 &&
               found.laneOf(channel) == motif.span.lanes[static_cast<std::size_t>(channel.query)];
      });
}

void addReport(RunReport& sum, const RunReport& report) {
  sum.engine = report.engine;
  sum.threads = std::max(sum.threads, report.threads);
  if (sum.strategy.empty()) sum.strategy = report.strategy;
  sum.timeline.add(report.timeline);
}

}  // namespace

void orderFound(std::vector<FoundMotif>& found, const std::vector<ShownRecordingPtr>& in) {
  const auto key = [&](const FoundMotif& one) {
    const auto place = std::find(in.begin(), in.end(), one.recording) - in.begin();
    std::int64_t lags = 0;
    for (const ChannelMatch& channel : one.match.channels) lags += std::abs(channel.lag);
    return std::tuple(one.match.distance, lags, place, one.match.start, one.match.length);
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const FoundMotif& a, const FoundMotif& b) { return key(a) < key(b); });
}

MotifRunner::MotifRunner(SignalTools tools, QObject* parent)
    : QObject(parent), tools_(std::move(tools)) {}

MotifRunner::~MotifRunner() = default;

void MotifRunner::start(SignalRequest request) {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();  // engines look at it every few milliseconds
  running_ = true;
  told_ = false;
  const int number = ++number_;
  emit started();
  thread_ = std::jthread([this, number, request = std::move(request)](const std::stop_token& stop) {
    work(request, stop, number);
  });
}

void MotifRunner::cancel() {
  thread_.request_stop();
}

Control MotifRunner::controlOf(const std::stop_token& stop, int number, std::size_t which,
                               std::size_t of) {
  Control control;
  control.stop = stop;
  control.progress = [this, number, which, of](double part) {
    part_ = (static_cast<double>(which) + part) / static_cast<double>(of);
    if (told_.exchange(true)) return;
    QMetaObject::invokeMethod(
        this,
        [this, number] {
          told_ = false;
          if (running_ && number == number_) emit progressed(part_);
        },
        Qt::QueuedConnection);
  };
  return control;
}

void MotifRunner::searchOne(const SignalRequest& request, std::size_t which, const Control& control,
                            SignalResult& result) const {
  const ShownRecordingPtr& in = request.in[which];
  try {
    std::vector<int> lanes;
    const MotifTask task = taskOf(request.motif, *in, request.settings, lanes);
    MotifFinding finding = tools_.find(request.settings.engine.toStdString(), task, control);
    checkUncut(in->recording);
    checkUncut(request.motif.recording->recording);
    for (MotifMatch& match : finding.matches) {
      FoundMotif found{in, std::move(match), lanes};
      found.itself = isItself(request.motif, found);
      result.found.push_back(std::move(found));
    }
    addReport(result.report, finding.report);
    if (!finding.report.fallback.empty()) {
      result.troubles +=
          tr("%1: another engine did it: %2").arg(in->name, translated(finding.report.fallback));
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    result.troubles += tr("%1: %2").arg(in->name, translated(error));
  }
}

void MotifRunner::work(const SignalRequest& request, const std::stop_token& stop, int number) {
  auto result = std::make_shared<SignalResult>();
  result->motif = request.motif;
  result->settings = request.settings;
  const auto begin = std::chrono::steady_clock::now();
  bool whole = true;
  try {
    for (std::size_t i = 0; i < request.in.size(); ++i) {
      searchOne(request, i, controlOf(stop, number, i, request.in.size()), *result);
    }
  } catch (const Error&) {
    whole = false;  // cancelled
  } catch (const std::bad_alloc&) {
    result->troubles += tr("Not enough memory.");
  } catch (const std::exception& error) {
    result->troubles += translated(error);
  }
  result->milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  orderFound(result->found, request.in);
  const auto top = static_cast<std::size_t>(request.settings.options.top);
  if (top > 0 && result->found.size() > top) result->found.resize(top);
  QMetaObject::invokeMethod(
      this,
      [this, number, whole, result] {
        if (number != number_) return;
        running_ = false;
        if (whole) {
          emit finished(result);
        } else {
          emit stopped();
        }
      },
      Qt::QueuedConnection);
}

}  // namespace espy::desktop
