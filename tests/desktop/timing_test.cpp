// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>

#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "timing/timing_export.h"
#include "timing/timing_figures.h"
#include "timing/timing_runner.h"
#include "timing/timing_table.h"
#include "timing_data.h"

namespace espy::desktop {
namespace {

QString cell(const TimingTable& table, int row, int column) {
  return table.index(row, column).data().toString();
}

TimingSubject smallSubject() {
  TimingSubject subject;
  subject.scene = smallScene();
  subject.needles = {smallNeedle(*subject.scene)};
  return subject;
}

/// Runs to the end and returns the result.
TimingResultPtr measured(const Registry& registry, const TimingSubject& subject,
                         const TimingOptions& options) {
  TimingRunner runner(registry);
  QSignalSpy finished(&runner, &TimingRunner::finished);
  runner.start(subject, options);
  if (finished.isEmpty() && !finished.wait(60000)) return nullptr;
  return finished.front().front().value<TimingResultPtr>();
}

const MeasuredEngine* named(const TimingResult& result, const std::string& name) {
  for (const MeasuredEngine& engine : result.engines) {
    if (engine.engine == name) return &engine;
  }
  return nullptr;
}

/// Splits a CSV line with quotes.
QStringList cellsOf(const QString& line) {
  QStringList cells{QString()};
  bool quoted = false;
  for (const QChar letter : line) {
    if (letter == QLatin1Char('"')) {
      quoted = !quoted;
    } else if (letter == QLatin1Char(',') && !quoted) {
      cells += QString();
    } else {
      cells.back() += letter;
    }
  }
  return cells;
}

}  // namespace

class TimingTest : public QObject {
  Q_OBJECT

 private slots:
  void ratiosCarryTheirSpread() {
    const std::vector<MeasuredEngine> engines = someEngines();
    const auto up = speedUp(engines[0], engines[1]);
    QVERIFY(up);
    QCOMPARE(up->value, 100.0 / 30);
    QVERIFY(std::abs(up->spread - up->value * std::hypot(0.1, 0.1)) < 1e-12);
    QCOMPARE(efficiency(engines[0], engines[1])->value, 100.0 / 30 / 4);
    QCOMPARE(speedUp(engines[0], engines[0])->spread, 0.0);
    QVERIFY(!speedUp(engines[0], engines[2]));
    QVERIFY(!efficiency(engines[0], measuredEngine("cuda", 1, {{"pass 1", 1}})));
  }

  void figuresAndSpreadHaveTheSameDecimals() {
    QCOMPARE(withSpread(12.345, 0.41), QStringLiteral("12.3 ± 0.4"));
    QCOMPARE(withSpread(1234.4, 0.3), QStringLiteral("1,234.4 ± 0.3"));
    QCOMPARE(withSpread(0.5, 0), QStringLiteral("0.500 ± 0.000"));
  }

  void tableShowsFigures() {
    TimingTable table(TimingTable::Baseline::sequential);
    table.setEngines(someEngines());
    QCOMPARE(table.rowCount(), 4);
    QCOMPARE(cell(table, 0, TimingTable::medianColumn), QStringLiteral("100 ± 10"));
    QCOMPARE(cell(table, 0, TimingTable::firstColumn), QStringLiteral("150"));
    QCOMPARE(cell(table, 1, TimingTable::engineColumn), QStringLiteral("openmp"));
    QCOMPARE(cell(table, 1, TimingTable::threadsColumn), QStringLiteral("4"));
    QCOMPARE(cell(table, 1, TimingTable::runsColumn), QStringLiteral("10"));
    QCOMPARE(cell(table, 1, TimingTable::speedUpColumn),
             QStringLiteral("3.33 ± 0.47 times faster"));
    QCOMPARE(cell(table, 1, TimingTable::searchColumn), QStringLiteral("15.0 ± 1.5"));
    QCOMPARE(cell(table, 1, TimingTable::searchSpeedUpColumn),
             QStringLiteral("4.00 ± 0.57 times faster"));
    QCOMPARE(cell(table, 1, TimingTable::efficiencyColumn), QStringLiteral("0.833 ± 0.118"));
    QCOMPARE(cell(table, 1, TimingTable::identicalColumn), QStringLiteral("✓ identical"));
    // One column per stage, the remainder last.
    QCOMPARE(table.columnCount(), TimingTable::kFixedColumns + 5);
    QCOMPARE(table.headerData(table.columnCount() - 1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("other, ms"));
    QCOMPARE(cell(table, 1, TimingTable::kFixedColumns + 1), QStringLiteral("15.0 ± 1.5"));
  }

  void refusalHasItsReason() {
    TimingTable table(TimingTable::Baseline::sequential);
    table.setEngines(someEngines());
    QVERIFY(table.isRefusal(3));
    QCOMPARE(cell(table, 3, TimingTable::medianColumn),
             QStringLiteral("cannot run here: no NVIDIA driver (libcuda.so.1) was found"));
    QCOMPARE(cell(table, 3, TimingTable::speedUpColumn), QString());
    const std::vector<BarRow> rows = barRowsOf(someEngines());
    QVERIFY(rows[3].refusal.contains(QStringLiteral("libcuda.so.1")));
    QVERIFY(rows[3].segments.empty());
  }

  void otherAnswersAreNotCalledFaster() {
    std::vector<MeasuredEngine> engines = someEngines();
    engines[1].identical = false;
    TimingTable table(TimingTable::Baseline::sequential);
    table.setEngines(engines);
    QCOMPARE(cell(table, 1, TimingTable::identicalColumn), QStringLiteral("✗ different matches"));
    QCOMPARE(cell(table, 1, TimingTable::speedUpColumn), QStringLiteral("–"));
    const std::vector<BarRow> rows = barRowsOf(engines);
    QVERIFY(rows[1].wrong);
    QVERIFY(rows[1].detail.contains(QStringLiteral("✗ different matches")));
    QVERIFY(!rows[1].detail.contains(QStringLiteral("times")));
  }

  void speedUpNeverStandsAlone() {
    int compared = 0;
    for (const BarRow& row : barRowsOf(someEngines())) {
      if (!row.detail.contains(QStringLiteral("times"))) continue;
      ++compared;
      QVERIFY(row.detail.contains(QStringLiteral("whole run 30.0 ± 3.0 ms, n = 10")));
      QVERIFY(row.detail.contains(QStringLiteral("3.33 ± 0.47 times faster")));
      QVERIFY(row.detail.contains(QStringLiteral("search only 15.0 ± 1.5 ms")));
    }
    QCOMPARE(compared, 1);
  }

  void slowerIsCalledSlower() {
    QCOMPARE(fasterOrSlower(1 / 181.0, 0.0001), QStringLiteral("181 ± 3 times slower"));
    QCOMPARE(fasterOrSlower(181), QStringLiteral("181 times faster"));
    QCOMPARE(fasterOrSlower(0.5), QStringLiteral("2.00 times slower"));
    QCOMPARE(fasterOrSlower(1.001), QStringLiteral("equally fast"));
    QCOMPARE(fasterOrSlower(0), QString());
    std::vector<MeasuredEngine> engines{measuredEngine("sequential", 1, {{"pass 1", 1}}),
                                        measuredEngine("reference", 1, {{"pass 1", 181}})};
    QVERIFY2(barRowsOf(engines)[1].detail.contains(QStringLiteral("times slower")),
             qPrintable(barRowsOf(engines)[1].detail));
    TimingTable table(TimingTable::Baseline::sequential);
    table.setEngines(engines);
    QVERIFY(cell(table, 1, TimingTable::speedUpColumn).endsWith(QStringLiteral("times slower")));
  }

  void theSearchAloneIsTheSumOfItsStages() {
    MeasuredEngine engine =
        measuredEngine("openmp", 4, {{"load", 4}, {"prepare", 1}, {"search", 2}});
    engine.stages[0].each = {40, 40, 40};
    engine.stages[1].each = {1, 1, 4};
    engine.stages[2].each = {2, 5, 3};
    // Median of the runs' sums (3, 6, 7), not sum of medians.
    QCOMPARE(searchOnly(engine).median, 6.0);
    QCOMPARE(searchOnly(measuredEngine("openmp", 4, {{"load", 4}, {"other", 2}})).median, 0.0);
  }

  void barsEndAtTheirMedians() {
    std::vector<MeasuredEngine> engines = someEngines();
    engines[0].total.median = 130;  // more than the sum of its stages
    engines[1].total.median = 20;   // less, even without the remainder
    for (const BarRow& row : barRowsOf(engines)) {
      if (!row.middle) continue;
      double end = 0;
      for (const BarSegment& segment : row.segments) end += segment.value;
      QVERIFY2(std::abs(end - *row.middle) < 1e-9, qPrintable(row.label));
      for (const BarSegment& segment : row.segments) QVERIFY(segment.value >= 0);
    }
  }

  void oneAnswerHasNothingToCompareWith() {
    const MeasuredEngine alone = measuredEngine("sequential", 1, {{"pass 1", 5}});
    QCOMPARE(identityOf(alone, canCompare({{alone}})), QStringLiteral("nothing to compare with"));
  }

  void sweepRefersToOneThread() {
    const std::vector<MeasuredEngine> sweep{measuredEngine("openmp", 1, {{"pass 1", 40}}),
                                            measuredEngine("openmp", 2, {{"pass 1", 25}}),
                                            measuredEngine("openmp", 4, {{"pass 1", 16}})};
    const std::vector<LineSeries> series = sweepSeriesOf(sweep);
    QCOMPARE(series.size(), std::size_t{2});
    QVERIFY(series[0].ideal);
    QCOMPARE(series[0].points.back().y, 4.0);
    QCOMPARE(series[1].points[1].y, 1.6);
    QCOMPARE(series[1].points[2].x, 4.0);
    QVERIFY(series[1].points[2].spread > 0);
    QVERIFY(sweepSeriesOf({sweep[1]}).empty());
  }

  void sweepsTryAllOfFewThreads() {
    QCOMPARE(sweepThreads(1), std::vector<int>({1}));
    QCOMPARE(sweepThreads(4), std::vector<int>({1, 2, 3, 4}));
    QCOMPARE(sweepThreads(16), std::vector<int>({1, 2, 3, 4, 5, 6, 7, 8, 12, 16}));
    QCOMPARE(sweepThreads(224).back(), 224);
    QVERIFY(sweepThreads(224).size() < 24);
  }

  void machineFactsAreThoseOfTheCore() {
    const Machine machine = thisMachine();
    QCOMPARE(machineFacts().cpu, QString::fromStdString(machine.cpu));
    QCOMPARE(machineFacts().cores, machine.threads);
    QCOMPARE(machineFacts().version, QString::fromUtf8(espy::version()));
  }

  void exportsHoldWhatWasMeasured() {
    TimingResult result;
    result.subject = smallSubject();
    result.engines = someEngines();
    result.sweep = {measuredEngine("openmp", 1, {{"pass 1", 40}}),
                    measuredEngine("openmp", 2, {{"pass 1", 25}})};
    result.facts = {{"cuda", true, "Some Card, driver 580.1", "", {.device = true}}};
    result.machine = {QStringLiteral("Some CPU, \"fast\""),
                      4,
                      QStringLiteral("Debian"),
                      QStringLiteral("1.2.3"),
                      QStringLiteral("g++ 12"),
                      QStringLiteral("optimised")};
    result.date = QDateTime(QDate(2030, 1, 2), QTime(3, 4, 5));

    const QStringList lines =
        QString::fromUtf8(timingCsv(result)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const QStringList head = cellsOf(lines[0]);
    const auto at = [&](const QString& line, const char* name) {
      return cellsOf(line)[head.indexOf(QString::fromUtf8(name))];
    };
    for (const QString& line : lines) QCOMPARE(cellsOf(line).size(), head.size());
    QCOMPARE(lines.size(), 1 + 2 * 6 + 2 + 2 * 2);
    QCOMPARE(at(lines[1], "engine"), QStringLiteral("sequential"));
    QCOMPARE(at(lines[1], "median_ms").toDouble(), 100.0);
    QCOMPARE(at(lines[1], "first_ms").toDouble(), 150.0);
    QCOMPARE(at(lines[1], "cores"), QStringLiteral("4"));
    QCOMPARE(at(lines[1], "devices"), QStringLiteral("cuda: Some Card, driver 580.1"));
    QCOMPARE(at(lines[1], "date"), QStringLiteral("2030-01-02T03:04:05"));
    QCOMPARE(at(lines[2], "stage"), QStringLiteral("load"));
    QCOMPARE(at(lines[7], "speed_up").toDouble(), 3.33333333);
    QCOMPARE(at(lines[13], "refusal"), QStringLiteral("no NVIDIA driver (libcuda.so.1) was found"));
    QCOMPARE(at(lines[15], "table"), QStringLiteral("sweep"));

    QJsonParseError error;
    const QJsonObject json = QJsonDocument::fromJson(timingJson(result), &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    const QJsonValue fast = json[QStringLiteral("engines")][1];
    QCOMPARE(fast[QStringLiteral("search_ms")][QStringLiteral("median")].toDouble(), 15.0);
    QCOMPARE(fast[QStringLiteral("search_speed_up")][QStringLiteral("value")].toDouble(), 4.0);
    QCOMPARE(json[QStringLiteral("machine")][QStringLiteral("cpu")].toString(), result.machine.cpu);
    QCOMPARE(json[QStringLiteral("build")][QStringLiteral("espy")].toString(),
             QStringLiteral("1.2.3"));
    QCOMPARE(json[QStringLiteral("devices")][0][QStringLiteral("detail")].toString(),
             QStringLiteral("Some Card, driver 580.1"));
    const QJsonArray engines = json[QStringLiteral("engines")].toArray();
    QCOMPARE(engines.size(), 4);
    QCOMPARE(engines[1][QStringLiteral("total_ms")][QStringLiteral("median")].toDouble(), 30.0);
    QCOMPARE(engines[1][QStringLiteral("runs_ms")].toArray().size(), 10);
    QCOMPARE(engines[1][QStringLiteral("stages_ms")][1][QStringLiteral("name")].toString(),
             QStringLiteral("pass 1"));
    QCOMPARE(engines[1][QStringLiteral("speed_up")][QStringLiteral("value")].toDouble(),
             100.0 / 30);
    QVERIFY(engines[3][QStringLiteral("refusal")].toString().contains(QStringLiteral("driver")));
    QCOMPARE(json[QStringLiteral("sweep")].toArray().size(), 2);
  }

  void realEnginesAreMeasured() {
    const Registry registry = makeRegistry();
    const TimingResultPtr result = measured(registry, smallSubject(), {3, true, true});
    QVERIFY(result);
    QVERIFY(result->whole);
    QCOMPARE(result->failure, QString());
    for (const char* name : {"reference", "sequential", "threads", "openmp"}) {
      const MeasuredEngine* engine = named(*result, name);
      QVERIFY(engine != nullptr);
      QCOMPARE(engine->refusal, std::string());
      QCOMPARE(engine->milliseconds.size(), std::size_t{3});
      QVERIFY(engine->firstMilliseconds > 0);
      QVERIFY(engine->identical);
      std::vector<std::string> stages;
      for (const MeasuredStage& stage : engine->stages) stages.push_back(stage.name);
      for (const char* stage : {"pass 1", "pass 2", "pass 3", "other"}) {
        QVERIFY2(std::find(stages.begin(), stages.end(), stage) != stages.end(), stage);
      }
      QVERIFY(std::find(stages.begin(), stages.end(), "load") == stages.end());
    }
    QCOMPARE(result->engines.front().engine, std::string("reference"));
    // With threads and OpenMP.
    QCOMPARE(result->sweep.size(), 2 * sweepThreads(result->machine.cores).size());
    for (const MeasuredEngine& one : result->sweep) QCOMPARE(one.total.count, std::size_t{3});
  }

  void picturesWithFilesAreLoadedInEveryRun() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("scene.ppm"));
    TimingSubject subject = smallSubject();
    writePicture(path.toStdString(), subject.scene->image);
    auto scene = std::make_shared<Picture>();
    scene->image = Image::copyOf(subject.scene->image);
    scene->path = path;
    scene->name = QStringLiteral("scene.ppm");
    subject.scene = scene;
    const Registry registry = makeRegistry();
    TimingResultPtr result = measured(registry, subject, {2, false, false});
    QVERIFY(result);
    QCOMPARE(named(*result, "sequential")->stages.front().name, std::string("load"));
    QCOMPARE(result->note, QString());
    QVERIFY(result->sweep.empty());

    // A missing file is reported, and the loaded picture is measured.
    QVERIFY(QFile::remove(path));
    result = measured(registry, subject, {2, false, false});
    QVERIFY(result->note.contains(path));
    QVERIFY(named(*result, "sequential")->stages.front().name != "load");
    QVERIFY(result->whole);
  }

  void scoredSearchesAreMeasured() {
    TimingSubject subject = smallSubject();
    subject.settings.method = Method::zncc;
    const Registry registry = makeRegistry();
    const TimingResultPtr result = measured(registry, subject, {2, false, false});
    QVERIFY(result->whole);
    QVERIFY(named(*result, "openmp")->identical);
    QVERIFY(canCompare(result->engines));
  }

  void enginesThatCannotRunSayWhy() {
    Registry registry = makeRegistry();
    registry.addEngine({"absent", false, "it is not plugged in", ""});
    registry.addEngine({"empty", true, "1 thread", ""});
    const TimingResultPtr result = measured(registry, smallSubject(), {1, false, false});
    QVERIFY(result->whole);
    QCOMPARE(named(*result, "absent")->refusal, std::string("it is not plugged in"));
    QCOMPARE(named(*result, "empty")->refusal, std::string("this engine has no exact find"));
    QVERIFY(hasFigures(*named(*result, "sequential")));
  }

  void enginesThatFailLeaveTheOthersAlone() {
    Registry registry = makeRegistry();
    registry.addEngine({"broken", true, "", ""});
    registry.add<FindExact>("broken",
                            [](const Scene&, std::span<const Needle>, const ExactOptions&,
                               const Control&, RunReport&) -> std::vector<std::vector<Place>> {
                              throw Error(ErrorCode::system, "its cable fell out");
                            });
    registry.add<FlagMatches>("broken", registry.get<FlagMatches>("sequential"));
    registry.add<PaintMarks>("broken", registry.get<PaintMarks>("sequential"));
    const TimingResultPtr result = measured(registry, smallSubject(), {2, false, false});
    QVERIFY(result->whole);
    QCOMPARE(named(*result, "broken")->refusal, std::string("its cable fell out"));
    QCOMPARE(named(*result, "openmp")->total.count, std::size_t{2});
  }

  void cancelKeepsWhatIsDone() {
    const Registry registry = makeRegistry();
    TimingRunner runner(registry);
    QSignalSpy finished(&runner, &TimingRunner::finished);
    connect(&runner, &TimingRunner::progressed, this, [&](int done, int all, const QString&) {
      QVERIFY(done <= all);
      if (done >= 6) runner.cancel();
    });
    runner.start(smallSubject(), {100000, false, false});
    QVERIFY(runner.running());
    QVERIFY(finished.wait(60000));
    QVERIFY(!runner.running());
    const auto result = finished.front().front().value<TimingResultPtr>();
    QVERIFY(!result->whole);
    QCOMPARE(result->failure, QString());
    QVERIFY(named(*result, "sequential")->milliseconds.size() >= 2);
    QVERIFY(hasFigures(*named(*result, "openmp")));
  }

  void runnersMayGoWhileTheyRun() {
    const Registry registry = makeRegistry();
    TimingRunner runner(registry);
    runner.start(smallSubject(), {100000, false, false});
  }

  void nothingIsMeasuredWithoutNeedles() {
    const Registry registry = makeRegistry();
    TimingRunner runner(registry);
    runner.start({}, {});
    QVERIFY(!runner.running());
  }
};

ESPY_WINDOW_TEST(timing, TimingTest);

}  // namespace espy::desktop
#include "timing_test.moc"
