// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/dropped.h"

#include <QUrl>
#include <algorithm>

#include "model/drag_data.h"

namespace espy::desktop {

bool canTake(const QMimeData& data) {
  // To ask our own for files is to have them written.
  if (const auto* ours = qobject_cast<const DragData*>(&data)) {
    return ours->home() == DragData::Home::welcome && (ours->hasImage() || ours->hasUrls());
  }
  if (data.hasImage()) return true;
  const QList<QUrl> urls = data.urls();
  return std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); });
}

Dropped take(const QMimeData& data) {
  Dropped dropped;
  // A browser offers the picture and where it comes from; a file manager only where it lies.
  if (data.hasImage()) dropped.pixels = qvariant_cast<QImage>(data.imageData());
  if (!dropped.pixels.isNull()) return dropped;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) dropped.files.push_back(url.toLocalFile());
  }
  return dropped;
}

}  // namespace espy::desktop
