// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/index_dialog.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <filesystem>
#include <utility>
#include <vector>

#include "espy/engine/needle_index.h"
#include "espy/error.h"
#include "model/paths.h"
#include "model/translated.h"
#include "widgets/ask_path.h"
#include "widgets/dialog_parts.h"
#include "widgets/plain_widgets.h"
#include "widgets/progress_row.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

const QString kRemembered = QStringLiteral("index");

/// What became of the pictures.
struct Outcomes {
  std::size_t added = 0;
  std::size_t failed = 0;
  QString firstFailure;
};

/// Makes an index; leaves nothing behind if it throws or if no picture could be read.
Outcomes makeIndex(const std::string& index, const std::vector<std::string>& files,
                   const Job::Handle& handle, const std::function<void(double)>& progressed) {
  NeedleIndex::create(index);
  Outcomes outcomes;
  try {
    SceneIndexWriter::Options options;
    options.control = handle.control();
    options.failed = [&](const Error& error) {
      if (outcomes.firstFailure.isEmpty()) outcomes.firstFailure = translated(error);
    };
    options.done = [&](std::size_t done) {
      const double part = static_cast<double>(done) / static_cast<double>(files.size());
      handle.postLatest([progressed, part] { progressed(part); });
    };
    NeedleIndexWriter writer(index);
    const SceneIndexWriter::Added added = addPictures(writer, files, false, options);
    outcomes.added = added.added;
    outcomes.failed = added.failed;
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove_all(index, ignored);
    throw;
  }
  std::error_code ignored;
  if (outcomes.added == 0) std::filesystem::remove_all(index, ignored);
  return outcomes;
}

QString counted(std::size_t count) {
  return QLocale().toString(static_cast<qulonglong>(count));
}

}  // namespace

IndexDialog::IndexDialog(QWidget* parent)
    : QDialog(parent),
      folder_(new QLineEdit),
      index_(new QLineEdit),
      recursive_(new QCheckBox(tr("Include &subfolders"))),
      status_(new StatusLabel),
      progress_(new ProgressRow(tr("Progress of the index"), tr("Do not make the index"))) {
  setWindowTitle(tr("Make an index"));
  recursive_->setToolTip(tr("Also adds the pictures in subfolders"));
  recursive_->setChecked(true);
  status_->setAccessibleName(tr("State of the index"));
  makeRows();
  connect(folder_, &QLineEdit::textEdited, this, [this] { setFolder(folder_->text()); });
  connect(index_, &QLineEdit::textChanged, this, &IndexDialog::refresh);
  connect(make_, &QPushButton::clicked, this, &IndexDialog::make);
  connect(progress_, &ProgressRow::stopClicked, this, &IndexDialog::stop);
  connect(&scan_, &FolderScan::found, this, &IndexDialog::build);
  connect(this, &QDialog::finished, this, &IndexDialog::stop);
  refresh();
}

void IndexDialog::makeRows() {
  const auto chooser = [this](QLineEdit* edit, const QString& text, const QString& tip,
                              void (IndexDialog::*choose)()) {
    nameWidget(*edit, text, tip);
    edit->setMinimumWidth(32 * fontMetrics().averageCharWidth());
    auto* button = newButton(tr("Choose..."), tip);
    button->setAccessibleName(tr("Choose: %1").arg(withoutMnemonic(text)));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, choose);
    auto* row = new QHBoxLayout;
    row->addWidget(edit, 1);
    row->addWidget(button);
    return row;
  };
  auto* form = new QFormLayout;
  form->addRow(tr("&Pictures"), chooser(folder_, tr("&Pictures"), tr("The folder of the pictures"),
                                        &IndexDialog::chooseFolder));
  form->addRow(QString(), recursive_);
  form->addRow(tr("&Index"),
               chooser(index_, tr("&Index"), tr("The index, a folder that does not exist yet"),
                       &IndexDialog::chooseIndex));
  for (const auto& [row, edit] : {std::pair(0, folder_), std::pair(2, index_)}) {
    static_cast<QLabel*>(form->itemAt(row, QFormLayout::LabelRole)->widget())->setBuddy(edit);
  }
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(status_);
  column->addWidget(progress_);
  make_ = addDialogButtons(*this, *column, tr("&Make"),
                           tr("Makes the index, and adds it to the needles"));
}

void IndexDialog::setFolder(const QString& folder) {
  if (folder_->text() != folder) folder_->setText(folder);
  const bool own = index_->text() != suggested_;
  const QString plain = QDir::cleanPath(folder.trimmed());
  suggested_ = folder.trimmed().isEmpty() ? QString() : plain + QStringLiteral(".esi");
  if (!own) index_->setText(suggested_);
  refresh();
}

void IndexDialog::setIndex(const QString& path) {
  index_->setText(path);
}

QString IndexDialog::message() const {
  return status_->sentence();
}

void IndexDialog::chooseFolder() {
  PathQuestion question;
  question.title = tr("Pictures for the index");
  question.remembered = kRemembered;
  question.folder = QDir::homePath();
  askForPath(this, question, [this](const QString& folder) {
    rememberFolder(kRemembered, QFileInfo(folder).absolutePath());
    setFolder(folder);
  });
}

void IndexDialog::chooseIndex() {
  PathQuestion question;
  question.title = tr("Where the index is to be");
  question.remembered = kRemembered;
  question.folder = QDir::homePath();
  question.name = QStringLiteral("needles.esi");
  question.filters = {tr("Indexes (*.esi)")};
  askForPath(this, question, [this](const QString& path) { setIndex(path); });
}

void IndexDialog::make() {
  if (running()) return;
  const QString folder = folder_->text().trimmed();
  if (!QFileInfo(folder).isDir()) return end(tr("%1 is not a folder.").arg(folder), true);
  status_->say({});
  progress_->start();
  scan_.start({folder}, recursive_->isChecked());
  refresh();
}

void IndexDialog::build(const QStringList& files) {
  if (files.isEmpty()) {
    return end(tr("%1 has no picture.").arg(folder_->text().trimmed()), true);
  }
  std::vector<std::string> paths;
  for (const QString& file : files) paths.push_back(pathOf(file));
  const QString index = index_->text().trimmed();
  job_.start(
      [this, paths = std::move(paths), path = pathOf(index)](const Job::Handle& handle) {
        return makeIndex(path, paths, handle, [this](double part) { progress_->showPart(part); });
      },
      [this, index](const Outcome<Outcomes>& outcome) {
        if (!outcome.value) {
          return end(outcome.failure.cancelled ? tr("Stopped: no index was made.")
                                               : outcome.failure.sentence,
                     !outcome.failure.cancelled);
        }
        const Outcomes& all = *outcome.value;
        if (all.added == 0) return end(all.firstFailure, true);
        QString sentence =
            tr("%1: %2 pictures.").arg(QFileInfo(index).fileName(), counted(all.added));
        if (all.failed > 0) {
          sentence += QLatin1Char('\n') +
                      tr("%1 could not be added. %2").arg(counted(all.failed), all.firstFailure);
        }
        emit made(index);
        end(sentence, all.failed > 0);
      });
  refresh();
}

void IndexDialog::stop() {
  if (scan_.running()) {
    scan_.forget();
    end(tr("Stopped: no index was made."), false);
  }
  job_.stop();
}

void IndexDialog::end(const QString& sentence, bool trouble) {
  progress_->end();
  status_->say(sentence, trouble ? StatusLabel::Tone::trouble : StatusLabel::Tone::plain);
  refresh();
  emit ended();
}

void IndexDialog::refresh() {
  const bool ready = !folder_->text().trimmed().isEmpty() && !index_->text().trimmed().isEmpty();
  make_->setEnabled(ready && !running());
  for (QWidget* widget : std::initializer_list<QWidget*>{folder_, index_, recursive_}) {
    widget->setEnabled(!running());
  }
}

}  // namespace espy::desktop
