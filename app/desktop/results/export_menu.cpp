// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/export_menu.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace espy::desktop {
namespace {

/// Where the picture is, with its name and this behind it.
QString suggestedPath(const SearchResult& result, const QString& behind) {
  const QFileInfo scene(result.scene->path);
  const QString name =
      result.scene->path.isEmpty() ? QStringLiteral("picture") : scene.completeBaseName();
  const QString folder = result.scene->path.isEmpty() ? QDir::homePath() : scene.absolutePath();
  return folder + QLatin1Char('/') + name + behind;
}

}  // namespace

ExportMenu::ExportMenu(MatchList& matches, QWidget* parent)
    : QMenu(tr("E&xport"), parent), matches_(matches) {
  setAccessibleName(tr("Export"));
  addKind(ExportKind::csv, tr("Matches as &CSV..."));
  addKind(ExportKind::json, tr("Matches as &JSON..."));
  addKind(ExportKind::picture, tr("&Marked picture..."));
  addKind(ExportKind::crops, tr("Each match as a &picture..."));
  connect(&matches, &MatchList::shownChanged, this, &ExportMenu::refresh);
  refresh();
}

void ExportMenu::addKind(ExportKind kind, const QString& text) {
  connect(addAction(text), &QAction::triggered, this, [this, kind] { ask(kind); });
}

void ExportMenu::setRegistry(const Registry& registry) {
  job_ = std::make_unique<ExportJob>(registry);
  connect(job_.get(), &ExportJob::progressed, this, &ExportMenu::progressed);
  connect(job_.get(), &ExportJob::done, this,
          [this](const QString& path) { end(tr("Exported to %1").arg(path)); });
  connect(job_.get(), &ExportJob::failed, this, &ExportMenu::end);
  connect(job_.get(), &ExportJob::cancelled, this, [this] { end(tr("The export was cancelled")); });
  refresh();
}

void ExportMenu::refresh() {
  const bool possible = job_ && !job_->running() && matches_.result() != nullptr;
  for (QAction* action : actions()) action->setEnabled(possible);
}

void ExportMenu::end(const QString& sentence) {
  refresh();
  emit said(sentence);
  emit ended();
}

void ExportMenu::cancel() {
  if (!running()) return;
  job_->cancel();
  emit cancelling();
}

void ExportMenu::exportTo(ExportKind kind, const QString& path) {
  if (!job_ || matches_.result() == nullptr) {
    emit said(tr("There is nothing to export yet"));
    return;
  }
  if (!job_->start({kind, shownMatches(matches_), marks_, path})) {
    emit said(tr("Another export is still being written"));
    return;
  }
  refresh();
  emit started();
}

void ExportMenu::ask(ExportKind kind) {
  if (matches_.result() == nullptr) return;
  auto* dialog = new QFileDialog(parentWidget());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  const auto offer = [&](const QString& behind, const QString& filter) {
    const QFileInfo suggested(suggestedPath(*matches_.result(), behind));
    dialog->setDirectory(suggested.absolutePath());
    dialog->selectFile(suggested.fileName());
    dialog->setNameFilter(filter);
    dialog->setDefaultSuffix(suggested.suffix());
  };
  switch (kind) {
    case ExportKind::csv:
      offer(QStringLiteral("-matches.csv"), tr("Comma-separated values (*.csv)"));
      break;
    case ExportKind::json:
      offer(QStringLiteral("-matches.json"), tr("JSON (*.json)"));
      break;
    case ExportKind::picture:
      offer(QStringLiteral("-marked.png"),
            tr("Pictures (*.png *.ppm *.pgm *.pam *.tif *.tiff *.jpg *.jpeg *.webp *.bmp)"));
      break;
    case ExportKind::crops:
      dialog->setAcceptMode(QFileDialog::AcceptOpen);
      dialog->setFileMode(QFileDialog::Directory);
      dialog->setOption(QFileDialog::ShowDirsOnly);
      dialog->setDirectory(QFileInfo(suggestedPath(*matches_.result(), {})).absolutePath());
      break;
  }
  connect(dialog, &QFileDialog::fileSelected, this,
          [this, kind](const QString& path) { exportTo(kind, path); });
  dialog->open();
}

}  // namespace espy::desktop
