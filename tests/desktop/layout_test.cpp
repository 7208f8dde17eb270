// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What the window is made of: its views, the panel that folds, the full screen, and what is
// remembered of them.
#include <QAction>
#include <QMenuBar>
#include <QShortcut>
#include <QSignalSpy>
#include <QStatusBar>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "desktop/window_stage.h"
#include "results/results_view.h"
#include "timing/timing_view.h"
#include "tray/tray_view.h"
#include "window/picture_page.h"
#include "window/status_band.h"
#include "window/views.h"

namespace espy::desktop {
namespace {

class LayoutTest : public WindowStage {
  Q_OBJECT

 private slots:
  void escapeEndsASearchAndTheFullScreen();
  void theFullScreenIsThePicture();
  void thePanelFoldsAndStaysSo();
  void everyViewFitsASmallWindow();
  void passesAreAView();
  void batchFromTheMenu();
  void timingFromTheMenu();
  void whatIsRemembered();
  void rubbishInTheSettingsDoesNoHarm();
};

void LayoutTest::escapeEndsASearchAndTheFullScreen() {
  SearchSettings settings = window_->bench().settings();
  settings.engine = QStringLiteral("reference");
  settings.method = Method::zncc;
  window_->bench().setSettings(settings);
  window_->bench().openScene(kCrowd);
  window_->bench().openNeedles({kTraveller});
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().search().running(), kPatience);
  QVERIFY(window_->status().isVisible());
  const auto* escape = window_->findChild<QShortcut*>();
  QTRY_VERIFY_WITH_TIMEOUT(escape->isEnabled(), kPatience);
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QVERIFY(!window_->bench().search().running());
  QVERIFY(window_->bench().isStale());
  QCOMPARE(window_->bench().tray().rowCount(), 1);
}

void LayoutTest::theFullScreenIsThePicture() {
  show(kMany, {kPattern});
  window_->actions().at(Do::fullScreen)->trigger();
  QTRY_VERIFY(!window_->menuBar()->isVisible());
  QVERIFY(!window_->results().isVisible() && !window_->page().tray().isVisible());
  QVERIFY(!window_->statusBar()->isVisible() && !window_->status().isVisible());
  QVERIFY(window_->canvas().isVisible());
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QTRY_VERIFY(window_->menuBar()->isVisible());
  QVERIFY(window_->results().isVisible() && window_->status().isVisible());
}

void LayoutTest::thePanelFoldsAndStaysSo() {
  QAction* fold = window_->actions().at(Do::sidePanel);
  QVERIFY(window_->results().isVisible());
  fold->trigger();
  QVERIFY(!window_->results().isVisible());
  window_->close();
  window_ = std::make_unique<MainWindow>(registry_);
  window_->show();
  QVERIFY(!window_->results().isVisible());
  window_->actions().at(Do::sidePanel)->trigger();  // and comes back from its menu
  QVERIFY(window_->results().isVisible());
}

void LayoutTest::everyViewFitsASmallWindow() {
  for (const Do view : Views::all()) {
    window_->actions().at(view)->trigger();
    QCOMPARE(window_->views().shown(), view);
    const QSize least = window_->minimumSizeHint();
    QVERIFY2(least.width() <= 800 && least.height() <= 600,
             qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
  }
}

void LayoutTest::passesAreAView() {
  show(kMany, {kPattern});
  window_->actions().at(Do::passes)->trigger();
  QCOMPARE(window_->bench().markSettings().pass, 1);
  QVERIFY(window_->canvas().isVisible());
  window_->actions().at(Do::passTwo)->trigger();
  QCOMPARE(window_->views().shown(), Do::passes);
  window_->actions().at(Do::picture)->trigger();
  QCOMPARE(window_->bench().markSettings().pass, 0);
  QVERIFY(window_->actions().at(Do::passNone)->isChecked());
  window_->actions().at(Do::passes)->trigger();  // the one that was looked at last
  QCOMPARE(window_->bench().markSettings().pass, 2);
}

void LayoutTest::batchFromTheMenu() {
  QAction* action = window_->actions().at(Do::batch);
  action->trigger();
  QVERIFY(window_->findChild<BatchView*>()->isVisible());
  QVERIFY(action->isChecked());
  action->trigger();
  QVERIFY(!window_->findChild<BatchView*>()->isVisible());
  QVERIFY(!action->isChecked());
}

void LayoutTest::timingFromTheMenu() {
  show(kMany, {kPattern});
  window_->actions().at(Do::timing)->trigger();
  TimingView& timing = window_->timing();
  QVERIFY(timing.isVisible());
  TimingOptions options;
  options.runs = 2;
  timing.setOptions(options);
  QSignalSpy measured(&timing, &TimingView::measured);
  timing.start();
  QVERIFY(measured.wait(kPatience));
  QVERIFY(timing.csv().contains("openmp"));
  QVERIFY(!timing.picture(1).isNull());
}

void LayoutTest::whatIsRemembered() {
  show(kMany, {kPattern});
  SearchSettings settings = window_->bench().settings();
  settings.tolerance = 7;
  settings.select.top = 12;
  window_->bench().setSettings(settings);
  MarkSettings marks = window_->bench().markSettings();
  marks.style = MarkStyle::dim;
  marks.thickness = 9;
  window_->bench().setMarkSettings(marks);
  window_->close();
  const MainWindow again(registry_);
  auto& bench = const_cast<MainWindow&>(again).bench();  // NOLINT: to read only
  QCOMPARE(bench.settings().tolerance, 7);
  QCOMPARE(*bench.settings().select.top, std::uint64_t{12});
  QCOMPARE(bench.markSettings().style, MarkStyle::dim);
  QCOMPARE(bench.markSettings().thickness, 9);
  QCOMPARE(const_cast<MainWindow&>(again).intake().recent(), QStringList{kMany});  // NOLINT
}

void LayoutTest::rubbishInTheSettingsDoesNoHarm() {
  QSettings settings;
  settings.setValue(QStringLiteral("search/tolerance"), QStringLiteral("many"));
  settings.setValue(QStringLiteral("search/minimum"), 17);
  settings.setValue(QStringLiteral("search/method"), -3);
  settings.setValue(QStringLiteral("marks/thickness"), 100000);
  settings.setValue(QStringLiteral("window/geometry"), QByteArray("nonsense"));
  settings.setValue(QStringLiteral("search/engine"), QStringLiteral("steam"));
  window_ = std::make_unique<MainWindow>(registry_);
  QCOMPARE(window_->bench().settings().tolerance, 0);
  QCOMPARE(window_->bench().settings().minScore, 0.8);
  QCOMPARE(window_->bench().markSettings().thickness, 3);
  QCOMPARE(window_->bench().settings().engine, QStringLiteral("auto"));
}

}  // namespace
ESPY_WINDOW_TEST(layout, LayoutTest);

}  // namespace espy::desktop
#include "layout_test.moc"
