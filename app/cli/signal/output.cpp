// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/output.h"

#include <fmt/format.h>

#include <vector>

#include "base/json.h"

namespace espy::cli {
namespace {

/// "0>0,1>3+12": query channel 1 matches data channel 3 with a lag of 12 samples.
std::string channelsText(const MotifMatch& match) {
  std::string text;
  for (const ChannelMatch& channel : match.channels) {
    text += fmt::format("{}{}>{}", text.empty() ? "" : ",", channel.query, channel.data);
    if (channel.lag != 0) text += fmt::format("{:+}", channel.lag);
  }
  return text;
}

std::string matchJson(const MotifMatch& match) {
  std::string text =
      fmt::format("{{\"start\":{},\"length\":{},\"distance\":{},\"stretch\":{},\"channels\":[",
                  match.start, match.length, jsonNumber(match.distance), jsonNumber(match.stretch));
  for (const ChannelMatch& channel : match.channels) {
    text += fmt::format("{}{{\"query\":{},\"data\":{},\"lag\":{},\"distance\":{}}}",
                        &channel == match.channels.data() ? "" : ",", channel.query, channel.data,
                        channel.lag, jsonNumber(channel.distance));
  }
  return text + "]}";
}

const char* methodWord(MotifMethod method) {
  constexpr const char* kWords[] = {"sad", "euclid", "dtw"};
  return kWords[static_cast<int>(method)];
}

}  // namespace

void writeMotifText(Output& out, const FoundInData& found) {
  for (const MotifMatch& match : found.finding.matches) {
    out.format("{}:{},{} distance={} stretch={} channels={}", found.data, match.start, match.length,
               match.distance, match.stretch, channelsText(match));
    if (found.rate > 0) {
      out.format(" seconds={}", static_cast<double>(match.start) / found.rate);
    }
    out.text("\n");
  }
}

void writeMotifJson(Output& out, const FoundInData& found) {
  out.format("{{\"data\":{},\"samples\":{},\"channels\":{}", jsonString(found.data),
             found.task.data.front().size(), found.task.data.size());
  if (found.rate > 0) out.format(",\"rate\":{}", jsonNumber(found.rate));
  out.format(",\"engine\":{},\"method\":\"{}\",\"matches\":[",
             jsonString(found.finding.report.engine), methodWord(found.task.options.method));
  for (const MotifMatch& match : found.finding.matches) {
    if (&match != found.finding.matches.data()) out.text(",");
    out.text(matchJson(match));
  }
  out.format("],\"timeline\":{},\"total_ms\":{}", jsonTimeline(found.timeline),
             jsonNumber(found.totalMilliseconds));
  const Message& fallback = found.finding.report.fallback;
  if (!fallback.empty()) out.format(",\"fallback\":{}", jsonString(fallback.text()));
  out.text("}\n");
}

std::string motifTimingsTitle(const FoundInData& found) {
  const RunReport& report = found.finding.report;
  std::string title =
      fmt::format("{}: {} channel{} of {} samples, {} found, engine {}, {} thread{}", found.data,
                  found.task.data.size(), found.task.data.size() == 1 ? "" : "s",
                  found.task.data.front().size(), found.finding.matches.size(), report.engine,
                  report.threads, report.threads == 1 ? "" : "s");
  if (!found.finding.report.choice.empty())
    title += "\n  why:  " + found.finding.report.choice.text();
  if (!found.finding.report.fallback.empty())
    title += "\n  but:  " + found.finding.report.fallback.text();
  if (!report.strategy.empty()) title += "\n  how:  " + report.strategy.text();
  return title;
}

namespace {

/// CSV in samples, if the sampling rate is unknown.
void writeSampleMarks(const std::string& path, const FoundInData& found) {
  std::string text = "sample,length,text\n";
  for (const MotifMatch& match : found.finding.matches) {
    text += fmt::format("{},{},distance={}\n", match.start, match.length, match.distance);
  }
  writeFile(path, text);
}

}  // namespace

void writeMotifMarks(const std::string& path, const FoundInData& found) {
  if (!(found.rate > 0) && path.ends_with(".csv")) return writeSampleMarks(path, found);
  const double rate = found.rate > 0 ? found.rate : 1;
  std::vector<RecordingMark> marks;
  for (const MotifMatch& match : found.finding.matches) {
    marks.push_back({static_cast<double>(match.start) / rate,
                     static_cast<double>(match.length) / rate,
                     fmt::format("distance={}", match.distance)});
  }
  writeMarks(path, marks, found.rate);
}

void writeMotifPath(const std::string& path, const FoundInData& found) {
  std::string text = "query_channel,data_channel,query,data\n";
  if (!found.finding.matches.empty()) {
    const MotifMatch& best = found.finding.matches.front();
    for (std::size_t i = 0; i < best.channels.size(); ++i) {
      const ChannelMatch& channel = best.channels[i];
      for (const auto& [query, data] : warpingPath(found.task, best, i)) {
        text += fmt::format("{},{},{},{}\n", channel.query, channel.data, query, data);
      }
    }
  }
  writeFile(path, text);
}

}  // namespace espy::cli
