// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/recordings.h"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/csv.h"
#include "base/json.h"
#include "espy/engine/video.h"
#include "espy/files.h"
#include "results/exports.h"

namespace espy::desktop {
namespace {

/// About a second; each waiting frame takes its pixels' memory.
constexpr std::size_t kMostFrames = 60;
/// Events take about 100 bytes.
constexpr std::size_t kMostEvents = 1'000'000;

Image markedFrame(const Registry& registry, const SearchResultPtr& result,
                  const MarkSettings& settings) {
  if (result->finding.matches.empty()) return Image::copyOf(result->scene->image);
  ExportedMatches matches{result, std::vector<std::uint32_t>(result->finding.matches.size()), {}};
  std::iota(matches.indices.begin(), matches.indices.end(), 0U);
  return markedPicture(registry, matches, settings);
}

}  // namespace

VideoRecording::VideoRecording(const Registry& registry, std::string path,
                               const MarkSettings& marks, double rate)
    : registry_(registry), path_(std::move(path)), marks_(marks), rate_(rate), queue_(kMostFrames) {
  marks_.pass = 0;
  VideoWriter::check(path_);
}

void VideoRecording::write() {
  std::optional<VideoWriter> writer;
  Size size;
  double start = 0;
  std::int64_t written = 0;
  SearchResultPtr last;
  Image marked;
  while (const std::optional<Item> item = queue_.next()) {
    const Image& picture = item->result->scene->image;
    if (!writer) {
      size = picture.size();
      start = item->time;
      writer.emplace(path_, size, rate_);
    }
    if (picture.size() != size) break;
    // A frame that comes early replaces nothing; one that comes late fills the gap.
    const std::int64_t due = std::llround((item->time - start) * rate_) + 1;
    if (written >= due) continue;
    if (last != item->result) marked = markedFrame(registry_, item->result, marks_);
    last = item->result;
    for (; written < due; ++written) writer->write(marked);
  }
  close();
  if (writer) writer->finish();
}

EventRecording::EventRecording(std::string path) : path_(std::move(path)), queue_(kMostEvents) {}

void EventRecording::add(const LiveEvent& event) {
  queue_.add(eventLines(event));
}

void EventRecording::write() {
  writeFileInParts(path_, [this](const std::function<void(std::string_view)>& write) {
    write(eventHeader());
    while (const std::optional<std::string> lines = queue_.next()) write(*lines);
  });
}

std::string eventHeader() {
  return "time,frame,event,needle,x,y,width,height,score,angle,scale\r\n";
}

std::string eventLines(const LiveEvent& event) {
  constexpr double kMicro = 1e6;
  const std::string head = jsonNumber(std::round(event.event.time * kMicro) / kMicro) + "," +
                           std::to_string(event.event.frame) + "," + event.event.name() + "," +
                           csvField(event.needle.toStdString());
  if (event.event.matches.empty()) return head + ",,,,,,,\r\n";
  std::string lines;
  for (const Match& match : event.event.matches) {
    lines += head;
    for (const std::uint32_t number : {match.x, match.y, match.width, match.height}) {
      lines += "," + std::to_string(number);
    }
    lines += "," + jsonNumber(match.score);
    for (const float number : {match.angle, match.scale}) {
      lines += "," + QByteArray::number(double{number}).toStdString();
    }
    lines += "\r\n";
  }
  return lines;
}

}  // namespace espy::desktop
