// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The lab's papers: each exhibit as it is drawn, and ours beside it.
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "charts/bar_chart.h"
#include "charts/line_chart.h"
#include "desktop/lab_stage.h"
#include "desktop/palettes.h"
#include "desktop/window_tests.h"
#include "lab/paper_figures.h"
#include "lab/paper_view.h"

namespace espy::desktop {
namespace {

LabCell printed(double value, const char* unit = "s") {
  LabCell cell;
  cell.unit = unit;
  cell.published = value;
  return cell;
}

/// With a value of ours, or a reason why there is none.
LabCell measured(LabCell cell, std::optional<double> ours, const char* refusal = "") {
  cell.ours = ours;
  cell.spread = ours ? *ours / 10 : 0;
  cell.threads = 2;
  cell.refusal = refusal;
  return cell;
}

LabExhibit lineExhibit() {
  return {"figure-1",
          "Time by length",
          "length",
          {"100", "1000", "10000"},
          {{"Loop", {printed(1), printed(10), printed(100)}, "our processor is another"},
           {"Lock", {printed(2), printed(0), printed(200)}, ""}},
          {"The paper says nothing of the compiler."}};
}

LabExhibit barExhibit() {
  return {"table-1",
          "Times",
          "Milestone",
          {"first", "second"},
          {{"CUDA", {printed(0.5), printed(0.7)}, ""}, {"C", {printed(0.2), printed(0.9)}, ""}},
          {}};
}

LabPaper somePaper() {
  LabPaper paper{"made-up", "A Title", "A. Author", "a machine", {}};
  LabExhibit lines = lineExhibit();
  lines.series[1].cells[1].published = {};
  LabExhibit mixed = barExhibit();
  mixed.id = "table-2";
  mixed.series[1].cells[0].unit = "us";
  LabExhibit words = barExhibit();
  words.id = "table-3";
  for (LabSeries& series : words.series) {
    for (LabCell& cell : series.cells) cell = {{}, {}, "equal", {}, 0, 0, true, {}};
  }
  paper.exhibits = {lines, barExhibit(), mixed, words};
  return paper;
}

/// Fake comparison: every value is half of the published one; Lock is refused in its last row.
struct PaperStage {
  std::atomic<int> runs = 0;
  LabRequest request;
  std::string exhibit;
  std::string failure;
  bool runsUntilStopped = false;
};

LabComparison answerOf(const std::string& exhibit) {
  LabComparison answer;
  answer.paper = "made-up";
  answer.runs = 3;
  answer.machine = {{"cpu", "made up"}};
  for (const LabExhibit& one : somePaper().exhibits) {
    if (one.id == exhibit) answer.exhibit = one;
  }
  for (LabSeries& series : answer.exhibit.series) {
    for (LabCell& cell : series.cells) {
      const bool refused = series.name == "Lock" && cell.published == 200;
      cell = refused ? measured(cell, {}, "no NVIDIA driver was found")
                     : measured(cell, cell.published.value_or(8) / 2);
    }
  }
  return answer;
}

PaperTools toolsOf(const std::shared_ptr<PaperStage>& stage) {
  LabPaper other = somePaper();
  other.name = "other";
  return {{somePaper(), other},
          [stage](const LabRequest& request, const std::string& exhibit, const Control& control) {
            stage->request = request;
            stage->exhibit = exhibit;
            ++stage->runs;
            if (control.progress) control.progress(0.5);
            while (stage->runsUntilStopped && !control.stopping()) std::this_thread::yield();
            if (!stage->failure.empty()) throw Error(ErrorCode::badUse, stage->failure);
            LabComparison answer = answerOf(exhibit);
            answer.cancelled = control.stopping();
            return answer;
          }};
}

}  // namespace

class PaperTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    stage_ = std::make_shared<PaperStage>();
    view_ = std::make_unique<PaperView>(toolsOf(stage_));
    view_->resize(1100, 800);
    view_->show();
  }
  void cleanup() { view_.reset(); }

  void shapesFollowTheRowsAndUnits() {
    const auto all = somePaper().exhibits;
    QCOMPARE(shapeOf(all[0]), ExhibitShape::lines);
    QCOMPARE(shapeOf(all[1]), ExhibitShape::bars);
    QCOMPARE(shapeOf(all[2]), ExhibitShape::table);
    QCOMPARE(shapeOf(all[3]), ExhibitShape::table);
    LabExhibit unordered = all[0];
    std::swap(unordered.rows[0], unordered.rows[1]);
    QCOMPARE(shapeOf(unordered), ExhibitShape::bars);
    LabExhibit single = all[1];
    single.rows = {"41"};
    for (LabSeries& series : single.series) series.cells.resize(1);
    QCOMPARE(shapeOf(single), ExhibitShape::bars);
    QCOMPARE(rowScaleOf(all[0]), ChartAxis::Scale::logarithmic);
    QCOMPARE(valueScaleOf(all[0]), ChartAxis::Scale::logarithmic);
    QCOMPARE(valueScaleOf(all[1]), ChartAxis::Scale::linear);
  }

  void publishedIsDashedAndOursSolidInTheSameColour() {
    LineChart& lines = *view_->findChild<LineChart*>();
    QCOMPARE(lines.series().size(), std::size_t{2});
    QVERIFY(lines.series()[0].published && lines.series()[0].joined);
    QVERIFY(!lines.series()[1].joined);  // the paper does not print the value in the middle
    QCOMPARE(lines.series()[1].points.size(), std::size_t{2});
    run();
    QCOMPARE(lines.series().size(), std::size_t{4});
    const LineSeries& published = lines.series()[0];
    const LineSeries& ours = lines.series()[1];
    QVERIFY(published.published && !ours.published);
    QCOMPARE(published.series, ours.series);
    QCOMPARE(ours.points[1].y, 5.0);
    QCOMPARE(ours.points[1].spread, 0.5);
    QVERIFY(lines.description().contains(QStringLiteral("Loop, published")));
  }

  void whatWasNotMeasuredHasACrossWithItsReason() {
    run();
    LineChart& lines = *view_->findChild<LineChart*>();
    const LineSeries& lock = lines.series()[3];
    QCOMPARE(lock.points.size(), std::size_t{2});
    QCOMPARE(lock.gaps.size(), std::size_t{1});
    const QString reason = QStringLiteral("no NVIDIA driver was found");
    QVERIFY(lines.textAt(lines.gapAt(3, 0)).contains(reason));
    QCOMPARE(lines.textAt(QPointF(1, 1)), QString());
    QVERIFY(lines.textAt(lines.pointAt(1, 1)).startsWith(QStringLiteral("Loop: ")));
    QVERIFY(lines.description().contains(reason));
    const FigureTable& table = *view_->findChild<FigureTable*>();
    QVERIFY(cell(table, 5, PaperTable::oursColumn).contains(reason));
    QVERIFY(remarks().contains(QStringLiteral("Not measured, Lock: ") + reason));
    QVERIFY(remarks().contains(QStringLiteral("Differs, Loop: our processor is another")));
    QVERIFY(remarks().contains(QStringLiteral("compiler")));
  }

  void wordRowsAreBarsInPairs() {
    choose(1);
    run();
    BarChart& bars = *view_->findChild<BarChart*>();
    QVERIFY(bars.isVisible());
    QCOMPARE(bars.rows().size(), std::size_t{4});
    const BarRow& first = bars.rows()[0];
    QVERIFY(first.label.contains(QStringLiteral("first")));
    QVERIFY(first.label.contains(QStringLiteral("CUDA")));
    QCOMPARE(first.published, std::optional(0.5));
    QCOMPARE(first.segments[0].value, 0.25);
    const QRectF published = bars.publishedRect(0);
    const QRectF ours = bars.segmentRect(0, 0);
    QVERIFY(published.bottom() < ours.top());
    QCOMPARE(published.width() / ours.width(), 2.0);
    QVERIFY(bars.textAt(published.center()).startsWith(QStringLiteral("published: 0.5")));
    QVERIFY(bars.textAt(ours.center()).startsWith(QStringLiteral("CUDA: 0.25")));
    QVERIFY(view_->picture(1).width() > 0);
  }

  void mixedUnitsAreATable() {
    choose(2);
    run();
    QVERIFY(!view_->findChild<BarChart*>()->isVisible());
    QVERIFY(!view_->findChild<LineChart*>()->isVisible());
    const FigureTable& table = *view_->findChild<FigureTable*>();
    QCOMPARE(table.model()->rowCount(), 4);
    QCOMPARE(cell(table, 1, PaperTable::rowColumn), QStringLiteral("first"));
    QCOMPARE(cell(table, 1, PaperTable::seriesColumn), QStringLiteral("C"));
    QCOMPARE(cell(table, 1, PaperTable::publishedColumn), QStringLiteral("0.2 us"));
    QCOMPARE(cell(table, 1, PaperTable::oursColumn), QStringLiteral("0.100 ± 0.010 us"));
    QCOMPARE(cell(table, 1, PaperTable::threadsColumn), QStringLiteral("2"));
    QCOMPARE(cell(table, 1, PaperTable::ratioColumn), QStringLiteral("0.500"));
    QVERIFY(!view_->hasChart() && view_->hasFigures());
    QVERIFY(!buttonOf(*view_, "Copy the chart as a picture")->isEnabled());
    QVERIFY(buttonOf(*view_, "Export the figures as CSV")->isEnabled());
    const QTemporaryDir folder;
    QVERIFY(!view_->exportTo(folder.filePath(QStringLiteral("a.png"))));
    QVERIFY(named<QLabel>(*view_, "Status")->text().contains(QStringLiteral("no chart")));
    QVERIFY(view_->exportTo(folder.filePath(QStringLiteral("a.csv"))));
    QVERIFY(view_->csv().contains("made-up,table-2,first,C,us,0.2,,0.1,"));
    QVERIFY(view_->json().contains("\"exhibit\":\"table-2\""));
  }

  void oneExhibitRunsAtATimeAndIsKept() {
    view_->findChild<QSpinBox*>()->setValue(4);
    stage_->runsUntilStopped = true;
    const QSignalSpy changed(view_.get(), &FigureView::runningChanged);
    QSignalSpy ended(view_.get(), &PaperView::ended);
    QTest::mouseClick(buttonOf(*view_, "Measure our values of the exhibit"), Qt::LeftButton);
    QTRY_COMPARE(view_->findChild<QProgressBar*>()->value(), 500);
    QVERIFY(view_->running());
    QVERIFY(!exhibits().isEnabled());
    view_->start();
    QTest::mouseClick(buttonOf(*view_, "Stop the comparison"), Qt::LeftButton);
    QVERIFY(!ended.isEmpty() || ended.wait());
    QCOMPARE(stage_->runs, 1);
    QCOMPARE(stage_->request.experiment, std::string("made-up"));
    QCOMPARE(stage_->request.runs, 4);
    QCOMPARE(stage_->exhibit, std::string("figure-1"));
    QVERIFY(named<QLabel>(*view_, "Status")->text().startsWith(QStringLiteral("Cancelled")));
    QCOMPARE(changed.size(), 2);
    QVERIFY(exhibits().isEnabled());
    choose(1);
    QVERIFY(!view_->comparison()->exhibit.series[0].cells[0].ours);
    choose(0);
    QCOMPARE(view_->comparison()->exhibit.series[0].cells[0].ours, std::optional(0.5));
  }

  void failuresAreReported() {
    stage_->failure = "there is no experiment";
    run();
    QVERIFY(named<QLabel>(*view_, "Status")->text().contains(QStringLiteral("no experiment")));
    QVERIFY(view_->hasFigures());
  }

  void choicesAreRemembered() {
    const QTemporaryDir folder;
    const PaperChoice choice{QStringLiteral("other"), QStringLiteral("table-2")};
    view_->setChoice(choice);
    QVERIFY(view_->choice() == choice);
    QSettings settings(folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
    remember(view_->choice(), settings);
    QVERIFY(recalledPaperChoice(settings) == choice);
    view_->setChoice({QStringLiteral("gone"), QStringLiteral("table-1")});
    QVERIFY(view_->choice() == choice);
  }

  /// Draws what the real papers have, light and dark.
  void everyPaperCanBeDrawn_data() {
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << paletteOf(false);
    QTest::newRow("dark") << paletteOf(true);
  }
  void everyPaperCanBeDrawn() {
    QFETCH(const QPalette, palette);
    PaperView view({labPapers(), {}});
    view.setPalette(palette);
    view.resize(1100, 800);
    for (const LabPaper& paper : labPapers()) {
      for (const LabExhibit& exhibit : paper.exhibits) {
        view.setChoice({QString::fromStdString(paper.name), QString::fromStdString(exhibit.id)});
        QCOMPARE(view.choice().exhibit.toStdString(), exhibit.id);
        QVERIFY(!view.grab().isNull());
        QCOMPARE(view.picture(1).isNull(), !view.hasChart());
      }
    }
  }

  void controlsHaveNames() { expectNamedControls(*view_); }

 private:
  QListWidget& exhibits() { return *named<QListWidget>(*view_, "Table or figure"); }
  void choose(int exhibit) { exhibits().setCurrentRow(exhibit); }
  QString remarks() { return named<QLabel>(*view_, "Reasons and notes")->text(); }
  void run() {
    QSignalSpy ended(view_.get(), &PaperView::ended);
    view_->start();
    QVERIFY(!ended.isEmpty() || ended.wait());
  }

  std::shared_ptr<PaperStage> stage_;
  std::unique_ptr<PaperView> view_;
};

ESPY_WINDOW_TEST(paper, PaperTest);

}  // namespace espy::desktop
#include "paper_test.moc"
