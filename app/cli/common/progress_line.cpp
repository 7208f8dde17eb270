// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>

#include "common/messages.h"

namespace espy::cli {

std::string clockOf(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

ProgressLine::ProgressLine(std::size_t total, std::size_t before)
    : total_(total), before_(before), shown_(!isQuiet() && ::isatty(STDERR_FILENO) != 0) {}

void ProgressLine::update(std::size_t done, std::size_t failed, double part) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  constexpr std::chrono::milliseconds kEvery(100);
  if (isShown_ && now - *isShown_ < kEvery) return;
  isShown_ = now;
  const std::size_t over = done + failed;
  std::string line = fmt::format("\r{} of {}", before_ + over, total_);
  if (seconds() > 0)
    line += fmt::format(", {:.0f} a second", static_cast<double>(over) / seconds());
  if (failed > 0) line += fmt::format(", {} failed", failed);
  if (const double left = secondsLeft(part); left >= 0) {
    line += fmt::format(", {} left", clockOf(left));
  }
  cli::printText(line + "\x1b[K");
}

void ProgressLine::updatePart(double part) {
  update(static_cast<std::size_t>(part * static_cast<double>(total_)), 0, part);
}

void ProgressLine::end() const {
  if (isShown_) cli::printText("\r\x1b[K");
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

double ProgressLine::secondsLeft(double part) const {
  return part > 0 && seconds() > 0.5 ? seconds() * (1 - part) / part : -1;
}

Control controlOf(int threads, const Interrupts& interrupts, ProgressLine& line) {
  Control control;
  control.threads = threads;
  control.stop = interrupts.token();
  control.progress = [&line](double part) { line.updatePart(part); };
  return control;
}

}  // namespace espy::cli
