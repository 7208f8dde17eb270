// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QStringList>

namespace espy::desktop {

/// Parses CSV (RFC 4180); empty if malformed.
inline QList<QStringList> parsedCsv(const QByteArray& bytes) {
  QList<QStringList> lines;
  QStringList line;
  QByteArray field;
  const auto endField = [&] {
    line.append(QString::fromUtf8(field));
    field.clear();
  };
  for (qsizetype i = 0; i < bytes.size(); ++i) {
    if (field.isEmpty() && bytes[i] == '"') {
      for (++i; i < bytes.size(); ++i) {
        if (bytes[i] == '"' && (i + 1 == bytes.size() || bytes[++i] != '"')) break;
        field.append(bytes[i]);
      }
      if (i < bytes.size() && bytes[i] != ',' && bytes[i] != '\r') return {};
    }
    if (bytes[i] == ',') {
      endField();
    } else if (bytes[i] == '\r') {
      if (i + 1 == bytes.size() || bytes[++i] != '\n') return {};
      endField();
      lines.append(line);
      line.clear();
    } else if (bytes[i] == '"' || bytes[i] == '\n') {
      return {};
    } else {
      field.append(bytes[i]);
    }
  }
  return line.isEmpty() && field.isEmpty() ? lines : QList<QStringList>();
}

}  // namespace espy::desktop
