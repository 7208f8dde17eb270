// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <optional>
#include <utility>

#include "espy/engine/live.h"
#include "espy/error.h"

namespace espy {

Stream::Stream(std::string name, double rate) : name_(std::move(name)), rate_(rate) {}

Stream::~Stream() = default;

std::span<const Area> Stream::changed() const {
  return changed_;
}

void Stream::show(const ImageView& picture, double time, std::int64_t number,
                  std::vector<Area> changed) {
  picture_ = picture;
  time_ = time;
  number_ = number;
  changed_ = std::move(changed);
}

void Stream::setCosts(double readMilliseconds, double compareMilliseconds) {
  read_ = readMilliseconds;
  compare_ = compareMilliseconds;
}

Finding waitFor(Stream& stream, std::span<const Needle> needles, const FindOptions& options,
                double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  FindOptions asked = options;
  asked.wantBest = false;
  asked.nearest = false;
  LiveFinder finder(needles, asked);
  std::optional<Deadline> deadline;  // from the second frame on: the first one is searched
  try {
    while (stream.next(asked.control.stop)) {
      const Finding& finding = finder.find(stream);
      if (!finding.matches.empty()) return finding;
      const double left = seconds - std::chrono::duration<double>(Clock::now() - start).count();
      if (!(left > 0)) break;
      if (deadline) continue;
      deadline.emplace(options.control.stop, left);
      asked.control.stop = deadline->token();
      finder.setControl(asked.control);
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::cancelled || !deadline || !deadline->passed()) throw;
  }
  return {};
}

}  // namespace espy
