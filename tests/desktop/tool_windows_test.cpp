// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Timing, Lab, Identify, Signals and Live: windows next to the main one.
#include <QApplication>
#include <QCommandLineParser>
#include <QDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>

#include "batch/batch_view.h"
#include "desktop/cut_off.h"
#include "desktop/scoped_translator.h"
#include "desktop/window_stage.h"
#include "identify/identify_view.h"
#include "signal/signal_view.h"
#include "window/start.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
#include "window/traveller_link.h"
#include "window/views.h"

namespace espy::desktop {
namespace {

class ToolWindowsTest : public WindowStage {
  Q_OBJECT

 private slots:
  void withoutItsModuleTheLabSaysSo();
  void actionsOpenOneOfEach();
  void keysCloseThem();
  void theirPlaceIsRemembered();
  void theyCloseWithTheMainWindow();
  void theyFitASmallScreen_data();
  void theyFitASmallScreen();
  void openingAPictureRaisesTheMainWindow();
  void theGameRaisesTheMainWindow();
  void aPictureThatIsOpenedIsShown();
  void optionsOpenThemAlone_data();
  void optionsOpenThemAlone();
  void filesOfOptionsAreOpened();

 private:
  ToolWindow& tool(ActionId what) const { return window_->tools().window(what); }
  void trigger(ActionId what) const { window_->actions().at(what)->trigger(); }
};

/// The first of the tests, since a module stays loaded.
void ToolWindowsTest::withoutItsModuleTheLabSaysSo() {
  const QTemporaryDir empty;
  qputenv("ESPY_MODULE_DIR", QFile::encodeName(empty.path()));
  const auto reset = qScopeGuard([] { qunsetenv("ESPY_MODULE_DIR"); });
  trigger(ActionId::lab);
  QVERIFY(tool(ActionId::lab).isVisible());
  const auto* reason = qobject_cast<const QLabel*>(tool(ActionId::lab).centralWidget());
  QVERIFY(reason != nullptr);
  QVERIFY2(reason->text().contains(QStringLiteral("espy-lab")), qPrintable(reason->text()));
  window_->close();
}

void ToolWindowsTest::actionsOpenOneOfEach() {
  for (const ActionId what : ToolWindows::all()) {
    trigger(what);
    ToolWindow& window = tool(what);
    QVERIFY(window.isVisible() && window.isWindow() && !window.isModal());
    QVERIFY(window.windowTitle().startsWith(window_->actions().at(what)->iconText()));
    QVERIFY(!window.windowIcon().isNull());
    QCOMPARE(window_->views().shown(), ActionId::picture);
    window.setWindowState(Qt::WindowMinimized);
    trigger(what);
    QVERIFY(!window.isMinimized());
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QCOMPARE(&tool(what), &window);
  }
}

void ToolWindowsTest::keysCloseThem() {
  for (const ActionId what : ToolWindows::all()) {
    trigger(what);
    QVERIFY(QTest::qWaitForWindowActive(&tool(what)));
    QTest::keyClick(&tool(what), Qt::Key_W, Qt::ControlModifier);
    QVERIFY(!tool(what).isVisible());
    trigger(what);
    QVERIFY(QTest::qWaitForWindowActive(&tool(what)));
    QTest::keyClick(&tool(what), Qt::Key_Escape);
    // In the others Escape cancels work.
    const bool closes = what == ActionId::timing || what == ActionId::lab;
    QCOMPARE(tool(what).isVisible(), !closes);
  }
  QVERIFY(window_->isVisible());
}

void ToolWindowsTest::theirPlaceIsRemembered() {
  trigger(ActionId::timing);
  const QSize before = tool(ActionId::timing).size();
  tool(ActionId::timing).resize(before - QSize(60, 40));
  tool(ActionId::timing).close();
  window_ = std::make_unique<MainWindow>(registry_);
  QCOMPARE(tool(ActionId::timing).size(), before - QSize(60, 40));
}

void ToolWindowsTest::theyCloseWithTheMainWindow() {
  for (const ActionId what : ToolWindows::all()) trigger(what);
  window_->close();
  for (const ActionId what : ToolWindows::all()) QVERIFY(!tool(what).isVisible());
}

void ToolWindowsTest::theyFitASmallScreen_data() {
  QTest::addColumn<QString>("language");
  for (const char* language : {"en", "de", "zh"}) {
    QTest::newRow(language) << QString::fromLatin1(language);
  }
}

void ToolWindowsTest::theyFitASmallScreen() {
  QFETCH(const QString, language);
  const ScopedTranslator speaker(language);
  QVERIFY(speaker.spoken());
  window_ = std::make_unique<MainWindow>(registry_);
  window_->show();
  show(kMany, {kPattern});
  for (const ActionId what : ToolWindows::all()) {
    trigger(what);
    ToolWindow& window = tool(what);
    window.resize(800, 600);
    QCoreApplication::processEvents();
    QCOMPARE(window.size(), QSize(800, 600));
    for (const QScrollArea* area : window.findChildren<QScrollArea*>()) {
      if (!area->isVisible()) continue;
      QVERIFY2(area->horizontalScrollBar()->maximum() == 0,
               qPrintable(classAndName(*area->widget())));
    }
    // A table that does not scroll shows its titles.
    for (const QTableView* table : window.findChildren<QTableView*>()) {
      if (table->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff) continue;
      const QHeaderView& header = *table->horizontalHeader();
      for (int i = 0; i < header.count(); ++i) {
        QVERIFY2(header.sectionSize(i) >= header.sectionSizeHint(i),
                 qPrintable(table->model()->headerData(i, Qt::Horizontal).toString()));
      }
    }
    const QWidget* cut = cutOff(*window.centralWidget());
    QVERIFY2(cut == nullptr, cut != nullptr ? qPrintable(classAndName(*cut)) : "");
  }
}

/// Ctrl+O in each of them.
void ToolWindowsTest::openingAPictureRaisesTheMainWindow() {
  for (const ActionId what : ToolWindows::all()) {
    trigger(ActionId::batch);
    window_->hide();
    trigger(what);
    QVERIFY(QTest::qWaitForWindowActive(&tool(what)));
    QTest::keyClick(&tool(what), Qt::Key_O, Qt::ControlModifier);
    QVERIFY(window_->isVisible());
    QCOMPARE(window_->views().shown(), ActionId::picture);
    auto* dialog = window_->findChild<QDialog*>();
    QVERIFY(dialog != nullptr);
    delete dialog;
    tool(what).close();
  }
}

void ToolWindowsTest::theGameRaisesTheMainWindow() {
  window_->traveller().setCrowdSize({1500, 1000});
  trigger(ActionId::lab);
  trigger(ActionId::batch);
  QAction* game = tool(ActionId::lab).action(ActionId::traveller);
  QVERIFY(game != nullptr);
  game->trigger();
  QCOMPARE(window_->views().shown(), ActionId::picture);
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void ToolWindowsTest::aPictureThatIsOpenedIsShown() {
  trigger(ActionId::batch);
  window_->opener().drop({{}, {kMany}}, DropZones::Zone::scene);
  QCOMPARE(window_->views().shown(), ActionId::picture);
  window_->opener().drop({{}, {kMany, kCrowd}}, DropZones::Zone::scene);
  QCOMPARE(window_->views().shown(), ActionId::batch);  // several are a batch
}

void ToolWindowsTest::optionsOpenThemAlone_data() {
  QTest::addColumn<QString>("option");
  QTest::addColumn<int>("what");
  QTest::addColumn<QString>("entry");
  QTest::newRow("identify") << QStringLiteral("--identify") << static_cast<int>(ActionId::identify)
                            << QStringLiteral("org.espy.Espy.Identify");
  QTest::newRow("signals") << QStringLiteral("--signals") << static_cast<int>(ActionId::signalLanes)
                           << QStringLiteral("org.espy.Espy.Signals");
  QTest::newRow("live") << QStringLiteral("--live") << static_cast<int>(ActionId::live)
                        << QStringLiteral("org.espy.Espy.Live");
}

void ToolWindowsTest::optionsOpenThemAlone() {
  QFETCH(const QString, option);
  QFETCH(const int, what);
  QFETCH(const QString, entry);
  window_ = std::make_unique<MainWindow>(registry_);
  QCommandLineParser parser;
  const Start start(parser);
  QVERIFY(parser.parse({QStringLiteral("espy-desktop"), option}));
  start.open(*window_);
  QVERIFY(tool(static_cast<ActionId>(what)).isVisible());
  QVERIFY(!window_->isVisible());
  QCOMPARE(start.desktopEntry(), entry);
  QVERIFY(QFileInfo::exists(QStringLiteral(ESPY_SOURCE_DIR "/resources/%1.desktop").arg(entry)));
}

void ToolWindowsTest::filesOfOptionsAreOpened() {
  const auto open = [&](const QStringList& words) {
    QCommandLineParser parser;
    const Start start(parser);
    parser.parse(QStringList(QStringLiteral("espy-desktop")) + words);
    start.open(*window_);
  };
  open({QStringLiteral("--signals"), QStringLiteral(ESPY_SOURCE_DIR "/samples/heart.csv")});
  SignalView& lanes = window_->tools().signalLanes();
  QTRY_COMPARE_WITH_TIMEOUT(lanes.recordings().rowCount(), 1, kPatience);
  open({QStringLiteral("--identify"), kMany});
  IdentifyView& view = window_->tools().identify();
  QTRY_COMPARE_WITH_TIMEOUT(view.answers().rowCount(), 1, kPatience);
  open({kMany});
  QVERIFY(window_->isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene(), kPatience);
}

}  // namespace
ESPY_WINDOW_TEST(tool_windows, ToolWindowsTest);

}  // namespace espy::desktop
#include "tool_windows_test.moc"
