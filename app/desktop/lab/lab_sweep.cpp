// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_sweep.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct LabSweepWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabSweep)
};

QString troubleOf(const LabParameter& parameter, const QString& value) {
  if (!parameter.choices.empty()) {
    const bool known = std::find(parameter.choices.begin(), parameter.choices.end(),
                                 value.toStdString()) != parameter.choices.end();
    if (known) return {};
    QStringList choices;
    for (const std::string& choice : parameter.choices) choices += QString::fromStdString(choice);
    return LabSweepWords::tr("“%1” is none of these: %2.")
        .arg(value, choices.join(QStringLiteral(", ")));
  }
  bool whole = false;
  const qlonglong number = value.toLongLong(&whole);
  if (!whole) return LabSweepWords::tr("“%1” is no whole number.").arg(value);
  if (number >= parameter.least && number <= parameter.most) return {};
  return LabSweepWords::tr("%1 is not within %2 and %3.")
      .arg(value)
      .arg(parameter.least)
      .arg(parameter.most);
}

}  // namespace

QStringList sweepValues(const QString& text) {
  static const QRegularExpression kBetween(QStringLiteral("[\\s,;，；、]+"));
  return text.split(kBetween, Qt::SkipEmptyParts);
}

QString sweepTrouble(const LabParameter& parameter, const QString& text) {
  const QStringList values = sweepValues(text);
  for (const QString& value : values) {
    if (QString trouble = troubleOf(parameter, value); !trouble.isEmpty()) return trouble;
  }
  if (values.size() < 2) return LabSweepWords::tr("A sweep needs two values or more.");
  return {};
}

}  // namespace espy::desktop
