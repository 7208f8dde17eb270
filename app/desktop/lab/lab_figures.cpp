// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_figures.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "charts/chart_axis.h"
#include "lab/lab_form.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct LabFiguresWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabFigures)
};

}  // namespace

bool isBaseline(const LabPoint& point, std::size_t row) {
  for (std::size_t i = row + 1; i < point.rows.size(); ++i) {
    if (point.rows[i].strategy == point.rows[row].strategy) return true;
  }
  return false;
}

QString labelOf(const LabPoint& point, std::size_t row) {
  const LabRow& asked = point.rows[row];
  QString name = textOf(asked.strategy);
  const auto same = std::count_if(point.rows.begin(), point.rows.end(), [&](const LabRow& one) {
    return one.strategy == asked.strategy;
  });
  if (same < 2) return name;
  return LabFiguresWords::tr("%1, %2").arg(
      name, asked.threads == 1 ? LabFiguresWords::tr("1 thread")
                               : LabFiguresWords::tr("%1 threads").arg(asked.threads));
}

QString refusalOf(const LabRow& row) {
  return LabFiguresWords::tr("cannot run here: %1").arg(translated(row.refusal));
}

QString samenessOf(const LabRow& row) {
  if (!row.refusal.empty() || row.firstWhole <= 0) return {};
  if (row.same) return LabFiguresWords::tr("✓ same");
  return row.differing ? LabFiguresWords::tr("✗ %1 different").arg(*row.differing)
                       : LabFiguresWords::tr("✗ different");
}

QString rangeOf(const LabPublished& published) {
  QString least = figureText(published.least);
  if (published.most <= published.least) return least;
  return QStringLiteral("%1 – %2").arg(least, figureText(published.most));
}

QString sentenceOf(const LabPublished& published) {
  return LabFiguresWords::tr("published, milliseconds: %1. %2")
      .arg(rangeOf(published), translated(published.words));
}

QString settingsOf(const LabReport& report) {
  QStringList parts;
  for (const auto& [name, value] : report.settings) {
    const QString shown = sweepValues(textOf(value)).join(QLatin1String(" / "));
    parts += textOf(name) + QLatin1Char(' ') + shown;
  }
  return QStringLiteral("%1: %2").arg(textOf(report.experiment.name),
                                      parts.join(QStringLiteral(", ")));
}

const LabParameter* sweptOf(const LabReport& report) {
  for (const LabParameter& parameter : report.experiment.parameters) {
    if (!report.swept.empty() && parameter.name == report.swept) return &parameter;
  }
  return nullptr;
}

}  // namespace espy::desktop
