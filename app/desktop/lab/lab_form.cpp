// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_form.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "model/paths.h"
#include "model/translated.h"
#include "widgets/spacing.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct LabSweepWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::LabSweep)
};

QString troubleOf(const LabParameter& parameter, const QString& value) {
  if (!parameter.choices.empty()) {
    const bool known = std::find(parameter.choices.begin(), parameter.choices.end(),
                                 value.toStdString()) != parameter.choices.end();
    if (known) return {};
    QStringList choices;
    for (const std::string& choice : parameter.choices) choices += QString::fromStdString(choice);
    return LabSweepWords::tr("“%1” is not one of these: %2.")
        .arg(value, choices.join(QStringLiteral(", ")));
  }
  bool whole = false;
  const qlonglong number = value.toLongLong(&whole);
  if (!whole) return LabSweepWords::tr("“%1” is not a whole number.").arg(value);
  if (number >= parameter.least && number <= parameter.most) return {};
  return LabSweepWords::tr("%1 is not between %2 and %3.")
      .arg(value)
      .arg(parameter.least)
      .arg(parameter.most);
}

}  // namespace

QStringList sweepValues(const QString& text) {
  static const QRegularExpression kBetween(QStringLiteral("[\\s,;，；、]+"));
  return text.split(kBetween, Qt::SkipEmptyParts);
}

QString sweepTrouble(const LabParameter& parameter, const QString& text) {
  const QStringList values = sweepValues(text);
  for (const QString& value : values) {
    if (QString trouble = troubleOf(parameter, value); !trouble.isEmpty()) return trouble;
  }
  if (values.size() < 2) return LabSweepWords::tr("A sweep needs at least two values.");
  return {};
}

void remember(const LabChoice& choice, QSettings& settings) {
  settings.beginGroup(QStringLiteral("lab"));
  settings.remove(QString());
  settings.setValue(QStringLiteral("experiment"), choice.experiment);
  settings.setValue(QStringLiteral("runs"), choice.runs);
  settings.setValue(QStringLiteral("figure"), choice.figure);
  settings.setValue(QStringLiteral("logParameter"), choice.logParameter);
  settings.setValue(QStringLiteral("logFigure"), choice.logFigure);
  for (const auto& [experiment, set] : choice.settings) {
    settings.beginGroup(QStringLiteral("of-") + experiment);
    settings.setValue(QStringLiteral("swept"), set.swept);
    settings.setValue(QStringLiteral("sweep"), set.sweep);
    for (const auto& [name, value] : set.values) {
      settings.setValue(QStringLiteral("values/") + name, value);
    }
    settings.endGroup();
  }
  settings.endGroup();
}

LabChoice recalledChoice(QSettings& settings) {
  LabChoice choice;
  settings.beginGroup(QStringLiteral("lab"));
  choice.experiment = settings.value(QStringLiteral("experiment")).toString();
  choice.runs = settings.value(QStringLiteral("runs"), choice.runs).toInt();
  choice.figure = settings.value(QStringLiteral("figure")).toInt();
  choice.logParameter = settings.value(QStringLiteral("logParameter")).toBool();
  choice.logFigure = settings.value(QStringLiteral("logFigure")).toBool();
  for (const QString& group : settings.childGroups()) {
    if (!group.startsWith(QLatin1String("of-"))) continue;
    settings.beginGroup(group);
    LabSettings set;
    set.swept = settings.value(QStringLiteral("swept")).toString();
    // QSettings may return a value with commas as a list.
    set.sweep = settings.value(QStringLiteral("sweep")).toStringList().join(QStringLiteral(", "));
    settings.beginGroup(QStringLiteral("values"));
    for (const QString& name : settings.childKeys()) {
      set.values[name] = settings.value(name).toString();
    }
    settings.endGroup();
    settings.endGroup();
    choice.settings[group.mid(3)] = set;
  }
  settings.endGroup();
  return choice;
}

namespace {

int boxValue(std::int64_t value) {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(value, -kMost, kMost));
}

QLabel* quietLabel(const QString& text) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setForegroundRole(QPalette::PlaceholderText);
  return label;
}

}  // namespace

QWidget* LabForm::Field::widget() const {
  if (number != nullptr) return number;
  return choice;
}

QString LabForm::Field::text() const {
  return number != nullptr ? QString::number(number->value()) : choice->currentText();
}

void LabForm::Field::setText(const QString& text) const {
  if (choice != nullptr) {
    if (const int at = choice->findText(text); at >= 0) choice->setCurrentIndex(at);
    return;
  }
  bool whole = false;
  const int value = text.toInt(&whole);
  if (whole && value >= number->minimum() && value <= number->maximum()) number->setValue(value);
}

LabForm::LabForm(const LabExperiment& experiment, QWidget* parent)
    : QWidget(parent), experiment_(experiment) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setColumnStretch(1, 1);
  int row = 0;
  for (const LabParameter& parameter : experiment_.parameters) {
    row = addField(*grid, row, parameter);
  }
  addSweep(*grid, row);
  refresh();
}

int LabForm::addField(QGridLayout& grid, int row, const LabParameter& parameter) {
  const QString about = translated(parameter.about);
  Field field;
  QString tip = about;
  if (parameter.choices.empty()) {
    field.number = new QSpinBox;
    field.number->setRange(boxValue(parameter.least), boxValue(parameter.most));
    field.number->setGroupSeparatorShown(true);
    field.number->setKeyboardTracking(true);
    tip = tr("%1; %L2 to %L3").arg(about).arg(parameter.least).arg(parameter.most);
    connect(field.number, &QSpinBox::valueChanged, this, &LabForm::changed);
  } else {
    field.choice = new QComboBox;
    for (const std::string& choice : parameter.choices) field.choice->addItem(textOf(choice));
    connect(field.choice, &QComboBox::currentIndexChanged, this, &LabForm::changed);
  }
  field.setText(textOf(parameter.value));
  QWidget* widget = field.widget();
  widget->setObjectName(textOf(parameter.name));
  widget->setAccessibleName(tr("Parameter %1").arg(textOf(parameter.name)));
  widget->setAccessibleDescription(tip);
  widget->setToolTip(tip);
  auto* label = new QLabel(textOf(parameter.name));
  label->setBuddy(widget);
  label->setToolTip(tip);
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  column->addWidget(widget);
  column->addWidget(quietLabel(about));
  label->setMinimumHeight(widget->sizeHint().height());  // aligns with the field
  grid.addWidget(label, row, 0, Qt::AlignTop);
  grid.addLayout(column, row, 1);
  fields_.push_back(field);
  return row + 1;
}

void LabForm::addSweep(QGridLayout& grid, int row) {
  sweep_ = new QComboBox;
  sweep_->setAccessibleName(tr("Parameter that is swept"));
  sweep_->setToolTip(tr("Runs the experiment once for each of several values of this parameter"));
  sweep_->addItem(tr("nothing"));
  for (const LabParameter& parameter : experiment_.parameters) {
    if (!parameter.sweep.empty()) sweep_->addItem(textOf(parameter.name), textOf(parameter.name));
  }
  auto* label = new QLabel(tr("S&weep:"));
  label->setBuddy(sweep_);
  grid.setRowMinimumHeight(row, kGap);
  grid.addWidget(label, row + 1, 0);
  grid.addWidget(sweep_, row + 1, 1);
  values_ = new QLineEdit;
  values_->setAccessibleName(tr("Values of the sweep"));
  values_->setPlaceholderText(tr("values, separated by commas"));
  grid.addWidget(values_, row + 2, 0, 1, 2);
  trouble_ = new QLabel;
  trouble_->setAccessibleName(tr("Error in the sweep"));
  trouble_->setWordWrap(true);
  QFont bold = trouble_->font();
  bold.setBold(true);
  trouble_->setFont(bold);
  grid.addWidget(trouble_, row + 3, 0, 1, 2);
  connect(sweep_, &QComboBox::currentIndexChanged, this, &LabForm::offerValues);
  connect(values_, &QLineEdit::textChanged, this, &LabForm::refresh);
}

const LabParameter* LabForm::swept() const {
  const QString name = sweep_->currentData().toString();
  for (const LabParameter& parameter : experiment_.parameters) {
    if (!name.isEmpty() && textOf(parameter.name) == name) return &parameter;
  }
  return nullptr;
}

void LabForm::offerValues() {
  QStringList values;
  if (const LabParameter* parameter = swept()) {
    for (const std::string& value : parameter->sweep) values += textOf(value);
  }
  values_->setText(values.join(QStringLiteral(", ")));
  refresh();
}

void LabForm::refresh() {
  const LabParameter* parameter = swept();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    fields_[i].widget()->setEnabled(&experiment_.parameters[i] != parameter);
  }
  values_->setVisible(parameter != nullptr);
  trouble_->setText(trouble());
  trouble_->setVisible(!trouble_->text().isEmpty());
  emit changed();
}

QString LabForm::trouble() const {
  const LabParameter* parameter = swept();
  return parameter == nullptr ? QString() : sweepTrouble(*parameter, values_->text());
}

LabSettings LabForm::settings() const {
  LabSettings settings;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    settings.values[textOf(experiment_.parameters[i].name)] = fields_[i].text();
  }
  settings.swept = sweep_->currentData().toString();
  if (!settings.swept.isEmpty()) settings.sweep = values_->text();
  return settings;
}

void LabForm::setSettings(const LabSettings& settings) {
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const auto found = settings.values.find(textOf(experiment_.parameters[i].name));
    if (found != settings.values.end()) fields_[i].setText(found->second);
  }
  const int at = settings.swept.isEmpty() ? 0 : sweep_->findData(settings.swept);
  sweep_->setCurrentIndex(std::max(at, 0));
  if (at > 0) values_->setText(settings.sweep);
  refresh();
}

std::vector<std::pair<std::string, std::string>> LabForm::request() const {
  std::vector<std::pair<std::string, std::string>> request;
  const LabParameter* parameter = swept();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const LabParameter& one = experiment_.parameters[i];
    const QString value =
        &one == parameter ? sweepValues(values_->text()).join(QLatin1Char(',')) : fields_[i].text();
    request.emplace_back(one.name, value.toStdString());
  }
  return request;
}

}  // namespace espy::desktop
