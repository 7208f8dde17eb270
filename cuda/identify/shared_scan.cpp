// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/identify/shared_scan.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/phrase.h"
#include "cuda/base/device.h"
#include "cuda/identify/engines.h"

namespace espy::cuda {
namespace {

/// Interval at which waiting threads check for a stop.
constexpr std::chrono::milliseconds kLook(20);

Message strategyOf(const ShelfOnGpu& shelf, std::int64_t counted) {
  if (shelf.passing().empty()) {
    return phrase("all slabs stay on the GPU; the distances of {} references", counted);
  }
  return phrase(
      "{} slabs stay on the GPU, {} are streamed through it; the distances of {} references",
      shelf.residentSlabs(), shelf.passing().size(), counted);
}

}  // namespace

std::vector<Ranking> SharedScan::rank(const RankTask& task, const Control& control,
                                      RunReport& report) {
  Request rider{task, control, report};
  std::unique_lock lock(mutex_);
  waiting_.push_back(&rider);
  while (!rider.isDone) {
    if (isDriven_) {
      changed_.wait_for(lock, kLook);
      if (control.stopping() && !rider.isDone && withdraw(rider)) control.check();
      continue;
    }
    isDriven_ = true;
    lock.unlock();
    drive(rider);
    lock.lock();
    isDriven_ = false;
    changed_.notify_all();
  }
  if (rider.failure) std::rethrow_exception(rider.failure);
  return std::move(rider.rankings);
}

void SharedScan::forgetPassing() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !isDriven_; });
  shelf_.forget();
}

/// Returns true if it had not begun.
bool SharedScan::withdraw(Request& rider) {
  return std::erase(waiting_, &rider) > 0;
}

void SharedScan::drive(Request& own) {
  try {
    const GpuLease gpu(own.report.timeline);
    while (!own.isDone) {
      admit(*gpu);
      passOn(*gpu);
    }
  } catch (...) {
    // A device failure affects all.
    shelf_.forget();
    const std::lock_guard lock(mutex_);
    (void)withdraw(own);
    if (std::ranges::find(riders_, &own) == riders_.end() && !own.isDone) riders_.push_back(&own);
    for (Request* rider : riders_) {
      rider->failure = std::current_exception();
      rider->search.reset();
      rider->isDone = true;
    }
    riders_.clear();
  }
}

/// Admits searches of the current shelf, or of the next if it is done.
void SharedScan::admit(const Gpu& gpu) {
  std::vector<Request*> admitted;
  {
    const std::lock_guard lock(mutex_);
    const auto shelfOf = [](const Request* rider) { return rider->task.shelf.name(); };
    while (!waiting_.empty()) {
      const Request* of = !riders_.empty()
                              ? riders_.front()
                              : (admitted.empty() ? waiting_.front() : admitted.front());
      if (shelfOf(waiting_.front()) != shelfOf(of)) break;
      admitted.push_back(waiting_.front());
      waiting_.erase(waiting_.begin());
    }
    riders_.insert(riders_.end(), admitted.begin(), admitted.end());
  }
  if (admitted.empty()) return;
  onBehalfOfAll([&](const Request& rider) {
    if (!shelf_.follows(rider.task.shelf)) {
      const StageTimer timer(rider.report.timeline, "upload");
      turn_ = 0;
      shelf_.follow(rider.task.shelf, gpu.stream(), rider.control);
    }
    shelf_.startUpload(rider.task.shelf, turn_, rider.control);
  });
  forEach([&](Request& rider) {
    if (rider.search) return;
    rider.search.emplace(rider.task, gpu, shelf_.urgent(), rider.control);
    rider.left = shelf_.guests();
    rider.search->approximate(shelf_.resident());
  });
}

/// Processes the next slabs for all searches.
void SharedScan::passOn(const Gpu& gpu) {
  if (!riders_.empty() && shelf_.guests() > 0) {
    onBehalfOfAll([&](const Request& rider) {
      shelf_.startUpload(rider.task.shelf, turn_ + 1, rider.control);
    });
    const Portion& portion = shelf_.waitForUpload(turn_, gpu.stream());
    forEach([&](Request& rider) {
      rider.search->approximate(portion);
      --rider.left;
      // All requests of the previous slabs are done.
      const auto all = static_cast<double>(shelf_.guests());
      if (rider.control.progress) {
        rider.control.progress(1 - static_cast<double>(rider.left) / all);
      }
    });
    ++turn_;
  }
  forEach([&](Request& rider) {
    if (rider.left > 0) return;
    rider.search->finish();
    rider.rankings = rider.search->rankings();
    rider.report.strategy = strategyOf(shelf_, rider.search->counted());
    end(rider);
  });
}

/// The work of the driving thread, for as long as its own search lasts.
template <class Work>
void SharedScan::onBehalfOfAll(const Work& work) {
  while (!riders_.empty()) {
    try {
      return work(*riders_.front());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled || !riders_.front()->control.stopping()) throw;
      riders_.front()->failure = std::current_exception();
      end(*riders_.front());
    }
  }
}

/// Cancelling affects one search, other errors all.
template <class Work>
void SharedScan::forEach(const Work& work) {
  const std::vector<Request*> all = riders_;
  for (Request* rider : all) {
    try {
      work(*rider);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::cancelled) throw;
      rider->failure = std::current_exception();
      end(*rider);
    }
  }
}

void SharedScan::end(Request& rider) {
  rider.search.reset();
  std::erase(riders_, &rider);
  const std::lock_guard lock(mutex_);
  rider.isDone = true;
  changed_.notify_all();
}

std::vector<Ranking> rankOnGpu(const RankTask& task, const Control& control, RunReport& report) {
  control.check();
  report.engine = currentEngine();
  report.threads = 1;
  Gpu::ofProcess(report.timeline);  // the scan has a stream
  const auto scan = std::static_pointer_cast<SharedScan>(
      task.shelf.kept(currentEngine(), [] { return std::make_shared<SharedScan>(); }));
  Timeline whole;
  std::vector<Ranking> rankings;
  {
    const StageTimer timer(whole, "count");
    rankings = scan->rank(task, control, report);
  }
  // Other stages are reported separately.
  report.timeline.add("count", whole.totalMilliseconds() - report.timeline.totalMilliseconds());
  return rankings;
}

}  // namespace espy::cuda
