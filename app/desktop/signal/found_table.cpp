// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/found_table.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "base/csv.h"
#include "model/paths.h"
#include "model/short_text.h"
#include "signal/time_scale.h"

namespace espy::desktop {

QString distanceText(double distance) {
  return QLocale().toString(distance, 'g', 5);
}

QString channelText(const FoundMotif& found, const ChosenMotif& motif,
                    const ChannelMatch& channel) {
  const int from = motif.span.lanes[static_cast<std::size_t>(channel.query)];
  const int to = found.laneOf(channel);
  const QString there = found.recording->laneName(to);
  QString text = from == to
                     ? there
                     : QStringLiteral("%1 \u2192 %2").arg(motif.recording->laneName(from), there);
  if (channel.lag == 0) return text;
  const QString lag =
      TimeScale(found.recording->rate()).length(static_cast<double>(std::abs(channel.lag)));
  return channel.lag > 0 ? FoundTable::tr("%1, %2 later").arg(text, lag)
                         : FoundTable::tr("%1, %2 earlier").arg(text, lag);
}

void FoundTable::setResult(const SignalResultPtr& result) {
  beginResetModel();
  result_ = result;
  endResetModel();
}

QString FoundTable::text(const FoundMotif& found, int row, int column) const {
  const TimeScale scale(found.recording->rate());
  switch (column) {
    case number:
      return QLocale().toString(row + 1);
    case recording:
      return found.recording->name;
    case place:
      return scale.place(static_cast<double>(found.match.start));
    case length: {
      QString all = scale.length(static_cast<double>(found.match.length));
      if (found.match.stretch == 1) return all;
      return tr("%1, %2 %").arg(all, QLocale().toString(100 * found.match.stretch, 'f', 0));
    }
    case distance:
      return distanceText(found.match.distance);
    case channels: {
      QStringList parts;
      if (found.itself) parts += tr("the motif itself");
      const std::size_t missing = result_->motif.span.lanes.size() - found.match.channels.size();
      if (missing > 0) parts += tr("%1 missing").arg(missing);
      for (const ChannelMatch& channel : found.match.channels) {
        parts += channelText(found, result_->motif, channel);
      }
      return parts.join(QStringLiteral("; "));
    }
    default:
      return {};
  }
}

QVariant FoundTable::key(const FoundMotif& found, int row, int column) const {
  const double rate = found.recording->rate() > 0 ? found.recording->rate() : 1;
  switch (column) {
    case number:
      return row;
    case place:
      return static_cast<double>(found.match.start) / rate;
    case length:
      return static_cast<double>(found.match.length) / rate;
    case distance:
      return found.match.distance;
    default:
      return text(found, row, column);
  }
}

QString FoundTable::asText(const std::vector<int>& rows) const {
  const auto line = [](const auto& cell) {
    QStringList cells;
    for (int column = 0; column < kColumns; ++column) cells += cell(column);
    return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
  };
  QString all = line(
      [&](int column) { return headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(); });
  for (const int row : rows) {
    all += line([&](int column) { return text(at(row), row, column); });
  }
  return all;
}

QVariant FoundTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return text(at(index.row()), index.row(), index.column());
    case kSortRole:
      return key(at(index.row()), index.row(), index.column());
    case Qt::TextAlignmentRole:
      return QVariant(index.column() == recording || index.column() == channels
                          ? Qt::AlignLeft | Qt::AlignVCenter
                          : Qt::AlignRight | Qt::AlignVCenter);
    default:
      return {};
  }
}

QVariant FoundTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  static constexpr const char* kTitles[kColumns] = {QT_TR_NOOP("No."),      QT_TR_NOOP("Recording"),
                                                    QT_TR_NOOP("Position"), QT_TR_NOOP("Length"),
                                                    QT_TR_NOOP("Distance"), QT_TR_NOOP("Channels")};
  return tr(kTitles[section]);
}

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

/// The recordings of the result without duplicates, in order of appearance.
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
