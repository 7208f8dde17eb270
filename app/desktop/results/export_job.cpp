// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/export_job.h"

#include <QFileInfo>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/inputs.h"
#include "model/paths.h"
#include "model/translated.h"
#include "results/report.h"

namespace espy::desktop {

bool ExportJob::start(ExportRequest request) {
  if (running()) return false;
  const QString path = request.path;
  job_.start(
      [this, request = std::move(request)](const Job::Run& run) {
        write(request, run.control(0, [this](double part) { emit progressed(part); }));
      },
      [this, path](const Failure& failure) {
        if (failure.cancelled) return emit cancelled();
        if (failure.outOfMemory) return emit failed(tr("%1: not enough memory").arg(path));
        if (failure.unnamed) return emit failed(tr("%1: %2").arg(path, failure.sentence));
        if (!failure.sentence.isEmpty()) return emit failed(failure.sentence);
        emit done(path);
      });
  return true;
}

void ExportJob::write(const ExportRequest& request, const Control& control) {
  const std::string path = pathOf(request.path);
  const auto check = [&] { control.check(); };
  const auto text = [&](const QByteArray& bytes) {
    writeFile(path, {bytes.data(), static_cast<std::size_t>(bytes.size())}, check);
  };
  if (request.kind != ExportKind::crops) {
    const SearchResult& result = *request.matches.result;
    refuseInputs(path, result.scene, result.needles);
  }
  switch (request.kind) {
    case ExportKind::csv:
      return text(csvOf(request.matches));
    case ExportKind::json:
      return text(jsonOf(request.matches));
    case ExportKind::picture: {
      checkWritable(path);
      const Image marked = markedPicture(registry_, request.matches, request.marks, control);
      checkUncut(request.matches.result->scene->image);
      return writePicture(path, marked, check);
    }
    case ExportKind::report: {
      const QString ending = QFileInfo(request.path).suffix().toLower();
      const bool pdf = ending == QLatin1String("pdf");
      if (!pdf && ending != QLatin1String("html") && ending != QLatin1String("htm")) {
        throw Error(
            ErrorCode::unsupported,
            tr("%1: a report's name ends in .html or .pdf").arg(request.path).toStdString());
      }
      const ReportFacts facts{request.matches, request.marks, request.expected, machineFacts(),
                              QDateTime::currentDateTime()};
      return text(pdf ? reportPdf(facts) : reportHtml(facts));
    }
    case ExportKind::crops:
      writeCrops(request.matches, request.path, control);
      return;
  }
}

}  // namespace espy::desktop
