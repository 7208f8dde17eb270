// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/drag_data.h"

#include <QCoreApplication>
#include <QDir>
#include <QImage>
#include <QPointer>
#include <QTemporaryDir>
#include <QUrl>
#include <algorithm>
#include <utility>

namespace espy::desktop {

namespace {

/// Temporary folder of dragged files; owned and deleted by the application.
class DragFolder : public QObject {
 public:
  explicit DragFolder(QObject* owner) : QObject(owner) {
    setObjectName(QStringLiteral("dragged files"));
  }

  /// Creates an empty subfolder; returns an empty string on failure.
  QString inside() {
    const QString path = folder_.filePath(QString::number(++count_));
    return folder_.isValid() && QDir().mkpath(path) ? path : QString();
  }

 private:
  QTemporaryDir folder_{QDir::tempPath() + QStringLiteral("/espy-drag-XXXXXX")};
  int count_ = 0;
};

QString newFolder() {
  static QPointer<DragFolder> folder;
  if (!folder) folder = new DragFolder(QCoreApplication::instance());
  return folder->inside();
}

QVariantList urlsIn(const QString& folder) {
  QVariantList urls;
  for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files, QDir::Name)) {
    urls.append(QUrl::fromLocalFile(file.absoluteFilePath()));
  }
  return urls;
}

}  // namespace

void DragData::offer(const QString& type, std::function<QVariant()> make) {
  forms_.push_back({type, std::move(make), {}});
}

void DragData::offerPixels(std::function<QImage()> make) {
  // Qt's own type, which it converts to any image format on request.
  offer(QStringLiteral("application/x-qt-image"),
        [make = std::move(make)]() -> QVariant { return make(); });
}

void DragData::offerFiles(std::function<void(const QString& folder)> write) {
  offer(QStringLiteral("text/uri-list"), [write = std::move(write)]() -> QVariant {
    const QString folder = newFolder();
    if (folder.isEmpty()) return QVariantList();
    try {
      write(folder);
      return urlsIn(folder);
    } catch (const std::exception&) {
      return QVariantList();  // an incomplete list would look complete
    }
  });
}

QStringList DragData::formats() const {
  QStringList types;
  for (const Form& form : forms_) types.append(form.type);
  return types;
}

bool DragData::hasFormat(const QString& type) const {
  return formats().contains(type);
}

QVariant DragData::retrieveData(const QString& type, QMetaType /*wanted*/) const {
  const auto form =
      std::find_if(forms_.begin(), forms_.end(), [&](const Form& one) { return one.type == type; });
  if (form == forms_.end()) return {};
  if (!form->made.isValid()) form->made = form->make();
  return form->made;
}

bool canDrop(const QMimeData& data) {
  // Requesting our own files would write them.
  if (const auto* ours = qobject_cast<const DragData*>(&data)) {
    return ours->ownDrop() == DragData::OwnDrop::welcome && (ours->hasImage() || ours->hasUrls());
  }
  if (data.hasImage()) return true;
  const QList<QUrl> urls = data.urls();
  return std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); });
}

Dropped take(const QMimeData& data) {
  Dropped dropped;
  // Browsers offer pixels and a URL, file managers only a URL.
  if (data.hasImage()) dropped.pixels = qvariant_cast<QImage>(data.imageData());
  if (!dropped.pixels.isNull()) return dropped;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) dropped.files.push_back(url.toLocalFile());
  }
  return dropped;
}

}  // namespace espy::desktop
