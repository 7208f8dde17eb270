// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QTextDocument>
#include <memory>

#include "model/machine_facts.h"
#include "results/expected_counts.h"
#include "results/exports.h"

namespace espy::desktop {

/// What a report tells.
struct ReportFacts {
  ExportedMatches matches;
  MarkSettings marks;
  ExpectedCounts expected;
  MachineFacts machine;
  QDateTime date;
};

/// So many rows of the table are in a report, and so many numbers in its picture.
inline constexpr std::size_t kMostReportRows = 500;

/// The picture with its matches and their numbers, small enough for a page.
QImage reportPicture(const ReportFacts& facts);

/// A page that needs no other file: the picture is inside.
QByteArray reportHtml(const ReportFacts& facts);
/// The same on pages of A4.
QByteArray reportPdf(const ReportFacts& facts);

}  // namespace espy::desktop
