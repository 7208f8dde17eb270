// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/match_mime.h"

#include <QImage>

namespace espy::desktop {
namespace {

QImage pixelsOf(const ExportedMatches& matches) {
  const SearchResult& result = *matches.result;
  const Match& match = result.finding.matches[matches.indices.front()];
  return qImageFrom(result.scene->image.view().crop(match.x, match.y, {match.width, match.height}));
}

bool canBeFiles(const ExportedMatches& matches) {
  if (matches.indices.empty() || matches.indices.size() > kMostDraggedFiles) return false;
  std::uint64_t pixels = 0;
  for (const std::uint32_t index : matches.indices) {
    const Match& match = matches.result->finding.matches[index];
    pixels += std::uint64_t{match.width} * match.height;
  }
  return pixels <= kMostDraggedPixels;
}

}  // namespace

MatchMimeData::MatchMimeData(const ExportedMatches& matches) : DragData(Home::welcome) {
  offer(QStringLiteral("text/csv"), [matches]() -> QVariant { return csvOf(matches); });
  offer(QStringLiteral("text/plain"),
        [matches]() -> QVariant { return QString::fromUtf8(tsvOf(matches)); });
  if (matches.indices.size() == 1) offerPixels([matches] { return pixelsOf(matches); });
  if (!canBeFiles(matches)) return;
  offerFiles([matches](const QString& folder) { writeCrops(matches, folder); });
}

}  // namespace espy::desktop
