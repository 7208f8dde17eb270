// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Work that is kept: a project's file holds everything, is refused where it is not one, and what a
// crash interrupted comes back.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QFile>
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
#include "desktop/window_tests.h"
#include "espy/espy.h"
#include "project/bundle.h"
#include "project/command_line.h"
#include "project/project_file.h"
#include "project/project_json.h"
#include "results/results_view.h"
#include "support/random_pictures.h"
#include "window/intake.h"
#include "window/main_window.h"
#include "window/notice_bar.h"
#include "window/picture_page.h"
#include "window/project_keeper.h"
#include "window/workbench.h"

namespace espy::desktop {
namespace {

std::shared_ptr<Picture> noise(Size size, PixelFormat format, const char* name) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image(size, format);
  test::Random random(static_cast<unsigned>(size.width));
  test::draw(picture->image.pixels(), test::Kind::noise, random, false);
  picture->name = QString::fromLatin1(name);
  return picture;
}

/// A project with something of everything.
Project everything() {
  Project project;
  const auto scene = noise({37, 21}, {4, Depth::u16}, "scene \"1\"");
  scene->path = QStringLiteral("/somewhere/scene.png");
  project.scene = scene;
  NeedleItem cut;
  cut.name = QStringLiteral("cut 1");
  cut.picture = noise({7, 5}, {4, Depth::u16}, "cut 1");
  cut.origin = QRect(3, 4, 7, 5);
  cut.source = scene;
  cut.kept = true;
  cut.colour = QColor(1, 2, 3);
  cut.mask = std::make_shared<const Image>(Image::copyOf(noise({7, 5}, {1, Depth::u8}, "")->image));
  NeedleItem file;
  file.name = QStringLiteral("Größe 雪");
  const auto picture = noise({5, 9}, {3, Depth::u8}, "n");
  picture->path = QStringLiteral("/somewhere/n.ppm");
  file.picture = picture;
  file.colour = QColor(Qt::red);
  file.on = false;
  project.needles = {cut, file};
  project.search.method = Method::ssd;
  project.search.minScore = -0.25;
  project.search.weighted = true;
  project.search.tolerance = 7;
  project.search.select.overlap = 0.3;
  project.search.select.across = true;
  project.search.select.top = 12;
  project.search.engine = QStringLiteral("openmp");
  project.search.threads = 3;
  project.marks.style = MarkStyle::dim;
  project.marks.thickness = 9;
  project.marks.numbers = true;
  project.marks.boxes = false;
  project.removed = {{1, QRect(1, 2, 5, 9)}};
  project.expected = {{1, 17}};
  return project;
}

void store(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

/// The project's file with this in the place of its JSON.
void storeWith(const QString& path, const QByteArray& whole, const QByteArray& json) {
  const auto files = readBundle({reinterpret_cast<const std::uint8_t*>(whole.constData()),
                                 static_cast<std::size_t>(whole.size())},
                                "whole");
  QByteArray bytes;
  BundleWriter bundle([&](std::string_view part) {
    bytes.append(part.data(), static_cast<qsizetype>(part.size()));
  });
  for (const auto& [name, content] : files) {
    const std::string_view own(reinterpret_cast<const char*>(content.data()), content.size());
    const std::string_view text =
        name == "project.json"
            ? std::string_view(json.constData(), static_cast<std::size_t>(json.size()))
            : own;
    bundle.add(name, {&text, 1});
  }
  bundle.finish();
  store(path, bytes);
}

/// Nobody waits as long as the window does before it writes what is not saved.
constexpr std::chrono::milliseconds kSoon(1);

/// What loading this file says, empty where it is loaded.
QString refusal(const QString& path) {
  try {
    loadProject(path);
  } catch (const Error& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

}  // namespace

class ProjectTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QCoreApplication::setOrganizationName(QStringLiteral("espy-test"));
    QCoreApplication::setApplicationName(QStringLiteral("project"));
    QSettings().clear();
  }

  void everythingComesBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    const Project saved = everything();
    saveProject(path, saved);
    const Project read = loadProject(path);
    QVERIFY(samePixels(read.scene->image, saved.scene->image));
    QCOMPARE(read.scene->name, saved.scene->name);
    QCOMPARE(read.scene->path, saved.scene->path);
    QCOMPARE(read.needles.size(), saved.needles.size());
    for (std::size_t i = 0; i < read.needles.size(); ++i) {
      const NeedleItem& now = read.needles[i];
      const NeedleItem& before = saved.needles[i];
      QVERIFY(samePixels(now.picture->image, before.picture->image));
      QCOMPARE(now.picture->path, before.picture->path);
      QCOMPARE(now.name, before.name);
      QCOMPARE(now.colour, before.colour);
      QCOMPARE(now.on, before.on);
      QCOMPARE(now.kept, before.kept);
      QCOMPARE(now.origin, before.origin);
      QCOMPARE(now.mask != nullptr, before.mask != nullptr);
    }
    QVERIFY(samePixels(*read.needles[0].mask, *saved.needles[0].mask));
    QVERIFY(read.needles[0].isOf(read.scene));
    QCOMPARE(read.search.method, saved.search.method);
    QCOMPARE(read.search.minScore, saved.search.minScore);
    QCOMPARE(read.search.weighted, saved.search.weighted);
    QCOMPARE(read.search.tolerance, saved.search.tolerance);
    QCOMPARE(read.search.select.overlap, saved.search.select.overlap);
    QCOMPARE(read.search.select.across, saved.search.select.across);
    QCOMPARE(*read.search.select.top, *saved.search.select.top);
    QCOMPARE(read.search.engine, saved.search.engine);
    QCOMPARE(read.search.threads, saved.search.threads);
    QCOMPARE(read.marks.style, saved.marks.style);
    QCOMPARE(read.marks.thickness, saved.marks.thickness);
    QCOMPARE(read.marks.numbers, saved.marks.numbers);
    QCOMPARE(read.marks.boxes, saved.marks.boxes);
    QVERIFY(read.removed == saved.removed);
    QCOMPARE(read.expected, saved.expected);
  }

  void noNumberBreaksTheWindow() {
    const QTemporaryDir folder;
    const QString whole = folder.filePath(QStringLiteral("whole.espy"));
    const QString other = folder.filePath(QStringLiteral("other.espy"));
    Project project = everything();
    project.needles[0].kept = false;  // can be cut anew
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
        // JSON is written in ASCII but for names, which come behind no number.
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
        QCOMPARE(bench.settings().engine, QStringLiteral("auto"));  // that one is not here
        if (shown % 8 == 0) window.canvas().grab();
      }
    }
    QVERIFY(shown > 20);
  }

  void masksHaveOneKindOfSamples() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    for (const PixelFormat format : {PixelFormat{3, Depth::u8}, PixelFormat{1, Depth::u16}}) {
      Project project = everything();
      project.needles[0].mask =
          std::make_shared<const Image>(Image::copyOf(noise({7, 5}, format, "")->image));
      saveProject(path, project);
      QVERIFY2(refusal(path).startsWith(path), qPrintable(refusal(path)));
    }
  }

  /// The scene lies in a file of its own, which became smaller since.
  void aCutThatHasLeftItsSceneIsANeedle() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    const QString file = folder.filePath(QStringLiteral("scene.pam"));
    Project project = everything();
    const auto scene = noise({37, 21}, {4, Depth::u16}, "scene");
    scene->path = file;
    project.scene = scene;
    project.needles[0].source = scene;
    project.scenePixels = false;
    for (const Size size : {Size{37, 21}, Size{9, 9}}) {
      writePicture(file.toStdString(), noise(size, {4, Depth::u16}, "")->image);
      saveProject(path, project);
      const Project read = loadProject(path);
      QVERIFY(read.sceneTrouble.isEmpty());
      QCOMPARE(read.needles[0].isOf(read.scene), size.width == 37);
      QVERIFY(samePixels(read.needles[0].picture->image, project.needles[0].picture->image));
    }
  }

  /// Its scene is a pipe into which nobody writes.
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
      QSignalSpy said(&window.keeper(), &ProjectKeeper::said);
      window.keeper().open(hangs);
      window.bench().setScene(manyPatterns());
      window.bench().cut({512, 512, 16, 16});
      const QString one = folder.filePath(QStringLiteral("one.espy"));
      const QString two = folder.filePath(QStringLiteral("two.espy"));
      window.keeper().saveAs(one);
      window.keeper().saveAs(two);  // waits for its turn, and not in this thread
      QTRY_COMPARE_WITH_TIMEOUT(said.count(), 2, kPatience);
      QVERIFY(refusal(one).isEmpty() && refusal(two).isEmpty());
      // Another project takes the place of the one that hangs.
      window.keeper().open(good);
      QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(), 2, kPatience);
      window.keeper().open(hangs);
      window.keeper().saveAs(two);
    }
    // The window has gone; what was asked for is written.
    QCOMPARE(loadProject(folder.filePath(QStringLiteral("two.espy"))).needles.size(),
             std::size_t{2});
    ::close(writer);
  }

  void whatWasCutOutWhileAProjectWasReadIsAskedFor() {
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

  void posesComeBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("turned.espy"));
    Project saved = everything();
    saveProject(path, saved);
    QVERIFY(contentOf(path).contains("\"espy-project\": 1"));  // programs before this one read it
    QVERIFY(!loadProject(path).search.pose.isAsked());
    saved.search.method = Method::zncc;
    saved.search.weighted = false;
    saved.search.pose.angle = {-12.5, 30, 0.25};
    saved.search.pose.scale = {0.5, 1.75, 0};
    saved.search.pose.quarterTurns = true;
    saved.search.pose.flip = true;
    saved.search.pose.search = PoseSearch::complete;
    saved.search.pose.polarity = Polarity::any;
    // Two that lie in one window, of which one was removed.
    saved.removed = {{1, QRect(1, 2, 5, 9), 360.5F, 0.75F, true}};  // refined beyond a turn
    saveProject(path, saved);
    QVERIFY(contentOf(path).contains("\"espy-project\": 2"));  // those would find something else
    const Project read = loadProject(path);
    QVERIFY(read.search.pose == saved.search.pose);
    QVERIFY(read.removed == saved.removed);
    saved.search.pose.visible = 0.35;
    saveProject(path, saved);
    QVERIFY(contentOf(path).contains("\"espy-project\": 3"));
    QVERIFY(loadProject(path).search.pose == saved.search.pose);
  }

  void posesThatMakeNoSenseAreRefused() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("hostile.espy"));
    const QByteArray good =
        "\"poses\": {\"angle\": [-10, 10, 0], \"scale\": [1, 1, 0], \"quarter_turns\": false, "
        "\"flip\": false, \"search\": \"fast\", \"polarity\": \"same\"}";
    const auto said = [&](const QByteArray& method, const QByteArray& poses) {
      std::vector<bool> masks;
      const QByteArray json =
          "{\"espy-project\": 2, \"search\": {\"method\": \"" + method +
          "\", \"tolerance\": 0, \"minimum\": 0.8, \"weighted\": false, \"overlap\": 0.5, "
          "\"across\": false, \"engine\": \"auto\", \"threads\": 0, " +
          poses +
          "}, \"marks\": {\"style\": \"outline\", \"thickness\": 3, \"numbers\": false, \"boxes\": "
          "true}, \"needles\": [], \"removed\": []}";
      try {
        const Project project = fromJson(json, path, masks);
        return project.search.pose.isAsked() ? QStringLiteral("read") : QStringLiteral("none");
      } catch (const Error& error) {
        return QString::fromUtf8(error.what());
      }
    };
    QCOMPARE(said("zncc", good), QStringLiteral("read"));
    const auto refused = [&](const QByteArray& method, const QByteArray& from,
                             const QByteArray& to) {
      QByteArray poses = good;
      poses.replace(from, to);
      const QString sentence = said(method, poses);
      return sentence.startsWith(path) && sentence.contains(QStringLiteral("makes no sense"));
    };
    QVERIFY(refused("exact", "x", "x"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[10, -10, 0]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, 1e300, 0]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, 10, -1]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, 10]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "[-10, null, 0]"));
    QVERIFY(refused("zncc", "[-10, 10, 0]", "\"all\""));
    QVERIFY(refused("zncc", "[1, 1, 0]", "[0, 1, 0]"));
    QVERIFY(refused("zncc", "[1, 1, 0]", "[1, 1e9, 0]"));
    QVERIFY(refused("zncc", "\"fast\"", "\"slow\""));
    QVERIFY(refused("sad", "\"same\"", "\"any\""));
    QVERIFY(refused("zncc", "false", "1"));
    QVERIFY(refused("zncc", "\"search\"", "\"visible\": 0, \"search\""));
    QVERIFY(refused("zncc", "\"search\"", "\"visible\": 1.5, \"search\""));
  }

  void anEmptyOneComesBack() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("empty.espy"));
    saveProject(path, {});
    QVERIFY(loadProject(path).scene == nullptr);
    QVERIFY(loadProject(path).needles.empty());
  }

  void whatIsCutShortIsRefused() {
    const QTemporaryDir folder;
    const QString whole = folder.filePath(QStringLiteral("whole.espy"));
    saveProject(whole, everything());
    const QByteArray bytes = contentOf(whole);
    const QString part = folder.filePath(QStringLiteral("part.espy"));
    // The last two blocks only say that it ends.
    for (qsizetype length = 0; length < bytes.size() - 1024; length += 173) {
      store(part, bytes.left(length));
      const QString said = refusal(part);
      QVERIFY2(said.startsWith(part), qPrintable(QStringLiteral("%1: %2").arg(length).arg(said)));
    }
  }

  void whatIsDamagedIsRefusedOrReadAsSomething() {
    const QTemporaryDir folder;
    const QString whole = folder.filePath(QStringLiteral("whole.espy"));
    saveProject(whole, everything());
    const QByteArray bytes = contentOf(whole);
    const QString other = folder.filePath(QStringLiteral("other.espy"));
    test::Random random(5);
    for (int i = 0; i < 400; ++i) {
      QByteArray changed = bytes;
      for (int k = 0; k < 3; ++k) {
        changed[static_cast<qsizetype>(random.below(bytes.size()))] =
            static_cast<char>(random.below(256));
      }
      store(other, changed);
      const QString said = refusal(other);  // no crash, and a sentence with the name
      QVERIFY2(said.isEmpty() || said.startsWith(other), qPrintable(said));
    }
  }

  void whatIsNoneIsSaid() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("none.espy"));
    QVERIFY(refusal(path).startsWith(path));  // not there
    store(path, QByteArray(5000, 'x'));
    QVERIFY(refusal(path).contains(QStringLiteral("is no project of Espy")));
    // One of a later version.
    saveProject(path, {});
    QByteArray bytes = contentOf(path);
    bytes.replace("\"espy-project\": 1", "\"espy-project\": 5");
    store(path, bytes);
    QVERIFY(refusal(path).contains(QStringLiteral("later version")));
    bytes.replace("\"thickness\": 3", "\"thickness\": 0");
    bytes.replace("\"espy-project\": 5", "\"espy-project\": 1");
    store(path, bytes);
    QVERIFY2(refusal(path).contains(QStringLiteral("thickness")), qPrintable(refusal(path)));
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
      QVERIFY(window.keeper().wouldLose());
      QSignalSpy said(&window.keeper(), &ProjectKeeper::said);
      window.keeper().saveAs(path);
      QVERIFY(said.wait(kPatience));
      QVERIFY2(!said[0][1].toBool(), qPrintable(said[0][0].toString()));
      QVERIFY(!window.keeper().wouldLose());
    }
    MainWindow window(registry_);
    Workbench& bench = window.bench();
    window.intake().openFromCommandLine({path}, {});
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result(), kPatience);
    QVERIFY(samePixels(bench.scene()->image, manyPatterns()->image));
    QCOMPARE(bench.tray().rowCount(), 1);
    QVERIFY(bench.tray().items()[0].kept);
    QCOMPARE(bench.matches().removed(), std::vector<std::uint32_t>{1});
    QCOMPARE(window.results().counts().counts().at(0).expected, std::optional<int>(7));
    QVERIFY(!window.keeper().wouldLose());
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

    // Saving is what the window waits for.
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
    QSignalSpy said(&window.keeper(), &ProjectKeeper::said);
    window.keeper().saveAs(folder.filePath(QStringLiteral("work.espy")));
    QVERIFY(said.wait(kPatience));
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
      window.keeper().keepUnsaved(folder.path());
      QSignalSpy written(&window.keeper(), &ProjectKeeper::written);
      window.bench().setScene(manyPatterns());
      window.bench().cut({512, 512, 16, 16});
      QVERIFY(written.wait(kPatience));
      QVERIFY(QFile::copy(unsaved, copy));
    }
    QVERIFY(!QFile::exists(unsaved));  // an end as it should be leaves nothing
    {
      MainWindow window(registry_);
      window.keeper().setQuiet(kSoon);
      window.keeper().keepUnsaved(folder.path());
      QVERIFY(window.page().standing().isHidden());
    }
    QVERIFY(QFile::rename(copy, unsaved));
    MainWindow window(registry_);
    window.keeper().keepUnsaved(folder.path());
    QVERIFY(window.page().standing().text().contains(QStringLiteral("did not end")));
    window.bench().openScene(QStringLiteral(ESPY_SOURCE_DIR "/samples/crowd.ppm"));
    QTRY_VERIFY_WITH_TIMEOUT(window.bench().scene(), kPatience);
    QVERIFY(!window.page().standing().isHidden());  // whatever happens meanwhile
    window.keeper().restore();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(), 1, kPatience);
    QCOMPARE(*window.bench().tray().items()[0].origin, QRect(512, 512, 16, 16));
    QVERIFY(window.keeper().wouldLose());  // it is still in no file of its own
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("rescued.espy"))));
    QSignalSpy written(&window.keeper(), &ProjectKeeper::written);
    window.keeper().setQuiet(kSoon);
    QVERIFY(written.wait(kPatience));
    QVERIFY(QFile::exists(unsaved));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("rescued.espy"))));
  }

  void whoDoesNotDecideLosesNothing() {
    const QTemporaryDir folder;
    const QString unsaved = folder.filePath(QStringLiteral("unsaved.espy"));
    saveProject(unsaved, everything());
    const QByteArray before = contentOf(unsaved);
    {
      MainWindow window(registry_);
      window.keeper().setQuiet(kSoon);
      window.keeper().keepUnsaved(folder.path());
      QSignalSpy written(&window.keeper(), &ProjectKeeper::written);
      window.bench().setScene(manyPatterns());
      window.bench().cut({512, 512, 16, 16});
      QVERIFY(written.wait(kPatience));
    }
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("rescued.espy"))), before);
    MainWindow window(registry_);
    QSignalSpy found(&window.keeper(), &ProjectKeeper::foundUnsaved);
    window.keeper().keepUnsaved(folder.path());
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
    window.keeper().keepUnsaved(folder.path());
    QVERIFY(contentOf(rescued) != first);
    window.keeper().forget();
    QCOMPARE(contentOf(rescued), first);
    window.keeper().forget();
    QVERIFY(!QFile::exists(rescued));
  }

  void noPictureIsWrittenOver() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("scene.pgm"));
    writePicture(path.toStdString(), manyPatterns()->image);
    const QByteArray before = contentOf(path);
    Project project = everything();
    const auto scene = std::make_shared<Picture>();
    scene->path = path;
    scene->image = Image::copyOf(manyPatterns()->image);
    project.scene = scene;
    QVERIFY_EXCEPTION_THROWN(saveProject(path, project), Error);
    QCOMPARE(contentOf(path), before);
  }

  void whatIsNoFileIsRefused() {
    QVERIFY_EXCEPTION_THROWN(loadProject(QStringLiteral("/dev/zero")), Error);
    QVERIFY_EXCEPTION_THROWN(loadProject(QStringLiteral("/tmp")), Error);
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
    QVERIFY(window.keeper().wouldLose());
    QTRY_VERIFY(window.findChild<QMessageBox*>() == nullptr);
    window.keeper().open(path);
    box = window.findChild<QMessageBox*>();
    QVERIFY(box != nullptr);
    box->button(QMessageBox::Discard)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().tray().rowCount(),
                              static_cast<int>(everything().needles.size()), kPatience);
  }

  void needlesComeBackWithoutTheirScene() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("work.espy"));
    Project project = everything();
    project.scenePixels = false;  // and its file is nowhere
    saveProject(path, project);
    const Project read = loadProject(path);
    QVERIFY(read.scene == nullptr);
    QVERIFY(read.sceneTrouble.contains(QStringLiteral("/somewhere/scene.png")));
    QCOMPARE(read.needles.size(), std::size_t{2});
    QVERIFY(samePixels(read.needles[0].picture->image, project.needles[0].picture->image));
  }

  void theCommandSaysTheSame() {
    Project project = everything();
    QCOMPARE(commandLine(project),
             QStringLiteral("espy find --method ssd --min-score -0.25 --weighted --top 12 "
                            "--overlap 0.3 --across --engine openmp --threads 3 -e "
                            "'cut 1%1' -- /somewhere/scene.png")
                 .arg(usualEnding()));
    project.search = {};
    project.needles[1].on = true;
    project.needles.erase(project.needles.begin());
    QCOMPARE(commandLine(project),
             QStringLiteral("espy find -e /somewhere/n.ppm -- /somewhere/scene.png"));
    const QString code = cppLines(project);
    QVERIFY(code.contains(QStringLiteral("espy::readPicture(\"/somewhere/n.ppm\")")));
    QVERIFY(code.contains(QStringLiteral("espy::Method::exact")));
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
    window.intake().openFromCommandLine({folder.filePath(QStringLiteral("a.ppm"))}, {});
    const auto shows = [&](const char* name) {
      return window.bench().scene() && window.bench().scene()->name == QLatin1String(name);
    };
    QTRY_VERIFY_WITH_TIMEOUT(shows("a.ppm"), kPatience);
    window.actions().at(Do::nextPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("b.ppm"), kPatience);
    window.actions().at(Do::nextPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("c.pgm"), kPatience);
    window.actions().at(Do::nextPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("a.ppm"), kPatience);
    window.actions().at(Do::previousPicture)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shows("c.pgm"), kPatience);
    // Another program changes it.
    QSignalSpy changed(&window.intake(), &Intake::changedOnDisk);
    writePicture(folder.filePath(QStringLiteral("c.pgm")).toStdString(),
                 noise({11, 5}, {1, Depth::u8}, "c")->image);
    QVERIFY(changed.wait(kPatience));
    window.intake().readAgain();
    QTRY_COMPARE_WITH_TIMEOUT(window.bench().scene()->image.size(), (Size{11, 5}), kPatience);
  }

 private:
  static PicturePtr manyPatterns() {
    auto picture = std::make_shared<Picture>();
    picture->image = readPicture(ESPY_SOURCE_DIR "/samples/pattern_many.pgm").image;
    picture->name = QStringLiteral("many");
    return picture;
  }

  Registry registry_ = makeRegistry();
};

ESPY_WINDOW_TEST(project, ProjectTest);

}  // namespace espy::desktop
#include "project_test.moc"
