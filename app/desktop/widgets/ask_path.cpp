// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ask_path.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>
#include <utility>

namespace espy::desktop {

QString endingOf(const QString& filter) {
  static const QRegularExpression pattern(QStringLiteral("\\*\\.(\\w+)"));
  return pattern.match(filter).captured(1);
}

namespace {

QString keyOf(const QString& word) {
  return QStringLiteral("folders/") + word;
}

bool names(const QString& filter, const QString& ending) {
  return filter.contains(
      QRegularExpression(QStringLiteral("\\*\\.%1\\b").arg(QRegularExpression::escape(ending))));
}

void askForFile(QFileDialog& dialog, const PathQuestion& question) {
  const QString ending = QFileInfo(question.name).suffix();
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setNameFilters(question.filters);
  for (const QString& filter : question.filters) {
    if (!names(filter, ending)) continue;
    dialog.selectNameFilter(filter);
    break;
  }
  dialog.setDefaultSuffix(ending);
  dialog.selectFile(question.name);
  QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& now) {
    dialog.setDefaultSuffix(endingOf(now));
    const QFileInfo file(dialog.selectedFiles().value(0));
    if (names(now, file.suffix())) return;
    dialog.selectFile(file.completeBaseName() + QLatin1Char('.') + endingOf(now));
  });
}

}  // namespace

QString rememberedFolder(const QString& word, const QString& otherwise) {
  const QString folder = QSettings().value(keyOf(word)).toString();
  return !folder.isEmpty() && QFileInfo(folder).isDir() ? folder : otherwise;
}

void rememberFolder(const QString& word, const QString& folder) {
  QSettings().setValue(keyOf(word), folder);
}

void rememberPath(const QString& word, const QString& path) {
  const QFileInfo file(path);
  rememberFolder(word, file.isDir() ? path : file.absolutePath());
}

QFileDialog* askForPath(QWidget* parent, const PathQuestion& question,
                        std::function<void(const QString& path)> chosen) {
  auto* dialog = new QFileDialog(parent, question.title);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  const QString folder = question.folder.isEmpty() ? QDir::homePath() : question.folder;
  dialog->setDirectory(rememberedFolder(question.remembered, folder));
  if (question.name.isEmpty()) {
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
  } else {
    askForFile(*dialog, question);
  }
  QObject::connect(dialog, &QFileDialog::fileSelected, dialog, std::move(chosen));
  dialog->open();
  return dialog;
}

void askForFiles(QWidget* parent, const QString& title, const QString& remembered,
                 const QStringList& filters, std::function<void(const QStringList& files)> chosen) {
  auto* dialog = new QFileDialog(parent, title, rememberedFolder(remembered, QDir::homePath()));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFiles);
  if (!filters.isEmpty()) dialog->setNameFilters(filters);
  QObject::connect(dialog, &QFileDialog::filesSelected, dialog,
                   [remembered, chosen = std::move(chosen)](const QStringList& files) {
                     if (!files.isEmpty()) rememberPath(remembered, files.front());
                     chosen(files);
                   });
  dialog->open();
}

}  // namespace espy::desktop
