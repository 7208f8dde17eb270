// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Projects in the window: saving and loading, questions before data loss, crash recovery.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QApplication>
#include <QFileDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "canvas/canvas.h"
#include "desktop/content_of.h"
#include "desktop/pose_pictures.h"
#include "desktop/project_data.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "project/project_json.h"
#include "results/results_view.h"
#include "widgets/notice_bar.h"
#include "window/main_window.h"
#include "window/picture_opener.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

/// Short delay before unsaved work is written.
constexpr std::chrono::milliseconds kSoon(1);

}  // namespace

class ProjectTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QCoreApplication::setOrganizationName(QStringLiteral("espy-test"));
    QCoreApplication::setApplicationName(QStringLiteral("project"));
    QSettings().clear();
  }

  void noNumberBreaksTheWindow() {
    const QTemporaryDir folder;
    const QString whole = folder.filePath(QStringLiteral("whole.espy"));
    const QString other = folder.filePath(QStringLiteral("other.espy"));
    Project project = everything();
    project.needles[0].kept = false;  // can be cropped anew
    project.search.engine = QStringLiteral("none such");
    saveProject(whole, project);
    const QByteArray bytes = contentOf(whole);
    const QByteArray json = toJson(project);
    static const QRegularExpression kNumber(QStringLiteral(": (-?[0-9.]+)"));
    MainWindow window(registry_);
    window.show();
    Workbench& bench = window.bench();
    int shown = 0;
    for (auto each = kNumber.globalMatch(QString::fromUtf8(json)); each.hasNext();) {
      const auto number = each.next();
      for (const char* value : {"-1", "0", "20", "36", "1000000", "1073741824", "2147483648",
                                "1e308", "0.5", "null", "\"x\"", "[]"}) {
        QByteArray changed = json;
        // JSON is ASCII except for names, which never follow a number.
        const qsizetype at = QString::fromUtf8(json).left(number.capturedStart(1)).toUtf8().size();
        changed.replace(at, number.capturedLength(1), value);
        storeWith(other, bytes, changed);
        Project read;
        try {
          read = loadProject(other);
        } catch (const Error& error) {
          QVERIFY(QString::fromUtf8(error.what()).startsWith(other));
          continue;
        }
        ++shown;
        bench.setProject(std::move(read));
        for (int row = 0; row < bench.tray().rowCount(); ++row) {
          const NeedleItem& needle = bench.tray().items()[static_cast<std::size_t>(row)];
          if (needle.origin) {
            QVERIFY(frameOf(bench.scene()->image).contains(*needle.origin));
            QCOMPARE(needle.origin->size(), frameOf(needle.picture->image).size());
          }
          bench.resumeCut(needle.id);
        }
        QCOMPARE(bench.settings().engine, QStringLiteral("auto"));  // the engine is unknown here
        if (shown % 8 == 0) window.canvas().grab();
      }
    }
    QVERIFY(shown > 20);
  }

  /// The project's scene is a pipe without a writer.
  void aProjectThatHangsHoldsNothingUp() {
    const QTemporaryDir folder;
    const QString pipe = folder.filePath(QStringLiteral("pipe.pgm"));
    QCOMPARE(::mkfifo(qPrintable(pipe), 0600), 0);
    const int writer = ::open(qPrintable(pipe), O_RDWR | O_CLOEXEC);
    QVERIFY(writer >= 0);
    const QString hangs = folder.filePath(QStringLiteral("hangs.espy"));
    Project project = everything();
    const auto scene = noise({37, 21}, {1, Depth::u8}, "scene");
    scene->path = pipe;
    project.scene = scene;
    project.scenePixels = false;
    saveProject(hangs, project);
    const QString good = folder.filePath(QStringLiteral("good.espy"));
    saveProject(good, everything());
    {
      MainWindow window(registry_);
      QSignalSpy messages(&window.keeper(), &ProjectKeeper::said);
      window.keeper().open(hangs);
      window.bench().setScene(manyPatterns());
      window.bench().cut({512, 512, 16, 16});
      const QString one = folder.filePath(QStringLiteral("one.espy"));
      const QString two = folder.filePath(QStringLiteral("two.espy"));
      window.keeper().saveAs(one);
      window.keeper().saveAs(two);  // queued, without blocking this thread
      QTRY_COMPARE_WITH_TIMEOUT(messages.count(), 2, kPatience);
      QVERIFY(refusal(one).isEmpty() && refusal(two).isEmpty());
      // Opening another project replaces the blocked one.
      window.keeper().open(good);
      QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(), 2, kPatience);
      window.keeper().open(hangs);
      window.keeper().saveAs(two);
    }
    // The window is destroyed; pending writes have completed.
    QCOMPARE(loadProject(folder.filePath(QStringLiteral("two.espy"))).needles.size(),
             std::size_t{2});
    ::close(writer);
  }

  void aCutDuringTheReadingOfAProjectIsConfirmed() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    saveProject(path, everything());
    MainWindow window(registry_);
    window.show();
    window.bench().setScene(manyPatterns());
    window.keeper().open(path);
    window.bench().cut({512, 512, 16, 16});
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QMessageBox*>() != nullptr, kPatience);
    QCOMPARE(window.bench().tray().rowCount(), 1);
    window.findChild<QMessageBox*>()->button(QMessageBox::Discard)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(), 2, kPatience);
  }

  void theWindowGoesOnWhereItWas() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    {
      MainWindow window(registry_);
      Workbench& bench = window.bench();
      bench.setScene(manyPatterns());
      bench.cut({512, 512, 16, 16});
      QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result(), kPatience);
      bench.keepCut();
      bench.searchNow();
      QTRY_VERIFY_WITH_TIMEOUT(!bench.search().running(), kPatience);
      QVERIFY(bench.matches().rowCount() > 2);
      bench.matches().setRemoved(std::vector<std::uint32_t>{1}, true);
      CountsModel& counts = window.results().counts();
      QVERIFY(counts.setData(counts.index(0, CountsModel::kExpected), 7, Qt::EditRole));
      QVERIFY(window.keeper().hasUnsavedWork());
      QSignalSpy messages(&window.keeper(), &ProjectKeeper::said);
      window.keeper().saveAs(path);
      QVERIFY(messages.wait(kPatience));
      QVERIFY2(!messages[0][1].toBool(), qPrintable(messages[0][0].toString()));
      QVERIFY(!window.keeper().hasUnsavedWork());
    }
    MainWindow window(registry_);
    Workbench& bench = window.bench();
    window.opener().openFromCommandLine({path}, {});
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result(), kPatience);
    QVERIFY(samePixels(bench.scene()->image, manyPatterns()->image));
    QCOMPARE(bench.tray().rowCount(), 1);
    QVERIFY(bench.tray().items()[0].kept);
    QCOMPARE(bench.matches().removed(), std::vector<std::uint32_t>{1});
    QCOMPARE(window.results().counts().counts().at(0).expected, std::optional<int>(7));
    QVERIFY(!window.keeper().hasUnsavedWork());
  }

  void theAutomaticModeGoesOnWithWhatWasShown() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    double minimum = 0;
    std::vector<std::uint32_t> shown;
    const auto explored = [](Workbench& bench, auto start) {
      const QSignalSpy ended(&bench.explorer(), &Explorer::ended);
      start();
      QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 2 * kPatience);
    };
    const auto shownIn = [](Workbench& bench) {
      return std::vector<std::uint32_t>(bench.matches().shown().begin(),
                                        bench.matches().shown().end());
    };
    {
      MainWindow window(registry_);
      Workbench& bench = window.bench();
      SearchSettings settings = bench.settings();
      settings.automatic = true;
      bench.setSettings(settings);
      bench.setScene(pictureOf(sceneOf({{{20, 20}, 0}, {{150, 20}, 0}, {{150, 100}, 0.3}}), "a"));
      explored(bench, [&] { bench.cut({{20, 20}, needlePixels().size()}); });
      QCOMPARE(bench.settings().method, Method::exact);
      bench.showVariant(VariantKind::similar);
      QCOMPARE(bench.matches().shown().size(), std::size_t{3});
      bench.setMinimum(0.55);
      bench.matches().setRemoved(std::vector<std::uint32_t>{1}, true);
      minimum = bench.settings().minScore;
      shown = shownIn(bench);
      const QSignalSpy written(&window.keeper(), &ProjectKeeper::said);
      window.keeper().saveAs(path);
      QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
    }
    MainWindow window(registry_);
    Workbench& bench = window.bench();
    explored(bench, [&] { window.opener().openFromCommandLine({path}, {}); });
    QVERIFY(bench.settings().automatic);
    QCOMPARE(kindOf(bench.settings()), VariantKind::similar);
    QCOMPARE(bench.settings().minScore, minimum);
    QCOMPARE(shownIn(bench), shown);
    QCOMPARE(bench.matches().removed(), std::vector<std::uint32_t>{1});
    QVERIFY(!window.keeper().hasUnsavedWork());
  }

  void closingAsksOnlyWhereSomethingWouldBeLost() {
    MainWindow window(registry_);
    window.show();
    window.bench().setScene(manyPatterns());
    window.bench().cut({512, 512, 16, 16});
    window.close();
    QVERIFY(window.isVisible());
    auto* box = window.findChild<QMessageBox*>();
    QVERIFY(box != nullptr && box->isVisible());
    box->button(QMessageBox::Cancel)->click();
    QVERIFY(window.isVisible());
    window.close();
    const auto boxes = window.findChildren<QMessageBox*>();
    boxes.back()->button(QMessageBox::Discard)->click();
    QTRY_VERIFY(!window.isVisible());

    MainWindow other(registry_);
    other.show();
    other.bench().setScene(manyPatterns());
    other.close();
    QVERIFY(!other.isVisible());

    // The window closes only after saving.
    const QTemporaryDir folder;
    MainWindow saved(registry_);
    saved.show();
    saved.bench().setScene(manyPatterns());
    saved.keeper().saveAs(folder.filePath(QStringLiteral("work.espy")));
    QTRY_VERIFY_WITH_TIMEOUT(!saved.keeper().writing(), kPatience);
    saved.bench().cut({512, 512, 16, 16});
    saved.close();
    QVERIFY(saved.isVisible());
    saved.findChild<QMessageBox*>()->button(QMessageBox::Save)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!saved.isVisible(), kPatience);
    QCOMPARE(loadProject(folder.filePath(QStringLiteral("work.espy"))).needles.size(),
             std::size_t{1});
  }

  void theQuestionIsAboutWhatIsNotInTheFile() {
    const QTemporaryDir folder;
    MainWindow window(registry_);
    window.show();
    Workbench& bench = window.bench();
    QCOMPARE(window.windowTitle(), QStringLiteral("Espy[*]"));
    bench.setScene(manyPatterns());
    QVERIFY(window.windowTitle().startsWith(bench.scene()->name + QStringLiteral("[*], ")));
    QVERIFY(!window.isWindowModified());
    bench.cut({512, 512, 16, 16});
    QVERIFY(window.isWindowModified());
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result(), kPatience);
    window.keeper().saveAs(folder.filePath(QStringLiteral("work.espy")));
    QTRY_VERIFY_WITH_TIMEOUT(!window.keeper().writing(), kPatience);
    QVERIFY(!window.isWindowModified());
    QCOMPARE(window.windowTitle(), QStringLiteral("work.espy[*] - Espy"));
    bench.judging().label({0}, MatchVerdict::yes);
    QVERIFY(window.isWindowModified());
    window.close();
    auto* box = window.findChild<QMessageBox*>();
    QVERIFY(box != nullptr);
    QCOMPARE(box->text(), QStringLiteral("Save the changes to work.espy?"));
    QVERIFY(!box->informativeText().contains(QStringLiteral("in no file")));
    box->button(QMessageBox::Save)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!window.isVisible(), kPatience);
  }

  void aProjectIsSavedBesideItsPicture() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.pgm"));
    writePicture(path.toStdString(), noise({9, 9}, {1, Depth::u8}, "a")->image);
    MainWindow window(registry_);
    window.bench().openScene(path);
    QTRY_VERIFY_WITH_TIMEOUT(window.bench().scene(), kPatience);
    const auto folderAsked = [&] {
      auto* dialog = window.findChild<QFileDialog*>();
      const QString asked = dialog == nullptr ? QString() : dialog->directory().absolutePath();
      delete dialog;
      return asked;
    };
    window.keeper().save();
    QCOMPARE(folderAsked(), QDir(folder.path()).absolutePath());
    window.keeper().open();
    QCOMPARE(folderAsked(), QDir(folder.path()).absolutePath());
    // The last project's folder comes first.
    const QTemporaryDir other;
    window.keeper().saveAs(other.filePath(QStringLiteral("b.espy")));
    QTRY_VERIFY_WITH_TIMEOUT(!window.keeper().writing(), kPatience);
    window.keeper().saveAs();
    QCOMPARE(folderAsked(), QDir(other.path()).absolutePath());
  }

  void aDialogThatWasCancelledClosesNothingLater() {
    const QTemporaryDir folder;
    MainWindow window(registry_);
    window.show();
    window.bench().setScene(manyPatterns());
    window.bench().cut({512, 512, 16, 16});
    window.close();
    window.findChild<QMessageBox*>()->button(QMessageBox::Save)->click();
    auto* dialog = window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->reject();
    QSignalSpy messages(&window.keeper(), &ProjectKeeper::said);
    window.keeper().saveAs(folder.filePath(QStringLiteral("work.espy")));
    QVERIFY(messages.wait(kPatience));
    QCoreApplication::processEvents();
    QVERIFY(window.isVisible());
  }

  void aCrashLosesNothing() {
    const QTemporaryDir folder;
    const QString unsaved = folder.filePath(QStringLiteral("unsaved.espy"));
    const QString copy = folder.filePath(QStringLiteral("copy"));
    {
      MainWindow window(registry_);
      window.keeper().setQuiet(kSoon);
      window.keeper().enableRecovery(folder.path());
      QSignalSpy written(&window.keeper(), &ProjectKeeper::written);
      window.bench().setScene(manyPatterns());
      window.bench().cut({512, 512, 16, 16});
      QVERIFY(written.wait(kPatience));
      QVERIFY(QFile::copy(unsaved, copy));
    }
    QVERIFY(!QFile::exists(unsaved));  // normal exit: removed
    {
      MainWindow window(registry_);
      window.keeper().setQuiet(kSoon);
      window.keeper().enableRecovery(folder.path());
      QVERIFY(window.page().standing().isHidden());
    }
    QVERIFY(QFile::rename(copy, unsaved));
    MainWindow window(registry_);
    window.keeper().enableRecovery(folder.path());
    QVERIFY(window.page().standing().text().contains(QStringLiteral("was not saved")));
    window.bench().openScene(QStringLiteral(ESPY_SOURCE_DIR "/samples/crowd.ppm"));
    QTRY_VERIFY_WITH_TIMEOUT(window.bench().scene(), kPatience);
    QVERIFY(!window.page().standing().isHidden());  // stays visible
    window.keeper().restore();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(), 1, kPatience);
    QCOMPARE(*window.bench().tray().items()[0].origin, QRect(512, 512, 16, 16));
    QVERIFY(window.keeper().hasUnsavedWork());  // not in a project file yet
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("rescued.espy"))));
    QSignalSpy written(&window.keeper(), &ProjectKeeper::written);
    window.keeper().setQuiet(kSoon);
    QVERIFY(written.wait(kPatience));
    QVERIFY(QFile::exists(unsaved));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("rescued.espy"))));
  }

  void withoutADecisionNothingIsLost() {
    const QTemporaryDir folder;
    const QString unsaved = folder.filePath(QStringLiteral("unsaved.espy"));
    saveProject(unsaved, everything());
    const QByteArray before = contentOf(unsaved);
    {
      MainWindow window(registry_);
      window.keeper().setQuiet(kSoon);
      window.keeper().enableRecovery(folder.path());
      QSignalSpy written(&window.keeper(), &ProjectKeeper::written);
      window.bench().setScene(manyPatterns());
      window.bench().cut({512, 512, 16, 16});
      QVERIFY(written.wait(kPatience));
    }
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("rescued.espy"))), before);
    MainWindow window(registry_);
    QSignalSpy found(&window.keeper(), &ProjectKeeper::foundUnsaved);
    window.keeper().enableRecovery(folder.path());
    QCOMPARE(found.count(), 1);
    window.keeper().forget();
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("rescued.espy"))));
  }

  void aSecondCrashLeavesTheFirstOnesWork() {
    const QTemporaryDir folder;
    const QString rescued = folder.filePath(QStringLiteral("rescued.espy"));
    saveProject(rescued, everything());
    const QByteArray first = contentOf(rescued);
    Project project = everything();
    project.needles.pop_back();
    saveProject(folder.filePath(QStringLiteral("unsaved.espy")), project);
    MainWindow window(registry_);
    window.keeper().enableRecovery(folder.path());
    QVERIFY(contentOf(rescued) != first);
    window.keeper().forget();
    QCOMPARE(contentOf(rescued), first);
    window.keeper().forget();
    QVERIFY(!QFile::exists(rescued));
  }

  void openingAsksWhereSomethingWouldBeLost() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("other.espy"));
    saveProject(path, everything());
    MainWindow window(registry_);
    window.show();
    window.bench().setScene(manyPatterns());
    window.bench().cut({512, 512, 16, 16});
    window.keeper().open(path);
    auto* box = window.findChild<QMessageBox*>();
    QVERIFY(box != nullptr);
    box->button(QMessageBox::Cancel)->click();
    QCOMPARE(window.bench().tray().rowCount(), 1);
    QVERIFY(window.keeper().hasUnsavedWork());
    QTRY_VERIFY(window.findChild<QMessageBox*>() == nullptr);
    window.keeper().open(path);
    box = window.findChild<QMessageBox*>();
    QVERIFY(box != nullptr);
    box->button(QMessageBox::Discard)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(),
                              static_cast<int>(everything().needles.size()), kPatience);
  }

  void theFolderIsWalkedRound() {
    const QTemporaryDir folder;
    for (const char* name : {"a.ppm", "b.ppm", "notes.txt", "c.pgm"}) {
      const QString path = folder.filePath(QString::fromLatin1(name));
      if (path.endsWith(QStringLiteral(".txt"))) {
        store(path, "text");
      } else {
        writePicture(path.toStdString(), noise({9, 9}, {3, Depth::u8}, name)->image);
      }
    }
    MainWindow window(registry_);
    window.opener().openFromCommandLine({folder.filePath(QStringLiteral("a.ppm"))}, {});
    const auto shows = [&](const char* name) {
      return window.bench().scene() && window.bench().scene()->name == QLatin1String(name);
    };
    QTRY_VERIFY_WITH_TIMEOUT(shows("a.ppm"), kPatience);
    window.actions().at(ActionId::nextPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("b.ppm"), kPatience);
    window.actions().at(ActionId::nextPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("c.pgm"), kPatience);
    window.actions().at(ActionId::nextPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("a.ppm"), kPatience);
    window.actions().at(ActionId::previousPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("c.pgm"), kPatience);
    // Another program changes the file.
    QSignalSpy changed(&window.opener(), &PictureOpener::changedOnDisk);
    writePicture(folder.filePath(QStringLiteral("c.pgm")).toStdString(),
                 noise({11, 5}, {1, Depth::u8}, "c")->image);
    QVERIFY(changed.wait(kPatience));
    window.opener().readAgain();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().scene()->image.size(), (Size{11, 5}), kPatience);
  }

 private:
  Registry registry_ = makeRegistry();
};

ESPY_WINDOW_TEST(project, ProjectTest);

}  // namespace espy::desktop
#include "project_test.moc"
