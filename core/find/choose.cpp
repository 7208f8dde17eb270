// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/choose.h"

#include <fmt/format.h>

#include "base/phrase.h"
#include "find/costs.h"

namespace espy::finders {
namespace {

double megapixels(const Workload& workload) {
  return static_cast<double>(workload.scene.pixels()) / 1e6;
}

/// Exact search samples the pixels: a small picture is searched before threads have started. With a
/// tolerance every position is tested.
bool isWorthThreads(const Workload& workload) {
  return megapixels(workload) * (workload.nanoseconds > 0 ? costs::kEveryPlace : 1.0) *
             (1.0 + static_cast<double>(workload.needles) / costs::kNeedlesOfScene) >=
         costs::kWorthThreads;
}

}  // namespace

Choice chooseFindEngine(const Workload& workload, const std::function<Message()>& objection) {
  WorkCost cost{workload.threads, isWorthThreads(workload)};
  if (workload.nanoseconds == 0) {
    // Few pixels are read, but all would have to be uploaded.
    cost.worth = phrase("{} megapixels are enough work for {} threads",
                        fmt::format("{:.1f}", megapixels(workload)), workload.threads);
  } else {
    cost.processor = megapixels(workload) * workload.nanoseconds *
                     static_cast<double>(workload.needles) / workload.threads;
    const auto bytes =
        static_cast<double>(workload.scene.pixels()) * workload.format.bytesPerPixel();
    cost.device = kDeviceStart + bytes / costs::kUploadBytes;
  }
  return chooseEngine(cost, objection);
}

void checkKeeper(std::string_view engine, const KeptPicture& kept) {
  if (engine == "auto" || engine == kept.engine()) return;
  throw Error(ErrorCode::badUse,
              phrase("engine {} cannot use a picture that engine {} holds", engine, kept.engine()));
}

SearchAttempt::SearchAttempt(const Registry& registry, const Scene& scene,
                             const FindOptions& options, const Workload& workload,
                             const std::function<Message()>& objection, RunReport& report)
    : SearchAttempt(
          registry, scene, options, [&] { return chooseFindEngine(workload, objection); },
          workload.searches, report) {}

SearchAttempt::SearchAttempt(const Registry& registry, const Scene& scene,
                             const FindOptions& options, const std::function<Choice()>& choose,
                             std::size_t searches, RunReport& report)
    : registry_(registry),
      asked_(scene),
      control_(options.control),
      report_(report),
      searches_(searches),
      start_(std::chrono::steady_clock::now()) {
  choice_.engine = options.engine;
  if (const KeptPicture* kept = scene.kept(); kept != nullptr) {
    checkKeeper(options.engine, *kept);
    choice_.engine = kept->engine();
    if (options.engine == "auto")
      report.choice = phrase("the picture is held by {}", kept->engine());
  } else if (options.engine == "auto") {
    choice_ = choose();
    report.choice = choice_.why;
  }
}

const Scene& SearchAttempt::scene() {
  if (!given_) given_.emplace(asked_, registry_, engine(), control_, report_.timeline, searches_);
  return given_->scene();
}

void SearchAttempt::recover(const Error& error) {
  if (error.code() != ErrorCode::device) throw;
  if (given_ && given_->retryWithView()) return;
  fallBack(choice_, report_, start_, error);
  given_.reset();
}

}  // namespace espy::finders
