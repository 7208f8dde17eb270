// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "options/options_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSlider>
#include <QSpinBox>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <vector>

#include "options/pose_form.h"
#include "widgets/chosen_style.h"
#include "widgets/mnemonic.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr double kPercent = 100;
const QString kTitle = QStringLiteral("details");  ///< name of a section's button
constexpr int kRegion = -1;  ///< combo box value: outline the union of matches

int choiceOf(const MarkSettings& marks) {
  return marks.style == MarkStyle::outline && !marks.boxes ? kRegion
                                                           : static_cast<int>(marks.style);
}

/// The defaults of Identical, or of Similar; the minimum score, set elsewhere, stays.
SearchSettings defaultsFor(const SearchSettings& search) {
  SearchSettings usual;
  usual.automatic = search.automatic;
  usual.minScore = search.method == Method::outline ? kUsualMinimum : search.minScore;
  if (!search.scored()) return usual;
  usual.method = Method::zncc;
  usual.select.overlap = kScoredOverlap;
  return usual;
}

/// Whether pixels can be weighted by transparency.
bool canWeigh(Method method) {
  return method == Method::sad || method == Method::ssd;
}

template <class Widget>
QLabel* labelOf(const QString& label, const QString& tip, Widget* widget) {
  auto* text = new QLabel(label);
  text->setBuddy(widget);
  widget->setAccessibleName(withoutMnemonic(label));
  widget->setToolTip(tip);
  return text;
}

template <class Widget>
Widget* addRow(QFormLayout& form, const QString& label, const QString& tip, Widget* widget) {
  form.addRow(labelOf(label, tip, widget), widget);
  return widget;
}

/// Check box that elides its text in a narrow panel; the tool tip has more detail.
class ShrinkingCheckBox : public QCheckBox {
 public:
  explicit ShrinkingCheckBox(const QString& text) : QCheckBox(text) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  }
  QSize minimumSizeHint() const override {
    constexpr int kLetters = 12;
    return {fontMetrics().averageCharWidth() * kLetters, QCheckBox::minimumSizeHint().height()};
  }

 protected:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStyleOptionButton option;
    initStyleOption(&option);
    const int room = style()->subElementRect(QStyle::SE_CheckBoxContents, &option, this).width();
    option.text = fontMetrics().elidedText(option.text, Qt::ElideRight, room, Qt::TextShowMnemonic);
    QStylePainter(this).drawControl(QStyle::CE_CheckBox, option);
  }
};

QCheckBox* addCheck(QFormLayout& form, const QString& label, const QString& tip) {
  auto* box = new ShrinkingCheckBox(label);
  box->setToolTip(tip);
  box->setAccessibleName(withoutMnemonic(label));
  form.addRow(box);  // spans both columns: the panel may be narrow
  return box;
}

/// Combo box whose longest item does not widen the panel; the popup shows items in full.
QComboBox* narrowBox() {
  auto* box = new QComboBox;
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(6);
  return box;
}

/// Lets a widget shrink with the panel.
template <class Box>
Box* narrow(Box* box) {
  box->setMinimumWidth(box->fontMetrics().averageCharWidth() * 9);
  return box;
}

QSpinBox* spin(int least, int most) {
  auto* box = narrow(new QSpinBox);
  box->setRange(least, most);
  box->setKeyboardTracking(false);
  return box;
}

QDoubleSpinBox* fraction(double least, double most, double step, int digits) {
  auto* box = narrow(new QDoubleSpinBox);
  box->setDecimals(digits);
  box->setSingleStep(step);
  box->setRange(least, most);
  box->setKeyboardTracking(false);
  return box;
}

/// Aligns the fields of several forms by a common label width.
void alignLabels(std::initializer_list<const QFormLayout*> forms) {
  std::vector<QWidget*> labels;
  int widest = 0;
  for (const QFormLayout* form : forms) {
    for (int row = 0; row < form->rowCount(); ++row) {
      const QLayoutItem* item = form->itemAt(row, QFormLayout::LabelRole);
      if (item == nullptr || item->widget() == nullptr) continue;
      labels.push_back(item->widget());
      widest = std::max(widest, item->widget()->sizeHint().width());
    }
  }
  for (QWidget* label : labels) label->setMinimumWidth(widest);
}

/// Collapsible section: a button that shows and hides the form below it.
QWidget* folded(const QString& title, QFormLayout* form) {
  auto* whole = new QWidget;
  auto* column = new QVBoxLayout(whole);
  column->setContentsMargins({});
  column->setSpacing(0);
  auto* line = new QToolButton;
  line->setObjectName(kTitle);
  line->setText(title);
  line->setAccessibleName(title);
  line->setCheckable(true);
  line->setAutoRaise(true);
  line->setArrowType(Qt::RightArrow);
  line->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  line->setFocusPolicy(Qt::TabFocus);
  auto* inside = new QWidget;
  form->setContentsMargins(0, kGap, 0, kGap);
  inside->setLayout(form);
  inside->hide();
  QObject::connect(line, &QToolButton::toggled, inside, [line, inside](bool open) {
    line->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    inside->setVisible(open);
  });
  column->addWidget(line);
  column->addWidget(inside);
  return whole;
}

QToolButton* largeButton(const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(text);
  button->setAccessibleDescription(tip);
  button->setCheckable(true);
  button->setAutoExclusive(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  button->setMinimumHeight(button->fontMetrics().height() * 2);
  QFont font = button->font();
  font.setBold(true);
  button->setFont(font);
  button->setStyleSheet(chosenStyle(3) +
                        QStringLiteral("QToolButton { border-color: palette(mid); }"));
  return button;
}

}  // namespace

OptionsPanel::OptionsPanel(const Registry& registry, QWidget* parent) : QWidget(parent) {
  searchForm_ = new QFormLayout;
  markForm_ = new QFormLayout;
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kGap, kGap, kGap, 0);
  column->setSpacing(0);
  makeChoice(*column);
  makeSearchRows(*searchForm_, registry);
  makeMarkRows(*markForm_);
  alignLabels({searchForm_, markForm_});
  QWidget* search = folded(tr("How to search"), searchForm_);
  QWidget* marks = folded(tr("How matches look"), markForm_);
  searchTitle_ = search->findChild<QToolButton*>(kTitle);
  markTitle_ = marks->findChild<QToolButton*>(kTitle);
  column->addWidget(search);
  column->addWidget(marks);
  makeReset(*column);
  column->addStretch();

  for (QComboBox* box : {method_, engine_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &OptionsPanel::readSearch);
  }
  for (QSpinBox* box : {tolerance_, top_, threads_}) {
    connect(box, &QSpinBox::valueChanged, this, &OptionsPanel::readSearch);
  }
  for (QDoubleSpinBox* box : {overlap_, visible_}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, &OptionsPanel::readSearch);
  }
  for (QCheckBox* box : {weighted_, across_, mirrored_}) {
    connect(box, &QCheckBox::toggled, this, &OptionsPanel::readSearch);
  }
  connect(style_, &QComboBox::currentIndexChanged, this, &OptionsPanel::readMarks);
  connect(thickness_, &QSpinBox::valueChanged, this, &OptionsPanel::readMarks);
  connect(numbers_, &QCheckBox::toggled, this, &OptionsPanel::readMarks);
  show({}, {});
}

void OptionsPanel::makeChoice(QVBoxLayout& column) {
  automatic_ = largeButton(
      tr("Auto"), tr("Looks for identical, similar, turned, resized and mirrored matches"));
  identical_ = largeButton(tr("Identical"), tr("Finds exact copies: every pixel is the same"));
  similar_ = largeButton(tr("Similar"), tr("Finds what looks similar, with a score"));
  meaning_ = new QLabel;
  meaning_->setWordWrap(true);
  meaning_->setContentsMargins(0, kGap, 0, kGap);
  auto* row = new QHBoxLayout;
  row->setSpacing(0);
  row->addWidget(automatic_);
  row->addWidget(identical_);
  row->addWidget(similar_);
  column.addLayout(row);
  column.addWidget(meaning_);
  poses_ = new PoseForm;
  column.addWidget(poses_);
  connect(poses_, &PoseForm::changed, this, [this](const PoseOptions& pose) {
    search_.pose = pose;
    search_.automatic = false;
    show(search_, marks_);
    emit searchChanged(search_);
  });
  connect(automatic_, &QToolButton::clicked, this, &OptionsPanel::chooseAutomatic);
  connect(identical_, &QToolButton::clicked, this, [this] { choose(Method::exact); });
  connect(similar_, &QToolButton::clicked, this,
          [this] { choose(static_cast<Method>(method_->currentData().toInt())); });
}

void OptionsPanel::makeSearchRows(QFormLayout& form, const Registry& registry) {
  method_ = addRow(form, tr("Com&pare by"), tr("How similar pictures are compared"), narrowBox());
  method_->addItem(tr("correlation, in any light (ZNCC)"), static_cast<int>(Method::zncc));
  method_->addItem(tr("differences (SAD)"), static_cast<int>(Method::sad));
  method_->addItem(tr("squared differences (SSD)"), static_cast<int>(Method::ssd));
  method_->addItem(tr("outline, which may bend"), static_cast<int>(Method::outline));
  makeOutlineRows(form);
  tolerance_ = addRow(form, tr("To&lerance"),
                      tr("The largest difference in a channel for a pixel to count as the same"),
                      spin(0, 65535));
  weighted_ =
      addCheck(form, tr("Weight by &transparency"), tr("Half-transparent pixels count half"));
  top_ = addRow(form, tr("&Best only"), tr("The number of best matches to keep"), spin(0, 1000000));
  top_->setSpecialValueText(tr("all"));
  overlap_ = addRow(form, tr("&Overlap"),
                    tr("Drop a match that overlaps a better one by more than this share"),
                    fraction(0, 1, 0.05, 2));
  across_ = addCheck(form, tr("Between &different needles too"),
                     tr("A match may also be dropped for a better one of another needle"));
  visible_ = addRow(
      form, tr("&At the border"),
      tr("Similar matches may extend beyond the picture's border if this share of them is inside"),
      fraction(1, 100, 10, 1));
  visible_->setSuffix(tr(" % inside"));
  engine_ =
      addRow(form, tr("En&gine"), tr("Where to compute: on the CPU or on a GPU"), narrowBox());
  engine_->addItem(QStringLiteral("auto"));
  for (const std::string& name : registry.engineNames()) {
    engine_->addItem(QString::fromStdString(name));
  }
  threads_ = addRow(form, tr("Th&reads"),
                    tr("The number of threads of the engines threads and openmp"), spin(0, 1024));
  threads_->setSpecialValueText(tr("all"));
}

void OptionsPanel::makeOutlineRows(QFormLayout& form) {
  constexpr int kRestMilliseconds = 150;
  bend_ = new QSlider(Qt::Horizontal);
  bend_->setRange(1, static_cast<int>(kPercent));
  bend_->setMinimumWidth(bend_->fontMetrics().averageCharWidth() * 8);
  bendText_ = new QLabel;
  bendText_->setMinimumWidth(bendText_->fontMetrics().horizontalAdvance(QStringLiteral("0.00")));
  bendRow_ = new QWidget;
  auto* row = new QHBoxLayout(bendRow_);
  row->setContentsMargins({});
  row->addWidget(bend_, 1);
  row->addWidget(bendText_);
  form.addRow(labelOf(tr("B&end"), tr("How much the outline may be bent; more finds more"), bend_),
              bendRow_);
  mirrored_ = addCheck(form, tr("Also m&irrored"), tr("Also finds the outline's mirror image"));
  bendRest_.setSingleShot(true);
  bendRest_.setInterval(kRestMilliseconds);
  connect(&bendRest_, &QTimer::timeout, this, &OptionsPanel::readSearch);
  connect(bend_, &QSlider::valueChanged, this, [this](int value) {
    bendText_->setText(QLocale().toString(value / kPercent, 'f', 2));
    if (!showing_) bendRest_.start();
  });
}

void OptionsPanel::makeMarkRows(QFormLayout& form) {
  style_ = addRow(form, tr("St&yle"), tr("What matches look like"), narrowBox());
  style_->setObjectName(QStringLiteral("markStyle"));
  addItem(*style_, tr("box"), static_cast<int>(MarkStyle::outline),
          tr("Each match has its own box"));
  addItem(*style_, tr("region"), kRegion,
          tr("One outline around the area of all matches, as in the exported picture"));
  style_->addItem(tr("white-out"), static_cast<int>(MarkStyle::whiteout));
  style_->addItem(tr("dim"), static_cast<int>(MarkStyle::dim));
  style_->addItem(tr("lighten"), static_cast<int>(MarkStyle::lighten));
  style_->addItem(tr("none"), static_cast<int>(MarkStyle::none));
  thickness_ = addRow(form, tr("Thick&ness"),
                      tr("Thickness of the outline, in pixels of the picture"), spin(1, 255));
  numbers_ = addCheck(form, tr("N&umbers"), tr("Number the matches in the picture"));
}

void OptionsPanel::makeReset(QVBoxLayout& column) {
  reset_ = new QToolButton;
  reset_->setText(tr("Reset"));
  reset_->setAccessibleName(tr("Reset the options"));
  reset_->setToolTip(tr("Returns to the defaults; what differs from them is bold"));
  reset_->setAutoRaise(true);
  reset_->setFocusPolicy(Qt::TabFocus);
  connect(reset_, &QToolButton::clicked, this, &OptionsPanel::reset);
  column.addWidget(reset_, 0, Qt::AlignRight);
}

void OptionsPanel::reset() {
  const SearchSettings search = defaultsFor(search_);
  MarkSettings marks;
  marks.pass = marks_.pass;
  show(search, marks);
  emit searchChanged(search_);
  emit marksChanged(marks);
}

void OptionsPanel::markChanged() {
  const SearchSettings usual = defaultsFor(search_);
  const MarkSettings marks;
  const auto mark = [](QWidget* widget, bool differs) {
    QFont font = widget->font();
    font.setBold(differs);
    widget->setFont(font);
    widget->setAccessibleDescription(differs ? tr("differs from the default") : QString());
  };
  const auto markRow = [&](QFormLayout& form, QWidget* field, bool differs) {
    QWidget* label = form.labelForField(field);
    mark(label == nullptr ? field : label, differs);
    return differs;
  };
  bool search = markRow(*searchForm_, method_, search_.method != usual.method);
  search |= markRow(*searchForm_, bendRow_, search_.bend != usual.bend);
  search |= markRow(*searchForm_, tolerance_, search_.tolerance != usual.tolerance);
  search |= markRow(*searchForm_, weighted_, search_.weighted != usual.weighted);
  search |= markRow(*searchForm_, top_, search_.select.top != usual.select.top);
  search |= markRow(*searchForm_, overlap_, search_.select.overlap != usual.select.overlap);
  search |= markRow(*searchForm_, across_, search_.select.across != usual.select.across);
  search |= markRow(*searchForm_, visible_, search_.pose.visible != usual.pose.visible);
  search |= markRow(*searchForm_, engine_, search_.engine != usual.engine);
  search |= markRow(*searchForm_, threads_, search_.threads != usual.threads);
  bool look = markRow(*markForm_, style_, choiceOf(marks_) != choiceOf(marks));
  look |= markRow(*markForm_, thickness_, marks_.thickness != marks.thickness);
  look |= markRow(*markForm_, numbers_, marks_.numbers != marks.numbers);
  mark(searchTitle_, search);
  mark(markTitle_, look);
  reset_->setVisible(search || look || search_.pose != usual.pose);
}

void OptionsPanel::show(const SearchSettings& search, const MarkSettings& marks) {
  search_ = search;
  marks_ = marks;
  showing_ = true;
  (search.automatic ? automatic_ : search.scored() ? similar_ : identical_)->setChecked(true);
  if (search.scored()) {
    method_->setCurrentIndex(method_->findData(static_cast<int>(search.method)));
  }
  poses_->show(search.method, search.pose);
  bend_->setValue(static_cast<int>(std::lround(search.bend * kPercent)));
  bendShown_ = bend_->value();
  mirrored_->setChecked(search.pose.flip);
  tolerance_->setValue(search.tolerance);
  weighted_->setChecked(search.weighted);
  top_->setValue(static_cast<int>(search.select.top.value_or(0)));
  overlap_->setValue(search.select.overlap);
  across_->setChecked(search.select.across);
  visible_->setValue(search.pose.visible * kPercent);
  visibleShown_ = visible_->value();
  // One of several GPUs is listed once it was chosen, since listing them starts the driver.
  if (engine_->findText(search.engine) < 0) engine_->addItem(search.engine);
  engine_->setCurrentIndex(engine_->findText(search.engine));
  threads_->setValue(search.threads);
  style_->setCurrentIndex(style_->findData(choiceOf(marks)));
  thickness_->setValue(marks.thickness);
  numbers_->setChecked(marks.numbers);
  showing_ = false;
  enable();
}

void OptionsPanel::setAutomaticOffered(bool offered) {
  automatic_->setVisible(offered);
}

void OptionsPanel::enable() {
  const bool outline = search_.method == Method::outline;
  QString meaning =
      search_.automatic
          ? tr("Shows the first kind that is found; choose another above the picture.")
      : outline          ? tr("The same shape, which may be bent or partly hidden, in any colour.")
      : search_.scored() ? tr("Looks similar; each match has a score up to 1.")
      : search_.tolerance > 0
          ? tr("The same pixels, with a tolerance of %1.").arg(search_.tolerance)
          : tr("Every pixel the same.");
  if (search_.denoise > 0) {
    meaning += QLatin1Char(' ') + tr("Picture and needles are denoised first, strength %1.")
                                      .arg(QLocale().toString(search_.denoise, 'g', 4));
  }
  meaning_->setText(meaning);
  // Fields without effect are not shown.
  poses_->setVisible(!search_.automatic && !outline);
  const auto setApplies = [](QFormLayout& form, QWidget* field, bool applies) {
    field->setEnabled(applies);
    form.setRowVisible(field, applies);
  };
  setApplies(*searchForm_, method_, search_.scored());
  setApplies(*searchForm_, tolerance_, !search_.scored());
  setApplies(*searchForm_, bendRow_, outline);
  setApplies(*searchForm_, mirrored_, outline);
  setApplies(*searchForm_, visible_, search_.scored() && !outline);
  setApplies(*searchForm_, weighted_, canWeigh(search_.method));
  setApplies(*markForm_, thickness_, marks_.style == MarkStyle::outline);
  markChanged();
}

void OptionsPanel::setMethod(Method method) {
  const bool outline = method == Method::outline;
  if (outline != (search_.method == Method::outline)) {
    search_.minScore = outline ? kOutlineScore : kUsualMinimum;
  }
  search_.method = method;
}

void OptionsPanel::choose(Method method) {
  const bool scored = method != Method::exact;
  if (scored != search_.scored()) {
    // Default overlap of the method: identical matches may overlap, similar ones cluster at one
    // position.
    search_.select.overlap = scored ? kScoredOverlap : SelectOptions().overlap;
  }
  search_.automatic = false;
  setMethod(method);
  search_.pose = posesFor(method, search_.pose);
  search_.weighted = search_.weighted && canWeigh(method);
  show(search_, marks_);
  emit searchChanged(search_);
}

void OptionsPanel::chooseAutomatic() {
  search_.automatic = true;
  show(search_, marks_);
  emit searchChanged(search_);
}

void OptionsPanel::readSearch() {
  if (showing_) return;
  if (search_.scored()) {
    const auto method = static_cast<Method>(method_->currentData().toInt());
    search_.automatic = search_.automatic && method == search_.method;
    setMethod(method);
  }
  search_.pose = posesFor(search_.method, search_.pose);
  if (search_.method == Method::outline) {
    search_.pose.flip = mirrored_->isChecked();
    if (bend_->value() != bendShown_) search_.bend = bend_->value() / kPercent;
    bendShown_ = bend_->value();
  }
  // Do not round the project's value to the field's digits unless the user changed it.
  if (search_.scored() && search_.method != Method::outline && visible_->value() != visibleShown_) {
    visibleShown_ = visible_->value();
    search_.pose.visible = visibleShown_ / kPercent;
  }
  search_.tolerance = tolerance_->value();
  search_.weighted = weighted_->isChecked() && canWeigh(search_.method);
  search_.select.top.reset();
  if (top_->value() > 0) search_.select.top = static_cast<std::uint64_t>(top_->value());
  search_.select.overlap = overlap_->value();
  search_.select.across = across_->isChecked();
  search_.engine = engine_->currentText();
  search_.threads = threads_->value();
  poses_->show(search_.method, search_.pose);
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
