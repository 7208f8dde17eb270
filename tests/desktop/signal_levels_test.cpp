// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Levels: data read per frame; time window; formatting of positions.
#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

#include "desktop/window_tests.h"
#include "signal/sample_levels.h"
#include "signal/time_scale.h"
#include "signal/time_window.h"

namespace espy::desktop {
namespace {

constexpr int kWidth = 500;  // columns
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Samples with gaps, also long ones.
std::vector<double> patchy(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> samples(size);
  std::size_t gap = 0;
  for (double& sample : samples) {
    if (gap == 0 && random() % 400 == 0) gap = random() % 700;
    sample = gap > 0 ? kNoNumber : static_cast<double>(random() % 100000) / 7;
    if (gap > 0) --gap;
  }
  return samples;
}

SampleRange rangeOf(const std::vector<double>& samples, std::int64_t begin, std::int64_t end) {
  SampleRange range;
  for (std::int64_t i = std::max<std::int64_t>(begin, 0);
       i < std::min(end, static_cast<std::int64_t>(samples.size())); ++i) {
    const auto sample = static_cast<float>(samples[static_cast<std::size_t>(i)]);
    if (std::isnan(sample)) continue;
    range.low = std::min(range.low, sample);
    range.high = std::max(range.high, sample);
  }
  return range;
}

/// A signal of any length that needs no memory.
Samples endless(std::int64_t size) {
  static const std::int8_t one = 1;
  Samples::Layout layout;
  layout.type = Samples::Type::int8;
  layout.stride = 0;
  return {&one, size, layout};
}

class SignalLevelsTest : public QObject {
  Q_OBJECT

 private slots:
  void fineColumnsAreTheirSamples();
  void coarseColumnsMissNothing_data();
  void coarseColumnsMissNothing();
  void aGapIsAGapInEveryLevel();
  void aPictureReadsLittle_data();
  void aPictureReadsLittle();
  void whatIsNotSummedUpIsUnknown();
  void drawingMeanwhileShowsWhatIsReady();
  void strangeNumbersAreDrawn();
  void zoomingKeepsThePointersPlace();
  void theWindowStaysInTheRecording();
  void revealingMovesNoMoreThanItMust();
  void placesAreNamed();
  void ticksAreRound();
};

void SignalLevelsTest::fineColumnsAreTheirSamples() {
  const std::vector<double> samples = patchy(5000, 3);
  SampleLevels levels{Samples(samples)};
  levels.fill({});
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const double per = 1 + static_cast<double>(random() % 6200) / 100;
    const double from = static_cast<double>(random() % 5600) - 300.5;
    std::vector<SampleColumn> columns(40);
    levels.columns(from, per, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const double at = from + static_cast<double>(i) * per;
      const auto begin = static_cast<std::int64_t>(std::floor(at));
      const auto end = std::max(static_cast<std::int64_t>(std::floor(at + per)),
                                std::max<std::int64_t>(begin, 0) + 1);
      const SampleRange expected = at + per <= 0 ? SampleRange() : rangeOf(samples, begin, end);
      QVERIFY(columns[i].known);
      QCOMPARE(columns[i].range.low, expected.low);
      QCOMPARE(columns[i].range.high, expected.high);
    }
  }
}

void SignalLevelsTest::coarseColumnsMissNothing_data() {
  QTest::addColumn<int>("size");
  for (const int size : {0, 1, 63, 64, 65, 256, 4095, 4096, 4097, 100000, 300007}) {
    QTest::addRow("%d", size) << size;
  }
}

/// Columns of coarse levels may be shifted by up to one range, but together they cover every
/// sample, and each shows only nearby samples.
void SignalLevelsTest::coarseColumnsMissNothing() {
  QFETCH(const int, size);
  const std::vector<double> samples = patchy(static_cast<std::size_t>(size), 9);
  SampleLevels levels{Samples(samples)};
  levels.fill({});
  QVERIFY(levels.filled());
  QVERIFY(levels.whole() == rangeOf(samples, 0, size));
  for (const double per : {64.0, 100.3, 255.9, 256.0, 1031.0, 5000.5}) {
    std::vector<SampleColumn> columns(static_cast<std::size_t>(size / per) + 2);
    levels.columns(0, per, columns);
    SampleRange all;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      all.add(columns[i].range);
      const auto begin = static_cast<std::int64_t>(static_cast<double>(i) * per - per);
      const auto end = static_cast<std::int64_t>(static_cast<double>(i + 2) * per);
      SampleRange around = rangeOf(samples, begin, end);
      const SampleRange near = around;
      around.add(columns[i].range);
      QVERIFY(around == near);
    }
    QVERIFY(all == rangeOf(samples, 0, size));
  }
}

void SignalLevelsTest::aGapIsAGapInEveryLevel() {
  std::vector<double> samples(100000, 1.0);
  std::fill(samples.begin() + 20000, samples.begin() + 80000, kNoNumber);
  SampleLevels levels{Samples(samples)};
  levels.fill({});
  for (const double per : {1.0, 63.0, 64.0, 999.0, 5000.0}) {
    std::vector<SampleColumn> columns(5);
    levels.columns(40000, per, columns);
    for (const SampleColumn& column : columns) QVERIFY(column.range.empty() && column.known);
    levels.columns(0, per, std::span(columns).first(2));
    QVERIFY(!columns[0].range.empty());
  }
}

void SignalLevelsTest::aPictureReadsLittle_data() {
  QTest::addColumn<qint64>("size");
  for (const qint64 size : {qint64{1000}, qint64{1000000}, qint64{100000000}}) {
    QTest::addRow("%lld", static_cast<long long>(size)) << size;
  }
}

/// For any length and any visible part.
void SignalLevelsTest::aPictureReadsLittle() {
  QFETCH(const qint64, size);
  SampleLevels levels(endless(size));
  levels.fill({});
  QVERIFY(static_cast<qint64>(levels.bytes()) <= size / 5 + 1000);
  std::vector<SampleColumn> columns(kWidth);
  for (double per = 0.01; per <= static_cast<double>(size) / kWidth; per *= 1.7) {
    for (const double part : {0.0, 0.31, 1.0}) {
      const double from = part * (static_cast<double>(size) - per * kWidth);
      const ReadCount count = levels.columns(from, per, columns);
      QVERIFY(count.samples <= kWidth * (levels.base() + 1));
      QVERIFY(count.ranges <= kWidth * (SampleLevels::kFactor + 1));
      QVERIFY(count.samples + count.ranges > 0);
      QVERIFY(count.samples == 0 || count.ranges == 0);
      QVERIFY(per < static_cast<double>(levels.base()) ? count.ranges == 0 : count.samples == 0);
    }
  }
}

void SignalLevelsTest::whatIsNotSummedUpIsUnknown() {
  const std::vector<double> samples = patchy(200000, 4);
  SampleLevels levels{Samples(samples)};
  std::vector<SampleColumn> columns(10);
  levels.columns(0, 1000, columns);
  for (const SampleColumn& column : columns) QVERIFY(!column.known);
  levels.columns(0, 10, columns);  // below the first level, samples are read
  for (const SampleColumn& column : columns) QVERIFY(column.known);
  std::stop_source stopped;
  stopped.request_stop();
  levels.fill(stopped.get_token());
  QCOMPARE(levels.ready(), std::int64_t{0});
  QVERIFY(levels.whole().empty());
  int calls = 0;
  levels.fill({}, [&calls] { ++calls; });
  QVERIFY(calls >= 1);
  levels.columns(0, 1000, columns);
  for (const SampleColumn& column : columns) QVERIFY(column.known);
}

void SignalLevelsTest::drawingMeanwhileShowsWhatIsReady() {
  std::vector<double> samples(2000000);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<double>(i % 1000);
  SampleLevels levels{Samples(samples)};
  std::jthread filling([&levels] { levels.fill({}); });
  std::vector<SampleColumn> columns(100);
  bool filled = false;
  while (!filled) {
    filled = levels.filled();
    levels.columns(0, 20000, columns);
    for (const SampleColumn& column : columns) {
      if (!column.known) continue;
      QCOMPARE(column.range.low, 0.0F);
      QCOMPARE(column.range.high, 999.0F);
    }
    const SampleRange whole = levels.whole();
    QVERIFY(whole.empty() || whole.low == 0.0F);
  }
  QVERIFY(columns.back().known);
}

void SignalLevelsTest::strangeNumbersAreDrawn() {
  const std::vector<double> samples{1e300, -1e300, kNoNumber, INFINITY, 0};
  SampleLevels levels{Samples(samples)};
  levels.fill({});
  QCOMPARE(levels.whole().high, std::numeric_limits<float>::max());
  QCOMPARE(levels.whole().low, -std::numeric_limits<float>::max());
}

void SignalLevelsTest::zoomingKeepsThePointersPlace() {
  TimeWindow window;
  window.setWidth(800);
  window.setSize(1000000);
  QVERIFY(window.showsAll());
  const double sample = window.sampleAt(300);
  for (int i = 0; i < 10; ++i) {
    window.zoom(1.5, 300);
    QVERIFY(std::abs(window.sampleAt(300) - sample) < 1e-6);
    QVERIFY(std::abs(window.xOf(sample) - 300) < 1e-6);
  }
  QVERIFY(!window.showsAll());
  for (int i = 0; i < 20; ++i) window.zoom(0.5, 300);
  QVERIFY(window.showsAll());
  QCOMPARE(window.from(), 0.0);
  QCOMPARE(window.to(), 1000000.0);
}

void SignalLevelsTest::theWindowStaysInTheRecording() {
  TimeWindow window;
  window.setWidth(100);
  window.setSize(10000);
  window.zoom(4, 50);
  window.pan(-1e9);
  QCOMPARE(window.from(), 0.0);
  window.pan(1e9);
  QCOMPARE(window.to(), 10000.0);
  for (int i = 0; i < 100; ++i) window.zoom(2, 100);
  QVERIFY(window.per() > 0 && window.to() <= 10000.0);
  window.fit();
  window.setWidth(500);
  QVERIFY(window.showsAll());  // the whole recording stays visible
  window.zoom(10, 0);
  window.setWidth(200);
  QCOMPARE(window.from(), 0.0);
  QVERIFY(!window.showsAll());
  window.setSize(0);
  QCOMPARE(window.from(), 0.0);
  window.zoom(2, 10);
  QCOMPARE(window.from(), 0.0);
}

void SignalLevelsTest::revealingMovesNoMoreThanItMust() {
  TimeWindow window;
  window.setWidth(100);
  window.setSize(10000);
  window.show(4000, 4100);
  QVERIFY(window.from() < 4000 && window.to() > 4100);
  const TimeWindow before = window;
  window.reveal(4010, 4090);
  QVERIFY(window == before);
  window.reveal(9000, 9050);
  QCOMPARE(window.per(), before.per());
  QVERIFY(window.from() <= 9000 && window.to() >= 9050);
  window.reveal(100, 3100);  // longer than the visible part
  QVERIFY(window.from() <= 100 && window.to() >= 3100);
}

void SignalLevelsTest::placesAreNamed() {
  QLocale::setDefault(QLocale(QStringLiteral("C")));
  QCOMPARE(TimeScale().place(18250), QStringLiteral("18250"));
  QCOMPARE(TimeScale().length(1), QStringLiteral("1 sample"));
  QCOMPARE(TimeScale().length(20), QStringLiteral("20 samples"));
  QCOMPARE(TimeScale(200).place(0), QStringLiteral("0:00.000"));
  QCOMPARE(TimeScale(200).place(12345), QStringLiteral("1:01.725"));
  QCOMPARE(TimeScale(200).length(100), QStringLiteral("0.500 s"));
  QCOMPARE(TimeScale(1).place(3661), QStringLiteral("1:01:01"));
  QCOMPARE(TimeScale(1).place(59.9), QStringLiteral("1:00"));
  QCOMPARE(TimeScale(0.1).place(6), QStringLiteral("1:00"));
}

void SignalLevelsTest::ticksAreRound() {
  for (const double rate : {0.0, 0.01, 1.0, 250.0, 44100.0}) {
    const TimeScale scale(rate);
    for (double per = 0.02; per < 1e7; per *= 3) {
      const double from = 12345.6 * per;
      const auto ticks = scale.ticks(from, from + 800 * per, 90 * per);
      std::optional<double> last;
      int labels = 0;
      for (const TimeScale::Tick& tick : ticks) {
        QVERIFY(tick.sample >= from - 1e-6 && tick.sample <= from + 800 * per + 1e-6);
        if (tick.label.isEmpty()) continue;
        ++labels;
        if (last) QVERIFY(tick.sample - *last >= 90 * per * (1 - 1e-9));
        last = tick.sample;
      }
      QVERIFY(labels <= 9 && ticks.size() < 120);
      // Sample numbers have no ticks between samples.
      if (rate > 0 || per > 0.1) QVERIFY2(labels >= 1, qPrintable(QString::number(per)));
    }
  }
}

}  // namespace
ESPY_WINDOW_TEST(signal_levels, SignalLevelsTest);

}  // namespace espy::desktop
#include "signal_levels_test.moc"
