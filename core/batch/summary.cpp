// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/summary.h"

#include <fmt/format.h>

#include <iterator>

#include "espy/csv.h"

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

std::string summaryOf(const BatchJob& job, std::span<const BatchItem> items) {
  std::vector<std::string> needles;
  for (const BatchNeedle& needle : job.needles) needles.push_back(csvField(needle.file));

  std::string csv = "image,state,needle,x,y,width,height,score,distance,milliseconds,reason\r\n";
  for (const BatchItem& item : items) {
    const bool ran = item.state == BatchState::done || item.state == BatchState::failed;
    const std::string begin = csvField(item.image) + ',' + nameOf(item.state) + ',';
    const std::string end = (ran ? fmt::format("{:.3f}", item.milliseconds) : std::string()) + ',' +
                            csvField(item.reason) + "\r\n";
    for (const Match& match : item.matches) {
      csv += begin;
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},", needles.at(match.needle),
                     match.x, match.y, match.width, match.height, match.score);
      if (job.hasDistance()) csv += digitsOfDistance(match);
      csv += ',' + end;
    }
    if (item.matches.empty()) csv.append(begin).append(",,,,,,,").append(end);
  }
  return csv;
}

}  // namespace espy::batch
