// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/match_mime.h"

#include <QImage>
#include <utility>

namespace espy::desktop {
namespace {

QString csvType() {
  return QStringLiteral("text/csv");
}
QString textType() {
  return QStringLiteral("text/plain");
}
/// What Qt calls pixels that it turns into any format on the way.
QString imageType() {
  return QStringLiteral("application/x-qt-image");
}

QImage windowOf(const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  const Match& match = result.finding.matches[matches.indices.front()];
  return qImageFrom(result.scene->image.view().crop(match.x, match.y, {match.width, match.height}));
}

}  // namespace

MatchMimeData::MatchMimeData(ExportedMatches matches) : matches_(std::move(matches)) {}

QStringList MatchMimeData::formats() const {
  QStringList all{csvType(), textType()};
  if (matches_.indices.size() == 1) all.append(imageType());
  return all;
}

bool MatchMimeData::hasFormat(const QString& type) const {
  return formats().contains(type);
}

QVariant MatchMimeData::retrieveData(const QString& type, QMetaType /*wanted*/) const {
  if (!hasFormat(type)) return {};
  if (type == imageType()) return windowOf(matches_);
  if (type == csvType()) return csvOf(matches_);
  return QString::fromUtf8(tsvOf(matches_));
}

}  // namespace espy::desktop
