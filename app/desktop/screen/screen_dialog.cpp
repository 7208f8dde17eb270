// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "screen/screen_dialog.h"

#include <QCheckBox>
#include <QColor>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "espy/error.h"
#include "model/translated.h"
#include "widgets/dialog_parts.h"
#include "widgets/plain_widgets.h"
#include "widgets/progress_row.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

constexpr const char* kEngine = "threads";

/// Pixels with kFlagInside; others are 0. Eight at a time, because the preview waits for it.
std::int64_t insideIn(const ImageView& flags) {
  static_assert(std::has_single_bit(kFlagInside));
  std::int64_t count = 0;
  for (std::int64_t y = 0; y < flags.height(); ++y) {
    const std::uint8_t* row = flags.row(y);
    std::int64_t x = 0;
    for (std::uint64_t eight = 0; x + 8 <= flags.width(); x += 8) {
      std::memcpy(&eight, row + x, sizeof eight);
      count += std::popcount(eight);
    }
    count += std::count(row + x, row + flags.width(), kFlagInside);
  }
  return count;
}

Screened screenedBy(const Registry& registry, const Picture& picture, const Screening& conditions,
                    MarkStyle style, const Control& control) {
  const Image flags = screened(registry, kEngine, picture.image, conditions, control.forPart(0, 2));
  Screened made;
  made.kept = insideIn(flags.view());
  const MarkOptions marks{style, 1, MarkOptions().colour};
  auto copy = std::make_shared<Picture>();
  copy->image = markedCopy(registry, kEngine, picture.image, flags, marks, control.forPart(1, 2));
  copy->name = ScreenDialog::tr("%1, screened").arg(picture.name);
  made.picture = std::move(copy);
  return made;
}

}  // namespace

ScreenDialog::ScreenDialog(const Registry& registry, QWidget* parent)
    : QDialog(parent),
      registry_(registry),
      colours_(new QLineEdit),
      pick_(newButton(tr("&Pick"), tr("Click on pixels in the picture to keep their colour"))),
      tolerance_(new QSpinBox),
      where_(new QLineEdit),
      edges_(new QSpinBox),
      style_(new QComboBox),
      preview_(new QCheckBox(tr("Pre&view"))),
      status_(new StatusLabel),
      progress_(new ProgressRow(tr("Progress of screening"), tr("Do not make the copy"))) {
  setWindowTitle(tr("Screen by colour"));
  pick_->setCheckable(true);
  pick_->setAutoDefault(false);
  tolerance_->setRange(0, 65535);
  edges_->setRange(0, kMostEdge);
  edges_->setSpecialValueText(tr("off"));
  where_->setPlaceholderText(QStringLiteral("r > 2 * g && y < 100"));
  where_->setMinimumWidth(36 * fontMetrics().averageCharWidth());
  colours_->setPlaceholderText(QStringLiteral("#c00000"));
  style_->addItem(tr("white-out"), static_cast<int>(MarkStyle::whiteout));
  style_->addItem(tr("outline"), static_cast<int>(MarkStyle::outline));
  style_->addItem(tr("dim"), static_cast<int>(MarkStyle::dim));
  style_->addItem(tr("lighten"), static_cast<int>(MarkStyle::lighten));
  preview_->setChecked(true);
  preview_->setToolTip(tr("Shows the marked copy while the conditions change"));
  makeRows();
  connect(pick_, &QPushButton::toggled, this, &ScreenDialog::pickingChanged);
  connect(colours_, &QLineEdit::textChanged, this, &ScreenDialog::check);
  connect(where_, &QLineEdit::textChanged, this, &ScreenDialog::check);
  connect(tolerance_, &QSpinBox::valueChanged, this, &ScreenDialog::check);
  connect(edges_, &QSpinBox::valueChanged, this, &ScreenDialog::check);
  connect(style_, &QComboBox::currentIndexChanged, this, &ScreenDialog::check);
  connect(preview_, &QCheckBox::toggled, this, &ScreenDialog::check);
  connect(apply_, &QPushButton::clicked, this, &ScreenDialog::apply);
  connect(progress_, &ProgressRow::stopClicked, this, &ScreenDialog::stop);
  connect(this, &QDialog::finished, this, [this] {
    pick_->setChecked(false);
    job_.forget();
    emit previewed(nullptr);
  });
  refresh();
}

void ScreenDialog::makeRows() {
  auto* form = new QFormLayout;
  const auto add = [&](const QString& text, const QString& tip, QWidget* widget) {
    nameWidget(*widget, text, tip);
    form->addRow(text, widget);
  };
  auto* row = new QHBoxLayout;
  row->addWidget(colours_);
  row->addWidget(pick_);
  nameWidget(*colours_, tr("C&olours"), tr("Keep pixels of these colours, as #rrggbb; empty: any"));
  form->addRow(tr("C&olours"), row);
  static_cast<QLabel*>(form->labelForField(row))->setBuddy(colours_);
  add(tr("&Tolerance"), tr("Largest difference from a colour, in each channel"), tolerance_);
  add(tr("&Where"),
      tr("Keep pixels where this is not 0: r g b a, grey, h s v l, x y width height; + - * /, "
         "comparisons, && || !, abs min max"),
      where_);
  add(tr("&Edges from"), tr("Keep pixels whose gradient is at least this long"), edges_);
  add(tr("The &rest"), tr("How the other pixels are marked"), style_);
  auto* column = new QVBoxLayout(this);
  column->addLayout(form);
  column->addWidget(preview_);
  status_->setAccessibleName(tr("Result of screening"));
  status_->setWordWrap(true);
  column->addWidget(status_);
  column->addWidget(progress_);
  apply_ = addDialogButtons(*this, *column, tr("&Screen"),
                            tr("Replaces the picture by a marked copy; undo restores it"));
}

void ScreenDialog::setPicture(PicturePtr picture) {
  const auto is = [&](const std::weak_ptr<const Picture>& copy) { return copy.lock() == picture; };
  if (picture_ == picture || (picture && std::any_of(made_.begin(), made_.end(), is))) return;
  made_.clear();
  picture_ = std::move(picture);
  check();
}

void ScreenDialog::addColour(QColor colour) {
  const QString text = colours_->text().trimmed();
  colours_->setText(text.isEmpty() ? colour.name() : text + QLatin1Char(' ') + colour.name());
}

std::optional<Screening> ScreenDialog::conditions() {
  static const QRegularExpression separators(QStringLiteral("[\\s,;]+"));
  static const QRegularExpression hexadecimal(QStringLiteral("^#[0-9a-fA-F]{6}$"));
  Screening conditions;
  conditions.tolerance = tolerance_->value();
  for (const QString& text : colours_->text().split(separators, Qt::SkipEmptyParts)) {
    if (!hexadecimal.match(text).hasMatch()) {
      status_->say(tr("%1 is no colour as #rrggbb.").arg(text), StatusLabel::Tone::trouble);
      return std::nullopt;
    }
    const QColor colour(text);
    const auto part = [](int value) { return static_cast<std::uint8_t>(value); };
    conditions.keep.push_back({part(colour.red()), part(colour.green()), part(colour.blue())});
  }
  if (!where_->text().trimmed().isEmpty()) conditions.where = where_->text().toStdString();
  if (edges_->value() > 0) conditions.edges = edges_->value();
  try {
    checkScreening(conditions);
  } catch (const Error& error) {
    const bool nothing = conditions.keep.empty() && !conditions.where && !conditions.edges;
    status_->say(nothing ? QString() : translated(error), StatusLabel::Tone::trouble);
    return std::nullopt;
  }
  return conditions;
}

void ScreenDialog::check() {
  job_.forget();
  applies_ = false;
  copy_ = {};
  status_->say({});
  const std::optional<Screening> asked = conditions();
  if (asked && picture_ && preview_->isChecked()) {
    make(*asked);  // until it is made, the one before is shown
  } else {
    emit previewed(nullptr);
  }
  refresh();
}

void ScreenDialog::refresh() {
  apply_->setEnabled(conditions().has_value() && picture_ && !applies_);
  if (!job_.running()) progress_->end();
}

void ScreenDialog::apply() {
  const std::optional<Screening> asked = conditions();
  if (!asked || !picture_) return;
  if (copy_.picture) return commit();
  applies_ = true;
  if (!job_.running()) make(*asked);
  refresh();
}

void ScreenDialog::make(const Screening& conditions) {
  const auto style = static_cast<MarkStyle>(style_->currentData().toInt());
  progress_->start();
  const auto progressed = [this](double part) { progress_->showPart(part); };
  job_.start(
      [this, picture = picture_, conditions, style, progressed](const Job::Handle& handle) {
        return screenedBy(registry_, *picture, conditions, style, handle.control(0, progressed));
      },
      [this](const Outcome<Screened>& outcome) { take(outcome); });
}

void ScreenDialog::stop() {
  job_.forget();
  applies_ = false;
  status_->say(tr("Stopped."));
  refresh();
}

void ScreenDialog::take(const Outcome<Screened>& outcome) {
  const bool applies = std::exchange(applies_, false);
  if (!outcome.value) {
    status_->say(outcome.failure.sentence, StatusLabel::Tone::trouble);
    return refresh();
  }
  copy_ = *outcome.value;
  const QLocale locale;
  status_->say(tr("Kept %1 of %2 pixels.")
                   .arg(locale.toString(static_cast<qlonglong>(copy_.kept)),
                        locale.toString(static_cast<qlonglong>(picture_->image.size().pixels()))));
  if (applies) {
    commit();
  } else {
    emit previewed(copy_.picture);
  }
  refresh();
}

void ScreenDialog::commit() {
  made_.push_back(copy_.picture);
  emit screened(copy_.picture);
}

}  // namespace espy::desktop
