// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/choose.h"

#include <fmt/format.h>

#include "base/phrase.h"
#include "find/costs.h"

namespace espy::finders {
namespace {

double megapixels(const Work& work) {
  return static_cast<double>(work.scene.pixels()) / 1e6;
}

std::string shown(double number) {
  return fmt::format("{:.1f}", number);
}

/// Are there threads to be had, and is this worth starting them?
bool isForThreads(const Work& work) {
  // Sampling touches few pixels, so a small picture is searched before threads have started; with a
  // tolerance every place is tested.
  const double amount = megapixels(work) * (work.nanoseconds > 0 ? costs::kEveryPlace : 1.0) *
                        (1.0 + static_cast<double>(work.needles) / costs::kNeedlesOfScene);
  return work.threads > 1 && amount >= costs::kWorthThreads;
}

Choice chooseOnProcessor(const Work& work, bool threads) {
  if (work.threads == 1) return {"sequential", phrase("there is one thread"), ""};
  if (!threads) {
    return {"sequential",
            phrase("{} megapixels are done before threads have started", shown(megapixels(work))),
            ""};
  }
  return {"openmp",
          phrase("{} megapixels are worth {} threads", shown(megapixels(work)), work.threads), ""};
}

std::string inWords(double milliseconds) {
  return milliseconds < 1000 ? fmt::format("{:.0f} ms", milliseconds)
                             : fmt::format("{:.1f} s", milliseconds / 1000);
}

}  // namespace

Choice chooseEngine(const Work& work, const std::function<Message()>& objection) {
  const bool threads = isForThreads(work);
  Choice choice = chooseOnProcessor(work, threads);
  if (work.nanoseconds == 0) {
    // Few pixels are read, but all would have to travel.
    if (threads) {
      choice.why =
          phrase("{}; exact sampling reads few of them, and sending all to a card takes longer",
                 choice.why);
    }
    return choice;
  }
  const double bytes = static_cast<double>(work.scene.pixels()) * work.format.bytesPerPixel();
  const double there =
      megapixels(work) * work.nanoseconds * static_cast<double>(work.needles) / work.threads;
  if (there <= costs::kCardStart + costs::kCardGain + bytes / costs::kUploadBytes) {
    if (threads) {
      choice.why =
          phrase("{}, for about {}; a card would take longer to start and to get the picture",
                 choice.why, inWords(there));
    }
    return choice;
  }
  const Message processor =
      work.threads == 1
          ? phrase("the processor would take about {} on 1 thread", inWords(there))
          : phrase("the processor would take about {} on {} threads", inWords(there), work.threads);
  if (const Message why = objection(); !why.empty()) {
    choice.why = phrase("{}; {}, but {}", choice.why, processor, why);
    return choice;
  }
  return {kCardEngine, phrase("{}; the card is faster though the picture must travel", processor),
          choice.engine};
}

void checkKeeper(std::string_view engine, const KeptPicture& kept) {
  if (engine == "auto" || engine == kept.engine()) return;
  throw Error(ErrorCode::badUse,
              phrase("engine {} has nothing of a picture that {} keeps", engine, kept.engine()));
}

Attempt::Attempt(const Registry& registry, const Scene& scene, const FindOptions& options,
                 const Work& work, const std::function<Message()>& objection, RunReport& report)
    : registry_(registry),
      asked_(scene),
      control_(options.control),
      report_(report),
      searches_(work.searches),
      start_(std::chrono::steady_clock::now()) {
  choice_.engine = options.engine;
  if (const KeptPicture* kept = scene.kept(); kept != nullptr) {
    checkKeeper(options.engine, *kept);
    choice_.engine = kept->engine();
    if (options.engine == "auto")
      report.choice = phrase("the picture is kept by {}", kept->engine());
  } else if (options.engine == "auto") {
    choice_ = chooseEngine(work, objection);
    report.choice = choice_.why;
  }
}

const Scene& Attempt::scene() {
  if (!given_) given_.emplace(asked_, registry_, engine(), control_, report_.timeline, searches_);
  return given_->scene();
}

void Attempt::recover(const Error& error) {
  if (error.code() != ErrorCode::device) throw;
  if (given_ && given_->retryWithView()) return;
  if (choice_.instead.empty()) throw;
  const std::chrono::duration<double, std::milli> lost = std::chrono::steady_clock::now() - start_;
  report_ = {};
  report_.timeline.add("failed on " + choice_.engine, lost.count());
  report_.choice = choice_.why;
  report_.fallback = error.message();
  choice_ = {choice_.instead, {}, {}};
  given_.reset();
}

}  // namespace espy::finders
