// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_form.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>

#include "model/paths.h"
#include "model/poses.h"
#include "widgets/ask_path.h"

namespace espy::desktop {
namespace {

QLabel* textLabel(const QString& name) {
  auto* label = new QLabel;
  label->setAccessibleName(name);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

QString methodText(const SearchSettings& search) {
  const QString minimum = QLocale().toString(search.minScore, 'g', 4);
  switch (search.method) {
    case Method::exact:
      return BatchForm::tr("exact, tolerance %1").arg(search.tolerance);
    case Method::sad:
      return BatchForm::tr("absolute differences, score at least %1").arg(minimum);
    case Method::ssd:
      return BatchForm::tr("squared differences, score at least %1").arg(minimum);
    case Method::outline:
      return BatchForm::tr("outline, score at least %1").arg(minimum);
    case Method::zncc:
      break;
  }
  return BatchForm::tr("correlation, score at least %1").arg(minimum);
}

QString markText(const MarkSettings& marks) {
  switch (marks.style) {
    case MarkStyle::outline:
      return BatchForm::tr("outlines of %1 px").arg(marks.thickness);
    case MarkStyle::whiteout:
      return BatchForm::tr("everything else white");
    case MarkStyle::dim:
      return BatchForm::tr("everything else dimmed");
    case MarkStyle::lighten:
      return BatchForm::tr("everything else lightened");
    case MarkStyle::none:
      break;
  }
  return BatchForm::tr("no marks");
}

}  // namespace

BatchForm::BatchForm(QWidget* parent)
    : QWidget(parent),
      needles_(textLabel(tr("Needles of the batch"))),
      options_(textLabel(tr("Options of the batch"))),
      folder_(new QLineEdit),
      naming_(new QLineEdit(QStringLiteral("{name}-marked"))),
      summary_(new QLineEdit(QStringLiteral("matches.csv"))),
      overwrite_(new QCheckBox(tr("Overwrite existing files"))) {
  auto* form = new QFormLayout(this);
  form->setContentsMargins({});
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->addRow(tr("Needles"), needles_);
  form->addRow(tr("Options"), options_);
  addFolderRow(*form);
  naming_->setAccessibleName(tr("Naming of the marked pictures"));
  naming_->setToolTip(
      tr("{name} is the picture's name, {number} its position in the list; the extension is the "
         "picture's"));
  form->addRow(tr("Naming"), naming_);
  summary_->setAccessibleName(tr("Summary file"));
  summary_->setToolTip(tr("A file with all matches, in the output folder; empty for none"));
  form->addRow(tr("Summary (CSV)"), summary_);
  form->addRow(QString(), overwrite_);
  setNeedles({});
  setSettings({}, {});
}

void BatchForm::addFolderRow(QFormLayout& form) {
  folder_->setAccessibleName(tr("Output folder"));
  folder_->setToolTip(tr("The folder for the marked pictures; empty for none"));
  folder_->setPlaceholderText(tr("No marked pictures"));
  auto* choose = new QPushButton(tr("Choose..."));
  choose->setAccessibleName(tr("Choose the output folder"));
  choose->setAutoDefault(false);
  connect(choose, &QPushButton::clicked, this, &BatchForm::browse);
  auto* row = new QHBoxLayout;
  row->addWidget(folder_, 1);
  row->addWidget(choose);
  auto* label = new QLabel(tr("Output folder"));
  label->setBuddy(folder_);
  form.addRow(label, row);
}

void BatchForm::browse() {
  PathQuestion question;
  question.title = tr("Output folder");
  question.remembered = QStringLiteral("batch-output");
  question.folder = folder();
  askForPath(this, question, [this, word = question.remembered](const QString& chosen) {
    rememberFolder(word, chosen);
    setFolder(chosen);
  });
}

void BatchForm::setFolder(const QString& folder) {
  folder_->setText(QDir::toNativeSeparators(folder));
}

void BatchForm::suggestFolder(const QString& firstImage) {
  if (folder() != suggested_) return;
  suggested_ = QFileInfo(firstImage).absolutePath() + QStringLiteral("/marked");
  setFolder(suggested_);
}

void BatchForm::setNeedles(const std::vector<NeedleItem>& needles) {
  QStringList names;
  for (const NeedleItem& needle : needles) names.append(needle.name);
  needles_->setText(names.isEmpty() ? tr("none: add one to the tray")
                                    : names.join(QStringLiteral(", ")));
  // One colour for all needles: the first one's.
  colour_ = needles.empty() ? QColor(0, 0xc0, 0) : needles.front().colour;
}

void BatchForm::setSettings(const SearchSettings& search, const MarkSettings& marks) {
  search_ = search;
  marks_ = marks;
  const QString poses = posesText(search.pose);
  QString how = methodText(search);
  if (!poses.isEmpty()) how += QStringLiteral("; ") + poses;
  if (search.denoise > 0) {
    how += QStringLiteral("; ") +
           tr("denoised, strength %1").arg(QLocale().toString(search.denoise, 'g', 4));
  }
  options_->setText(tr("%1; %2; engine %3").arg(how, markText(marks), search.engine));
}

QString BatchForm::summaryPath() const {
  const QString summary = summary_->text().trimmed();
  const bool inFolder = !summary.isEmpty() && !QDir::isAbsolutePath(summary);
  return inFolder ? folder() + QLatin1Char('/') + summary : summary;
}

QString BatchForm::complaint() const {
  const QString summary = summary_->text().trimmed();
  if (folder().isEmpty() && !summary.isEmpty() && !QDir::isAbsolutePath(summary)) {
    return tr("%1: choose an output folder for the summary, or clear its name").arg(summary);
  }
  return {};
}

BatchJob BatchForm::job() const {
  BatchJob job;
  static_cast<FindOptions&>(job) = search_;
  job.engine = search_.engine.toStdString();
  job.mark = {marks_.style, marks_.thickness, colourOf(colour_)};
  job.outputFolder = pathOf(folder());
  job.naming = pathOf(naming_->text());
  job.summary = pathOf(summaryPath());
  job.overwrite = overwrite_->isChecked();
  return job;
}

}  // namespace espy::desktop
