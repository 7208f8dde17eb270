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

void FolderScan::start(const QStringList& paths, bool recursively) {
  job_.add(
      [paths, recursively](const Job::Handle& handle) {
        QStringList files;
        for (const QString& path : paths) {
          if (QFileInfo(path).isDir()) {
            files += picturesIn(path, recursively, handle.stop());
          } else {
            files.append(path);
          }
        }
        return files;
      },
      [this](const Outcome<QStringList>& outcome) {
        if (outcome.value) emit found(*outcome.value);
      });
}

QCollator orderOfNames() {
  // The C locale has no numeric mode.
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
