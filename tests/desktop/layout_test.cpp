// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Layout of the window: views, collapsible panel, full screen, and stored geometry.
#include <QAction>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalSpy>
#include <QSplitter>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "charts/figure_table.h"
#include "demo/race_view.h"
#include "demo/race_window.h"
#include "desktop/cut_off.h"
#include "desktop/scoped_translator.h"
#include "desktop/window_stage.h"
#include "options/options_panel.h"
#include "options/pose_form.h"
#include "results/counts_view.h"
#include "results/results_table.h"
#include "results/results_view.h"
#include "timing/timing_view.h"
#include "tray/tray_view.h"
#include "widgets/flow_layout.h"
#include "widgets/notice_bar.h"
#include "widgets/status_label.h"
#include "window/picture_page.h"
#include "window/status_band.h"
#include "window/tool_bar.h"
#include "window/tool_windows.h"
#include "window/views.h"

namespace espy::desktop {
namespace {

class LayoutTest : public WindowStage {
  Q_OBJECT

 private slots:
  void escapeEndsASearchAndTheFullScreen();
  void theFullScreenIsThePicture();
  void thePanelFoldsAndStaysSo();
  void everyViewFitsASmallWindow_data() { languages(); }
  void everyViewFitsASmallWindow();
  void everyViewIsAClickAwayInASmallWindow_data() { languages(); }
  void everyViewIsAClickAwayInASmallWindow();
  void countsAreInSightInASmallWindow_data() { languages(); }
  void countsAreInSightInASmallWindow();
  void posesFitASmallWindow_data() { languages(); }
  void posesFitASmallWindow();
  void unfoldedOptionsFitASmallWindow_data() { languages(); }
  void unfoldedOptionsFitASmallWindow();
  void theRaceFitsASmallWindow_data() { languages(); }
  void theRaceFitsASmallWindow();
  void passesAreShownAndHidden();
  void batchFromTheMenu();
  void theBatchHasNoToolsOfThePicture();
  void timingFromTheMenu();
  void whatIsRemembered();
  void rubbishInTheSettingsDoesNoHarm();
  void whatIsOnOneLineIsCentred();
  void chartsBesideTablesKeepTheirHalf();

 private:
  static void languages() {
    QTest::addColumn<QString>("language");
    for (const char* language : {"en", "de", "zh"}) {
      QTest::newRow(language) << QString::fromLatin1(language);
    }
  }
  /// A small window in the current language.
  void makeSmall() {
    window_ = std::make_unique<MainWindow>(registry_);
    window_->show();
    window_->resize(800, 600);
  }
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
  window_->actions().at(ActionId::fullScreen)->trigger();
  QTRY_VERIFY(!window_->menuBar()->isVisible());
  QVERIFY(!window_->results().isVisible() && !window_->page().tray().isVisible());
  QVERIFY(!window_->statusBar()->isVisible() && !window_->status().isVisible());
  QVERIFY(window_->canvas().isVisible());
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  QTRY_VERIFY(window_->menuBar()->isVisible());
  QVERIFY(window_->results().isVisible() && window_->status().isVisible());
}

void LayoutTest::thePanelFoldsAndStaysSo() {
  QAction* fold = window_->actions().at(ActionId::sidePanel);
  QVERIFY(window_->results().isVisible());
  fold->trigger();
  QVERIFY(!window_->results().isVisible());
  window_->close();
  window_ = std::make_unique<MainWindow>(registry_);
  window_->show();
  QVERIFY(!window_->results().isVisible());
  window_->actions().at(ActionId::sidePanel)->trigger();  // its menu action shows it again
  QVERIFY(window_->results().isVisible());
}

void LayoutTest::everyViewFitsASmallWindow() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  makeSmall();
  show(kMany, {kPattern});
  for (const ActionId view : Views::all()) {
    window_->actions().at(view)->trigger();
    QCOMPARE(window_->views().shown(), view);
    const QSize least = window_->minimumSizeHint();
    QVERIFY2(least.width() <= 800 && least.height() <= 600,
             qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
    QCOMPARE(window_->size(), QSize(800, 600));
    QCoreApplication::processEvents();
    for (const QScrollArea* area : window_->findChildren<QScrollArea*>()) {
      if (!area->isVisible()) continue;
      QVERIFY2(area->horizontalScrollBar()->maximum() == 0,
               qPrintable(QStringLiteral("%1: %2, %3 wide in %4")
                              .arg(static_cast<int>(view))
                              .arg(classAndName(*area->widget()))
                              .arg(area->widget()->width())
                              .arg(area->viewport()->width())));
    }
    const QWidget* cut = cutOff(*window_->centralWidget());
    QVERIFY2(cut == nullptr, cut != nullptr ? qPrintable(classAndName(*cut)) : "");
  }
}

void LayoutTest::everyViewIsAClickAwayInASmallWindow() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  makeSmall();
  QCoreApplication::processEvents();
  const auto* bar = window_->findChild<QToolBar*>();
  for (const ActionId view : Views::all()) {
    const QWidget* button = nullptr;
    for (const auto* each : bar->findChildren<QToolButton*>()) {
      if (each->defaultAction() == window_->actions().at(view)) button = each;
    }
    QVERIFY(button != nullptr && button->isVisible());
    QVERIFY2(bar->rect().contains(button->geometry()), qPrintable(classAndName(*button)));
  }
}

void LayoutTest::countsAreInSightInASmallWindow() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  makeSmall();
  show(kMany, {kPattern, kPattern, kPattern, kPattern});
  auto* counts = window_->findChild<CountsView*>();
  counts->setOpen(true);
  QCoreApplication::processEvents();
  QCOMPARE(window_->size(), QSize(800, 600));
  const auto* table = counts->findChild<QTableView*>();
  const QWidget& viewport = *table->viewport();
  const QRect third = table->visualRect(table->model()->index(2, 0));
  QVERIFY2(viewport.rect().contains(third), qPrintable(QString::number(viewport.height())));
  QVERIFY(counts->rect().contains(table->geometry()));
  QVERIFY(window_->results().rect().contains(counts->geometry()));
  // The list of matches keeps some rows.
  const auto* matches = window_->findChild<ResultsTable*>();
  QVERIFY(matches->viewport()->height() >= 2 * matches->verticalHeader()->defaultSectionSize());
}

/// Custom ranges, an error message about them, and all offers after an empty result.
void LayoutTest::posesFitASmallWindow() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  makeSmall();
  SearchSettings settings = window_->bench().settings();
  settings.method = Method::zncc;
  settings.minScore = 1;
  settings.select.overlap = kScoredOverlap;
  settings.pose.quarterTurns = true;
  window_->bench().setSettings(settings);
  show(kCrowd, {kPattern});
  QVERIFY(window_->notice().isVisible());
  std::size_t offers = 0;
  for (const QToolButton* button : window_->notice().findChildren<QToolButton*>()) {
    if (button->isVisible()) ++offers;
  }
  QCOMPARE(offers, std::size_t{4});  // Show it, Take it, other sizes and angles, hide
  auto* form = window_->findChild<PoseForm*>();
  auto* angle = form->findChildren<QDoubleSpinBox*>().front();
  QVERIFY(angle->isVisible());
  angle->setValue(300);  // clamped to 0
  QVERIFY(form->findChild<StatusLabel*>()->isVisible());
  QCoreApplication::processEvents();
  QCOMPARE(window_->size(), QSize(800, 600));
  const QSize least = window_->minimumSizeHint();
  QVERIFY2(least.width() <= 800 && least.height() <= 600,
           qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
  for (const QScrollArea* area : window_->findChildren<QScrollArea*>()) {
    if (area->isVisible()) QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
  }
  const QWidget* cut = cutOff(*window_->centralWidget());
  QVERIFY2(cut == nullptr, cut != nullptr ? qPrintable(classAndName(*cut)) : "");
  // Values fit into their fields.
  for (const QDoubleSpinBox* field : form->findChildren<QDoubleSpinBox*>()) {
    const int text = field->fontMetrics().horizontalAdvance(QStringLiteral("-359.9"));
    QVERIFY2(field->width() >= text, qPrintable(QString::number(field->width())));
  }
  QVERIFY(window_->notice().height() < window_->canvas().height() / 2);
}

void LayoutTest::unfoldedOptionsFitASmallWindow() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  makeSmall();
  show(kMany, {kPattern});
  auto* options = window_->findChild<OptionsPanel*>();
  SearchSettings settings = window_->bench().settings();
  settings.method = Method::zncc;
  window_->bench().setSettings(settings);
  awaitSearch();
  for (QToolButton* fold : options->findChildren<QToolButton*>(QStringLiteral("details"))) {
    fold->click();
  }
  window_->findChild<CountsView*>()->setOpen(true);
  for (const QSize size : {QSize(800, 600), QSize(1280, 800)}) {
    window_->resize(size);
    QCoreApplication::processEvents();
    QCOMPARE(window_->size(), size);
    const QSize least = window_->centralWidget()->minimumSizeHint();
    QVERIFY2(least.height() <= window_->centralWidget()->height(),
             qPrintable(QString::number(least.height())));
    const QWidget* cut = cutOff(*window_->centralWidget());
    QVERIFY2(cut == nullptr, cut != nullptr ? qPrintable(classAndName(*cut)) : "");
    // Widgets below the options do not overlap them.
    const QWidget* area = options->parentWidget();
    const auto bottom = [&] { return area->mapTo(window_.get(), QPoint(0, area->height())).y(); };
    for (const QWidget* widget : window_->results().findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->isWindow()) continue;
      const auto lies = [&] { return widget->mapTo(window_.get(), QPoint(0, 0)).y() >= bottom(); };
      QVERIFY2(QTest::qWaitFor(lies, kPatience), qPrintable(classAndName(*widget)));
    }
  }
}

void LayoutTest::theRaceFitsASmallWindow() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  makeSmall();
  show(kMany, {kPattern});
  window_->tools().openRace();
  auto* race = window_->findChild<RaceWindow*>();
  QVERIFY(race != nullptr);
  QTRY_VERIFY_WITH_TIMEOUT(race->view().isVisible(), kPatience);
  QCoreApplication::processEvents();
  const QSize least = race->minimumSizeHint().expandedTo(race->size());
  QVERIFY2(least.width() <= 800 && least.height() <= 600,
           qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
  const QWidget* cut = cutOff(*race);
  QVERIFY2(cut == nullptr, cut != nullptr ? qPrintable(classAndName(*cut)) : "");
}

void LayoutTest::passesAreShownAndHidden() {
  show(kMany, {kPattern});
  window_->actions().at(ActionId::passes)->trigger();
  QCOMPARE(window_->bench().markSettings().pass, 1);
  QVERIFY(window_->canvas().isVisible());
  window_->actions().at(ActionId::passTwo)->trigger();
  QVERIFY(window_->actions().at(ActionId::passes)->isChecked());
  window_->actions().at(ActionId::passes)->trigger();
  QCOMPARE(window_->bench().markSettings().pass, 0);
  QVERIFY(window_->actions().at(ActionId::passNone)->isChecked());
  window_->actions().at(ActionId::passes)->trigger();  // the last shown pass
  QCOMPARE(window_->bench().markSettings().pass, 2);
}

void LayoutTest::batchFromTheMenu() {
  QAction* action = window_->actions().at(ActionId::batch);
  action->trigger();
  QVERIFY(window_->findChild<BatchView*>()->isVisible());
  QVERIFY(action->isChecked());
  action->trigger();
  QVERIFY(!window_->findChild<BatchView*>()->isVisible());
  QVERIFY(!action->isChecked());
}

/// Their actions stay in the menus, disabled.
void LayoutTest::theBatchHasNoToolsOfThePicture() {
  show(kMany, {kPattern});
  const auto* bar = window_->findChild<ToolBar*>();
  const auto shown = [&](ActionId what) {
    for (const auto* button : bar->findChildren<QToolButton*>()) {
      if (button->defaultAction() == window_->actions().at(what)) return button->isVisible();
    }
    return false;
  };
  QVERIFY(shown(ActionId::toolCrop) && shown(ActionId::fit) && shown(ActionId::openScene));
  window_->actions().at(ActionId::batch)->trigger();
  QTRY_VERIFY(!shown(ActionId::toolCrop) && !shown(ActionId::toolHand) && !shown(ActionId::fit));
  QVERIFY(shown(ActionId::openScene) && shown(ActionId::undo) && shown(ActionId::picture));
  QVERIFY(window_->actions().at(ActionId::toolCrop)->isVisible());
  QVERIFY(!window_->actions().at(ActionId::toolCrop)->isEnabled());
  window_->actions().at(ActionId::picture)->trigger();
  QTRY_VERIFY(shown(ActionId::toolCrop) && shown(ActionId::fit));
}

void LayoutTest::timingFromTheMenu() {
  show(kMany, {kPattern});
  window_->actions().at(ActionId::timing)->trigger();
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
  settings.pose.quarterTurns = true;
  window_->bench().setSettings(settings);
  MarkSettings marks = window_->bench().markSettings();
  marks.style = MarkStyle::dim;
  marks.thickness = 9;
  window_->bench().setMarkSettings(marks);
  window_->close();
  const MainWindow again(registry_);
  auto& bench = const_cast<MainWindow&>(again).bench();  // NOLINT: read only
  QCOMPARE(bench.settings().tolerance, 7);
  QCOMPARE(*bench.settings().select.top, std::uint64_t{12});
  QVERIFY((bench.settings().pose == PoseOptions{.quarterTurns = true}));
  QCOMPARE(bench.markSettings().style, MarkStyle::dim);
  QCOMPARE(bench.markSettings().thickness, 9);
  QCOMPARE(const_cast<MainWindow&>(again).opener().recent(), QStringList{kMany});  // NOLINT
}

void LayoutTest::rubbishInTheSettingsDoesNoHarm() {
  QSettings settings;
  settings.setValue(QStringLiteral("search/tolerance"), QStringLiteral("many"));
  settings.setValue(QStringLiteral("search/minimum"), 17);
  settings.setValue(QStringLiteral("search/method"), -3);
  settings.setValue(QStringLiteral("marks/thickness"), 100000);
  settings.setValue(QStringLiteral("window/geometry"), QByteArray("nonsense"));
  settings.setValue(QStringLiteral("search/engine"), QStringLiteral("steam"));
  settings.setValue(QStringLiteral("search/by"), QStringLiteral("exact"));
  settings.setValue(QStringLiteral("search/poses"),
                    QStringList{QStringLiteral("-90"), QStringLiteral("nan"), QStringLiteral("0"),
                                QStringLiteral("1"), QStringLiteral("1"), QStringLiteral("0")});
  window_ = std::make_unique<MainWindow>(registry_);
  QCOMPARE(window_->bench().settings().tolerance, 0);
  QCOMPARE(window_->bench().settings().minScore, 0.8);
  QCOMPARE(window_->bench().markSettings().thickness, 3);
  QCOMPARE(window_->bench().settings().engine, QStringLiteral("auto"));
  QVERIFY(!window_->bench().settings().pose.isAsked());
}

void LayoutTest::whatIsOnOneLineIsCentred() {
  QWidget line;
  auto* row = new FlowLayout(&line);
  auto* label = new QLabel(QStringLiteral("3 matches"));
  auto* high = new QWidget;
  high->setFixedSize(20, 60);
  row->addWidget(label);
  row->addWidget(high);
  line.resize(400, 60);
  line.show();
  QVERIFY(QTest::qWaitForWindowExposed(&line));
  QCOMPARE(high->y(), 0);
  QVERIFY(std::abs(label->geometry().center().y() - high->geometry().center().y()) <= 1);
}

void LayoutTest::chartsBesideTablesKeepTheirHalf() {
  auto* chart = new QWidget;
  auto* table = new QWidget;
  const std::unique_ptr<QSplitter> pair(pairOf(chart, table));
  pair->resize(1200, 200);
  pair->show();
  QVERIFY(QTest::qWaitForWindowExposed(pair.get()));
  QCOMPARE(pair->orientation(), Qt::Horizontal);
  pair->resize(600, 200);
  QVERIFY2(chart->width() > 250, qPrintable(QString::number(chart->width())));
}

}  // namespace
ESPY_WINDOW_TEST(layout, LayoutTest);

}  // namespace espy::desktop
#include "layout_test.moc"
