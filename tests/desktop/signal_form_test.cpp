// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The motif form: displayed settings, and which fields are enabled.
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "desktop/signal_stage.h"

namespace espy::desktop {
namespace {

class SignalFormTest : public SignalTestBase {
  Q_OBJECT

 private slots:
  void everyOptionHasAField();
  void seldomOnesAreFolded();
  void whatHasNoEffectIsGreyWithItsReason();
  void channelsMatterOnlyToSeveral();
  void theUsualIsNamed();
  void openEndsKeepNoOwnMean();
  void theShortestIsNotLonger();
  void allWithinADistanceAreFound();
  void asAlikeAsThisOne();
  void nothingFoundShowsWhatToDo();
  void channelsAreFoundInAnyLane();
  void theExclusionCounts();

 private:
  template <class Field>
  Field& field(const char* name) const {
    for (Field* one : view_->form().findChildren<Field*>()) {
      if (one->accessibleName() == QLatin1String(name)) return *one;
    }
    qFatal("no field %s", name);
  }
  QCheckBox& box(const char* text) const {
    for (QCheckBox* one : view_->form().findChildren<QCheckBox*>()) {
      if (one->text() == QLatin1String(text)) return *one;
    }
    qFatal("no box %s", text);
  }
  bool grey(const QWidget& one) const {
    return !one.isEnabled() && one.toolTip().contains(QLatin1Char('\n'));
  }
};

void SignalFormTest::everyOptionHasAField() {
  SignalSettings settings;
  MotifOptions& options = settings.options;
  options.top = 0;
  options.maxDistance = 0.000125;
  options.exclude = 0;
  options.stretch = {0.9, 1.1, 0.1};
  options.lagPenalty = 0.0025;
  options.elsewhere = 1.5;
  options.missingShare = 0.55;
  view_->setSettings(settings);
  const MotifOptions read = view_->settings().options;
  QCOMPARE(read.top, std::int64_t{0});
  QCOMPARE(read.maxDistance, 0.000125);
  QVERIFY(read.exclude == std::int64_t{0});
  QCOMPARE(read.stretch.step, 0.1);
  QCOMPARE(read.lagPenalty, 0.0025);
  QCOMPARE(read.elsewhere, 1.5);
  QCOMPARE(read.missingShare, 0.55);
  view_->setSettings({});
  QVERIFY(!view_->settings().options.exclude.has_value());
  QVERIFY(std::isinf(view_->settings().options.maxDistance));
  QCOMPARE(view_->settings().options.missingShare, MotifOptions().missingShare);
  for (const auto* one : view_->form().findChildren<QAbstractSpinBox*>()) {
    QVERIFY2(!one->toolTip().isEmpty(), qPrintable(one->accessibleName()));
    QVERIFY(!one->accessibleName().isEmpty());
  }
}

void SignalFormTest::seldomOnesAreFolded() {
  const auto& apart = field<QSpinBox>("Exclusion zone");
  auto& fold = *view_->form().findChild<QToolButton*>();
  QVERIFY(!apart.isVisible());
  fold.click();
  QVERIFY(apart.isVisible());
  QCOMPARE(fold.text(), QStringLiteral("More options"));
  field<QSpinBox>("Exclusion zone").setValue(7);
  field<QDoubleSpinBox>("Missing above").setValue(50);
  fold.click();
  QVERIFY(!apart.isVisible());
  QCOMPARE(fold.text(), QStringLiteral("More options (changed: 2)"));
}

void SignalFormTest::whatHasNoEffectIsGreyWithItsReason() {
  view_->form().unfold(true);
  auto& method = field<QComboBox>("Method");
  const auto& band = field<QDoubleSpinBox>("Warping");
  const QString tip = band.toolTip();
  QVERIFY(band.isEnabled());
  method.setCurrentIndex(method.findText(QStringLiteral("Straight (SAD)")));
  QVERIFY(grey(band));
  QVERIFY(band.toolTip().startsWith(tip));
  QVERIFY(!band.accessibleDescription().isEmpty());
  method.setCurrentIndex(0);
  QVERIFY(band.isEnabled());
  QCOMPARE(band.toolTip(), tip);
  box("Any length").setChecked(true);
  QVERIFY(grey(band));
  QVERIFY(grey(field<QSpinBox>("Shortest")));
  QVERIFY(grey(field<QSpinBox>("Shifted")));
  box("Any length").setChecked(false);
  QVERIFY(grey(field<QDoubleSpinBox>("Step")));
  field<QSpinBox>("Longest").setValue(120);
  QVERIFY(field<QDoubleSpinBox>("Step").isEnabled());
  auto& which = field<QComboBox>("Which matches");
  which.setCurrentIndex(1);
  QVERIFY(grey(field<QSpinBox>("Matches")));
}

void SignalFormTest::channelsMatterOnlyToSeveral() {
  view_->add(planted({200}, 3), QStringLiteral("a"));
  view_->form().unfold(true);
  const auto& lag = field<QSpinBox>("Shifted");
  view_->setMotif({200, 260, {1}});
  QVERIFY(grey(lag));
  QVERIFY(grey(field<QSpinBox>("Switched")));
  QVERIFY(grey(field<QSpinBox>("Missing")));
  QVERIFY(grey(field<QComboBox>("Channels")));
  view_->setMotif({200, 260, {0, 1}});
  QVERIFY(lag.isEnabled());
  QVERIFY(grey(field<QDoubleSpinBox>("Cost of a shift")));
  field<QSpinBox>("Shifted").setValue(5);
  QVERIFY(field<QDoubleSpinBox>("Cost of a shift").isEnabled());
  QVERIFY(grey(field<QDoubleSpinBox>("Cost of a switch")));
  field<QSpinBox>("Switched").setValue(1);
  QVERIFY(field<QDoubleSpinBox>("Cost of a switch").isEnabled());
  QVERIFY(grey(field<QDoubleSpinBox>("Missing above")));
  field<QSpinBox>("Missing").setValue(1);
  QVERIFY(field<QDoubleSpinBox>("Missing above").isEnabled());
  auto& rule = field<QComboBox>("Channels");
  rule.setCurrentIndex(rule.findText(QStringLiteral("Warped together")));
  QVERIFY(grey(lag));
  QVERIFY(grey(field<QSpinBox>("Missing")));
  QVERIFY(settled());
}

void SignalFormTest::theUsualIsNamed() {
  auto& counts = field<QComboBox>("Normalisation");
  QCOMPARE(counts.itemText(0), QStringLiteral("Default: Shape"));
  auto& method = field<QComboBox>("Method");
  method.setCurrentIndex(method.findText(QStringLiteral("Straight (SAD)")));
  QCOMPARE(counts.itemText(0), QStringLiteral("Default: Values"));
  QVERIFY(!view_->settings().options.normalise.has_value());
}

void SignalFormTest::openEndsKeepNoOwnMean() {
  auto& counts = field<QComboBox>("Normalisation");
  counts.setCurrentIndex(counts.findText(QStringLiteral("Shape")));
  QSignalSpy changes(&view_->form(), &MotifForm::changed);
  box("Any length").setChecked(true);
  QCOMPARE(changes.count(), 1);
  QVERIFY(!view_->settings().options.normalise.has_value());
  view_->add(planted({200, 600}), QStringLiteral("a"));
  look(200, 260);
  QVERIFY2(noticeText().isEmpty(), qPrintable(noticeText()));
  QVERIFY(view_->matches().found().rowCount() > 1);
}

void SignalFormTest::theShortestIsNotLonger() {
  auto& least = field<QSpinBox>("Shortest");
  auto& most = field<QSpinBox>("Longest");
  least.setValue(120);
  QCOMPARE(most.value(), 120);
  most.setValue(80);
  QCOMPARE(least.value(), 80);
  SignalSettings settings;
  settings.options.stretch = {1.5, 2, 0};
  view_->setSettings(settings);
  QCOMPARE(view_->settings().options.stretch.least, 1.5);
  QCOMPARE(view_->settings().options.stretch.most, 2.0);
}

void SignalFormTest::allWithinADistanceAreFound() {
  view_->add(planted({100, 300, 500, 700, 900}), QStringLiteral("a"));
  setTop(2);
  look(100, 160);
  QCOMPARE(view_->matches().found().rowCount(), 2);
  field<QComboBox>("Which matches").setCurrentIndex(1);
  QVERIFY(settled());
  QCOMPARE(view_->matches().found().rowCount(), 1);  // distance 0: the motif itself
  field<QDoubleSpinBox>("Largest distance").setValue(4);
  QVERIFY(settled());
  std::vector<std::int64_t> all = starts();
  std::sort(all.begin(), all.end());
  QCOMPARE(all, (std::vector<std::int64_t>{100, 300, 500, 700, 900}));
}

void SignalFormTest::asAlikeAsThisOne() {
  view_->add(planted({100, 300, 500, 700, 900}), QStringLiteral("a"));
  setTop(3);
  look(100, 160);
  const double third = view_->matches().found().at(2).match.distance;
  view_->form().requestAllUpTo(third);
  QVERIFY(settled());
  QCOMPARE(view_->matches().found().rowCount(), 3);
  QVERIFY(view_->settings().options.maxDistance >= third);
}

void SignalFormTest::nothingFoundShowsWhatToDo() {
  view_->add(planted({200}, 1, 0, 1), QStringLiteral("a"));
  view_->add(planted({500}, 1, 0, 77), QStringLiteral("b"));
  view_->chooseRecording(0);
  look(200, 260);
  SignalSettings settings = view_->settings();
  settings.options.method = MotifMethod::euclid;
  settings.options.maxDistance = 1e-6;
  settings.options.stretch = {2, 2, 0};
  view_->setSettings(settings);
  view_->search();
  QVERIFY(settled());
  QCOMPARE(view_->matches().found().rowCount(), 0);
  QVERIFY2(view_->matches().status().contains(QStringLiteral("larger distance")),
           qPrintable(view_->matches().status()));
}

/// A motif of two channels, found in other lanes of three.
void SignalFormTest::channelsAreFoundInAnyLane() {
  Lanes lanes{noise(1200, 1), noise(1200, 2), noise(1200, 3)};
  plant(lanes[1], 200);
  plant(lanes[2], 200, -1);
  plant(lanes[2], 700);
  plant(lanes[0], 700, -1);
  view_->add(recordingOf(lanes), QStringLiteral("a"));
  SignalSettings settings = view_->settings();
  settings.options.top = 2;
  settings.everyLane = true;
  view_->setSettings(settings);
  look(200, 260, {1, 2});
  QCOMPARE(starts(), (std::vector<std::int64_t>{200, 700}));
  QVERIFY(view_->matches().found().at(0).itself);
  const FoundMotif& other = view_->matches().found().at(1);
  QCOMPARE(other.laneOf(other.match.channels[0]), 2);
  QCOMPARE(other.laneOf(other.match.channels[1]), 0);
}

void SignalFormTest::theExclusionCounts() {
  view_->add(planted({200, 600}), QStringLiteral("a"));
  setTop(3);
  field<QSpinBox>("Exclusion zone").setValue(500);
  look(200, 260);
  for (const std::int64_t start : starts()) {
    QVERIFY(start == 200 || std::abs(start - 200) > 500);
  }
}

}  // namespace
ESPY_WINDOW_TEST(signal_form, SignalFormTest);

}  // namespace espy::desktop
#include "signal_form_test.moc"
