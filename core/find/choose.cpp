// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/choose.h"

#include <fmt/format.h>

#include "find/costs.h"

namespace espy::find {
namespace {

double megapixels(const Work& work) {
  return static_cast<double>(work.scene.pixels()) / 1e6;
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
  if (work.threads == 1) return {"sequential", "there is one thread", ""};
  if (!threads) {
    return {"sequential",
            fmt::format("{:.1f} megapixels are done before threads have started", megapixels(work)),
            ""};
  }
  return {"openmp",
          fmt::format("{:.1f} megapixels are worth {} threads", megapixels(work), work.threads),
          ""};
}

std::string inWords(double milliseconds) {
  return milliseconds < 1000 ? fmt::format("{:.0f} ms", milliseconds)
                             : fmt::format("{:.1f} s", milliseconds / 1000);
}

}  // namespace

Choice chooseEngine(const Work& work, const std::function<std::string()>& objection) {
  const bool threads = isForThreads(work);
  Choice choice = chooseOnProcessor(work, threads);
  if (work.nanoseconds == 0) {
    // Few pixels are read, but all would have to travel.
    if (threads) {
      choice.why += "; exact sampling reads few of them, and sending all to a card takes longer";
    }
    return choice;
  }
  const double bytes = static_cast<double>(work.scene.pixels()) * work.format.bytesPerPixel();
  const double there =
      megapixels(work) * work.nanoseconds * static_cast<double>(work.needles) / work.threads;
  if (there <= costs::kCardStart + costs::kCardGain + bytes / costs::kUploadBytes) {
    if (threads) {
      choice.why +=
          fmt::format(", for about {}; a card would take longer to start and to get the picture",
                      inWords(there));
    }
    return choice;
  }
  const std::string processor =
      fmt::format("the processor would take about {} on {} thread{}", inWords(there), work.threads,
                  work.threads == 1 ? "" : "s");
  if (const std::string why = objection(); !why.empty()) {
    choice.why += fmt::format("; {}, but {}", processor, why);
    return choice;
  }
  return {kCardEngine, processor + "; the card is faster though the picture must travel",
          choice.engine};
}

void checkKeeper(std::string_view engine, const KeptPicture& kept) {
  if (engine == "auto" || engine == kept.engine()) return;
  throw Error(ErrorCode::badUse, fmt::format("engine {} has nothing of a picture that {} keeps",
                                             engine, kept.engine()));
}

}  // namespace espy::find
