// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "options/pose_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QScopedValueRollback>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "espy/error.h"
#include "model/translated.h"
#include "widgets/mnemonic.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

constexpr int kDigits = 4;

/// Spin box that shows no trailing zeros, so that three fit side by side.
class NumberField : public QDoubleSpinBox {
 public:
  NumberField() {
    setDecimals(kDigits);
    setButtonSymbols(NoButtons);  // the arrow keys step
    setKeyboardTracking(false);
  }
  QString textFromValue(double value) const override { return locale().toString(value, 'g', 7); }
  QSize minimumSizeHint() const override {
    const int text = fontMetrics().horizontalAdvance(QStringLiteral("-359.9"));
    return {text + 2 * fontMetrics().averageCharWidth(),
            QDoubleSpinBox::minimumSizeHint().height()};
  }
  QSize sizeHint() const override { return minimumSizeHint(); }
};

QCheckBox* check(const QString& text, const QString& tip) {
  auto* box = new QCheckBox(text);
  box->setAccessibleName(withoutMnemonic(text));
  box->setToolTip(tip);
  return box;
}

}  // namespace

PoseForm::PoseForm(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins({});
  makeChoice();
  makeOwn();
  column->addLayout(row_);
  column->addWidget(own_);
  show(Method::exact, {});
}

void PoseForm::makeChoice() {
  choice_ = new QComboBox;
  choice_->setObjectName(QStringLiteral("poses"));
  choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  choice_->setMinimumContentsLength(1);  // the layout makes it wider
  const auto add = [this](PoseChoice choice, const QString& text, const QString& tip) {
    choice_->addItem(text, static_cast<int>(choice));
    choice_->setItemData(choice_->count() - 1, tip, Qt::ToolTipRole);
  };
  add(PoseChoice::off, tr("As drawn"),
      tr("Only at the needle's own angle and size, which is fastest"));
  add(PoseChoice::symmetries, tr("Quarter turns and mirrored"),
      tr("Also turned by 90, 180 and 270 degrees, and mirrored"));
  add(PoseChoice::angles, tr("Any angle"), tr("Turned by any angle"));
  add(PoseChoice::anglesAndSizes, tr("Any angle and size"),
      tr("Turned by any angle, at half to twice the size"));
  add(PoseChoice::own, tr("Custom"), tr("Ranges and steps of angles and sizes"));
  const QString text = tr("Angles and si&zes");
  title_ = new QLabel(text);
  title_->setBuddy(choice_);
  choice_->setAccessibleName(withoutMnemonic(text));
  choice_->setToolTip(tr("Angles and sizes at which needles are searched"));
  row_ = new QFormLayout;
  row_->setContentsMargins({});
  row_->setRowWrapPolicy(QFormLayout::WrapLongRows);  // no choice is cut off
  row_->addRow(title_, choice_);
  connect(choice_, &QComboBox::currentIndexChanged, this, &PoseForm::choose);
}

PoseForm::Fields PoseForm::addRange(QGridLayout& grid, int row, const QString& label,
                                    const QString& tip, const std::array<QString, 3>& names,
                                    double least, double most) {
  auto* text = new QLabel(label);
  grid.addWidget(text, row, 0);
  Fields fields{};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    auto* field = new NumberField;
    if (i < 2) {
      field->setRange(least, most);
    } else {
      field->setRange(0, most);
      field->setSpecialValueText(tr("auto"));
    }
    field->setAccessibleName(names[i]);
    field->setToolTip(i < 2 ? tip : tr("auto: as fine as the needle requires"));
    grid.addWidget(field, row, static_cast<int>(i) + 1);
    connect(field, &QDoubleSpinBox::valueChanged, this, &PoseForm::read);
    fields[i] = field;
  }
  text->setBuddy(fields[0]);
  return fields;
}

void PoseForm::makeOwn() {
  own_ = new QWidget;
  auto* rows = new QVBoxLayout(own_);
  rows->setContentsMargins({});
  ranges_ = new QWidget;
  auto* grid = new QGridLayout(ranges_);
  grid->setContentsMargins({});
  grid->setHorizontalSpacing(0);  // four columns in the least width of the panel
  rows->addWidget(ranges_);
  int column = 0;
  for (const QString& title : {tr("from"), tr("to"), tr("step")}) {
    grid->addWidget(new QLabel(title), 0, ++column);
    grid->setColumnStretch(column, 1);
  }
  constexpr double kMostAngle = 360;
  constexpr double kLeastScale = 0.01;
  constexpr double kMostScale = 100;
  angle_ =
      addRange(*grid, 1, tr("Angle"), tr("In degrees, counter-clockwise"),
               {tr("Angles from"), tr("Angles to"), tr("Step of angles")}, -kMostAngle, kMostAngle);
  scale_ =
      addRange(*grid, 2, tr("Size"), tr("Relative to the needle's size: 2 is twice as large"),
               {tr("Sizes from"), tr("Sizes to"), tr("Step of sizes")}, kLeastScale, kMostScale);
  for (QDoubleSpinBox* field : {scale_[0], scale_[1], scale_[2]}) field->setSingleStep(0.1);
  quarterTurns_ = check(tr("Quarter turns, too"), tr("Also turned by 90, 180 and 270 degrees"));
  flip_ = check(tr("Mirrored, too"), tr("Also mirrored left to right"));
  inverted_ = check(tr("Inverted, too"), tr("Also with inverted contrast: for correlation (ZNCC)"));
  complete_ =
      check(tr("Try every pose"), tr("Misses nothing but takes longer. Otherwise the search goes "
                                     "from coarse to fine and may miss matches near the minimum"));
  trouble_ = new StatusLabel;
  trouble_->setAccessibleName(tr("Error in these ranges"));
  for (QCheckBox* box : {quarterTurns_, flip_, inverted_, complete_}) {
    rows->addWidget(box);
    connect(box, &QCheckBox::toggled, this, &PoseForm::read);
  }
  rows->addWidget(trouble_);
}

bool PoseForm::isOwn() const {
  return choice_->currentData().toInt() == static_cast<int>(PoseChoice::own);
}

void PoseForm::show(Method method, const PoseOptions& pose) {
  const QScopedValueRollback guard(showing_, true);
  // Keep the choice "own" while its ranges equal those of another choice.
  PoseOptions before = pose_;
  before.visible = pose.visible;  // set in the options panel
  const bool stays = isOwn() && pose == before;
  method_ = method;
  pose_ = pose;
  if (!stays) choice_->setCurrentIndex(choice_->findData(static_cast<int>(choiceOf(pose))));
  const auto fill = [](const Fields& fields, const PoseRange& range) {
    fields[0]->setValue(range.first);
    fields[1]->setValue(range.last);
    fields[2]->setValue(range.step);
  };
  fill(angle_, pose.angle);
  fill(scale_, pose.scale);
  quarterTurns_->setChecked(pose.quarterTurns);
  flip_->setChecked(pose.flip);
  inverted_->setChecked(pose.polarity == Polarity::any);
  complete_->setChecked(pose.search == PoseSearch::complete);
  trouble_->say({});
  enable();
}

void PoseForm::enable() {
  const bool exact = method_ == Method::exact;
  const QString why = tr("Identical pixels allow only quarter turns; choose Similar for this");
  auto* list = qobject_cast<QListView*>(choice_->view());
  auto& items = dynamic_cast<QStandardItemModel&>(*choice_->model());
  for (int i = 0; i < choice_->count(); ++i) {
    const auto choice = static_cast<PoseChoice>(choice_->itemData(i).toInt());
    items.item(i)->setEnabled(allows(method_, choice));
    if (list != nullptr) list->setRowHidden(i, !allows(method_, choice));
  }
  choice_->setToolTip(exact ? why : tr("Angles and sizes at which needles are searched"));
  own_->setVisible(isOwn());
  for (const Fields& fields : {angle_, scale_}) {
    for (QDoubleSpinBox* field : fields) {
      field->setEnabled(!exact);
      field->setAccessibleDescription(exact ? why : QString());
    }
  }
  complete_->setEnabled(!exact);
  inverted_->setEnabled(method_ == Method::zncc);
  // Fields without effect are not shown.
  ranges_->setVisible(!exact);
  complete_->setVisible(!exact);
  inverted_->setVisible(method_ == Method::zncc);
  PoseOptions inside = pose_;
  inside.visible = PoseOptions().visible;
  QFont font = title_->font();
  font.setBold(inside != PoseOptions());
  title_->setFont(font);
}

void PoseForm::choose() {
  if (showing_) return;
  if (isOwn()) {  // start from the current ranges
    show(method_, pose_);
    return;
  }
  const double visible = pose_.visible;  // set in the options panel
  pose_ = posesOf(static_cast<PoseChoice>(choice_->currentData().toInt()));
  pose_.visible = visible;
  show(method_, pose_);
  emit changed(pose_);
}

void PoseForm::read() {
  if (showing_) return;
  PoseOptions pose;
  pose.visible = pose_.visible;
  const auto rangeOf = [](const Fields& fields) {
    return PoseRange{fields[0]->value(), fields[1]->value(), fields[2]->value()};
  };
  pose.angle = rangeOf(angle_);
  pose.scale = rangeOf(scale_);
  pose.quarterTurns = quarterTurns_->isChecked();
  pose.flip = flip_->isChecked();
  pose.search = complete_->isChecked() ? PoseSearch::complete : PoseSearch::fast;
  pose.polarity = inverted_->isChecked() ? Polarity::any : Polarity::same;
  try {
    checkPoses(method_, pose);
  } catch (const Error& error) {
    trouble_->say(translated(error), StatusLabel::Tone::trouble);
    return;
  }
  trouble_->say({});
  pose_ = pose;
  emit changed(pose_);
}

}  // namespace espy::desktop
