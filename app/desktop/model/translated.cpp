// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/translated.h"

#include <QCoreApplication>
#include <QStringList>

#include "espy/error.h"
#include "model/paths.h"

namespace espy::desktop {
namespace {

/// Replaces each "{}" of the pattern by the next argument and "{2}" by the argument of that number.
QString filled(const QString& pattern, const QStringList& arguments) {
  QString text;
  qsizetype next = 0;
  for (qsizetype at = 0; at < pattern.size();) {
    qsizetype after = at + 1;
    qsizetype index = -1;
    if (pattern[at] == QLatin1Char('{')) {
      const QStringView rest = QStringView(pattern).mid(at + 1, 2);
      if (rest.startsWith(QLatin1Char('}'))) {
        index = next++;
        after = at + 2;
      } else if (rest.size() == 2 && rest[0].isDigit() && rest[1] == QLatin1Char('}')) {
        index = rest[0].digitValue() - 1;
        after = at + 3;
      }
    }
    text += index < 0 ? QString(pattern[at]) : arguments.value(index);
    at = after;
  }
  return text;
}

}  // namespace

QString translated(const Message& message) {
  if (message.pattern().empty()) return textOf(message.text());
  QStringList arguments;
  for (const Message& argument : message.arguments()) arguments += translated(argument);
  return filled(QCoreApplication::translate("core", message.pattern().c_str()), arguments);
}

QString translated(const std::exception& error) {
  const auto* own = dynamic_cast<const Error*>(&error);
  return own != nullptr ? translated(own->message()) : textOf(error.what());
}

}  // namespace espy::desktop
