// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/choice.h"

#include <fmt/format.h>

#include "base/phrase.h"
#include "base/processor_engines.h"

namespace espy {
namespace {

Message timeOnThreads(const WorkCost& cost) {
  const std::string time = timeInWords(cost.processor);
  return cost.threads == 1 ? phrase("about {} on 1 thread", time)
                           : phrase("about {} on {} threads", time, cost.threads);
}

Choice chooseOnProcessor(const WorkCost& cost) {
  if (cost.threads == 1) return {kOneCore, phrase("only one thread may be used"), ""};
  if (!cost.worthThreads) {
    return {kOneCore, phrase("too little work for threads to pay off"), ""};
  }
  return {kAllCores, cost.worth.empty() ? timeOnThreads(cost) : cost.worth, ""};
}

}  // namespace

Choice chooseEngine(const WorkCost& cost, const std::function<Message()>& objection) {
  Choice choice = chooseOnProcessor(cost);
  if (cost.processor - cost.device <= cost.gain) return choice;
  if (const Message why = objection(); !why.empty()) {
    choice.why = phrase("{}; a GPU would be faster, but {}", timeOnThreads(cost), why);
    return choice;
  }
  return {kDeviceEngine,
          phrase("{}; the GPU is faster, start-up and transfers included", timeOnThreads(cost)),
          choice.engine};
}

void fallBack(Choice& choice, RunReport& report, std::chrono::steady_clock::time_point start,
              const Error& error) {
  if (error.code() != ErrorCode::device || choice.instead.empty()) throw;
  const std::chrono::duration<double, std::milli> lost = std::chrono::steady_clock::now() - start;
  report = {};
  report.timeline.add("failed on " + choice.engine, lost.count());
  report.choice = choice.why;
  report.fallback = error.message();
  choice = {choice.instead, {}, {}};
}

std::string timeInWords(double milliseconds) {
  return milliseconds < 1000 ? fmt::format("{:.0f} ms", milliseconds)
                             : fmt::format("{:.1f} s", milliseconds / 1000);
}

}  // namespace espy
