// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "base/csv.h"
#include "batch/match_spool.h"

namespace espy::batch {
namespace {

const char* nameOf(BatchState state) {
  switch (state) {
    case BatchState::queued:
      return "queued";
    case BatchState::running:
      return "running";
    case BatchState::done:
      return "done";
    case BatchState::failed:
      return "failed";
    case BatchState::cancelled:
      return "cancelled";
  }
  return "";
}

}  // namespace

void summarise(const BatchJob& job, std::span<const BatchItem> items,
               const std::function<void(std::string_view)>& write) {
  std::vector<std::string> needles;
  for (const BatchNeedle& needle : job.needles) needles.push_back(csvField(needle.file));

  const bool poses = job.pose.isAsked();
  std::string csv = "image,state,needle,x,y,width,height,score,distance,";
  if (poses) csv += "angle,scale,mirrored,centre_x,centre_y,";
  csv += "milliseconds,reason\r\n";
  for (const BatchItem& item : items) {
    const bool ran = item.state == BatchState::done || item.state == BatchState::failed;
    const std::string begin = csvField(item.image) + ',' + nameOf(item.state) + ',';
    const std::string end = (ran ? fmt::format("{:.3f}", item.milliseconds) : std::string()) + ',' +
                            csvField(item.reason.text()) + "\r\n";
    const auto tell = [&](const Match& match) {
      csv += begin;
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},", needles.at(match.needle),
                     match.x, match.y, match.width, match.height, match.score);
      if (job.hasDistance()) csv += digitsOfDistance(match);
      csv += ',';
      if (poses) {
        const SubPixel centre = outlineOf(match).centre;
        fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},", match.angle, match.scale,
                       match.mirrored ? 1 : 0, centre.x, centre.y);
      }
      csv += end;
      constexpr std::size_t kPart = 1 << 16;
      if (csv.size() < kPart) return;
      write(csv);
      csv.clear();
    };
    if (item.spooled) {
      item.spooled->spool->read(item.spooled->first, item.spooled->count, tell);
    } else {
      std::for_each(item.matches.begin(), item.matches.end(), tell);
      if (item.matches.empty()) {
        csv.append(begin).append(",,,,,,,").append(poses ? ",,,,," : "").append(end);
      }
    }
  }
  write(csv);
}

}  // namespace espy::batch
