// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "desktop/lab_stage.h"
#include "desktop/window_tests.h"
#include "lab/lab_charts.h"

namespace espy::desktop {

class LabFiguresTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    stage_ = std::make_shared<Stage>();
    view_ = std::make_unique<LabView>(toolsOf(stage_));
    view_->show();
  }
  void cleanup() {
    stage_->go.release(50);
    view_.reset();
  }

  void tableHasEveryFigure() {
    view_->setReport(shared(someReport()));
    const FigureTable& table = *view_->findChild<FigureTable*>();
    QVERIFY(table.isColumnHidden(LabTable::valueColumn));
    QCOMPARE(cell(table, 2, LabTable::strategyColumn), QStringLiteral("openmp-lock"));
    QCOMPARE(cell(table, 2, LabTable::threadsColumn), QStringLiteral("4"));
    QCOMPARE(cell(table, 2, LabTable::medianColumn), QStringLiteral("2.81"));
    QCOMPARE(cell(table, 2, LabTable::madColumn), QStringLiteral("0.281"));
    QCOMPARE(cell(table, 2, LabTable::meanColumn), QStringLiteral("2.81"));
    QCOMPARE(cell(table, 2, LabTable::deviationColumn), QStringLiteral("0.352"));
    QCOMPARE(cell(table, 2, LabTable::firstColumn), QStringLiteral("4.69"));
    QCOMPARE(cell(table, 2, LabTable::wholeColumn), QStringLiteral("3.13 ± 0.31"));
    QCOMPARE(cell(table, 2, LabTable::speedUpColumn), QStringLiteral("3.20"));
    QCOMPARE(cell(table, 2, LabTable::relativeColumn), QStringLiteral("3.52"));
    QCOMPARE(cell(table, 2, LabTable::efficiencyColumn), QStringLiteral("0.800"));
    QCOMPARE(cell(table, 2, LabTable::gigabytesColumn), QStringLiteral("3.20"));
    QCOMPARE(cell(table, 2, LabTable::operationsColumn), QStringLiteral("32.0"));
    QCOMPARE(cell(table, 2, LabTable::floorColumn), QStringLiteral("25.0 %"));
    QVERIFY(cell(table, 2, LabTable::sameColumn).contains(QStringLiteral("same")));
    QCOMPARE(cell(table, 0, LabTable::relativeColumn), QStringLiteral("–"));
    LabReport wrong = someReport();
    wrong.points[0].rows[2].same = false;
    view_->setReport(shared(wrong));
    QVERIFY(cell(table, 2, LabTable::sameColumn).contains(QStringLiteral("different")));
    QVERIFY(view_->findChild<BarChart*>()->rows()[2].wrong);
    wrong.points[0].rows[2].differing = 3;
    view_->setReport(shared(wrong));
    QCOMPARE(cell(table, 2, LabTable::sameColumn), QStringLiteral("✗ 3 different"));
  }

  void itemsASecondAreShownWhereTheExperimentHasThem() {
    view_->setReport(shared(someReport("length")));
    const FigureTable& table = *view_->findChild<FigureTable*>();
    QVERIFY(table.isColumnHidden(LabTable::itemsColumn));
    LabReport report = someReport("length");
    report.experiment.items = "pages";
    for (LabPoint& point : report.points) point.rows[0].items = 1234;
    view_->setReport(shared(report));
    QVERIFY(!table.isColumnHidden(LabTable::itemsColumn));
    QCOMPARE(table.model()->headerData(LabTable::itemsColumn, Qt::Horizontal).toString(),
             QStringLiteral("pages/s"));
    QCOMPARE(cell(table, 0, LabTable::itemsColumn), figureText(1234));
    auto* figure = named<QComboBox>(*view_, "What the lines show");
    figure->setCurrentIndex(int(LabFigure::items));
    const auto* chart = view_->findChild<LineChart*>();
    QCOMPARE(chart->series().size(), std::size_t{1});
    QCOMPARE(chart->series()[0].points[0].y, 1234.0);
    QCOMPARE(axisTitleOf(report, LabFigure::items), QStringLiteral("pages/s"));
  }

  void aSmallViewScrollsAndThePlotKeepsItsHeight() {
    LabReport report = someReport("length");
    report.conclusions.assign(20, {"The lock costs a tenth on one thread."});
    view_->resize(800, 540);
    view_->setReport(shared(report));
    QCoreApplication::processEvents();
    QCOMPARE(view_->size(), QSize(800, 540));
    const auto* chart = view_->findChild<LineChart*>();
    QVERIFY(chart->isVisible() && chart->height() >= chart->minimumSizeHint().height());
  }

  void refusalsSayWhy() {
    view_->setReport(shared(someReport()));
    const FigureTable& table = *view_->findChild<FigureTable*>();
    QCOMPARE(cell(table, 3, LabTable::strategyColumn), QStringLiteral("cuda-naive"));
    QVERIFY(cell(table, 3, LabTable::medianColumn).contains(QStringLiteral("no NVIDIA driver")));
    QVERIFY(table.columnSpan(3, LabTable::medianColumn) > 5);
    QVERIFY(view_->findChild<BarChart*>()->rows()[3].refusal.contains(QStringLiteral("NVIDIA")));
  }

  void publishedFiguresStandApart() {
    view_->setReport(shared(someReport()));
    const FigureTable& table = *view_->findChild<FigureTable*>();
    const int row = table.model()->rowCount() - 1;
    QVERIFY(table.model()
                ->index(row, LabTable::strategyColumn)
                .data(Qt::FontRole)
                .value<QFont>()
                .italic());
    QVERIFY(!table.model()->index(0, LabTable::strategyColumn).data(Qt::FontRole).isValid());
    QVERIFY(cell(table, row, LabTable::medianColumn).startsWith(QStringLiteral("published")));
    QVERIFY(cell(table, row, LabTable::speedUpColumn).isEmpty());
    QVERIFY(
        named<QLabel>(*view_, "Conclusions")->text().contains(QStringLiteral("Somebody's card")));

    const auto& bars = view_->findChild<BarChart*>()->rows();
    QCOMPARE(bars.back().label, QStringLiteral("published: cuda-naive"));
    QCOMPARE(bars.back().band->least, 0.5);
    QVERIFY(bars.back().segments.empty() && !bars.back().middle);
    view_->setReport(shared(someReport("length")));
    const auto& lines = view_->findChild<LineChart*>()->series();
    QVERIFY(lines.back().band.has_value());
    QVERIFY(lines.back().points.empty());
    named<QComboBox>(*view_, "What the lines show")->setCurrentIndex(int(LabFigure::speedUp));
    for (const LineSeries& line : view_->findChild<LineChart*>()->series()) QVERIFY(!line.band);
  }

  void withoutASweepThereAreBars() {
    view_->setReport(shared(someReport()));
    auto* bars = view_->findChild<BarChart*>();
    QVERIFY(bars->isVisible());
    QVERIFY(!view_->findChild<LineChart*>()->isVisible());
    QCOMPARE(bars->rows().size(), std::size_t{5});
    QCOMPARE(bars->rows()[1].label, QStringLiteral("openmp-lock, 1 thread"));
    QCOMPARE(bars->rows()[2].label, QStringLiteral("openmp-lock, 4 threads"));
    QCOMPARE(bars->rows()[0].segments.size(), std::size_t{2});
    QCOMPARE(bars->axis().scale(), ChartAxis::Scale::linear);
    named<QComboBox>(*view_, "Axis of the figures")->setCurrentIndex(1);
    QCOMPARE(bars->axis().scale(), ChartAxis::Scale::logarithmic);
  }

  void settingsAreShownOverTheChart() {
    view_->setReport(shared(someReport("length")));
    QCOMPARE(named<QLabel>(*view_, "Settings of the experiment")->text(),
             QStringLiteral("made-up: length 500 / 1000 / 2000, threads 4, kind whole, seed 7"));
  }

  void barsEndAtTheirMedians() {
    LabReport report = someReport();
    report.points[0].rows[0].whole.median *= 1.3;
    report.points[0].rows[1].whole.median *= 0.5;
    report.points[0].rows[2].stages.pop_back();
    view_->setReport(shared(report));
    int ended = 0;
    for (const BarRow& row : view_->findChild<BarChart*>()->rows()) {
      if (!row.middle) continue;
      ++ended;
      double end = 0;
      for (const BarSegment& segment : row.segments) end += segment.value;
      QVERIFY2(std::abs(end - *row.middle) < 1e-9, qPrintable(row.label));
    }
    QCOMPARE(ended, 3);
  }

  void sweptChoicesAreBars() {
    view_->setReport(shared(someReport("kind")));
    auto* bars = view_->findChild<BarChart*>();
    QVERIFY(bars->isVisible());
    QCOMPARE(bars->rows().size(), std::size_t{9});
    QVERIFY(bars->rows()[4].label.contains(QStringLiteral("kind float")));
  }

  void sweptNumbersAreLines() {
    view_->setReport(shared(someReport("length")));
    auto* lines = view_->findChild<LineChart*>();
    QVERIFY(lines->isVisible());
    const auto& series = lines->series();
    QCOMPARE(series.size(), std::size_t{3});  // two strategies and the published values
    QCOMPARE(series[1].name, QStringLiteral("openmp-lock"));
    QCOMPARE(series[1].points.size(), std::size_t{3});
    QCOMPARE(series[1].points[2].x, 2000.0);
    QCOMPARE(series[1].points[2].y, 0.9 * 20 / 3.2);  // on all threads, not on one
    QCOMPARE(series[1].points[2].spread, 0.09 * 20 / 3.2);
    named<QComboBox>(*view_, "Axis of the parameter")->setCurrentIndex(1);
    QCOMPARE(lines->xAxis().scale(), ChartAxis::Scale::logarithmic);
    QCOMPARE(lines->yAxis().scale(), ChartAxis::Scale::linear);
    named<QComboBox>(*view_, "Axis of the figures")->setCurrentIndex(1);
    QCOMPARE(lines->yAxis().scale(), ChartAxis::Scale::logarithmic);
  }

  void threadsHaveAnIdealLine() {
    view_->setReport(shared(someReport("threads")));
    auto* figure = named<QComboBox>(*view_, "What the lines show");
    auto* lines = view_->findChild<LineChart*>();
    QVERIFY(!lines->series()[0].ideal);
    figure->setCurrentIndex(int(LabFigure::speedUp));
    QVERIFY(lines->series()[0].ideal);
    QCOMPARE(lines->series()[0].points[1].y, 4.0);
    const LineSeries& lock = lines->series()[2];
    QCOMPARE(lock.points.size(), std::size_t{3});  // includes one thread
    QVERIFY(std::abs(lock.points[2].y - 3.2) < 1e-9);
    QVERIFY(std::abs(lock.points[2].spread - 0.32) < 1e-9);
    QCOMPARE(lines->series()[1].points[2].spread, 0.0);  // the baseline
    figure->setCurrentIndex(int(LabFigure::operations));
    QVERIFY(!lines->series()[0].ideal);
    QVERIFY(lines->description().startsWith(QStringLiteral("G squares/s over threads")));
    view_->setReport(shared(someReport("length")));
    figure->setCurrentIndex(int(LabFigure::speedUp));
    QVERIFY(!lines->series()[0].ideal);
  }

  void exportsAreWritten() {
    const QTemporaryDir folder;
    QVERIFY(!view_->exportTo(folder.filePath(QStringLiteral("none.csv"))));
    for (const char* swept : {"", "length"}) {
      view_->setReport(shared(someReport(swept)));
      const auto bytesOf = [&](const char* name) {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        if (!view_->exportTo(file.fileName()) || !file.open(QIODevice::ReadOnly))
          return QByteArray();
        return file.readAll();
      };
      QCOMPARE(bytesOf("a.csv"), QByteArray("strategy\nmade-up\n"));
      QCOMPARE(QJsonDocument::fromJson(bytesOf("a.json"))[QStringLiteral("experiment")].toString(),
               QStringLiteral("made-up"));
      const QSize size = view_->picture(2).size();
      QCOMPARE(QImage::fromData(bytesOf("a.png"), "PNG").size(), size);
      QXmlStreamReader svg(bytesOf("a.svg"));
      QString texts;
      QString first;
      while (!svg.atEnd()) {
        if (svg.readNext() != QXmlStreamReader::StartElement) continue;
        if (first.isEmpty()) first = svg.name().toString();
        if (svg.name() == QLatin1String("text")) texts += svg.readElementText() + QLatin1Char('|');
      }
      QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
      QCOMPARE(first, QStringLiteral("svg"));
      for (const char* word : {"Made up", "sequential", "openmp-lock", "published", "cpu"}) {
        QVERIFY2(texts.contains(QString::fromUtf8(word)), qPrintable(texts));
      }
    }
    QVERIFY(!view_->exportTo(folder.filePath(QStringLiteral("a.gif"))));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("a.gif"))));
    QVERIFY(!view_->exportTo(folder.filePath(QStringLiteral("nowhere/a.svg"))));
    QVERIFY(named<QLabel>(*view_, "Status")->text().contains(QStringLiteral("nowhere")));
  }

  void pictureGoesToTheClipboard() {
    QVERIFY(!buttonOf(*view_, "Copy the chart as a picture")->isEnabled());
    view_->setReport(shared(someReport()));
    const QSize size = view_->picture(2).size();
    QTest::mouseClick(buttonOf(*view_, "Copy the chart as a picture"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->image().size(), size);
  }

 private:
  std::shared_ptr<Stage> stage_;
  std::unique_ptr<LabView> view_;
};

ESPY_WINDOW_TEST(lab_figures, LabFiguresTest);

}  // namespace espy::desktop
#include "lab_figures_test.moc"
