// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_runner.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <tuple>
#include <utility>

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

void MotifRunner::start(SignalRequest request) {
  job_.forget();
  job_.add([this, request = std::move(request)](
               const Job::Handle& handle) { return resultOf(request, handle); },
           [this](const Outcome<SignalResultPtr>& outcome) {
             if (outcome.value) {
               emit finished(*outcome.value);
             } else {
               emit stopped();
             }
           });
  emit started();
}

void MotifRunner::searchOne(const SignalRequest& request, const ShownRecordingPtr& in,
                            const Control& control, SignalResult& result) const {
  const Failure failure = failureOf([&] {
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
      result.troubles += tr("%1: computed by another engine: %2")
                             .arg(in->name, translated(finding.report.fallback));
    }
  });
  if (failure.cancelled) control.check();
  if (!failure.sentence.isEmpty()) result.troubles += tr("%1: %2").arg(in->name, failure.sentence);
}

SignalResultPtr MotifRunner::resultOf(const SignalRequest& request, const Job::Handle& handle) {
  auto result = std::make_shared<SignalResult>();
  result->motif = request.motif;
  result->settings = request.settings;
  const auto begin = std::chrono::steady_clock::now();
  const auto all = static_cast<double>(request.in.size());
  double done = 0;
  for (const ShownRecordingPtr& in : request.in) {
    const auto progress = [this, done, all](double part) { emit progressed((done + part) / all); };
    searchOne(request, in, handle.control(0, progress), *result);
    ++done;
  }
  result->milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  orderFound(result->found, request.in);
  const auto top = static_cast<std::size_t>(request.settings.options.top);
  if (top > 0 && result->found.size() > top) result->found.resize(top);
  return result;
}

}  // namespace espy::desktop
