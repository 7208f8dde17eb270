// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "options/options_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <vector>

namespace espy::desktop {
namespace {

constexpr int kRegion = -1;  ///< the choice of outlines around what matches cover together

int choiceOf(const MarkSettings& marks) {
  return marks.style == MarkStyle::outline && !marks.boxes ? kRegion
                                                           : static_cast<int>(marks.style);
}

template <class Widget>
QLabel* labelOf(const QString& label, const QString& tip, Widget* widget) {
  auto* text = new QLabel(label);
  text->setBuddy(widget);
  QString name = label;
  widget->setAccessibleName(name.remove(QLatin1Char('&')));
  widget->setToolTip(tip);
  return text;
}

template <class Widget>
Widget* addRow(QFormLayout& form, const QString& label, const QString& tip, Widget* widget) {
  form.addRow(labelOf(label, tip, widget), widget);
  return widget;
}

/// The label above the widget, which gets the whole width.
template <class Widget>
Widget* addWide(QFormLayout& form, const QString& label, const QString& tip, Widget* widget) {
  form.addRow(labelOf(label, tip, widget));
  form.addRow(widget);
  return widget;
}

QCheckBox* addCheck(QFormLayout& form, const QString& label, const QString& tip) {
  auto* box = new QCheckBox(label);
  box->setToolTip(tip);
  QString name = label;
  box->setAccessibleName(name.remove(QLatin1Char('&')));
  form.addRow(QString(), box);
  return box;
}

/// A box whose longest line does not widen the panel; the list that opens shows it whole.
QComboBox* narrowBox() {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(9);
  return box;
}

QSpinBox* spin(int least, int most) {
  auto* box = new QSpinBox;
  box->setRange(least, most);
  box->setKeyboardTracking(false);
  return box;
}

QDoubleSpinBox* fraction(double least, double most, double step, int digits) {
  auto* box = new QDoubleSpinBox;
  box->setDecimals(digits);
  box->setSingleStep(step);
  box->setRange(least, most);
  box->setKeyboardTracking(false);
  return box;
}

/// Gives the labels of both forms one width, so that their fields stand in one column.
void alignLabels(const QFormLayout& first, const QFormLayout& second) {
  std::vector<QWidget*> labels;
  int widest = 0;
  for (const QFormLayout* form : {&first, &second}) {
    for (int row = 0; row < form->rowCount(); ++row) {
      const QLayoutItem* item = form->itemAt(row, QFormLayout::LabelRole);
      if (item == nullptr || item->widget() == nullptr) continue;
      labels.push_back(item->widget());
      widest = std::max(widest, item->widget()->sizeHint().width());
    }
  }
  for (QWidget* label : labels) label->setMinimumWidth(widest);
}

}  // namespace

OptionsPanel::OptionsPanel(const Registry& registry, QWidget* parent) : QWidget(parent) {
  auto* search = new QGroupBox(tr("Search"), this);
  auto* marks = new QGroupBox(tr("Marks"), this);
  auto* searchForm = new QFormLayout(search);
  auto* markForm = new QFormLayout(marks);
  makeSearchRows(*searchForm, registry);
  makeMarkRows(*markForm);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  alignLabels(*searchForm, *markForm);
  column->addWidget(search);
  column->addWidget(marks);
  column->addStretch();

  for (QComboBox* box : {method_, engine_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &OptionsPanel::readSearch);
  }
  for (QSpinBox* box : {tolerance_, top_, threads_}) {
    connect(box, &QSpinBox::valueChanged, this, &OptionsPanel::readSearch);
  }
  for (QDoubleSpinBox* box : {minimum_, overlap_}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, &OptionsPanel::readSearch);
  }
  for (QCheckBox* box : {weighted_, across_}) {
    connect(box, &QCheckBox::toggled, this, &OptionsPanel::readSearch);
  }
  connect(style_, &QComboBox::currentIndexChanged, this, &OptionsPanel::readMarks);
  connect(thickness_, &QSpinBox::valueChanged, this, &OptionsPanel::readMarks);
  connect(numbers_, &QCheckBox::toggled, this, &OptionsPanel::readMarks);
  show({}, {});
}

void OptionsPanel::makeSearchRows(QFormLayout& form, const Registry& registry) {
  method_ = addWide(form, tr("&Method"), tr("How pictures are compared"), narrowBox());
  method_->addItem(tr("exact: every sample alike"));
  method_->addItem(tr("SAD: absolute differences"));
  method_->addItem(tr("SSD: squared differences"));
  method_->addItem(tr("ZNCC: correlation, any light"));
  tolerance_ =
      addRow(form, tr("To&lerance"), tr("A pixel matches if no channel differs by more than this"),
             spin(0, 65535));
  minimum_ = addRow(form, tr("Minimum &score"), tr("The least score of a match; 1 is identical"),
                    fraction(-1, 1, 0.01, 3));
  weighted_ = addCheck(form, tr("Alpha &weighs"),
                       tr("Alpha and mask say how much a pixel counts, not only whether it does"));
  top_ = addRow(form, tr("&Best only"), tr("Keep so many of the best matches"), spin(0, 1000000));
  top_->setSpecialValueText(tr("all"));
  overlap_ = addRow(form, tr("&Overlap"),
                    tr("Drop a match that overlaps a better one by more than this share"),
                    fraction(0, 1, 0.05, 2));
  across_ = addCheck(form, tr("of &all needles"), tr("Compare overlaps over all needles together"));
  engine_ = addRow(form, tr("En&gine"), tr("Who computes"), narrowBox());
  engine_->addItem(QStringLiteral("auto"));
  for (const std::string& name : registry.engineNames()) {
    engine_->addItem(QString::fromStdString(name));
  }
  threads_ = addRow(form, tr("Th&reads"), tr("Threads of the engine openmp"), spin(0, 1024));
  threads_->setSpecialValueText(tr("all"));
}

void OptionsPanel::makeMarkRows(QFormLayout& form) {
  style_ = addRow(form, tr("St&yle"), tr("What matches look like"), narrowBox());
  style_->setObjectName(QStringLiteral("markStyle"));
  style_->addItem(tr("box"), static_cast<int>(MarkStyle::outline));
  style_->setItemData(0, tr("Every match has a box of its own"), Qt::ToolTipRole);
  style_->addItem(tr("region"), kRegion);
  style_->setItemData(
      1, tr("An outline around what matches cover together, as in the exported picture"),
      Qt::ToolTipRole);
  style_->addItem(tr("white-out"), static_cast<int>(MarkStyle::whiteout));
  style_->addItem(tr("dim"), static_cast<int>(MarkStyle::dim));
  style_->addItem(tr("none"), static_cast<int>(MarkStyle::none));
  thickness_ =
      addRow(form, tr("Thick&ness"), tr("Of the outline, in pixels of the picture"), spin(1, 255));
  numbers_ = addCheck(form, tr("N&umbers"), tr("Number the matches in the picture"));
}

void OptionsPanel::show(const SearchSettings& search, const MarkSettings& marks) {
  search_ = search;
  marks_ = marks;
  showing_ = true;
  method_->setCurrentIndex(static_cast<int>(search.method));
  tolerance_->setValue(search.tolerance);
  minimum_->setValue(search.minScore);
  weighted_->setChecked(search.weighted);
  top_->setValue(static_cast<int>(search.select.top.value_or(0)));
  overlap_->setValue(search.select.overlap);
  across_->setChecked(search.select.across);
  engine_->setCurrentIndex(std::max(0, engine_->findText(search.engine)));
  threads_->setValue(search.threads);
  style_->setCurrentIndex(style_->findData(choiceOf(marks)));
  thickness_->setValue(marks.thickness);
  numbers_->setChecked(marks.numbers);
  showing_ = false;
  enable();
}

void OptionsPanel::enable() {
  tolerance_->setEnabled(!search_.scored());
  minimum_->setEnabled(search_.scored());
  weighted_->setEnabled(search_.scored() && search_.method != Method::zncc);
  thickness_->setEnabled(marks_.style == MarkStyle::outline);
}

void OptionsPanel::readSearch() {
  if (showing_) return;
  // The box lists the methods in their order.
  const auto method = static_cast<Method>(method_->currentIndex());
  const bool scored = method != Method::exact;
  if (scored != search_.scored()) {
    // What is usual with each: exact matches may overlap, alike ones crowd around one place.
    showing_ = true;
    overlap_->setValue(scored ? kScoredOverlap : SelectOptions().overlap);
    showing_ = false;
  }
  search_.method = method;
  search_.tolerance = tolerance_->value();
  search_.minScore = minimum_->value();
  search_.weighted = weighted_->isChecked() && scored && method != Method::zncc;
  search_.select.top.reset();
  if (top_->value() > 0) search_.select.top = static_cast<std::uint64_t>(top_->value());
  search_.select.overlap = overlap_->value();
  search_.select.across = across_->isChecked();
  search_.engine = engine_->currentText();
  search_.threads = threads_->value();
  enable();
  emit searchChanged(search_);
}

void OptionsPanel::readMarks() {
  if (showing_) return;
  const int choice = style_->currentData().toInt();
  marks_.boxes = choice != kRegion;
  marks_.style = choice == kRegion ? MarkStyle::outline : static_cast<MarkStyle>(choice);
  marks_.thickness = thickness_->value();
  marks_.numbers = numbers_->isChecked();
  enable();
  emit marksChanged(marks_);
}

}  // namespace espy::desktop
