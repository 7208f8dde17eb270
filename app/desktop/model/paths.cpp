// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/paths.h"

#include <QFile>
#include <QFileInfo>

namespace espy::desktop {

std::string pathOf(const QString& path) {
  return QFile::encodeName(path).toStdString();
}

QString textOf(std::string_view bytes) {
  return QFile::decodeName(QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())));
}

QString safeFileName(const QString& name, const QString& kept) {
  constexpr qsizetype kMost = 60;
  const QString base = QFileInfo(name).completeBaseName();
  QString safe;
  for (const QChar c : (base.isEmpty() ? name : base).left(kMost)) {
    safe += c.isLetterOrNumber() || kept.contains(c) ? c : QLatin1Char('_');
  }
  return safe.isEmpty() ? QStringLiteral("needle") : safe;
}

}  // namespace espy::desktop
