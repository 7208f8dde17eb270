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

/// Exact search reads a sample of the pixels: a small picture is searched before threads have
/// started. With a tolerance every position is tested.
bool isWorthThreads(const Work& work) {
  return megapixels(work) * (work.nanoseconds > 0 ? costs::kEveryPlace : 1.0) *
             (1.0 + static_cast<double>(work.needles) / costs::kNeedlesOfScene) >=
         costs::kWorthThreads;
}

}  // namespace

Choice chooseEngine(const Work& work, const std::function<Message()>& objection) {
  WorkCost cost{work.threads, isWorthThreads(work)};
  if (work.nanoseconds == 0) {
    // Few pixels are read, but all would have to travel.
    cost.worth = phrase("{} megapixels are worth {} threads",
                        fmt::format("{:.1f}", megapixels(work)), work.threads);
  } else {
    cost.processor =
        megapixels(work) * work.nanoseconds * static_cast<double>(work.needles) / work.threads;
    const auto bytes = static_cast<double>(work.scene.pixels()) * work.format.bytesPerPixel();
    cost.device = kDeviceStart + bytes / costs::kUploadBytes;
  }
  return espy::chooseEngine(cost, objection);
}

void checkKeeper(std::string_view engine, const KeptPicture& kept) {
  if (engine == "auto" || engine == kept.engine()) return;
  throw Error(ErrorCode::badUse,
              phrase("engine {} has nothing of a picture that {} keeps", engine, kept.engine()));
}

}  // namespace espy::find
