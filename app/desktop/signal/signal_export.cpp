// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the view writes.
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

#include "model/paths.h"
#include "model/translated.h"
#include "signal/found_export.h"
#include "signal/found_table.h"
#include "signal/lanes_view.h"
#include "signal/signal_view.h"
#include "widgets/ask_path.h"
#include "widgets/notice_bar.h"

namespace espy::desktop {
namespace {

const QString kExportWord = QStringLiteral("signal-export");

/// Whole or not at all; why not, or nothing.
QString troubleOfWriting(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
    return {};
  return QStringLiteral("%1: %2").arg(path, file.errorString());
}

}  // namespace

void SignalView::askWhere(bool marks) {
  if (!found_->result() || !lanes_->recording()) return;
  const ShownRecording& recording = *lanes_->recording();
  PathQuestion question;
  question.title = marks ? tr("Export marks") : tr("Export matches");
  question.remembered = kExportWord;
  question.folder =
      recording.path.isEmpty() ? QDir::homePath() : QFileInfo(recording.path).absolutePath();
  const QString base = QFileInfo(recording.name).completeBaseName();
  question.name =
      marks ? base + QStringLiteral("-marks.edf") : base + QStringLiteral("-matches.csv");
  question.filters = marks ? QStringList{tr("EDF+ annotations (*.edf)"),
                                         tr("WFDB annotations (*.atr)"), tr("CSV tables (*.csv)")}
                           : QStringList{tr("CSV tables (*.csv)"), tr("JSON files (*.json)")};
  askForPath(this, question, [this, marks](const QString& path) { exportTo(path, marks); });
}

void SignalView::exportTo(const QString& path, bool marks) {
  const SignalResultPtr& result = found_->result();
  if (!result) return;
  for (const ShownRecordingPtr& one : recordings_->all()) {
    if (!one->path.isEmpty() && QFileInfo(one->path) == QFileInfo(path)) {
      return complain(tr("%1 is open here and is not written over").arg(path));
    }
  }
  QString trouble;
  bool inSamples = false;
  if (marks) {
    try {
      const ShownRecording& in = *lanes_->recording();
      inSamples = !(in.rate() > 0);
      tools_.writeMarks(pathOf(path), foundAsMarks(*result, in), in.rate());
    } catch (const std::exception& error) {
      trouble = translated(error);
    }
  } else {
    const bool json = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
    trouble = troubleOfWriting(path, json ? foundAsJson(*result) : foundAsCsv(*result));
  }
  if (!trouble.isEmpty()) return complain(tr("Not exported: %1").arg(trouble));
  rememberPath(kExportWord, path);
  notice_->say(inSamples ? tr("Exported to %1, in samples: no rate is known").arg(path)
                         : tr("Exported to %1").arg(path),
               NoticeBar::Tone::plain);
}

}  // namespace espy::desktop
