// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_export.h"

#include <QCoreApplication>
#include <QLocale>

#include "charts/chart_page.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

/// Gives the words of this file their context.
struct TimingExportWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingExport)
};

ChartPage pageOf(const TimingResult& result) {
  ChartPage page{sentenceOf(result.subject), {sentenceOf(result.machine)}};
  if (const QString devices = devicesOf(result); !devices.isEmpty()) page.below += devices;
  page.below +=
      TimingExportWords::tr(
          "%1; medians of up to %2 whole runs with median absolute deviations, the first run apart")
          .arg(QLocale().toString(result.date, QLocale::ShortFormat))
          .arg(result.options.runs);
  if (!result.note.isEmpty()) page.below += result.note;
  return page;
}

}  // namespace

QImage timingPicture(const TimingResult& result, const Chart& chart, double ratio) {
  return pagePicture(pageOf(result), chart, ratio);
}

QByteArray timingSvg(const TimingResult& result, const Chart& chart) {
  return pageSvg(pageOf(result), chart);
}

}  // namespace espy::desktop
