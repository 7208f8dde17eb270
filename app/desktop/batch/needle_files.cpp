// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/needle_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "espy/error.h"
#include "espy/pictures.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct NeedleFilesWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::NeedleFiles)
};

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
      files.file = pathOf(needle.picture->path);
    } else {
      // With its spaces, since it is what the summary calls the needle.
      const QString name = safeFileName(needle.name, QStringLiteral("-_ "));
      files.file = write(folder, name + QStringLiteral(".pam"), needle.picture->image);
    }
    if (needle.mask) files.mask = write(folder, QStringLiteral("mask.pgm"), *needle.mask);
    files_.push_back(std::move(files));
  }
}

std::string NeedleFiles::write(const QString& folder, const QString& name,
                               const ImageView& picture) {
  QDir().mkpath(folder);
  std::string path = pathOf(folder + QLatin1Char('/') + name);
  writePicture(path, picture);
  return path;
}

}  // namespace espy::desktop
