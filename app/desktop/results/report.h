// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QTextDocument>

#include "model/machine_facts.h"
#include "results/expected_counts.h"
#include "results/exports.h"

namespace espy::desktop {

/// Input of a report.
struct ReportFacts {
  ExportedMatches matches;
  MarkSettings marks;
  ExpectedCounts expected;
  MachineFacts machine;
  QDateTime date;
};

/// Maximum number of table rows, and of numbers in the picture.
inline constexpr std::size_t kMostReportRows = 500;

/// Maximum number of crops in the contact sheet.
inline constexpr std::size_t kMostReportCrops = 120;

/// The picture with matches and numbers, scaled down to fit a page.
QImage reportPicture(const ReportFacts& facts);

/// Self-contained HTML with an embedded picture.
QByteArray reportHtml(const ReportFacts& facts);
/// The same as a PDF with A4 pages.
QByteArray reportPdf(const ReportFacts& facts);

}  // namespace espy::desktop
