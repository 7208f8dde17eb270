// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the fields of the form say, and which of them have an effect.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/motif_form.h"

namespace espy::desktop {
namespace {

constexpr const char* kTip = "tip";  // of a field, without a reason

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

bool MotifForm::asksForAll() const {
  return which_->currentData().toBool();
}

SignalSettings MotifForm::settings() const {
  SignalSettings settings;
  MotifOptions& options = settings.options;
  options.method = static_cast<MotifMethod>(method_->currentData().toInt());
  if (const int way = normalise_->currentData().toInt(); way != kAsUsual) {
    options.normalise = static_cast<MotifNormalise>(way);
  }
  options.open = isOpen();
  options.bandShare = band_->value() / 100;
  options.band = bandSamples_;
  options.stretch = {least_->value() / 100.0, most_->value() / 100.0, step_->value() / 100};
  const double distance = distance_->value();
  options.top = asksForAll() ? 0 : top_->value();
  options.maxDistance =
      asksForAll() || distance > 0 ? distance : std::numeric_limits<double>::infinity();
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
  choose(*normalise_, options.normalise ? numberOf(*options.normalise) : kAsUsual);
  band_->setValue(100 * options.bandShare);
  open_->setChecked(options.open);
  most_->setValue(most_->maximum());  // the shortest may be anything meanwhile
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

void MotifForm::askForAll(double distance) {
  quiet_ = true;
  which_->setCurrentIndex(1);
  // Rounded up, so that the one that was meant is among them.
  const double unit = std::pow(10, -distance_->decimals());
  distance_->setValue(std::ceil(distance / unit) * unit);
  quiet_ = false;
  tell();
}

void MotifForm::unfold(bool more) {
  fold_->setChecked(more);
  fold_->setArrowType(more ? Qt::DownArrow : Qt::RightArrow);
  more_->setVisible(more);
}

bool MotifForm::unfolded() const {
  return fold_->isChecked();
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

/// Says what is usual, so that nobody has to guess.
void MotifForm::nameUsual() {
  const auto method = static_cast<MotifMethod>(method_->currentData().toInt());
  const MotifNormalise usual = method == MotifMethod::sad ? MotifNormalise::none
                               : isOpen()                 ? MotifNormalise::global
                                                          : MotifNormalise::z;
  const QString name = normalise_->itemText(normalise_->findData(numberOf(usual)));
  normalise_->setItemText(0, tr("Usual: %1").arg(name));
}

void MotifForm::refreshMethod() {
  const bool dtw = method_->currentData().toInt() == numberOf(MotifMethod::dtw);
  const bool open = isOpen();
  const QString warped = dtw ? QString() : tr("Only a method that warps does this");
  const QString bounded = open ? tr("With \"Any length\" there is no such limit") : QString();
  allow(*open_, warped);
  allow(*band_, dtw ? bounded : warped);
  allow(*least_, bounded);
  allow(*most_, bounded);
  allow(*step_, open ? bounded
                : least_->value() == most_->value()
                    ? tr("Only where the shortest and the longest differ")
                    : QString());
  // No window is known before its ends are: its own mean cannot be taken.
  const auto* model = qobject_cast<const QStandardItemModel*>(normalise_->model());
  for (const MotifNormalise own : {MotifNormalise::z, MotifNormalise::mean}) {
    model->item(normalise_->findData(numberOf(own)))->setEnabled(!open);
    if (open && normalise_->currentData().toInt() == numberOf(own)) normalise_->setCurrentIndex(0);
  }
  nameUsual();
  allow(*top_, asksForAll() ? tr("All that are alike enough are told") : QString());
  distance_->setSpecialValueText(asksForAll() ? tr("0: identical") : tr("any"));
}

void MotifForm::refreshChannels() {
  const auto rule = static_cast<ChannelRule>(rule_->currentData().toInt());
  const bool one = lanes_ == 1;
  const bool every = everyLane_->isChecked();
  const QString single = one ? tr("The motif has one channel only") : QString();
  const QString open =
      isOpen() ? tr("With \"Any length\" all channels are warped together") : QString();
  const QString common = !one && rule != ChannelRule::assigned
                             ? tr("Only where each channel is compared by itself")
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
  const QString any = every ? tr("With \"In all channels\" each may be any of them") : QString();
  allow(*reach_, first({apart, any}));
  const QString together = rule == ChannelRule::together
                               ? tr("Channels that are warped together are all there")
                               : QString();
  const QString missing = first({single, open, together});
  allow(*missing_, missing);
  allow(*penalty_,
        first({apart, lag_->value() > 0 ? QString() : tr("Only where channels may be shifted")}));
  const bool switches = reach_->value() > 0 || every;
  allow(*elsewhere_,
        first({apart, switches ? QString() : tr("Only where channels may be switched")}));
  allow(*share_,
        first({missing,
               missing_->value() > 0 ? QString() : tr("Only where channels may be missing")}));
}

/// Nobody wonders why a search behaves oddly: what is folded away says that it was changed.
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

void MotifForm::tell() {
  if (quiet_) return;
  quiet_ = true;  // what follows from it is told once
  refresh();
  quiet_ = false;
  emit changed();
}

}  // namespace espy::desktop
