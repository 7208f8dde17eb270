// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Robustness of the window: exports to bad paths, quitting during work, pictures of odd shapes,
// pipes, changing files, keyboard only.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "demo/race_window.h"
#include "desktop/content_of.h"
#include "desktop/pose_pictures.h"
#include "desktop/window_stage.h"
#include "lab/lab_view.h"
#include "results/results_view.h"
#include "timing/timing_view.h"
#include "widgets/ask_path.h"
#include "window/project_keeper.h"
#include "window/tool_window.h"
#include "window/tool_windows.h"
#include "window/traveller_link.h"
#include "window/views.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

class AttacksTest : public WindowStage {
  Q_OBJECT

 private slots:
  void everyFormatIsExported_data();
  void everyFormatIsExported();
  void badPlacesAreRefused();
  void onlyWhatWasWrittenIsRemembered();
  void chartsAreNotWrittenOverPictures();
  void anEndInTheMiddle_data();
  void anEndInTheMiddle();
  void oddPicturesOnEveryView_data();
  void oddPicturesOnEveryView();
  void keysAloneDoEverything();
  void aPipeHoldsNothingUp();
  void aFileThatChangesIsReadAgain();
  void aProjectIsOpenedAsAPicture();
  void theFullScreenWithAMillionMatches();

 private:
  /// Tabs to the control of this name; returns false if it is not reached.
  bool tabTo(const char* name) {
    constexpr int kMost = 120;
    for (int i = 0; i < kMost; ++i) {
      QWidget* at = QApplication::focusWidget();
      if (at != nullptr && at->accessibleName() == QLatin1String(name)) return true;
      QTest::keyClick(at != nullptr ? at : window_.get(), Qt::Key_Tab);
    }
    return false;
  }
  /// The message of an export.
  QString exported(ExportKind kind, const QString& path) {
    ExportMenu& menu = window_->results().exportMenu();
    QSignalSpy ended(&menu, &ExportMenu::ended);
    QSignalSpy messages(&menu, &ExportMenu::said);
    menu.exportTo(kind, path);
    if (ended.isEmpty() && !ended.wait(kPatience)) return QStringLiteral("hangs");
    return messages.last()[0].toString();
  }
  static bool failed(const QString& sentence) {
    return sentence.startsWith(QLatin1String("Not exported"));
  }
};

void AttacksTest::everyFormatIsExported_data() {
  QTest::addColumn<QString>("ending");
  QTest::addColumn<bool>("good");
  for (const char* ending : {".png", ".PNG", ".ppm", ".Pam", ".pnm", ".jpg", ".JPEG", ".bmp",
                             ".tif", ".TIFF", ".webp", ".a.png"}) {
    QTest::newRow(ending) << QString::fromLatin1(ending) << true;
  }
  for (const char* ending : {"", ".", ".txt", ".svg", ".png.", ".espy", ".png "}) {
    QTest::newRow(qPrintable(QStringLiteral("\"%1\"").arg(QLatin1String(ending))))
        << QString::fromLatin1(ending) << false;
  }
}

void AttacksTest::everyFormatIsExported() {
  QFETCH(const QString, ending);
  QFETCH(const bool, good);
  show(kCrowd, {kTraveller});
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("marked")) + ending;
  const QString message = exported(ExportKind::picture, path);
  if (!good) {
    QVERIFY2(failed(message) && message.contains(path), qPrintable(message));
    QVERIFY(QDir(folder.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    return;
  }
  if (failed(message) && message.contains(QLatin1String("OpenCV")))
    QSKIP("without OpenCV's formats");
  QVERIFY2(!failed(message), qPrintable(message));
  QCOMPARE(readPicture(path.toStdString()).image.size(), (Size{1024, 1024}));
  // Overwrite the existing file.
  QVERIFY(!failed(exported(ExportKind::picture, path)));
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

void AttacksTest::badPlacesAreRefused() {
  const QTemporaryDir folder;
  const QString scene = folder.filePath(QStringLiteral("scene.ppm"));
  const QString needle = folder.filePath(QStringLiteral("needle.ppm"));
  QVERIFY(QFile::copy(kCrowd, scene) && QFile::copy(kTraveller, needle));
  const QString link = folder.filePath(QStringLiteral("link.ppm"));
  const QString other = folder.filePath(QStringLiteral("other.ppm"));
  QVERIFY(QFile::link(scene, link));
  QVERIFY(QFile::link(folder.filePath(QStringLiteral("gone.ppm")), other));
  const QString full = folder.filePath(QStringLiteral("full.ppm"));
  QVERIFY(QFile::link(QStringLiteral("/dev/full"), full));
  const QString round = folder.filePath(QStringLiteral("round.ppm"));
  QVERIFY(QFile::link(round, round));
  show(scene, {needle});
  const QByteArray before = contentOf(scene);
  for (const QString& path :
       {scene, needle, link, full, round, folder.path(),
        folder.filePath(QStringLiteral("no/a.ppm")), QStringLiteral("/proc/a.ppm"),
        scene + QStringLiteral("/a.ppm"),
        folder.filePath(QString(300, QLatin1Char('x')) + QStringLiteral(".ppm"))}) {
    for (const ExportKind kind : {ExportKind::picture, ExportKind::csv, ExportKind::json}) {
      const QString message = exported(kind, path);
      QVERIFY2(failed(message) && message.contains(path), qPrintable(message));
    }
  }
  QVERIFY(failed(exported(ExportKind::crops, scene)));
  QVERIFY(failed(exported(ExportKind::crops, QStringLiteral("/proc/a"))));
  QVERIFY(failed(exported(ExportKind::report, folder.filePath(QStringLiteral("report")))));
  QVERIFY(failed(exported(ExportKind::report, QStringLiteral("/dev/full"))));
  QCOMPARE(contentOf(scene), before);
  QVERIFY(
      QDir(folder.path()).entryList({QStringLiteral(".*")}, QDir::Files | QDir::Hidden).isEmpty());
  // A dangling link is followed: its target is created.
  QVERIFY(!failed(exported(ExportKind::picture, other)));
  QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("gone.ppm"))));
  QVERIFY(QFileInfo(other).isSymLink());
}

void AttacksTest::onlyWhatWasWrittenIsRemembered() {
  show(kCrowd, {kTraveller});
  const QTemporaryDir folder;
  const QString word = QStringLiteral("export");
  const auto choose = [&](const QString& path) {
    ExportMenu& menu = window_->results().exportMenu();
    QSignalSpy ended(&menu, &ExportMenu::ended);
    menu.ask(ExportKind::csv);
    auto* dialog = window_->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    emit dialog->fileSelected(path);
    QVERIFY(!ended.isEmpty() || ended.wait(kPatience));
    delete dialog;
  };
  choose(folder.filePath(QStringLiteral("none/m.csv")));
  choose(QStringLiteral("/proc/m.csv"));
  QCOMPARE(rememberedFolder(word, QStringLiteral("none")), QStringLiteral("none"));
  choose(folder.filePath(QStringLiteral("m.csv")));
  QCOMPARE(rememberedFolder(word, QStringLiteral("none")), folder.path());
}

void AttacksTest::chartsAreNotWrittenOverPictures() {
  const QTemporaryDir folder;
  const QString scene = folder.filePath(QStringLiteral("scene.png"));
  writePicture(scene.toStdString(), readPicture(kMany.toStdString()).image);
  show(scene, {kPattern});
  const QByteArray before = contentOf(scene);
  window_->actions().at(ActionId::timing)->trigger();
  TimingView& timing = window_->timing();
  TimingOptions options;
  options.runs = 1;
  options.sweep = false;
  timing.setOptions(options);
  timing.start();
  QTRY_VERIFY_WITH_TIMEOUT(!timing.running() && !timing.csv().isEmpty(), kPatience);
  QVERIFY(!timing.exportTo(scene));
  QVERIFY(timing.exportTo(folder.filePath(QStringLiteral("chart.png"))));
  window_->actions().at(ActionId::lab)->trigger();
  LabView& lab = window_->lab();
  auto report = std::make_shared<LabReport>();
  report->experiment = lab.experiments().front();
  LabPoint point;
  LabRow row;
  row.strategy = "sequential";
  point.rows.push_back(row);
  report->points.push_back(point);
  lab.setReport(report);
  QVERIFY(!lab.exportTo(scene));
  QVERIFY(lab.exportTo(folder.filePath(QStringLiteral("lab.csv"))));
  QCOMPARE(contentOf(scene), before);
}

void AttacksTest::anEndInTheMiddle_data() {
  QTest::addColumn<int>("what");
  int what = 0;
  for (const char* name : {"a batch", "a game", "a race", "saving", "loading", "the score map",
                           "listing a folder", "a search", "an export", "timing", "the lab"}) {
    QTest::newRow(name) << what++;
  }
}

void AttacksTest::anEndInTheMiddle() {
  QFETCH(const int, what);
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("work.espy"));
  const auto act = [&](ActionId action) { window_->actions().at(action)->trigger(); };
  if (what != 1) show(kCrowd, {kTraveller});
  switch (what) {
    case 0:
      act(ActionId::batch);
      window_->batch().form().setFolder(folder.path());
      window_->batch().setImages({kCrowd, kMany, kTraveller, kPattern});
      QTRY_COMPARE_WITH_TIMEOUT(window_->batch().queue().size(), 4, kPatience);
      window_->batch().start();
      break;
    case 1:
      window_->traveller().setCrowdSize({1500, 1000});
      act(ActionId::traveller);
      break;
    case 2:
      act(ActionId::race);
      break;
    case 3:
      window_->keeper().saveAs(file);
      break;
    case 4:
      window_->keeper().saveAs(file);
      QTRY_VERIFY_WITH_TIMEOUT(!window_->keeper().writing(), kPatience);
      window_->keeper().open(file);
      break;
    case 5:
      act(ActionId::scoreMap);
      break;
    case 6:
      act(ActionId::batch);
      window_->batch().setImages({QStringLiteral(ESPY_SOURCE_DIR)});
      break;
    case 7: {
      SearchSettings settings = window_->bench().settings();
      settings.engine = QStringLiteral("reference");
      settings.method = Method::zncc;
      window_->bench().setSettings(settings);
      window_->bench().searchNow();
      break;
    }
    case 8:
      window_->results().exportMenu().exportTo(ExportKind::picture,
                                               folder.filePath(QStringLiteral("a.png")));
      break;
    case 9:
      act(ActionId::timing);
      window_->timing().start();
      break;
    default:
      act(ActionId::lab);
      window_->lab().start();
      break;
  }
  window_->hide();
  window_->close();
  window_.reset();
  QCoreApplication::processEvents();
  if (what == 3) QVERIFY(QFileInfo::exists(file));
  QVERIFY(
      QDir(folder.path()).entryList({QStringLiteral(".*")}, QDir::Files | QDir::Hidden).isEmpty());
}

void AttacksTest::oddPicturesOnEveryView_data() {
  QTest::addColumn<int>("width");
  QTest::addColumn<int>("height");
  QTest::addColumn<int>("channels");
  QTest::addColumn<bool>("deep");
  struct Shape {
    int width, height;
  };
  for (const Shape shape :
       {Shape{1, 1}, Shape{1, 3000}, Shape{3000, 1}, Shape{2, 70000}, Shape{9, 7}}) {
    for (const int channels : {1, 2, 4}) {
      const bool deep = (shape.width + channels) % 2 == 0;
      QTest::newRow(qPrintable(
          QStringLiteral("%1 x %2, %3 samples").arg(shape.width).arg(shape.height).arg(channels)))
          << shape.width << shape.height << channels << deep;
    }
  }
}

/// Alpha channels are fully transparent.
void AttacksTest::oddPicturesOnEveryView() {
  QFETCH(const int, width);
  QFETCH(const int, height);
  QFETCH(const int, channels);
  QFETCH(const bool, deep);
  const QTemporaryDir folder;
  Image image({width, height}, {channels, deep ? Depth::u16 : Depth::u8});
  const bool alpha = image.format().hasAlpha();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < channels - (alpha ? 1 : 0); ++c) {
        setSample(image.pixels(), x, y, c, static_cast<std::uint32_t>((x * 7 + y * 31 + c) % 200));
      }
    }
  }
  auto scene = std::make_shared<Picture>();
  scene->image = Image::copyOf(image);
  scene->name = QStringLiteral("odd");
  Workbench& bench = window_->bench();
  bench.setScene(scene);
  bench.cut(frameOf(scene->image));
  awaitSearch();
  for (const Method method : {Method::exact, Method::zncc}) {
    SearchSettings settings = bench.settings();
    settings.method = method;
    bench.setSettings(settings);
    bench.searchNow();
    awaitSearch();
    for (const ActionId view :
         {ActionId::passes, ActionId::timing, ActionId::batch, ActionId::lab, ActionId::picture}) {
      window_->actions().at(view)->trigger();
      QVERIFY(!window_->grab().isNull());
      if (ToolWindows::opens(view)) QVERIFY(!window_->tools().window(view).grab().isNull());
    }
    window_->actions().at(ActionId::passNone)->trigger();
    for (const ActionId what :
         {ActionId::scoreMap, ActionId::fit, ActionId::actualSize, ActionId::zoomIn,
          ActionId::zoomOut, ActionId::nextMatch, ActionId::scoreMap}) {
      window_->actions().at(what)->trigger();
      QCoreApplication::processEvents();
    }
    window_->canvas().grab();
  }
  QTest::keyClick(&window_->canvas(), Qt::Key_Return);
  for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
    for (const auto with : {Qt::NoModifier, Qt::ShiftModifier, Qt::AltModifier}) {
      QTest::keyClick(&window_->canvas(), key, with);
    }
  }
  awaitSearch();
  if (bench.matches().result()) {
    for (const char* name : {"a.png", "a.pam"}) {
      const QString message = exported(ExportKind::picture, folder.filePath(QLatin1String(name)));
      QVERIFY2(!failed(message), qPrintable(message));
    }
    for (const char* name : {"r.html", "r.pdf"}) {
      const QString message = exported(ExportKind::report, folder.filePath(QLatin1String(name)));
      QVERIFY2(!failed(message), qPrintable(message));
    }
  }
}

/// The five basic tasks by keyboard only: Tab and Shift+Tab reach all that has no shortcut.
void AttacksTest::keysAloneDoEverything() {
  const QTemporaryDir folder;
  show(kMany, {});
  Workbench& bench = window_->bench();
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  // Identical search: a rectangle in the middle.
  window_->canvas().setFocus();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  awaitSearch();
  QTRY_VERIFY_WITH_TIMEOUT(matches() > 0, kPatience);
  // Similar search.
  QVERIFY(tabTo("Auto"));  // in button groups, arrows move on: to Identical, and to Similar
  for (int i = 0; i < 2; ++i) QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
  QCOMPARE(bench.settings().method, Method::zncc);
  bench.searchNow();
  awaitSearch();
  QTRY_VERIFY_WITH_TIMEOUT(matches() > 0, kPatience);
  // Export a picture with numbers, and a CSV.
  QVERIFY(tabTo("How matches look"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QVERIFY(tabTo("Numbers"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QVERIFY(bench.markSettings().numbers);
  QVERIFY(tabTo("Export"));
  // Compare the engines.
  QTest::keyClick(window_.get(), Qt::Key_T, Qt::ControlModifier);
  ToolWindow& timing = window_->tools().window(ActionId::timing);
  QVERIFY(QTest::qWaitForWindowActive(&timing));
  QVERIFY(tabTo("Measure all engines"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QVERIFY(window_->timing().running());
  QVERIFY(tabTo("Cancel the measurement"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->timing().running(), kPatience);
  QTest::keyClick(&timing, Qt::Key_W, Qt::ControlModifier);
  QVERIFY(!timing.isVisible());
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  // A batch.
  QTest::keyClick(window_.get(), Qt::Key_B, Qt::ControlModifier);
  QCOMPARE(window_->views().shown(), ActionId::batch);
  window_->batch().setImages({kMany, QStringLiteral(ESPY_SOURCE_DIR "/samples/PROVENANCE.md")});
  QTRY_COMPARE_WITH_TIMEOUT(window_->batch().queue().size(), 2, kPatience);
  QVERIFY(tabTo("Output folder"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), folder.path());
  QVERIFY(tabTo("Start"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->batch().running(), kPatience);
  QTRY_VERIFY_WITH_TIMEOUT(!QDir(folder.path()).isEmpty(), kPatience);
}

void AttacksTest::aPipeHoldsNothingUp() {
  const QTemporaryDir folder;
  const QString pipe = folder.filePath(QStringLiteral("pipe.pgm"));
  QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
  const int writer = ::open(qPrintable(pipe), O_RDWR | O_CLOEXEC);
  QVERIFY(writer >= 0);
  window_->opener().openFromCommandLine({pipe}, {});
  QCoreApplication::processEvents();
  QCOMPARE(window_->bench().awaitedScene(), pipe);
  // Another scene can be opened meanwhile.
  window_->opener().openFromCommandLine({kCrowd}, {});
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().scene() != nullptr, kPatience);
  QCOMPARE(window_->bench().scene()->path, kCrowd);
  QVERIFY(window_->bench().awaitedScene().isEmpty());
  window_->bench().openNeedles({pipe, kTraveller});
  QTRY_COMPARE_WITH_TIMEOUT(window_->bench().tray().rowCount(), 1, kPatience);
  window_.reset();
  ::close(writer);
}

void AttacksTest::aFileThatChangesIsReadAgain() {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("scene.ppm"));
  QVERIFY(QFile::copy(kCrowd, path));
  show(path, {kTraveller});
  QCOMPARE(matches(), std::size_t{1});
  QSignalSpy changed(&window_->opener(), &PictureOpener::changedOnDisk);
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(1000));  // truncated while it is shown
  file.close();
  window_->canvas().grab();
  window_->bench().searchNow();
  awaitSearch();
  QVERIFY(!changed.isEmpty() || changed.wait(kPatience));
  window_->opener().readAgain();
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().awaitedScene().isEmpty(), kPatience);
  QVERIFY(QFile::remove(path) && QFile::copy(kMany, path));
  window_->opener().readAgain();
  QTRY_VERIFY_WITH_TIMEOUT(window_->bench().awaitedScene().isEmpty(), kPatience);
  QTRY_COMPARE_WITH_TIMEOUT(window_->bench().scene()->image.format().channels, 1, kPatience);
}

void AttacksTest::aProjectIsOpenedAsAPicture() {
  window_->actions().at(ActionId::openScene)->trigger();
  auto* dialog = window_->findChild<QFileDialog*>();
  QVERIFY(dialog != nullptr);
  QVERIFY2(dialog->nameFilters().front().contains(QStringLiteral("*.espy")),
           qPrintable(dialog->nameFilters().front()));
}

void AttacksTest::theFullScreenWithAMillionMatches() {
  auto scene = std::make_shared<Picture>();
  scene->image = Image({1001, 1001}, {1, Depth::u8});
  scene->name = QStringLiteral("flat");
  window_->bench().setScene(scene);
  window_->bench().cut({500, 500, 2, 2});
  window_->bench().searchNow();
  awaitSearch();
  QCOMPARE(matches(), std::size_t{1000000});
  const auto* bar = window_->findChild<QToolBar*>();
  const QRect before = bar->geometry();
  QStringList enabled;
  const QList<QToolButton*> buttons = bar->findChildren<QToolButton*>();
  for (const QToolButton* button : buttons) enabled += QString::number(button->isEnabled());
  for (int turn = 0; turn < 2; ++turn) {
    window_->actions().at(ActionId::fullScreen)->trigger();
    QTRY_VERIFY(!bar->isVisible());
    window_->canvas().grab();
    QTest::keyClick(window_.get(), Qt::Key_Escape);
    QTRY_VERIFY(bar->isVisible());
    QTRY_COMPARE(bar->geometry(), before);
    QStringList now;
    for (const QToolButton* button : buttons) now += QString::number(button->isEnabled());
    QCOMPARE(now, enabled);
  }
}

}  // namespace
ESPY_WINDOW_TEST(attacks, AttacksTest);

}  // namespace espy::desktop
#include "attacks_test.moc"
