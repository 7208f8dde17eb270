// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/found_export.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "base/csv.h"
#include "model/paths.h"
#include "model/short_text.h"

namespace espy::desktop {
namespace {

QJsonValue wholeNumber(std::int64_t number) {
  return {static_cast<qint64>(number)};
}

QJsonObject asJson(const FoundMotif& found) {
  QJsonArray channels;
  for (const ChannelMatch& channel : found.match.channels) {
    channels.append(QJsonObject{{QStringLiteral("query"), wholeNumber(channel.query)},
                                {QStringLiteral("data"), found.laneOf(channel)},
                                {QStringLiteral("lag"), wholeNumber(channel.lag)},
                                {QStringLiteral("distance"), channel.distance}});
  }
  return {{QStringLiteral("start"), wholeNumber(found.match.start)},
          {QStringLiteral("length"), wholeNumber(found.match.length)},
          {QStringLiteral("distance"), found.match.distance},
          {QStringLiteral("stretch"), found.match.stretch},
          {QStringLiteral("channels"), channels}};
}

std::string nameOf(const ShownRecording& recording) {
  return pathOf(recording.path.isEmpty() ? recording.name : recording.path);
}

/// Those of the result, each once, in the order in which they come.
std::vector<ShownRecordingPtr> recordingsOf(const SignalResult& result) {
  std::vector<ShownRecordingPtr> all;
  for (const FoundMotif& found : result.found) {
    if (std::find(all.begin(), all.end(), found.recording) == all.end()) {
      all.push_back(found.recording);
    }
  }
  return all;
}

}  // namespace

QByteArray foundAsCsv(const SignalResult& result) {
  std::string text = "rank,data,start,length,seconds,distance,stretch,query,channel,lag,part\r\n";
  int rank = 0;
  for (const FoundMotif& found : result.found) {
    ++rank;
    const double rate = found.recording->rate();
    for (const ChannelMatch& channel : found.match.channels) {
      ShortText line;
      const auto comma = [&line](auto number) {
        line.addExact(static_cast<double>(number));
        line.add(",");
      };
      text += std::to_string(rank) + "," + csvField(nameOf(*found.recording)) + "," +
              std::to_string(found.match.start) + "," + std::to_string(found.match.length) + ",";
      if (rate > 0) line.addExact(static_cast<double>(found.match.start) / rate);
      line.add(",");
      comma(found.match.distance);
      comma(found.match.stretch);
      text += line.view();
      text += std::to_string(channel.query) + "," + std::to_string(found.laneOf(channel)) + "," +
              std::to_string(channel.lag) + ",";
      line.clear();
      line.addExact(channel.distance);
      text += line.view();
      text += "\r\n";
    }
  }
  return QByteArray::fromStdString(text);
}

QByteArray foundAsJson(const SignalResult& result) {
  QByteArray lines;
  for (const ShownRecordingPtr& recording : recordingsOf(result)) {
    QJsonArray matches;
    for (const FoundMotif& found : result.found) {
      if (found.recording == recording) matches.append(asJson(found));
    }
    const QJsonObject line{{QStringLiteral("data"), textOf(nameOf(*recording))},
                           {QStringLiteral("samples"), wholeNumber(recording->size())},
                           {QStringLiteral("channels"), recording->lanes()},
                           {QStringLiteral("matches"), matches}};
    lines += QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
  }
  return lines;
}

std::vector<RecordingMark> foundAsMarks(const SignalResult& result, const ShownRecording& in) {
  const double rate = in.rate() > 0 ? in.rate() : 1;
  std::vector<RecordingMark> marks;
  int rank = 0;
  for (const FoundMotif& found : result.found) {
    ++rank;
    if (found.recording.get() != &in) continue;
    ShortText text;
    text.add("match ");
    text.add(static_cast<std::uint64_t>(rank));
    text.add(", distance ");
    text.addExact(found.match.distance);
    marks.push_back({static_cast<double>(found.match.start) / rate,
                     static_cast<double>(found.match.length) / rate, std::string(text.view())});
  }
  std::stable_sort(marks.begin(), marks.end(), [](const RecordingMark& a, const RecordingMark& b) {
    return a.second < b.second;
  });
  return marks;
}

}  // namespace espy::desktop
