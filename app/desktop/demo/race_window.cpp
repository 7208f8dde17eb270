// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/race_window.h"

#include <QLabel>
#include <QProgressBar>
#include <QSettings>
#include <QVBoxLayout>

#include "demo/race_view.h"
#include "model/translated.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

/// Runs per engine. Fewer than in the timing view, and fewest for large pictures, where a run takes
/// seconds.
constexpr int kRuns = 5;
constexpr int kRunsOfLarge = 3;
constexpr std::int64_t kLarge = 10'000'000;  ///< pixels

/// Comparisons of samples that the reference may need before it is left out.
constexpr double kPatience = 2e9;

/// Whether the reference is fast enough to race. It compares every sample at every position; an
/// exact search stops at the first difference, mostly after a few samples.
bool canAffordReference(const TimingSubject& subject) {
  const Size scene = subject.scene->image.size();
  const double pixels = static_cast<double>(scene.width) * static_cast<double>(scene.height);
  double looks = 0;
  // The reference tests every pose of a range.
  if (subject.settings.pose.isAsked() && !subject.settings.pose.isWhole()) return false;
  for (const NeedleItem& needle : subject.needles) {
    const Size size = needle.picture->image.size();
    constexpr double kLooksOfExact = 8;
    looks += pixels * (subject.settings.scored() ? static_cast<double>(size.width * size.height) *
                                                       subject.scene->image.format().channels
                                                 : kLooksOfExact);
  }
  return looks <= kPatience;
}

const QString kReducedMotion = QStringLiteral("race/reducedMotion");

}  // namespace

RaceWindow::RaceWindow(const Registry& registry, QWidget* parent)
    : QDialog(parent), runner_(registry) {
  setWindowTitle(tr("Race"));
  // Not larger than the window, for small screens.
  const QWidget* window = parent != nullptr ? parent->window() : nullptr;
  resize(QSize(1000, 600).boundedTo(window != nullptr ? window->size() : QSize(800, 600)));
  about_ = new QLabel;
  about_->setAccessibleName(tr("What is raced"));
  about_->setWordWrap(true);
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the measurement"));
  progress_->hide();
  view_ = new RaceView;
  view_->setReducedMotion(QSettings().value(kReducedMotion, false).toBool());
  // Stored at once: reduced motion is a health setting.
  connect(view_, &RaceView::reducedMotionChanged, this,
          [](bool reduced) { QSettings().setValue(kReducedMotion, reduced); });
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(about_);
  layout->addWidget(progress_);
  layout->addWidget(view_, 1);

  connect(
      &runner_, &TimingRunner::progressed, this, [this](int done, int all, const QString& engine) {
        progress_->setRange(0, all);
        progress_->setValue(done);
        progress_->setFormat(engine.isEmpty() ? tr("measuring") : tr("measuring %1").arg(engine));
      });
  connect(&runner_, &TimingRunner::finished, this,
          [this](const TimingResultPtr& result) { begin(*result); });
}

void RaceWindow::run(PicturePtr scene, std::vector<NeedleItem> needles, SearchSettings settings,
                     MarkSettings marks, std::shared_ptr<const Marks> found) {
  found_ = std::move(found);
  TimingSubject subject{std::move(scene), std::move(needles), std::move(settings), marks};
  const bool reference = canAffordReference(subject);
  plainLeftOut_ = !reference;
  about_->setText(tr("Measuring %1").arg(sentenceOf(subject)) + plainSentence());
  view_->hide();
  progress_->setRange(0, 0);
  progress_->show();
  const Size size = subject.scene->image.size();
  const int runs = size.width * size.height > kLarge ? kRunsOfLarge : kRuns;
  runner_.start(std::move(subject), {runs, reference, false});
}

void RaceWindow::show(const TimingResultPtr& result, std::shared_ptr<const Marks> found) {
  found_ = std::move(found);
  plainLeftOut_ = false;
  begin(*result);
  QDialog::show();
}

QString RaceWindow::plainSentence() const {
  if (!plainLeftOut_) return {};
  return QLatin1Char('\n') + tr("The plain loop would take too long here, so it does not run.");
}

void RaceWindow::begin(const TimingResult& result) {
  QString about = sentenceOf(result.subject);
  if (!result.failure.isEmpty()) about = result.failure;
  for (const MeasuredEngine& engine : result.engines) {
    const QString name = QString::fromStdString(engine.engine);
    if (!engine.refusal.empty()) {
      about +=
          QLatin1Char('\n') + tr("%1 does not run here: %2").arg(name, translated(engine.refusal));
    } else if (!engine.identical) {
      about += QLatin1Char('\n') +
               tr("%1 found different matches, so it is excluded from the race").arg(name);
    }
  }
  about += plainSentence();
  about_->setText(about);
  progress_->hide();
  view_->show();
  view_->start(result.engines, result.subject.scene, found_);
}

}  // namespace espy::desktop
