// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/needle_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct NeedleFilesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::NeedleFiles)
};

/// The name as a file may have it, since it is what the summary calls the needle.
QString fileName(const QString& name) {
  constexpr qsizetype kMost = 60;
  QString safe;
  for (const QChar c : QFileInfo(name).completeBaseName().left(kMost)) {
    const bool keeps = c.isLetterOrNumber() || c == QLatin1Char('-') || c == QLatin1Char('_') ||
                       c == QLatin1Char(' ');
    safe += keeps ? c : QLatin1Char('_');
  }
  return safe.isEmpty() ? QStringLiteral("needle") : safe;
}

}  // namespace

NeedleFiles::NeedleFiles(const std::vector<NeedleItem>& needles) {
  if (!folder_.isValid()) {
    throw Error(ErrorCode::system, NeedleFilesWords::tr("%1: cannot be made: %2")
                                       .arg(folder_.path(), folder_.errorString())
                                       .toStdString());
  }
  for (const NeedleItem& needle : needles) {
    // A folder for each, so that needles of one name stay apart.
    const QString folder = folder_.filePath(QString::number(files_.size() + 1));
    BatchNeedle files;
    if (!needle.picture->path.isEmpty() && QFileInfo::exists(needle.picture->path)) {
      files.file = QFile::encodeName(needle.picture->path).toStdString();
    } else {
      files.file =
          write(folder, fileName(needle.name) + QStringLiteral(".pam"), needle.picture->image);
    }
    if (needle.mask) files.mask = write(folder, QStringLiteral("mask.pgm"), *needle.mask);
    files_.push_back(std::move(files));
  }
}

std::string NeedleFiles::write(const QString& folder, const QString& name,
                               const ImageView& picture) {
  QDir().mkpath(folder);
  std::string path = QFile::encodeName(folder + QLatin1Char('/') + name).toStdString();
  writePicture(path, picture);
  return path;
}

}  // namespace espy::desktop
