// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_page.h"

#include <QCoreApplication>

#include "lab/lab_figures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct LabPageWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabPage)
};

}  // namespace

QStringList findingsOf(const LabReport& report) {
  QStringList findings;
  for (const Message& sentence : report.conclusions) findings += translated(sentence);
  for (const LabPublished& published : report.experiment.published) {
    findings += QStringLiteral("%1: %2").arg(textOf(published.strategy), sentenceOf(published));
  }
  return findings;
}

ChartPage labPageOf(const LabReport& report) {
  ChartPage page{translated(report.experiment.title), findingsOf(report)};
  page.below += settingsOf(report);
  QStringList machine;
  for (const auto& [name, value] : report.machine) {
    machine += QStringLiteral("%1: %2").arg(textOf(name), textOf(value));
  }
  if (!machine.isEmpty()) page.below += machine.join(QStringLiteral("; "));
  page.below +=
      LabPageWords::tr("Medians of %1 runs with median absolute deviations, the first run apart.")
          .arg(report.runs);
  return page;
}

}  // namespace espy::desktop
