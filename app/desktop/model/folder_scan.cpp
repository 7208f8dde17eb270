// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/folder_scan.h"

#include <QCollator>
#include <QDirIterator>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>

namespace espy::desktop {
namespace {

QStringList picturesIn(const QString& folder, bool recursively, const std::stop_token& stop) {
  QStringList files;
  const auto how = recursively ? QDirIterator::Subdirectories : QDirIterator::NoIteratorFlags;
  QDirIterator each(folder, pictureFilters(), QDir::Files | QDir::Readable, how);
  while (each.hasNext() && !stop.stop_requested()) files.append(each.next());
  const QCollator names = orderOfNames();
  std::sort(files.begin(), files.end(),
            [&](const QString& a, const QString& b) { return names.compare(a, b) < 0; });
  return files;
}

}  // namespace

FolderScan::FolderScan(QObject* parent) : QObject(parent) {}

FolderScan::~FolderScan() = default;

void FolderScan::start(const QStringList& paths, bool recursively) {
  waiting_.push_back({paths, recursively});
  if (!running_) next();
}

void FolderScan::forget() {
  waiting_.clear();
  forgotten_ = true;
  thread_.request_stop();
}

void FolderScan::next() {
  if (waiting_.empty()) return;
  running_ = true;
  forgotten_ = false;
  const Wanted wanted = std::move(waiting_.front());
  waiting_.erase(waiting_.begin());
  thread_ = std::jthread([this, wanted](const std::stop_token& stop) {
    QStringList files;
    for (const QString& path : wanted.paths) {
      if (QFileInfo(path).isDir()) {
        files += picturesIn(path, wanted.recursively, stop);
      } else {
        files.append(path);
      }
    }
    QMetaObject::invokeMethod(
        this,
        [this, files] {
          running_ = false;
          if (!forgotten_) emit found(files);
          next();
        },
        Qt::QueuedConnection);
  });
}

QCollator orderOfNames() {
  // The C locale knows no numbers.
  const QLocale here;
  QCollator names(here.language() == QLocale::C ? QLocale(QLocale::English) : here);
  names.setNumericMode(true);
  return names;
}

QStringList pictureFilters() {
  QStringList filters;
  for (const char* ending :
       {"pbm", "pgm", "ppm", "pam", "pnm", "png", "jpg", "jpeg", "tif", "tiff", "bmp", "webp"}) {
    filters.append(QStringLiteral("*.") + QLatin1String(ending));
  }
  return filters;
}

}  // namespace espy::desktop
