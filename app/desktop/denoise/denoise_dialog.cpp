// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "denoise/denoise_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "espy/engine/denoise.h"
#include "widgets/dialog_parts.h"
#include "widgets/plain_widgets.h"
#include "widgets/progress_row.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

constexpr int kSteps = 1000;  // of the slider

/// Strengths that the slider reaches, on a logarithmic scale.
struct Reach {
  double least;
  double most;
  int decimals;

  double strengthAt(int step) const {
    return least * std::pow(most / least, static_cast<double>(step) / kSteps);
  }
  int stepOf(double strength) const {
    return static_cast<int>(
        std::lround(kSteps * std::log(strength / least) / std::log(most / least)));
  }
};

Reach reachOf(DenoiseModel model) {
  return model == DenoiseModel::rof ? Reach{0.002, 2, 4} : Reach{0.3, 20, 2};
}

}  // namespace

DenoiseDialog::DenoiseDialog(const Registry& registry, QWidget* parent)
    : QDialog(parent),
      model_(new QComboBox),
      slider_(new QSlider(Qt::Horizontal)),
      strength_(new QDoubleSpinBox),
      estimate_(newButton(tr("&Estimate"), tr("The strength for the noise of this picture"))),
      preview_(new QCheckBox(tr("Pre&view"))),
      curtain_(new QCheckBox(tr("&Curtain"))),
      search_(new QCheckBox(tr("&Find in the denoised picture"))),
      status_(new StatusLabel),
      progress_(new ProgressRow(tr("Progress of denoising"), tr("Do not make the copy"))),
      work_(registry) {
  setWindowTitle(tr("Denoise"));
  addItem(*model_, tr("grain"), static_cast<int>(DenoiseModel::rof),
          tr("Gaussian noise, as of cameras in the dark: lowers contrast a little (ROF)"));
  addItem(*model_, tr("specks"), static_cast<int>(DenoiseModel::tvl1),
          tr("Outliers, such as salt and pepper: removes small details, keeps contrast (TV-L1)"));
  slider_->setRange(0, kSteps);
  slider_->setMinimumWidth(24 * fontMetrics().averageCharWidth());
  estimate_->setAutoDefault(false);
  preview_->setChecked(true);
  preview_->setToolTip(tr("Shows the denoised copy while the slider moves"));
  curtain_->setChecked(true);
  curtain_->setToolTip(tr("Before and after: a line in the picture that can be dragged"));
  search_->setToolTip(
      tr("Searches denoise the picture and the needles first; the picture that is shown stays"));
  makeRows();
  takeModel();
  connect(model_, &QComboBox::currentIndexChanged, this, [this] {
    takeModel();
    check();
  });
  connect(slider_, &QSlider::valueChanged, this, [this](int step) {
    chosen_ = true;
    const QSignalBlocker quiet(strength_);
    strength_->setValue(reachOf(model()).strengthAt(step));
    check();
  });
  connect(strength_, &QDoubleSpinBox::valueChanged, this, [this](double strength) {
    chosen_ = true;
    const QSignalBlocker quiet(slider_);
    slider_->setValue(reachOf(model()).stepOf(strength));
    check();
  });
  connect(estimate_, &QPushButton::clicked, this, [this] {
    chosen_ = false;
    takeModel();
    check();
  });
  connect(preview_, &QCheckBox::toggled, this, &DenoiseDialog::check);
  connect(curtain_, &QCheckBox::toggled, this, &DenoiseDialog::curtainWanted);
  connect(search_, &QCheckBox::toggled, this, &DenoiseDialog::tellSearch);
  connect(apply_, &QPushButton::clicked, this, &DenoiseDialog::apply);
  connect(progress_, &ProgressRow::stopClicked, this, &DenoiseDialog::stop);
  connect(&work_, &DenoisePreview::made, this, &DenoiseDialog::take);
  connect(&work_, &DenoisePreview::progressed, progress_, &ProgressRow::showPart);
  connect(&work_, &DenoisePreview::estimated, this, [this](double noise) {
    noise_ = noise;
    if (chosen_) return refresh();
    takeModel();
    check();
  });
  connect(&work_, &DenoisePreview::failed, this, [this](const QString& sentence) {
    applies_ = false;
    status_->say(sentence, StatusLabel::Tone::trouble);
    refresh();
  });
  connect(this, &QDialog::finished, this, [this] {
    work_.stop();
    emit previewed(nullptr);
    emit curtainWanted(false);
  });
  refresh();
}

void DenoiseDialog::makeRows() {
  auto* form = new QFormLayout;
  nameWidget(*model_, tr("&Noise"), tr("What is to be removed"));
  form->addRow(tr("&Noise"), model_);
  auto* row = new QHBoxLayout;
  row->addWidget(slider_, 1);
  row->addWidget(strength_);
  row->addWidget(estimate_);
  nameWidget(*slider_, tr("&Strength"), tr("More removes more"));
  nameWidget(*strength_, tr("Strength as a number"),
             tr("Grain: in units of the range from black to white; specks: in pixels"));
  form->addRow(tr("&Strength"), row);
  static_cast<QLabel*>(form->labelForField(row))->setBuddy(slider_);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(preview_);
  column->addWidget(curtain_);
  column->addWidget(search_);
  status_->setAccessibleName(tr("What is shown"));
  status_->setWordWrap(true);
  column->addWidget(status_);
  column->addWidget(progress_);
  apply_ = addDialogButtons(*this, *column, tr("&Denoise"),
                            tr("Replaces the picture by the denoised copy; undo restores it"));
}

DenoiseModel DenoiseDialog::model() const {
  return static_cast<DenoiseModel>(model_->currentData().toInt());
}

void DenoiseDialog::takeModel() {
  const Reach reach = reachOf(model());
  {
    const QSignalBlocker quiet(strength_);
    strength_->setDecimals(reach.decimals);
    strength_->setRange(reach.least, reach.most);
    strength_->setSingleStep(reach.least);
  }
  constexpr double kUsualNoise = 0.04;
  setStrength(strengthForNoise(model(), noise_.value_or(kUsualNoise)));
}

void DenoiseDialog::setStrength(double strength) {
  const QSignalBlocker quietNumber(strength_);
  const QSignalBlocker quietSlider(slider_);
  strength_->setValue(strength);
  slider_->setValue(reachOf(model()).stepOf(strength_->value()));
}

void DenoiseDialog::setPicture(PicturePtr picture) {
  const auto is = [&](const std::weak_ptr<const Picture>& copy) { return copy.lock() == picture; };
  if (work_.picture() == picture || (picture && std::any_of(made_.begin(), made_.end(), is)))
    return;
  made_.clear();
  copy_ = nullptr;
  noise_.reset();
  applies_ = false;
  status_->say({});
  emit previewed(nullptr);
  work_.setPicture(std::move(picture));
  if (chosen_) check();  // else once the noise is known
  refresh();
}

void DenoiseDialog::setSearch(double strength) {
  const QSignalBlocker quiet(search_);
  search_->setChecked(strength > 0);
  if (strength <= 0 || (model() == DenoiseModel::rof && strength_->value() == strength)) return;
  chosen_ = true;
  const QSignalBlocker quietModel(model_);
  model_->setCurrentIndex(model_->findData(static_cast<int>(DenoiseModel::rof)));
  takeModel();
  setStrength(strength);
  check();
}

void DenoiseDialog::check() {
  work_.stop();
  applies_ = false;
  copy_ = nullptr;
  tellSearch();
  if (work_.picture() && preview_->isChecked()) {
    progress_->start();
    emit curtainWanted(curtain_->isChecked());
    work_.request(model(), strength_->value(), true);  // until it is made, the one before is shown
  } else {
    status_->say({});
    emit previewed(nullptr);
  }
  refresh();
}

void DenoiseDialog::tellSearch() {
  // Searches know the model of grain only.
  const bool possible = model() == DenoiseModel::rof;
  search_->setEnabled(possible);
  emit searchWanted(possible && search_->isChecked() ? strength_->value() : 0);
}

void DenoiseDialog::refresh() {
  apply_->setEnabled(work_.picture() && !applies_);
  estimate_->setEnabled(noise_.has_value());
  if (!work_.running()) progress_->end();
}

void DenoiseDialog::apply() {
  if (!work_.picture()) return;
  if (copy_) {
    made_.push_back(copy_);
    emit denoised(copy_);
    return;
  }
  applies_ = true;
  if (!work_.running()) {
    progress_->start();
    work_.request(model(), strength_->value(), false);
  }
  refresh();
}

void DenoiseDialog::stop() {
  work_.stop();
  applies_ = false;
  status_->say(tr("Stopped."));
  refresh();
}

void DenoiseDialog::take(const DenoisedCopy& copy) {
  const QString time = tr("%1 ms").arg(QLocale().toString(copy.milliseconds, 'f', 0));
  if (copy.reduction > 1) {
    status_->say(tr("Shown at 1/%1 of the resolution, made in %2; all pixels follow.")
                     .arg(QString::number(copy.reduction), time));
    emit previewed(copy.picture);
    return;
  }
  copy_ = copy.picture;
  status_->say(tr("Shown with all pixels, made in %1.").arg(time));
  if (std::exchange(applies_, false)) {
    made_.push_back(copy_);
    emit denoised(copy_);
  } else if (preview_->isChecked()) {
    emit previewed(copy_);
  }
  refresh();
}

}  // namespace espy::desktop
