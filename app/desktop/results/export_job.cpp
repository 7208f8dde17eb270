// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/export_job.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <new>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"
#include "espy/pictures.h"
#include "model/inputs.h"
#include "model/paths.h"
#include "model/translated.h"
#include "results/report.h"

namespace espy::desktop {
ExportJob::ExportJob(const Registry& registry, QObject* parent)
    : QObject(parent), registry_(registry) {}

ExportJob::~ExportJob() = default;

bool ExportJob::start(ExportRequest request) {
  if (running_) return false;
  running_ = true;
  thread_ = std::jthread(
      [this, request = std::move(request)](const std::stop_token& stop) { run(request, stop); });
  return true;
}

void ExportJob::cancel() {
  thread_.request_stop();
}

template <class Tell>
void ExportJob::finish(Tell tell) {
  QMetaObject::invokeMethod(
      this,
      [this, tell] {
        running_ = false;
        tell();
      },
      Qt::QueuedConnection);
}

void ExportJob::run(const ExportRequest& request, const std::stop_token& stop) {
  constexpr qint64 kTellEvery = 30;  // milliseconds
  QElapsedTimer told;
  Control control;
  control.stop = stop;
  control.progress = [&](double part) {
    if (told.isValid() && told.elapsed() < kTellEvery) return;
    told.start();
    QMetaObject::invokeMethod(
        this, [this, part] { emit progressed(part); }, Qt::QueuedConnection);
  };
  const auto fail = [&](const QString& sentence) {
    finish([this, sentence] { emit failed(sentence); });
  };
  try {
    write(request, control);
    finish([this, path = request.path] { emit done(path); });
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) {
      finish([this] { emit cancelled(); });
    } else {
      fail(translated(error));
    }
  } catch (const std::bad_alloc&) {
    fail(tr("%1: not enough memory").arg(request.path));
  } catch (const std::exception& error) {
    fail(tr("%1: %2").arg(request.path, translated(error)));
  }
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
