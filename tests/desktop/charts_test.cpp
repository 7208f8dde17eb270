// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QPainter>
#include <QTest>
#include <cmath>
#include <set>

#include "charts/bar_chart.h"
#include "charts/chart_axis.h"
#include "charts/chart_style.h"
#include "charts/line_chart.h"
#include "desktop/window_tests.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

QStringList labelsOf(const ChartAxis& axis) {
  QStringList labels;
  for (const ChartAxis::Tick& tick : axis.ticks()) {
    if (!tick.label.isEmpty()) labels += tick.label;
  }
  return labels;
}

std::vector<BarRow> twoRows() {
  BarRow slow{QStringLiteral("slow"), {}, {}, {}, 100.0, 10, 130.0};
  slow.segments = {{QStringLiteral("pass 1"), 3, 60}, {QStringLiteral("pass 2"), 4, 40}};
  BarRow fast{QStringLiteral("fast"), {}, {}, {}, 25.0, 1, 30.0};
  fast.segments = {{QStringLiteral("pass 1"), 3, 15}, {QStringLiteral("pass 2"), 4, 10}};
  return {slow, fast};
}

}  // namespace

class ChartsTest : public QObject {
  Q_OBJECT

 private slots:
  void linearTicksAreRound() {
    const ChartAxis axis = ChartAxis::linear(97, 6);
    QCOMPARE(axis.to(), 100.0);
    QCOMPARE(labelsOf(axis),
             QStringList({QStringLiteral("0"), QStringLiteral("20"), QStringLiteral("40"),
                          QStringLiteral("60"), QStringLiteral("80"), QStringLiteral("100")}));
    QCOMPARE(labelsOf(ChartAxis::linear(0.3, 3)),
             QStringList({QStringLiteral("0.0"), QStringLiteral("0.1"), QStringLiteral("0.2"),
                          QStringLiteral("0.3")}));
    QCOMPARE(ChartAxis::linear(1, 1).to(), 1.0);
    QCOMPARE(ChartAxis::linear(1.01, 1).to(), 2.0);
  }

  void linearTicksNeverTooMany() {
    for (double most = 0.001; most < 1e7; most *= 1.37) {
      for (const int steps : {1, 2, 6, 10}) {
        const ChartAxis axis = ChartAxis::linear(most, steps);
        QVERIFY(axis.to() >= most * (1 - 1e-9));
        QVERIFY(static_cast<int>(axis.ticks().size()) <= steps + 1);
      }
    }
  }

  void countsHaveNoHalves() {
    QCOMPARE(labelsOf(ChartAxis::linear(2, 10, 1)),
             QStringList({QStringLiteral("0"), QStringLiteral("1"), QStringLiteral("2")}));
  }

  void nothingStillHasAnAxis() {
    QCOMPARE(ChartAxis::linear(0).to(), 1.0);
    QVERIFY(ChartAxis::logarithmic(0, 0).from() > 0);
    QVERIFY(ChartAxis::linear(std::nan("")).ticks().size() > 1);
  }

  void logarithmicDecadesAreEqual() {
    const ChartAxis axis = ChartAxis::logarithmic(1, 1000);
    QCOMPARE(axis.part(1), 0.0);
    QVERIFY(std::abs(axis.part(10) - 1.0 / 3) < 1e-12);
    QVERIFY(std::abs(axis.part(100) - 2.0 / 3) < 1e-12);
    QCOMPARE(axis.part(1000), 1.0);
    QCOMPARE(axis.part(0), 0.0);
    QVERIFY(labelsOf(axis).contains(QStringLiteral("10")));
    QVERIFY(labelsOf(axis).contains(QStringLiteral("50")));
    QCOMPARE(labelsOf(ChartAxis::logarithmic(0.01, 1000)).size(), 6);  // powers of ten only
  }

  void logarithmicRangeIsRoundedOutwards() {
    const ChartAxis axis = ChartAxis::logarithmic(3.1, 412);
    QCOMPARE(axis.from(), 2.0);
    QCOMPARE(axis.to(), 500.0);
  }

  void figuresHaveThreeDigits() {
    QCOMPARE(figureText(0), QStringLiteral("0"));
    QCOMPARE(figureText(0.01234), QStringLiteral("0.0123"));
    QCOMPARE(figureText(1.2345), QStringLiteral("1.23"));
    QCOMPARE(figureText(98.76), QStringLiteral("98.8"));
    QCOMPARE(figureText(456.7), QStringLiteral("457"));
  }

  void barsAreToScale() {
    BarChart chart;
    chart.resize(800, 400);
    chart.setRows(twoRows());
    const double perUnit = chart.segmentRect(0, 0).width() / 60;
    QVERIFY(perUnit > 1);
    QVERIFY(std::abs(chart.segmentRect(0, 1).width() - 40 * perUnit) < 0.01);
    QVERIFY(std::abs(chart.segmentRect(1, 0).width() - 15 * perUnit) < 0.01);
    QVERIFY(std::abs(chart.segmentRect(1, 1).width() - 10 * perUnit) < 0.01);
    // Adjacent segments, starting at the axis' zero.
    QCOMPARE(chart.segmentRect(0, 1).left(), chart.segmentRect(0, 0).right());
    QCOMPARE(chart.segmentRect(0, 0).left(), chart.segmentRect(1, 0).left());
    QVERIFY(chart.segmentRect(1, 0).top() > chart.segmentRect(0, 0).bottom());
  }

  void barsEndAtTheirLogarithm() {
    BarChart chart;
    chart.resize(800, 400);
    chart.setScale(ChartAxis::Scale::logarithmic);
    chart.setRows(twoRows());
    const ChartAxis axis = chart.axis();
    const double left = chart.segmentRect(0, 0).left();
    const double perPart = chart.segmentRect(0, 1).right() - left;
    QVERIFY(std::abs((chart.segmentRect(1, 1).right() - left) / perPart -
                     axis.part(25) / axis.part(100)) < 1e-6);
  }

  void segmentsHaveTheirColours() {
    BarChart chart;
    chart.resize(800, 400);
    chart.setRows(twoRows());
    const QImage image = chart.picture(1);
    const QRectF place = chart.segmentRect(0, 1);
    const QRgb expected = seriesStyle(4, chart.palette()).colour.rgb();
    int hits = 0;
    for (int x = static_cast<int>(place.left()) + 2; x < place.right() - 2; ++x) {
      if (image.pixel(x, static_cast<int>(place.top()) + 1) == expected) ++hits;
    }
    QVERIFY(hits > place.width() / 3);
  }

  void firstRunFarAwayDoesNotStretchTheAxis() {
    BarChart chart;
    chart.resize(800, 400);
    std::vector<BarRow> rows = twoRows();
    rows[1].apart = 5000;
    chart.setRows(rows);
    QVERIFY(chart.axis().to() < 300);
    chart.setScale(ChartAxis::Scale::logarithmic);
    QVERIFY(chart.axis().to() >= 5000);
  }

  void picturesHaveAnyRatio() {
    BarChart chart;
    chart.resize(800, 400);
    chart.setRows(twoRows());
    QCOMPARE(chart.picture(1).size(), QSize(800, 400));
    QCOMPARE(chart.picture(2.5).size(), QSize(2000, 1000));
    QCOMPARE(chart.picture(2.5).devicePixelRatio(), 2.5);
    // The same geometry at a higher resolution.
    const QPointF middle = chart.segmentRect(0, 0).bottomLeft() + QPointF(20, -4);
    QVERIFY(chart.picture(3).pixelColor((middle * 3).toPoint()) !=
            chart.palette().color(QPalette::Base));
  }

  void chartsSayTheirFigures() {
    BarChart chart;
    chart.setWords(QStringLiteral("milliseconds"), QStringLiteral("median"),
                   QStringLiteral("first run"));
    std::vector<BarRow> rows = twoRows();
    rows.push_back({QStringLiteral("card"), {}, QStringLiteral("no driver"), {}, {}, 0, {}});
    chart.setRows(rows);
    const QString words = chart.accessibleDescription();
    QVERIFY2(words.contains(QStringLiteral("slow: 100 milliseconds, plus or minus 10.0, of which "
                                           "pass 1 60.0, pass 2 40.0; first run 130")),
             qPrintable(words));
    QVERIFY(words.contains(QStringLiteral("card: no driver")));
  }

  void linesGoThroughTheirPoints() {
    LineChart chart;
    chart.resize(800, 500);
    chart.setTitles(QStringLiteral("threads"), QStringLiteral("speed-up"));
    chart.setCounting(true);
    chart.setSeries({{QStringLiteral("ideal"), 0, {{1, 1}, {4, 4}}, true},
                     {QStringLiteral("openmp"), 0, {{1, 1, 0}, {2, 1.9, 0.1}, {4, 3, 0.2}}}});
    const QPointF one = chart.pointAt(1, 0);
    const QPointF two = chart.pointAt(1, 1);
    const QPointF four = chart.pointAt(1, 2);
    QVERIFY(std::abs((four.x() - one.x()) - 3 * (two.x() - one.x())) < 0.01);
    QVERIFY(std::abs((one.y() - four.y()) * 0.9 - (one.y() - two.y()) * 2) < 0.01);
    QCOMPARE(chart.pointAt(0, 0), one);
    const QRgb colour = seriesStyle(0, chart.palette()).colour.rgb();
    QCOMPARE(chart.picture(1).pixel(two.toPoint()), colour);
    QVERIFY(
        chart.description().contains(QStringLiteral("openmp: 1.00 at 1.00; 1.90 at 2.00, plus "
                                                    "or minus 0.100")));
  }

  void aLongLegendLeavesThePlotItsHeight() {
    LineChart chart;
    std::vector<LineSeries> lines(9, {QString(), 0, {{1, 0, 0}, {2, 10, 0}}});
    for (std::size_t i = 0; i < lines.size(); ++i) {
      lines[i].name = QStringLiteral("openmp-privatisation-static-%1").arg(i);
    }
    chart.setSeries(lines);
    const int em = chart.fontMetrics().height();
    for (const int width : {20 * em, 30 * em, 60 * em}) {
      chart.resize(width, 13 * em);
      chart.resize(width, chart.minimumSizeHint().height());
      const double high = chart.pointAt(0, 0).y() - chart.pointAt(0, 1).y();  // at most the plot
      QVERIFY2(high > 5 * em, qPrintable(QStringLiteral("%1 of %2").arg(high).arg(em)));
    }
  }

  void errorBarsEndAtTheSpread() {
    LineChart chart;
    chart.resize(800, 400);
    chart.setTitles(QStringLiteral("x"), QStringLiteral("y"));
    LineSeries line{QStringLiteral("line"), 0, {{1, 50, 10}, {2, 80, 0}, {3, 5, 20}}};
    chart.setSeries({line});
    const auto [top, bottom] = chart.spreadAt(0, 0);
    const QPointF middle = chart.pointAt(0, 0);
    const double perUnit = middle.y() - chart.pointAt(0, 1).y();  // of 30
    QVERIFY(std::abs((middle.y() - top.y()) * 3 - perUnit) < 1e-6);
    QVERIFY(std::abs((bottom.y() - middle.y()) * 3 - perUnit) < 1e-6);
    QCOMPARE(top.x(), middle.x());
    // Error bars are clamped at 0, also if the axis does not show it.
    QCOMPARE(chart.yAxis().from(), 0.0);
    QVERIFY(std::abs(chart.spreadAt(0, 2).second.y() - (middle.y() + perUnit * 50 / 30)) < 1e-6);
    const auto inkAt = [&](const QPointF& at) {
      return chart.picture(1).pixelColor(at.toPoint()) != chart.palette().color(QPalette::Base);
    };
    QVERIFY(inkAt((top + middle) / 2) && inkAt((bottom + middle) / 2));
    QVERIFY(inkAt(top + QPointF(3, 0)) && inkAt(bottom - QPointF(3, 0)));
    chart.setScales(ChartAxis::Scale::linear, ChartAxis::Scale::logarithmic);
    const ChartAxis axis = chart.yAxis();
    const double up = chart.pointAt(0, 0).y() - chart.spreadAt(0, 0).first.y();
    const double down = chart.spreadAt(0, 0).second.y() - chart.pointAt(0, 0).y();
    QVERIFY(std::abs(up / down -
                     (axis.part(60) - axis.part(50)) / (axis.part(50) - axis.part(40))) < 1e-6);
    QVERIFY(std::isfinite(chart.spreadAt(0, 2).second.y()));
  }

  void theLastNumberIsWhole() {
    LineChart chart;
    chart.resize(800, 400);
    chart.setSeries({{QStringLiteral("line"), 0, {{1e6, 1, 0}, {1e7, 2, 0}}}});
    const double half =
        QFontMetricsF(chart.font()).horizontalAdvance(chart.xAxis().ticks().back().label) / 2;
    QVERIFY(chart.pointAt(0, 1).x() + half <= chart.width());
  }

  void bandsLieAcrossTheChart() {
    LineChart chart;
    chart.resize(800, 400);
    LineSeries line{QStringLiteral("line"), 0, {{1, 50, 0}, {2, 80, 0}}};
    LineSeries band{QStringLiteral("told"), 0, {}};
    band.band = ValueBand{50, 80};
    chart.setSeries({line, band});
    const QRectF place = chart.bandRect(1);
    QVERIFY(std::abs(place.bottom() - chart.pointAt(0, 0).y()) < 1e-6);
    QVERIFY(std::abs(place.top() - chart.pointAt(0, 1).y()) < 1e-6);
    QVERIFY(place.left() < chart.pointAt(0, 0).x());
    QVERIFY(chart.description().contains(QStringLiteral("told: 50.0 – 80.0")));
    chart.setScales(ChartAxis::Scale::linear, ChartAxis::Scale::linear);
    const QImage with = chart.picture(1);
    chart.setSeries({line});
    QVERIFY(with != chart.picture(1));
    band.band = ValueBand{50, 700};  // the axis extends to the band
    chart.setSeries({line, band});
    QVERIFY(chart.yAxis().to() >= 700);
  }

  void bandsTakeThePlaceOfABar() {
    BarChart chart;
    chart.resize(800, 400);
    chart.setWords(QStringLiteral("ms"), {}, {}, QStringLiteral("told"));
    std::vector<BarRow> rows = twoRows();
    BarRow bandRow;
    bandRow.label = QStringLiteral("elsewhere");
    bandRow.band = ValueBand{60, 100};
    rows.push_back(bandRow);
    chart.setRows(rows);
    QVERIFY(std::abs(chart.bandRect(2).left() - chart.segmentRect(0, 0).right()) < 1e-6);
    QVERIFY(std::abs(chart.bandRect(2).right() - chart.segmentRect(0, 1).right()) < 1e-6);
    QVERIFY(chart.bandRect(2).top() > chart.segmentRect(1, 0).bottom());
    QVERIFY(chart.description().contains(QStringLiteral("told 60.0 – 100 ms")));
    const double axis = chart.axis().to();
    rows[2].band = ValueBand{6000, 10000};  // shown as an arrow
    chart.setRows(rows);
    QCOMPARE(chart.axis().to(), axis);
    chart.setScale(ChartAxis::Scale::logarithmic);
    QVERIFY(chart.axis().to() >= 10000);
  }

  void seriesDiffer() {
    std::set<std::pair<QRgb, int>> looks;
    for (int i = 0; i < 64; ++i) {
      const SeriesStyle style = seriesStyle(i, QApplication::palette());
      looks.insert({style.colour.rgb(), style.pattern});
    }
    QCOMPARE(looks.size(), std::size_t{64});
    std::set<int> numbers;
    for (const char* stage : {"load", "prepare", "upload", "pass 1", "pass 2", "pass 3", "download",
                              "search", "other"}) {
      numbers.insert(seriesOfStage(stage));
    }
    QCOMPARE(numbers.size(), std::size_t{9});
    QCOMPARE(seriesOfStage("something new"), seriesOfStage("something new"));
  }

  void inkCanBeRead() {
    QCOMPARE(inkOn(Qt::yellow), QColor(Qt::black));
    QCOMPARE(inkOn(QColor(0, 0, 90)), QColor(Qt::white));
  }
};

ESPY_WINDOW_TEST(charts, ChartsTest);

}  // namespace espy::desktop
#include "charts_test.moc"
