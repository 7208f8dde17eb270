// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/motif_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {

namespace {

constexpr int kMostLag = 1000000;
constexpr int kMostTop = 100000;
constexpr int kMostChannels = 1000;
constexpr int kDigits = 7;         // significant digits of small numbers
constexpr int kLeastStretch = 10;  // percent
constexpr int kMostStretch = 1000;

QComboBox* comboBox(const QString& name, const QString& tip) {
  auto* box = new QComboBox;
  box->setAccessibleName(name);
  box->setToolTip(tip);
  // Long items are shown in full when opened; they must not widen the window.
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(8);
  return box;
}

QSpinBox* spinBox(const QString& name, const QString& tip, int least, int most) {
  auto* box = new QSpinBox;
  box->setAccessibleName(name);
  box->setToolTip(tip);
  box->setRange(least, most);
  box->setKeyboardTracking(false);
  return box;
}

/// Spin box for small and large numbers, without trailing zeros.
class NumberBox : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QString textFromValue(double value) const override {
    return locale().toString(value, 'g', kDigits);
  }
};

QDoubleSpinBox* prepared(QDoubleSpinBox* box, const QString& name, const QString& tip, double least,
                         double most, int decimals) {
  box->setAccessibleName(name);
  box->setToolTip(tip);
  box->setDecimals(decimals);
  box->setRange(least, most);
  box->setKeyboardTracking(false);
  return box;
}

QDoubleSpinBox* numberBox(const QString& name, const QString& tip, double least, double most) {
  return prepared(new NumberBox, name, tip, least, most, kDigits - 1);
}

QDoubleSpinBox* percentBox(const QString& name, const QString& tip, double most) {
  QDoubleSpinBox* box = prepared(new QDoubleSpinBox, name, tip, 0, most, 1);
  box->setSuffix(MotifForm::tr(" %"));
  return box;
}

}  // namespace

MotifForm::MotifForm(const std::vector<std::string>& engines, QWidget* parent) : QWidget(parent) {
  auto* form = newForm();
  addMethod(*form);
  addStretch(*form);
  addAnswers(*form);
  engine_ = comboBox(tr("Engine"), tr("Where to compute: on the CPU or on a GPU"));
  engine_->addItem(QStringLiteral("auto"));
  for (const std::string& name : engines) engine_->addItem(QString::fromStdString(name));
  auto* last = newForm();
  last->addRow(tr("Engine:"), engine_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addLayout(form);
  column->addWidget(makeChannels());
  column->addWidget(makeMore());
  column->addLayout(last);
  column->addStretch(1);
  connectFields();
  SignalSettings first;
  first.options.top = kUsualTop;
  setSettings(first);
}

void MotifForm::connectFields() {
  for (QComboBox* box : {method_, normalise_, which_, rule_, engine_}) {
    connect(box, &QComboBox::currentIndexChanged, this, &MotifForm::emitChanged);
  }
  // Keep least <= most.
  connect(least_, &QSpinBox::valueChanged, this,
          [this](int part) { most_->setValue(std::max(most_->value(), part)); });
  connect(most_, &QSpinBox::valueChanged, this,
          [this](int part) { least_->setValue(std::min(least_->value(), part)); });
  for (QSpinBox* box : {least_, most_, top_, lag_, reach_, missing_, apart_}) {
    connect(box, &QSpinBox::valueChanged, this, &MotifForm::emitChanged);
  }
  for (QDoubleSpinBox* box : {band_, distance_, step_, penalty_, elsewhere_, share_}) {
    connect(box, &QDoubleSpinBox::valueChanged, this, &MotifForm::emitChanged);
  }
  for (QCheckBox* box : {open_, everyLane_}) {
    connect(box, &QCheckBox::toggled, this, &MotifForm::emitChanged);
  }
}

QFormLayout* MotifForm::newForm() {
  auto* form = new QFormLayout;
  form->setContentsMargins(0, 0, 0, 0);
  form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  forms_.push_back(form);
  return form;
}

void MotifForm::addMethod(QFormLayout& form) {
  method_ = comboBox(tr("Method"), tr("How the motif is compared with the recording"));
  addItem(*method_, tr("Warped (DTW)"), numberOf(MotifMethod::dtw),
          tr("The match may be slower or faster in parts"));
  addItem(*method_, tr("Straight (Euclid)"), numberOf(MotifMethod::euclid),
          tr("Sample by sample, by the squares of their differences"));
  addItem(*method_, tr("Straight (SAD)"), numberOf(MotifMethod::sad),
          tr("Sample by sample, by their differences"));
  form.addRow(tr("Method:"), method_);
  normalise_ =
      comboBox(tr("Normalisation"), tr("How both are normalised before they are compared"));
  addItem(*normalise_, tr("Default"), kDefaultNormalise, tr("The default of the method"));
  addItem(*normalise_, tr("Shape"), numberOf(MotifNormalise::z), tr("Ignores level and amplitude"));
  addItem(*normalise_, tr("Shape, amplitude"), numberOf(MotifNormalise::mean),
          tr("Ignores the level"));
  addItem(*normalise_, tr("Scaled values"), numberOf(MotifNormalise::global),
          tr("Divided by the scale of the whole channel"));
  addItem(*normalise_, tr("Values"), numberOf(MotifNormalise::none), tr("Without normalisation"));
  form.addRow(tr("Normalisation:"), normalise_);
  band_ = percentBox(
      tr("Warping"),
      tr("Largest time shift between matched samples, as a share of the motif's length"), 100);
  form.addRow(tr("Warping:"), band_);
  open_ = new QCheckBox(tr("Any length"));
  open_->setToolTip(tr("The match may begin and end anywhere and have any length"));
  form.addRow(QString(), open_);
}

void MotifForm::addStretch(QFormLayout& form) {
  least_ =
      spinBox(tr("Shortest"), tr("The least length of a match, as a share of the motif's length"),
              kLeastStretch, kMostStretch);
  most_ =
      spinBox(tr("Longest"), tr("The greatest length of a match, as a share of the motif's length"),
              kLeastStretch, kMostStretch);
  for (QSpinBox* box : {least_, most_}) {
    box->setSuffix(tr(" %"));
    box->setSingleStep(5);
  }
  form.addRow(tr("Shortest:"), least_);
  form.addRow(tr("Longest:"), most_);
}

void MotifForm::addAnswers(QFormLayout& form) {
  which_ = comboBox(tr("Which matches"), tr("The best matches, or all up to a distance"));
  addItem(*which_, tr("The best"), false, tr("A fixed number of matches, whatever their distance"));
  addItem(*which_, tr("All similar"), true, tr("Every match up to the largest distance"));
  which_->setMinimumContentsLength(5);  // keeps both fields on one line
  top_ = spinBox(tr("Matches"), tr("The number of best matches to list"), 1, kMostTop);
  auto* both = new QHBoxLayout;
  both->addWidget(which_, 3);
  both->addWidget(top_, 2);
  form.addRow(tr("Matches:"), both);
  distance_ = numberBox(tr("Largest distance"),
                        tr("Matches with a larger distance are dropped; identical ones have "
                           "distance 0. The list shows the distance of each match"),
                        0, 1e12);
  form.addRow(tr("Largest distance:"), distance_);
}

QGroupBox* MotifForm::makeChannels() {
  channels_ = new QGroupBox(tr("Several channels"));
  auto* form = newForm();
  channels_->setLayout(form);
  rule_ = comboBox(tr("Channels"), tr("How the distances of the channels are combined"));
  rule_->addItem(tr("Each separately"), numberOf(ChannelRule::assigned));
  rule_->addItem(tr("Warped together"), numberOf(ChannelRule::together));
  rule_->addItem(tr("Mean of those that match best"), numberOf(ChannelRule::mean));
  form->addRow(tr("Channels:"), rule_);
  lag_ = spinBox(tr("Shifted"), tr("The most samples by which a channel may lie earlier or later"),
                 0, kMostLag);
  lag_->setSuffix(tr(" samples"));
  form->addRow(tr("Shifted:"), lag_);
  reach_ = spinBox(tr("Switched"),
                   tr("A channel may match another one that is up to this many channels away"), 0,
                   kMostChannels);
  form->addRow(tr("Switched:"), reach_);
  missing_ =
      spinBox(tr("Missing"), tr("The number of channels that may be missing"), 0, kMostChannels);
  form->addRow(tr("Missing:"), missing_);
  everyLane_ = new QCheckBox(tr("In all channels"));
  everyLane_->setToolTip(
      tr("Each channel of the motif may match any channel of the recording, not only its own"));
  form->addRow(everyLane_);
  return channels_;
}

/// The advanced options.
QWidget* MotifForm::makeMore() {
  auto* part = new QWidget;
  auto* column = new QVBoxLayout(part);
  column->setContentsMargins(0, 0, 0, 0);
  fold_ = new QToolButton;
  fold_->setCheckable(true);
  fold_->setAutoRaise(true);
  fold_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  fold_->setToolTip(tr("Shows options that are rarely changed"));
  more_ = new QWidget;
  auto* form = newForm();
  form->setContentsMargins(kGap, 0, kGap, kGap);
  more_->setLayout(form);
  addMore(*form);
  column->addWidget(fold_);
  column->addWidget(more_);
  connect(fold_, &QToolButton::toggled, this, &MotifForm::unfold);
  unfold(false);
  return part;
}

void MotifForm::addMore(QFormLayout& form) {
  apart_ = spinBox(tr("Exclusion zone"),
                   tr("Of matches that begin at most this many samples apart, only the best is "
                      "kept. 0: no exclusion"),
                   -1, kMostLag);
  apart_->setSpecialValueText(tr("a quarter"));
  apart_->setSuffix(tr(" samples"));
  form.addRow(tr("Exclusion zone:"), apart_);
  step_ = percentBox(tr("Step"),
                     tr("The step between the lengths that are tried, from the shortest to the "
                        "longest, as a share of the motif's length"),
                     100);
  step_->setSpecialValueText(tr("default"));
  form.addRow(tr("Step:"), step_);
  penalty_ = numberBox(tr("Cost of a shift"),
                       tr("The cost added for each sample that a channel lies earlier or later. 0: "
                          "a shift costs nothing"),
                       0, 1e9);
  form.addRow(tr("Cost of a shift:"), penalty_);
  elsewhere_ = numberBox(
      tr("Cost of a switch"),
      tr("The factor on the distance of a channel that is found in another one. 1: no cost"), 1,
      1000);
  elsewhere_->setSingleStep(0.25);
  elsewhere_->setPrefix(QStringLiteral("\u00d7 "));
  form.addRow(tr("Cost of a switch:"), elsewhere_);
  share_ =
      percentBox(tr("Missing above"),
                 tr("A channel is missing if it differs by more than this share of the difference "
                    "between the motif's channel and its own mean. In strong noise, use more"),
                 1000);
  share_->setSingleStep(5);
  form.addRow(tr("Missing above:"), share_);
}

namespace {

constexpr const char* kTip = "tip";  // property: the field's own tool tip

void choose(QComboBox& box, int value) {
  box.setCurrentIndex(std::max(0, box.findData(value)));
}

int wholeOf(std::int64_t number, const QSpinBox& box) {
  return static_cast<int>(std::clamp<std::int64_t>(number, box.minimum(), box.maximum()));
}

}  // namespace

bool MotifForm::isOpen() const {
  return method_->currentData().toInt() == numberOf(MotifMethod::dtw) && open_->isChecked();
}

bool MotifForm::requestsAll() const {
  return which_->currentData().toBool();
}

SignalSettings MotifForm::settings() const {
  SignalSettings settings;
  MotifOptions& options = settings.options;
  options.method = static_cast<MotifMethod>(method_->currentData().toInt());
  if (const int way = normalise_->currentData().toInt(); way != kDefaultNormalise) {
    options.normalise = static_cast<MotifNormalise>(way);
  }
  options.open = isOpen();
  options.bandShare = band_->value() / 100;
  options.band = bandSamples_;
  options.stretch = {least_->value() / 100.0, most_->value() / 100.0, step_->value() / 100};
  const double distance = distance_->value();
  options.top = requestsAll() ? 0 : top_->value();
  options.maxDistance =
      requestsAll() || distance > 0 ? distance : std::numeric_limits<double>::infinity();
  options.rule = static_cast<ChannelRule>(rule_->currentData().toInt());
  options.lag = lag_->value();
  options.reach = reach_->value() + 1;
  options.missing = missing_->value();
  if (apart_->value() >= 0) options.exclude = apart_->value();
  options.lagPenalty = penalty_->value();
  options.elsewhere = elsewhere_->value();
  options.missingShare = share_->value() / 100;
  settings.everyLane = everyLane_->isChecked();
  settings.engine = engine_->currentText();
  return settings;
}

void MotifForm::setSettings(const SignalSettings& settings) {
  quiet_ = true;
  const MotifOptions& options = settings.options;
  bandSamples_ = options.band;
  choose(*method_, numberOf(options.method));
  choose(*normalise_, options.normalise ? numberOf(*options.normalise) : kDefaultNormalise);
  band_->setValue(100 * options.bandShare);
  open_->setChecked(options.open);
  most_->setValue(most_->maximum());  // so that `least_` is not clamped to the old maximum
  least_->setValue(static_cast<int>(std::lround(100 * options.stretch.least)));
  most_->setValue(static_cast<int>(std::lround(100 * options.stretch.most)));
  step_->setValue(100 * options.stretch.step);
  const bool all = options.top == 0 && std::isfinite(options.maxDistance);
  which_->setCurrentIndex(all ? 1 : 0);
  if (!all) top_->setValue(wholeOf(options.top, *top_));
  distance_->setValue(std::isfinite(options.maxDistance) ? options.maxDistance : 0);
  choose(*rule_, numberOf(options.rule));
  lag_->setValue(wholeOf(options.lag, *lag_));
  reach_->setValue(wholeOf(options.reach - 1, *reach_));
  missing_->setValue(wholeOf(options.missing, *missing_));
  apart_->setValue(options.exclude ? wholeOf(*options.exclude, *apart_) : -1);
  penalty_->setValue(options.lagPenalty);
  elsewhere_->setValue(options.elsewhere);
  share_->setValue(100 * options.missingShare);
  everyLane_->setChecked(settings.everyLane);
  engine_->setCurrentIndex(std::max(0, engine_->findText(settings.engine)));
  refresh();
  quiet_ = false;
}

void MotifForm::setLanes(int motif, int most) {
  lanes_ = motif;
  channels_->setEnabled(most > 1);
  quiet_ = true;
  refresh();
  quiet_ = false;
}

void MotifForm::requestAllUpTo(double distance) {
  quiet_ = true;
  which_->setCurrentIndex(1);
  // Rounded up, so that the reference match itself is included.
  const double unit = std::pow(10, -distance_->decimals());
  distance_->setValue(std::ceil(distance / unit) * unit);
  quiet_ = false;
  emitChanged();
}

void MotifForm::unfold(bool more) {
  fold_->setChecked(more);
  fold_->setArrowType(more ? Qt::DownArrow : Qt::RightArrow);
  more_->setVisible(more);
}

void MotifForm::allow(QWidget& field, const QString& reason) {
  if (!field.property(kTip).isValid()) field.setProperty(kTip, field.toolTip());
  const QString tip = field.property(kTip).toString();
  field.setEnabled(reason.isEmpty());
  field.setToolTip(reason.isEmpty() ? tip
                                    : tr("%1.\n%2", "a tip, and why it is grey").arg(tip, reason));
  field.setAccessibleDescription(reason);
  for (const QFormLayout* form : forms_) {
    if (QWidget* label = form->labelForField(&field)) label->setEnabled(reason.isEmpty());
  }
}

/// Names the default of the normalisation in its menu.
void MotifForm::nameDefault() {
  const auto method = static_cast<MotifMethod>(method_->currentData().toInt());
  const MotifNormalise usual = method == MotifMethod::sad ? MotifNormalise::none
                               : isOpen()                 ? MotifNormalise::global
                                                          : MotifNormalise::z;
  const QString name = normalise_->itemText(normalise_->findData(numberOf(usual)));
  normalise_->setItemText(0, tr("Default: %1").arg(name));
}

void MotifForm::refreshMethod() {
  const bool dtw = method_->currentData().toInt() == numberOf(MotifMethod::dtw);
  const bool open = isOpen();
  const QString warped = dtw ? QString() : tr("Only for a method that warps");
  const QString bounded = open ? tr("\"Any length\" has no such limit") : QString();
  allow(*open_, warped);
  allow(*band_, dtw ? bounded : warped);
  allow(*least_, bounded);
  allow(*most_, bounded);
  allow(*step_, open ? bounded
                : least_->value() == most_->value()
                    ? tr("Only if the shortest and the longest length differ")
                    : QString());
  // In an open search, window ends are not known in advance, so window statistics are not
  // available.
  const auto* model = qobject_cast<const QStandardItemModel*>(normalise_->model());
  for (const MotifNormalise own : {MotifNormalise::z, MotifNormalise::mean}) {
    model->item(normalise_->findData(numberOf(own)))->setEnabled(!open);
    if (open && normalise_->currentData().toInt() == numberOf(own)) normalise_->setCurrentIndex(0);
  }
  nameDefault();
  allow(*top_, requestsAll() ? tr("All matches up to the largest distance are listed") : QString());
  distance_->setSpecialValueText(requestsAll() ? tr("0: identical") : tr("any"));
}

void MotifForm::refreshChannels() {
  const auto rule = static_cast<ChannelRule>(rule_->currentData().toInt());
  const bool one = lanes_ == 1;
  const bool every = everyLane_->isChecked();
  const QString single = one ? tr("The motif has one channel only") : QString();
  const QString open =
      isOpen() ? tr("With \"Any length\" all channels are warped together") : QString();
  const QString common = !one && rule != ChannelRule::assigned
                             ? tr("Only if each channel is compared separately")
                             : QString();
  const auto first = [](std::initializer_list<QString> reasons) {
    for (const QString& reason : reasons) {
      if (!reason.isEmpty()) return reason;
    }
    return QString();
  };
  allow(*rule_, first({single, open}));
  const QString apart = first({single, open, common});
  allow(*lag_, apart);
  allow(*everyLane_, first({open, common}));
  const QString any =
      every ? tr("With \"In all channels\", each may match any of them") : QString();
  allow(*reach_, first({apart, any}));
  const QString together = rule == ChannelRule::together
                               ? tr("Channels that are warped together cannot be missing")
                               : QString();
  const QString missing = first({single, open, together});
  allow(*missing_, missing);
  allow(*penalty_,
        first({apart, lag_->value() > 0 ? QString() : tr("Only if channels may be shifted")}));
  const bool switches = reach_->value() > 0 || every;
  allow(*elsewhere_, first({apart, switches ? QString() : tr("Only if channels may be switched")}));
  allow(*share_, first({missing, missing_->value() > 0 ? QString()
                                                       : tr("Only if channels may be missing")}));
}

/// The fold button shows the number of changed options that it hides.
void MotifForm::countMore() {
  const MotifOptions now = settings().options;
  const MotifOptions usual;
  const int others = static_cast<int>(now.exclude.has_value()) +
                     static_cast<int>(now.stretch.step != usual.stretch.step) +
                     static_cast<int>(now.lagPenalty != usual.lagPenalty) +
                     static_cast<int>(now.elsewhere != usual.elsewhere) +
                     static_cast<int>(now.missingShare != usual.missingShare);
  fold_->setText(others == 0 ? tr("More options") : tr("More options (changed: %1)").arg(others));
}

void MotifForm::refresh() {
  refreshMethod();
  refreshChannels();
  countMore();
}

void MotifForm::emitChanged() {
  if (quiet_) return;
  quiet_ = true;  // emit changed() once for all dependent changes
  refresh();
  quiet_ = false;
  emit changed();
}

}  // namespace espy::desktop
