// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/export_menu.h"

#include <QDir>
#include <QFileInfo>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/inputs.h"
#include "model/paths.h"
#include "results/name_map.h"
#include "results/report.h"
#include "results/sheet_picture.h"
#include "widgets/ask_path.h"

namespace espy::desktop {

bool ExportJob::start(ExportRequest request) {
  if (running()) return false;
  const QString path = request.path;
  job_.start(
      [this, request = std::move(request)](const Job::Handle& handle) {
        write(request, handle.control(0, [this](double part) { emit progressed(part); }));
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
    if (result.pictures) refuseInputs(path, result.pictures->files);
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
    case ExportKind::sheet:
      checkWritable(path);
      return writePicture(path, imageFrom(sheetPicture(request.matches, control)), check);
    case ExportKind::mapCsv: {
      const NameMap map(*request.matches.result, request.matches.indices);
      refuseEmpty(map);
      return text(csvOf(map));
    }
    case ExportKind::mapPicture: {
      checkWritable(path);
      const NameMap map(*request.matches.result, request.matches.indices);
      return writePicture(path, imageFrom(pictureOf(map, control)), check);
    }
    case ExportKind::report: {
      const QString ending = QFileInfo(request.path).suffix().toLower();
      const bool pdf = ending == QLatin1String("pdf");
      if (!pdf && ending != QLatin1String("html") && ending != QLatin1String("htm")) {
        throw Error(ErrorCode::unsupported, tr("%1: the name of a report must end in .html or .pdf")
                                                .arg(request.path)
                                                .toStdString());
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

namespace {

const char* const kFolderWord = "export";

/// The picture's base name, or "batch", plus `behind`.
QString suggestedName(const SearchResult& result, const QString& behind) {
  if (result.pictures) return ExportMenu::tr("batch") + behind;
  const QFileInfo scene(result.scene->path);
  const QString name =
      result.scene->path.isEmpty() ? QStringLiteral("picture") : scene.completeBaseName();
  return name + behind;
}

QString folderOf(const SearchResult& result) {
  if (result.pictures) return QFileInfo(result.pictures->files.value(0)).absolutePath();
  if (result.scene->path.isEmpty()) return QDir::homePath();
  return QFileInfo(result.scene->path).absolutePath();
}

}  // namespace

ExportMenu::ExportMenu(MatchList& matches, QWidget* parent)
    : QMenu(tr("E&xport"), parent), matches_(matches) {
  setAccessibleName(tr("Export"));
  addKind(ExportKind::csv, tr("Matches as &CSV..."));
  addKind(ExportKind::json, tr("Matches as &JSON..."));
  addKind(ExportKind::picture, tr("&Marked picture..."));
  addKind(ExportKind::crops, tr("Each match as a &picture..."));
  addKind(ExportKind::sheet, tr("&Sheet as one picture..."));
  addKind(ExportKind::report, tr("&Report as HTML or PDF..."));
  addKind(ExportKind::mapCsv, tr("Map of &names as CSV..."));
  addKind(ExportKind::mapPicture, tr("M&ap of names as a picture..."));
  connect(&matches, &MatchList::shownChanged, this, &ExportMenu::refresh);
  refresh();
}

void ExportMenu::addKind(ExportKind kind, const QString& text) {
  connect(addAction(text), &QAction::triggered, this, [this, kind] { ask(kind); });
}

void ExportMenu::setRegistry(const Registry& registry) {
  job_ = std::make_unique<ExportJob>(registry);
  connect(job_.get(), &ExportJob::progressed, this, &ExportMenu::progressed);
  connect(job_.get(), &ExportJob::done, this, [this](const QString& path) {
    rememberPath(QLatin1String(kFolderWord), path);
    end(tr("Exported to %1").arg(path), false);
  });
  connect(job_.get(), &ExportJob::failed, this,
          [this](const QString& sentence) { end(tr("Not exported: %1").arg(sentence), true); });
  connect(job_.get(), &ExportJob::cancelled, this,
          [this] { end(tr("The export was cancelled"), false); });
  refresh();
}

void ExportMenu::refresh() {
  const bool possible = job_ && !job_->running() && matches_.result() != nullptr;
  for (QAction* action : actions()) action->setEnabled(possible);
}

void ExportMenu::end(const QString& sentence, bool trouble) {
  refresh();
  emit said(sentence, trouble);
  emit ended();
}

void ExportMenu::cancel() {
  if (!running()) return;
  job_->cancel();
  emit cancelling();
}

void ExportMenu::exportTo(ExportKind kind, const QString& path) {
  if (!job_ || matches_.result() == nullptr) {
    emit said(tr("There is nothing to export yet"), true);
    return;
  }
  if (!job_->start({kind, shownMatches(matches_), marks_, path,
                    expected_ ? expected_() : ExpectedCounts()})) {
    emit said(tr("Another export is still being written"), true);
    return;
  }
  refresh();
  emit started();
}

void ExportMenu::ask(ExportKind kind) {
  if (matches_.result() == nullptr) return;
  const SearchResult& result = *matches_.result();
  PathQuestion question;
  question.remembered = QLatin1String(kFolderWord);
  question.folder = folderOf(result);
  const auto file = [&](const QString& title, const QString& behind, const QString& filter) {
    question.title = title;
    question.name = suggestedName(result, behind);
    question.filters = QStringList{filter};
  };
  const QString pictures =
      tr("Pictures (*.png *.ppm *.pgm *.pam *.tif *.tiff *.jpg *.jpeg *.webp *.bmp)");
  switch (kind) {
    case ExportKind::csv:
      file(tr("Export matches as CSV"), QStringLiteral("-matches.csv"),
           tr("Comma-separated values (*.csv)"));
      break;
    case ExportKind::json:
      file(tr("Export matches as JSON"), QStringLiteral("-matches.json"), tr("JSON (*.json)"));
      break;
    case ExportKind::picture:
      file(tr("Export the marked picture"), QStringLiteral("-marked.png"), pictures);
      break;
    case ExportKind::sheet:
      file(tr("Export the sheet"), QStringLiteral("-sheet.png"), pictures);
      break;
    case ExportKind::report:
      file(tr("Export a report"), QStringLiteral("-report.html"), tr("Web pages (*.html *.htm)"));
      question.filters += tr("PDF documents (*.pdf)");
      break;
    case ExportKind::mapCsv:
      file(tr("Export the map of names as CSV"), QStringLiteral("-map.csv"),
           tr("Comma-separated values (*.csv)"));
      break;
    case ExportKind::mapPicture:
      file(tr("Export the map of names"), QStringLiteral("-map.png"), pictures);
      break;
    case ExportKind::crops:
      question.title = tr("Export each match into a folder");
      break;
  }
  askForPath(parentWidget(), question, [this, kind](const QString& path) { exportTo(kind, path); });
}

}  // namespace espy::desktop
