// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>
#include <atomic>
#include <semaphore>

#include "desktop/lab_data.h"
#include "espy/error.h"
#include "lab/lab_charts.h"
#include "lab/lab_form.h"
#include "lab/lab_sweep.h"
#include "lab/lab_view.h"
#include "timing/figure_table.h"

namespace espy::desktop {
namespace {

/// What the view asked for, and what it is answered. The run waits at each step for `go`.
struct Stage {
  std::atomic<int> runs = 0;
  LabRequest asked;
  std::vector<LabReport> told;
  LabReport answer = someReport();
  std::string failure;
  bool stubborn = false;  ///< runs until it is stopped
  std::counting_semaphore<100> go{0};
};

LabTools toolsOf(const std::shared_ptr<Stage>& stage) {
  LabTools tools;
  tools.experiments = {someExperiment(), someExperiment("another")};
  tools.run = [stage](const LabRequest& request, const Control& control) {
    ++stage->runs;
    stage->asked = request;
    double done = 0;
    for (const LabReport& report : stage->told) {
      if (control.progress) control.progress(done += 0.25);
      request.told(report);
      stage->go.acquire();
    }
    while (stage->stubborn && !control.stopping()) std::this_thread::yield();
    if (!stage->failure.empty()) throw Error(ErrorCode::badUse, stage->failure);
    LabReport answer = stage->answer;
    answer.cancelled = control.stopping();
    return answer;
  };
  tools.csv = [](const LabReport& report) { return "strategy\n" + report.experiment.name + "\n"; };
  tools.json = [](const LabReport& report) {
    return "{\"experiment\":\"" + report.experiment.name + "\"}";
  };
  return tools;
}

QPushButton* buttonOf(const QWidget& view, const char* accessible) {
  for (auto* button : view.findChildren<QPushButton*>()) {
    if (button->accessibleName() == QString::fromUtf8(accessible)) return button;
  }
  return nullptr;
}

template <class Widget>
Widget* named(const QWidget& view, const char* accessible) {
  for (auto* widget : view.findChildren<Widget*>()) {
    if (widget->accessibleName() == QString::fromUtf8(accessible)) return widget;
  }
  return nullptr;
}

LabReportPtr shared(LabReport report) {
  return std::make_shared<const LabReport>(std::move(report));
}

QString cell(const FigureTable& table, int row, int column) {
  return table.model()->index(row, column).data().toString();
}

}  // namespace

class LabTest : public QObject {
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

  void formIsMadeOfTheExperiment() {
    auto* length = view_->findChild<QSpinBox*>(QStringLiteral("length"));
    QCOMPARE(length->value(), 1000);
    QCOMPARE(length->minimum(), 10);
    QCOMPARE(length->maximum(), 1000000);
    auto* kind = view_->findChild<QComboBox*>(QStringLiteral("kind"));
    QCOMPARE(kind->count(), 2);
    QCOMPARE(kind->currentText(), QStringLiteral("whole"));
    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    QCOMPARE(sweep->count(), 4);  // nothing, and those with a sweep
    QCOMPARE(sweep->findText(QStringLiteral("seed")), -1);
    QVERIFY(
        named<QLabel>(*view_, "About the experiment")->text().startsWith(QStringLiteral("Adds")));
  }

  void settingsReachTheRunAsText() {
    view_->findChild<QSpinBox*>(QStringLiteral("length"))->setValue(1234);
    view_->findChild<QComboBox*>(QStringLiteral("kind"))->setCurrentIndex(1);
    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    sweep->setCurrentIndex(sweep->findText(QStringLiteral("threads")));
    auto* values = named<QLineEdit>(*view_, "Values of the sweep");
    QCOMPARE(values->text(), QStringLiteral("1, 2, 4"));
    QVERIFY(!view_->findChild<QSpinBox*>(QStringLiteral("threads"))->isEnabled());
    values->setText(QStringLiteral("1 3;  8"));
    named<QSpinBox>(*view_, "Runs of each strategy after the first")->setValue(3);
    QSignalSpy ended(view_.get(), &LabView::ended);
    QTest::mouseClick(buttonOf(*view_, "Run the experiment"), Qt::LeftButton);
    QVERIFY(ended.wait());
    QCOMPARE(stage_->asked.experiment, std::string("made-up"));
    QCOMPARE(stage_->asked.runs, 3);
    const std::vector<std::pair<std::string, std::string>> expected{
        {"length", "1234"}, {"threads", "1,3,8"}, {"kind", "float"}, {"seed", "7"}};
    QVERIFY(stage_->asked.settings == expected);
  }

  void sweepsThatCannotBeAreRefused() {
    const LabExperiment experiment = someExperiment();
    const LabParameter& length = experiment.parameters[0];
    const LabParameter& kind = experiment.parameters[2];
    QCOMPARE(sweepTrouble(length, QStringLiteral("10,20")), QString());
    QVERIFY(sweepTrouble(length, QStringLiteral("10, many")).contains(QStringLiteral("many")));
    QVERIFY(sweepTrouble(length, QStringLiteral("10, 9")).contains(QStringLiteral("9")));
    QVERIFY(!sweepTrouble(length, QStringLiteral("10")).isEmpty());
    QVERIFY(!sweepTrouble(length, QString()).isEmpty());
    QCOMPARE(sweepTrouble(kind, QStringLiteral("whole,float")), QString());
    QVERIFY(sweepTrouble(kind, QStringLiteral("whole,half")).contains(QStringLiteral("half")));

    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    sweep->setCurrentIndex(1);
    QVERIFY(buttonOf(*view_, "Run the experiment")->isEnabled());
    named<QLineEdit>(*view_, "Values of the sweep")->setText(QStringLiteral("5"));
    QVERIFY(!buttonOf(*view_, "Run the experiment")->isEnabled());
    QVERIFY(named<QLabel>(*view_, "What is wrong with the sweep")->isVisible());
    view_->start();
    QCOMPARE(stage_->runs, 0);
    sweep->setCurrentIndex(0);
    QVERIFY(buttonOf(*view_, "Run the experiment")->isEnabled());
  }

  void tableFillsWhileItRuns() {
    LabReport first = someReport("length");
    LabReport second = first;
    stage_->answer = first;
    first.points.resize(1);
    first.points[0].rows[1] = LabRow();  // has not run yet
    first.points[0].rows[1].strategy = "openmp-lock";
    first.conclusions.clear();
    second.points.resize(2);
    stage_->told = {first, second};
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    const FigureTable& table = *view_->findChild<FigureTable*>();
    const int published = 1;
    QTRY_COMPARE(table.model()->rowCount(), 4 + published);
    QVERIFY(view_->running());
    QVERIFY(!view_->form().isEnabled());
    QCOMPARE(cell(table, 0, LabTable::valueColumn), QStringLiteral("500"));
    QCOMPARE(cell(table, 0, LabTable::strategyColumn), QStringLiteral("sequential"));
    QCOMPARE(cell(table, 1, LabTable::medianColumn), QStringLiteral("to come"));
    QCOMPARE(view_->findChild<LineChart*>()->series()[0].points.size(), std::size_t{1});
    stage_->go.release();
    QTRY_COMPARE(table.model()->rowCount(), 8 + published);
    QTRY_COMPARE(view_->findChild<LineChart*>()->series()[0].points.size(), std::size_t{2});
    stage_->go.release();
    QVERIFY(ended.wait());
    QCOMPARE(table.model()->rowCount(), 12 + published);
    QVERIFY(!view_->running());
    QVERIFY(view_->form().isEnabled());
    QVERIFY(
        named<QLabel>(*view_, "What the figures say")->text().contains(QStringLiteral("tenth")));
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
    QVERIFY(named<QLabel>(*view_, "What the figures say")
                ->text()
                .contains(QStringLiteral("Somebody's card")));

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

  void settingsAreSaidOverTheChart() {
    view_->setReport(shared(someReport("length")));
    QCOMPARE(named<QLabel>(*view_, "What is shown")->text(),
             QStringLiteral("made-up: length 500 / 1000 / 2000, threads 4, kind whole, seed 7"));
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
    QCOMPARE(series.size(), std::size_t{3});  // two strategies and what was published
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
    QCOMPARE(lock.points.size(), std::size_t{3});  // one thread, too
    QVERIFY(std::abs(lock.points[2].y - 3.2) < 1e-9);
    QVERIFY(std::abs(lock.points[2].spread - 0.32) < 1e-9);
    QCOMPARE(lines->series()[1].points[2].spread, 0.0);  // what the others refer to
    figure->setCurrentIndex(int(LabFigure::operations));
    QVERIFY(!lines->series()[0].ideal);
    QVERIFY(lines->description().startsWith(QStringLiteral("G squares/s over threads")));
    view_->setReport(shared(someReport("length")));
    figure->setCurrentIndex(int(LabFigure::speedUp));
    QVERIFY(!lines->series()[0].ideal);
  }

  void cancelKeepsWhatThereIs() {
    stage_->stubborn = true;
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    QTRY_COMPARE(stage_->runs, 1);
    QTest::mouseClick(buttonOf(*view_, "Cancel the experiment"), Qt::LeftButton);
    QVERIFY(ended.wait());
    QVERIFY(!view_->running());
    QVERIFY(named<QLabel>(*view_, "Status")->text().startsWith(QStringLiteral("Cancelled")));
    QVERIFY(view_->findChild<FigureTable*>()->model()->rowCount() > 0);
  }

  void closingCancels() {
    stage_->stubborn = true;
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    view_->close();
    QVERIFY(!ended.isEmpty() || ended.wait());
    view_->start();  // and going away while it runs ends it, too
    QVERIFY(view_->running());
  }

  void failuresAreSaid() {
    stage_->told = {someReport()};
    stage_->failure = "length: a query of 9 does not fit into 8 samples";
    stage_->go.release();
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    QVERIFY(ended.wait());
    auto* status = named<QLabel>(*view_, "Status");
    QVERIFY(status->isVisible() && status->text().contains(QStringLiteral("does not fit")));
    QVERIFY(view_->report() != nullptr);
    stage_->failure.clear();
    stage_->told.clear();
    view_->start();
    QVERIFY(ended.wait());
    QVERIFY(!status->isVisible());
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

  void choicesAreRemembered() {
    const QTemporaryDir folder;
    view_->findChild<QSpinBox*>(QStringLiteral("length"))->setValue(4321);
    view_->chooseExperiment(QStringLiteral("another"));
    view_->findChild<QComboBox*>(QStringLiteral("kind"))->setCurrentIndex(1);
    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    sweep->setCurrentIndex(sweep->findText(QStringLiteral("length")));
    named<QLineEdit>(*view_, "Values of the sweep")->setText(QStringLiteral("10, 30"));
    named<QComboBox>(*view_, "What the lines show")->setCurrentIndex(2);
    named<QComboBox>(*view_, "Axis of the parameter")->setCurrentIndex(1);
    named<QSpinBox>(*view_, "Runs of each strategy after the first")->setValue(5);
    const LabChoice choice = view_->choice();
    const QString path = folder.filePath(QStringLiteral("a.ini"));
    {
      QSettings settings(path, QSettings::IniFormat);
      remember(choice, settings);
    }
    QSettings settings(path, QSettings::IniFormat);
    const LabChoice read = recalledChoice(settings);
    QVERIFY(read == choice);

    LabView other(toolsOf(stage_));
    other.setChoice(read);
    QVERIFY(other.choice() == choice);
    QCOMPARE(named<QLineEdit>(other, "Values of the sweep")->text(), QStringLiteral("10, 30"));
    other.chooseExperiment(QStringLiteral("made-up"));
    QCOMPARE(other.findChild<QSpinBox*>(QStringLiteral("length"))->value(), 4321);
  }

  void nonsenseIsNotRemembered() {
    LabChoice nonsense;
    nonsense.experiment = QStringLiteral("gone");
    nonsense.runs = -4;
    nonsense.figure = 99;
    nonsense.settings[QStringLiteral("made-up")] = {
        {{QStringLiteral("length"), QStringLiteral("5")},
         {QStringLiteral("kind"), QStringLiteral("complex")}},
        QStringLiteral("seed"),
        QStringLiteral("1,2")};
    view_->setChoice(nonsense);
    QCOMPARE(view_->choice().experiment, QStringLiteral("made-up"));
    QCOMPARE(view_->findChild<QSpinBox*>(QStringLiteral("length"))->value(), 1000);
    QCOMPARE(view_->findChild<QComboBox*>(QStringLiteral("kind"))->currentIndex(), 0);
    QCOMPARE(named<QComboBox>(*view_, "Parameter that is swept")->currentIndex(), 0);
    QVERIFY(view_->choice().runs >= 1);
  }

  void controlsHaveNames() {
    view_->setReport(shared(someReport("length")));
    for (auto* widget : view_->findChildren<QWidget*>()) {
      const bool inner = widget->objectName().startsWith(QStringLiteral("qt_"));
      if (!(widget->focusPolicy() & Qt::TabFocus) || inner) continue;
      if (widget->inherits("QComboBoxListView")) continue;  // a part of its box
      if (widget->inherits("QLineEdit") && widget->parentWidget()->inherits("QSpinBox")) continue;
      QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
  }

 private:
  std::shared_ptr<Stage> stage_;
  std::unique_ptr<LabView> view_;
};

}  // namespace espy::desktop

QTEST_MAIN(espy::desktop::LabTest)
#include "lab_test.moc"
