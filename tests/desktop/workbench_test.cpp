// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The workbench without a window: needles, automatic searches and undo.
#include "window/workbench.h"

#include <sys/stat.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <thread>

#include "desktop/pose_pictures.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "model/needle_commands.h"
#include "model/poses.h"
#include "support/fake_gpu.h"
#include "support/random_pictures.h"

namespace espy::desktop {
namespace {

PicturePtr noiseScene(Size size, const QString& name) {
  auto picture = std::make_shared<Picture>();
  picture->image = Image(size, {3, Depth::u8});
  test::Random random(11);
  test::draw(picture->image.pixels(), test::Kind::noise, random, false);
  picture->name = name;
  return picture;
}

NeedleItem needleOf(const QImage& scene, const QRect& rectangle) {
  NeedleItem item;
  item.name = QStringLiteral("part");
  item.picture = pictureOf(scene.copy(rectangle), "part");
  return item;
}

/// A workbench whose engine takes a given time unless stopped.
struct SlowBench {
  explicit SlowBench(int atFirst) : milliseconds(atFirst) {
    registry.addEngine({"slow", true, "sleeps", "sleeps"});
    registry.add<FindExact>(
        "slow", [this](const Scene& /*scene*/, std::span<const Needle> needles,
                       const ExactOptions& /*options*/, const Control& control, RunReport& report) {
          report.engine = "slow";
          const int end = milliseconds;
          ++starts;
          for (int i = 0; i < end; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (control.progress) control.progress(static_cast<double>(i) / end);
            if (control.stopping()) ++stops;
            control.check();
          }
          return std::vector<std::vector<Place>>(needles.size(), {Place(1, 2)});
        });
    SearchSettings settings = bench.settings();
    settings.engine = QStringLiteral("slow");
    bench.setSettings(settings);
    bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
  }

  std::atomic<int> milliseconds;  ///< of the searches that start from now on
  std::atomic<int> starts = 0;
  std::atomic<int> stops = 0;
  Registry registry = makeRegistry();
  Workbench bench{registry};  ///< last member: its thread uses the others
};

class WorkbenchTest : public QObject {
  Q_OBJECT

 private slots:
  void theRemainingTimeCountsDown() {
    RemainingTime rest;
    QVERIFY(rest.seconds(100) < 0);
    rest.report(0.25, 1000);
    QCOMPARE(rest.seconds(1000), 3.0);
    QCOMPARE(rest.seconds(2500), 1.5);  // without a report
    QVERIFY(rest.seconds(4001) < 0);    // the estimate was wrong: unknown
    rest.report(0.2, 4500);             // never back
    QCOMPARE(rest.part(), 0.25);
    rest.report(0.5, 5000);
    QCOMPARE(rest.seconds(5000), 5.0);
    RemainingTime early;
    early.report(0.5, 10);
    QVERIFY(early.seconds(200) < 0);
  }

  void theRemainingTimeGoesOnWithoutProgress() {
    std::atomic<bool> done = false;
    Registry registry = makeRegistry();
    registry.addEngine({"stuck", true, "waits", "waits"});
    registry.add<FindExact>(
        "stuck", [&](const Scene& /*scene*/, std::span<const Needle> needles,
                     const ExactOptions& /*options*/, const Control& control, RunReport& report) {
          report.engine = "stuck";
          std::this_thread::sleep_for(std::chrono::milliseconds(200));
          control.progress(0.04);  // and nothing more
          while (!done) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            control.check();
          }
          return std::vector<std::vector<Place>>(needles.size(), {Place(1, 2)});
        });
    Workbench bench{registry};
    SearchSettings settings = bench.settings();
    settings.engine = QStringLiteral("stuck");
    bench.setSettings(settings);
    bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
    QSignalSpy progress(&bench.search(), &SearchController::progressed);
    bench.cut({10, 10, 20, 20});
    QTRY_VERIFY_WITH_TIMEOUT(progress.count() >= 4, kPatience);
    for (int i = 1; i < 4; ++i) {
      QCOMPARE(progress[i][0].toDouble(), 0.04);
      QVERIFY(progress[i][1].toDouble() <= progress[i - 1][1].toDouble());
    }
    QVERIFY(progress[3][1].toDouble() < progress[0][1].toDouble());
    done = true;
    QVERIFY(search(bench) != nullptr);
  }

  /// Coarse to fine: not only after each level, and not anew for each needle.
  void aPoseSearchReportsItsProgress() {
    const QImage scene = blocks(320, 240, 6, 3);
    const std::vector<NeedleItem> items{needleOf(scene, {40, 50, 48, 40}),
                                        needleOf(scene, {150, 90, 40, 48})};
    FindOptions options;
    options.method = Method::zncc;
    options.minScore = 0.7;
    options.pose = posesOf(PoseChoice::anglesAndSizes);
    std::vector<double> parts;
    options.control.progress = [&](double part) { parts.push_back(part); };
    const PicturePtr picture = pictureOf(scene, "scene");
    const Finding found = espy::find(picture->image, needlesOf(items), options);
    QVERIFY(!found.matches.empty());
    QVERIFY2(found.report.strategy.text().find("coarse to fine") != std::string::npos,
             found.report.strategy.text().c_str());
    QVERIFY(std::ranges::is_sorted(parts));
    QVERIFY2(parts.size() > 40, qPrintable(QString::number(parts.size())));
    QVERIFY(parts.front() < 0.1 && parts.back() > 0.9 && parts.back() <= 1);
  }

  /// Reading a named pipe without a writer never ends.
  void closingDoesNotWaitForAPictureThatNeverComes() {
    const QTemporaryDir folder;
    const QString pipe = folder.filePath(QStringLiteral("pipe.pgm"));
    QCOMPARE(::mkfifo(pipe.toUtf8().constData(), 0600), 0);
    {
      PictureLoader loader;
      loader.load(pipe, PictureLoader::Purpose::scene);
      QTest::qWait(50);
    }
    PictureLoader idle;
  }

  void aRectangleIsANeedleAndIsSearched();
  void movingTheRectangleChangesTheSameNeedle();
  void keepingItMakesTheNextOneAnother();
  void aLassoIgnoresWhatIsOutside();
  void everyEditCanBeUndone();
  void anotherSceneCanBeUndone();
  void slowSearchesStartByThemselves();
  void aChangeCancelsTheSearchBefore();
  void cancelledIsStale();
  void unreadableFilesAreReported();
  void filesAreReadInTheBackground();
  void theMinimumSearchesOnlyWhenItGoesDown();
  void aNeedleKnowsItsScene();
  void keepingSearchesNothing();
  void optionsCanBeUndone();
  void aMinimumThatIsTakenIsForThisSearch();
  void aNeedleThatCannotBeSearchedStopsNoOther();
  void aSceneTravelsToAGpuOnce();

 private:
  SearchResultPtr search(Workbench& bench) {
    QSignalSpy done(&bench.search(), &SearchController::finished);
    if (bench.search().running() && done.wait(kPatience)) return bench.matches().result();
    return bench.matches().result();
  }

  Registry registry_ = makeRegistry();
};

void WorkbenchTest::aRectangleIsANeedleAndIsSearched() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({300, 200}, QStringLiteral("noise")));
  QVERIFY(!bench.canSearch());
  bench.cut({40, 50, 20, 10});
  QCOMPARE(bench.tray().rowCount(), 1);
  QCOMPARE(*bench.cutRectangle(), QRect(40, 50, 20, 10));
  const SearchResultPtr result = search(bench);
  QVERIFY(result != nullptr);
  QCOMPARE(result->finding.matches.size(), std::size_t{1});
  QCOMPARE(result->finding.matches[0].x, 40U);
  QCOMPARE(result->finding.matches[0].y, 50U);
  // A rectangle across the edge is clipped; outside of the scene it is dropped.
  bench.keepCut();
  bench.cut({290, 190, 50, 50});
  QCOMPARE(*bench.cutRectangle(), QRect(290, 190, 10, 10));
  bench.keepCut();
  bench.cut({400, 300, 5, 5});
  QCOMPARE(bench.tray().rowCount(), 2);
}

void WorkbenchTest::movingTheRectangleChangesTheSameNeedle() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({300, 200}, QStringLiteral("noise")));
  bench.cut({40, 50, 20, 10});
  const int id = bench.cutId();
  bench.cut({60, 70, 20, 10});
  bench.cut({61, 70, 20, 10});
  QCOMPARE(bench.tray().rowCount(), 1);
  QCOMPARE(bench.cutId(), id);
  const SearchResultPtr result = search(bench);
  QCOMPARE(result->finding.matches.size(), std::size_t{1});
  QCOMPARE(result->finding.matches[0].x, 61U);
  // A gesture is one undo step, then the needle is removed.
  bench.undo().undo();
  QCOMPARE(*bench.cutRectangle(), QRect(40, 50, 20, 10));
  bench.undo().undo();
  QCOMPARE(bench.tray().rowCount(), 0);
  QVERIFY(!bench.cutRectangle());
}

void WorkbenchTest::keepingItMakesTheNextOneAnother() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({300, 200}, QStringLiteral("noise")));
  bench.cut({40, 50, 20, 10});
  const int first = bench.cutId();
  bench.keepCut();
  QVERIFY(!bench.cutRectangle());
  bench.cut({100, 20, 8, 8});
  QCOMPARE(bench.tray().rowCount(), 2);
  QVERIFY(bench.tray().items()[0].colour != bench.tray().items()[1].colour);
  const SearchResultPtr result = search(bench);
  QCOMPARE(result->finding.matches.size(), std::size_t{2});
  // Kept needles do not change: cropping after a click makes another needle.
  const PicturePtr kept = bench.tray().find(first)->picture;
  bench.resumeCut(first);
  QVERIFY(!bench.cutRectangle());
  bench.cut({5, 5, 30, 30});
  QCOMPARE(bench.tray().rowCount(), 3);
  QCOMPARE(bench.tray().find(first)->picture, kept);
}

void WorkbenchTest::aNeedleKnowsItsScene() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({300, 200}, QStringLiteral("one")));
  bench.cut({40, 50, 20, 10});
  const int first = bench.cutId();
  const PicturePtr pixels = bench.tray().find(first)->picture;
  bench.setScene(noiseScene({300, 200}, QStringLiteral("two")));
  bench.resumeCut(first);
  QVERIFY(!bench.cutRectangle());  // no such rectangle in this picture
  bench.cut({1, 1, 9, 9});
  QCOMPARE(bench.tray().rowCount(), 2);
  QCOMPARE(bench.tray().find(first)->picture, pixels);
  // Back in its own picture the crop can be resumed.
  bench.undo().undo();
  bench.undo().undo();
  QCOMPARE(bench.scene()->name, QStringLiteral("one"));
  bench.resumeCut(first);
  QCOMPARE(*bench.cutRectangle(), QRect(40, 50, 20, 10));
}

void WorkbenchTest::keepingSearchesNothing() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
  bench.cut({10, 10, 20, 20});
  search(bench);
  QSignalSpy started(&bench.search(), &SearchController::started);
  NeedleTray& tray = bench.tray();
  tray.setData(tray.index(0), QColor(1, 2, 3), NeedleTray::colourRole);
  bench.keepCut();
  QCOMPARE(started.count(), 0);
  QVERIFY(!bench.isStale());
  tray.setData(tray.index(0), Qt::Unchecked, Qt::CheckStateRole);
  QVERIFY(bench.matches().result() == nullptr);
  tray.setData(tray.index(0), Qt::Checked, Qt::CheckStateRole);
  QCOMPARE(started.count(), 1);
}

void WorkbenchTest::optionsCanBeUndone() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({100, 100}, QStringLiteral("one")));
  bench.setScene(noiseScene({100, 100}, QStringLiteral("two")));
  SearchSettings settings = bench.settings();
  settings.method = Method::zncc;
  bench.setSettings(settings);
  for (const double minimum : {0.7, 0.6, 0.5}) bench.setMinimum(minimum);
  bench.undo().undo();  // changes of one setting are one step
  QCOMPARE(bench.settings().minScore, 0.8);
  QCOMPARE(bench.settings().method, Method::zncc);
  bench.undo().undo();
  QCOMPARE(bench.settings().method, Method::exact);
  QCOMPARE(bench.scene()->name, QStringLiteral("two"));
}

void WorkbenchTest::aMinimumThatIsTakenIsForThisSearch() {
  Workbench bench(registry_);
  SearchSettings settings = bench.settings();
  settings.method = Method::zncc;
  bench.setSettings(settings);
  bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
  bench.cut({10, 10, 20, 20});
  bench.setTemporaryMinimum(0.2);
  QCOMPARE(search(bench)->settings.minScore, 0.2);
  QCOMPARE(bench.settingsToStore().minScore, 0.8);
  NeedleTray& tray = bench.tray();
  tray.setData(tray.index(0), QStringLiteral("shirt"), Qt::EditRole);
  QCOMPARE(bench.settings().minScore, 0.2);
  bench.keepCut();
  bench.cut({50, 50, 20, 20});
  QCOMPARE(bench.settings().minScore, 0.8);
  // A minimum set by the slider is kept.
  bench.setMinimum(0.6);
  bench.setScene(noiseScene({90, 90}, QStringLiteral("another")));
  QCOMPARE(bench.settings().minScore, 0.6);
}

void WorkbenchTest::aNeedleThatCannotBeSearchedStopsNoOther() {
  Workbench bench(registry_);
  const PicturePtr scene = noiseScene({100, 100}, QStringLiteral("noise"));
  SearchSettings settings = bench.settings();
  settings.method = Method::zncc;
  bench.setSettings(settings);
  bench.setScene(scene);
  auto grey = std::make_shared<Picture>();
  grey->image = Image({9, 9}, {3, Depth::u8});
  grey->name = QStringLiteral("grey");
  bench.addNeedle(grey);
  bench.addNeedle(noiseScene({200, 20}, QStringLiteral("wide")));
  bench.cut({10, 10, 20, 20});
  bench.searchNow();
  const SearchResultPtr result = search(bench);
  QVERIFY(result != nullptr);
  QCOMPARE(result->finding.matches.size(), std::size_t{1});
  QCOMPARE(result->needles[result->finding.matches[0].needle].id, bench.cutId());
  QCOMPARE(result->leftOut.size(), std::size_t{2});
  QCOMPARE(result->leftOut[0].needle.name, QStringLiteral("wide"));
  QVERIFY(result->leftOut[0].tooLarge);
  QCOMPARE(result->leftOut[1].needle.name, QStringLiteral("grey"));
  QVERIFY(!result->leftOut[1].tooLarge && !result->leftOut[1].reason.isEmpty());
}

void WorkbenchTest::aLassoIgnoresWhatIsOutside() {
  Workbench bench(registry_);
  const PicturePtr scene = noiseScene({100, 100}, QStringLiteral("noise"));
  bench.setScene(scene);
  // The lower left half of a square: pixel centres below x = y are inside.
  bench.cutLasso(QPolygon({{10, 10}, {30, 30}, {10, 30}, {10, 10}}));
  QCOMPARE(*bench.cutRectangle(), QRect(10, 10, 20, 20));
  const NeedleItem* needle = bench.tray().find(bench.cutId());
  QVERIFY(needle->mask != nullptr);
  QCOMPARE(sampleAt(*needle->mask, 1, 18, 0), 255U);
  QCOMPARE(sampleAt(*needle->mask, 18, 1, 0), 0U);
  const SearchResultPtr result = search(bench);
  QCOMPARE(result->finding.matches.size(), std::size_t{1});
  QCOMPARE(result->finding.matches[0].x, 10U);
}

void WorkbenchTest::everyEditCanBeUndone() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
  bench.cut({10, 10, 20, 20});
  NeedleTray& tray = bench.tray();
  const QModelIndex row = tray.index(0);
  const QString name = tray.data(row, Qt::DisplayRole).toString();
  const QColor colour = tray.items()[0].colour;
  tray.setData(row, QStringLiteral("shirt"), Qt::EditRole);
  tray.setData(row, QColor(1, 2, 3), NeedleTray::colourRole);
  tray.setData(row, Qt::Unchecked, Qt::CheckStateRole);
  auto mask = std::make_shared<Image>(Image({20, 20}, {1, Depth::u8}));
  setSample(mask->pixels(), 3, 3, 0, 255);
  bench.setCutMask(mask);
  bench.removeNeedle(tray.items()[0].id);
  QCOMPARE(tray.rowCount(), 0);
  bench.undo().undo();
  QCOMPARE(tray.items()[0].mask, std::shared_ptr<const Image>(mask));
  bench.undo().undo();
  QVERIFY(tray.items()[0].mask == nullptr);
  QVERIFY(!tray.items()[0].on);
  bench.undo().undo();
  QVERIFY(tray.items()[0].on);
  bench.undo().undo();
  QCOMPARE(tray.items()[0].colour, colour);
  bench.undo().undo();
  QCOMPARE(tray.items()[0].name, name);
  for (int i = 0; i < 5; ++i) bench.undo().redo();
  QCOMPARE(tray.rowCount(), 0);
}

void WorkbenchTest::anotherSceneCanBeUndone() {
  Workbench bench(registry_);
  bench.setScene(noiseScene({100, 100}, QStringLiteral("one")));
  bench.cut({10, 10, 20, 20});
  search(bench);
  bench.setScene(noiseScene({80, 60}, QStringLiteral("two")));
  QVERIFY(!bench.cutRectangle());  // the rectangle is of another picture
  QCOMPARE(search(bench)->scene->name, QStringLiteral("two"));
  bench.undo().undo();
  QCOMPARE(bench.scene()->name, QStringLiteral("one"));
  QCOMPARE(search(bench)->scene->name, QStringLiteral("one"));
}

void WorkbenchTest::slowSearchesStartByThemselves() {
  SlowBench slow(260);
  Workbench& bench = slow.bench;
  QSignalSpy progress(&bench.search(), &SearchController::progressed);
  bench.cut({10, 10, 20, 20});
  QVERIFY(search(bench) != nullptr);
  QVERIFY(progress.count() > 0);
  bench.cut({11, 10, 20, 20});
  QVERIFY(bench.search().running());
  bench.search().cancel();
  QVERIFY(bench.isStale());  // until the next change, or the button
  slow.milliseconds = 1;
  bench.searchNow();
  QVERIFY(!bench.isStale());
  QCOMPARE(search(bench)->needles[0].origin->x(), 11);
}

void WorkbenchTest::aChangeCancelsTheSearchBefore() {
  SlowBench slow(60000);
  Workbench& bench = slow.bench;
  QSignalSpy finished(&bench.search(), &SearchController::finished);
  bench.cut({10, 10, 20, 20});
  QTRY_VERIFY_WITH_TIMEOUT(slow.starts.load() >= 1, kPatience);
  slow.milliseconds = 1;
  bench.cut({30, 10, 20, 20});
  bench.searchNow();
  QVERIFY(finished.wait(kPatience));
  QCOMPARE(finished.count(), 1);  // the first one emitted nothing
  QCOMPARE(bench.matches().result()->needles[0].origin->x(), 30);
  QTRY_VERIFY_WITH_TIMEOUT(slow.stops.load() >= 1,
                           kPatience);  // one more if the change itself had started a search
}

void WorkbenchTest::cancelledIsStale() {
  SlowBench slow(60000);
  Workbench& bench = slow.bench;
  bench.cut({10, 10, 20, 20});
  QSignalSpy stopped(&bench.search(), &SearchController::stopped);
  bench.search().cancel();
  QCOMPARE(stopped.count(), 1);
  QVERIFY(!bench.search().running());
  QVERIFY(bench.isStale());
}

void WorkbenchTest::aSceneTravelsToAGpuOnce() {
  Registry registry = makeRegistry();
  const auto counts = test::addFakeGpu(registry);
  {
    Workbench bench(registry);
    SearchSettings settings = bench.settings();
    settings.engine = QStringLiteral("card");
    bench.setSettings(settings);
    bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
    for (const int x : {10, 11, 12}) {
      bench.cut({x, 10, 20, 20});
      bench.searchNow();
      QCOMPARE(search(bench)->needles[0].origin->x(), x);
    }
    QVERIFY(counts->searched >= 3);
    QCOMPARE(counts->kept.load(), 1);
    QCOMPARE(counts->sent.load(), 1);
    bench.setScene(noiseScene({80, 60}, QStringLiteral("another")));
    bench.cut({20, 10, 20, 20});
    bench.searchNow();
    QCOMPARE(search(bench)->scene->name, QStringLiteral("another"));
    QCOMPARE(counts->kept.load(), 2);
    QCOMPARE(counts->alive.load(), 1);
  }
  QCOMPARE(counts->alive.load(), 0);
}

void WorkbenchTest::unreadableFilesAreReported() {
  Workbench bench(registry_);
  QSignalSpy complaints(&bench, &Workbench::complained);
  bench.openScene(QStringLiteral("/nowhere/at all.ppm"));
  QVERIFY(complaints.wait(kPatience));
  QVERIFY(complaints[0][0].toString().contains(QStringLiteral("/nowhere/at all.ppm")));
  QVERIFY(!bench.scene());
  bench.openNeedles({QStringLiteral(ESPY_SOURCE_DIR "/LICENSE")});
  QVERIFY(complaints.wait(kPatience));
  QVERIFY(complaints[1][0].toString().contains(QStringLiteral("LICENSE")));
}

void WorkbenchTest::filesAreReadInTheBackground() {
  Workbench bench(registry_);
  QSignalSpy finished(&bench.search(), &SearchController::finished);
  bench.openScene(QStringLiteral(ESPY_SOURCE_DIR "/samples/crowd.ppm"));
  bench.openNeedles({QStringLiteral(ESPY_SOURCE_DIR "/samples/traveller.ppm")});
  QVERIFY(finished.wait(kPatience));
  QCOMPARE(bench.scene()->name, QStringLiteral("crowd.ppm"));
  const std::vector<Match>& matches = bench.matches().result()->finding.matches;
  QCOMPARE(matches.size(), std::size_t{1});
  QCOMPARE(matches[0].x, 743U);
  QCOMPARE(matches[0].y, 790U);
}

void WorkbenchTest::theMinimumSearchesOnlyWhenItGoesDown() {
  Workbench bench(registry_);
  SearchSettings settings = bench.settings();
  settings.method = Method::zncc;
  settings.minScore = 0.9;
  bench.setSettings(settings);
  bench.setScene(noiseScene({100, 100}, QStringLiteral("noise")));
  bench.cut({10, 10, 20, 20});
  search(bench);
  bench.setMinimum(0.95);
  QVERIFY(!bench.search().running());
  bench.setMinimum(0.1);
  QVERIFY(bench.search().running());
  QCOMPARE(search(bench)->settings.minScore, 0.1);
}

}  // namespace
ESPY_WINDOW_TEST(workbench, WorkbenchTest);

}  // namespace espy::desktop
#include "workbench_test.moc"
