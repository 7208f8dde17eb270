// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Tables in lanes: open ends, and single windows without a band.
#include "signal/table_lanes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stop_token>
#include <utility>

#include "espy/engine/all.h"
#include "espy/engine/simd.h"
#include "signal/open_rows.h"
#include "signal/open_sweep.h"
#include "signal/settle.h"
#include "support/open_table.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

constexpr double kNoPath = std::numeric_limits<double>::infinity();

std::vector<double> fewNumbers(Random& random, std::int64_t size, std::int64_t different) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < size; ++i) {
    numbers.push_back(static_cast<double>(random.below(different)) * 0.37);
  }
  return numbers;
}

void drawTable(Random& random, signal::TableLanes& table, std::int64_t channels,
               std::int64_t width) {
  table.resize(channels, width);
  for (std::int64_t l = 0; l < signal::TableLanes::kLanes; ++l) {
    for (std::int64_t j = 0; j < width; ++j) {
      table.row(j, l) = random.oneIn(9) ? kNoPath : static_cast<double>(random.below(50));
      for (std::int64_t c = 0; c < channels; ++c) {
        table.setSample(c, j, l, static_cast<double>(random.below(99)) * 0.1);
      }
    }
    for (std::int64_t k = 0; k < signal::TableLanes::kRows; ++k) {
      table.left[k][l] = random.oneIn(9) ? kNoPath : static_cast<double>(random.below(50));
      for (std::int64_t c = 0; c < channels; ++c) {
        table.query(c, k)[l] = static_cast<double>(random.below(99)) * 0.1;
      }
    }
    table.corner[l] = static_cast<double>(random.below(9));
  }
  for (std::int64_t k = 0; k + 1 < signal::TableLanes::kRows; ++k) {
    table.live[k] = static_cast<std::uint8_t>(random.below(256));
  }
}

void expectSame(signal::TableLanes& a, signal::TableLanes& b) {
  for (std::int64_t l = 0; l < signal::TableLanes::kLanes; ++l) {
    for (std::int64_t j = 0; j < a.width(); ++j) ASSERT_EQ(a.row(j, l), b.row(j, l)) << j;
    for (std::int64_t k = 0; k < signal::TableLanes::kRows; ++k) {
      ASSERT_EQ(a.right[k][l], b.right[k][l]) << k;
      ASSERT_EQ(a.left[k][l], b.left[k][l]) << k;
    }
    ASSERT_EQ(a.least[l], b.least[l]);
    ASSERT_EQ(a.corner[l], b.corner[l]);
  }
}

/// `TableLanes::go`, cell by cell.
void goPlainly(signal::TableLanes& table) {
  constexpr std::int64_t kRows = signal::TableLanes::kRows;
  for (std::int64_t l = 0; l < signal::TableLanes::kLanes; ++l) {
    double above = table.corner[l];
    for (std::int64_t k = 0; k < kRows; ++k) {
      double diagonal = above;
      double before = table.left[k][l];
      table.least[l] = kNoPath;
      for (std::int64_t j = 0; j < table.width(); ++j) {
        double cost = 0;
        for (std::int64_t c = 0; c < table.channels(); ++c) {
          const double apart = table.query(c, k)[l] - table.sample(c, j, l);
          cost += apart * apart;
        }
        const double up = table.row(j, l);
        before = ((table.live[k] >> l & 1) != 0 ? cost : 0) + std::min({up, diagonal, before});
        diagonal = up;
        table.row(j, l) = before;
        table.least[l] = std::min(table.least[l], before);
      }
      table.right[k][l] = before;
      above = table.left[k][l];
    }
    table.corner[l] = above;
  }
}

TEST(TableLanes, AreTheSameAtEveryLevel) {
  Random random(11);
  for (const std::int64_t channels : {1, 2, 3}) {
    for (const std::int64_t width : {8, 9, 15, 16, 100}) {
      for (const bool allLive : {false, true}) {
        signal::TableLanes drawn;
        drawTable(random, drawn, channels, width);
        if (allLive) std::fill(drawn.live, drawn.live + signal::TableLanes::kRows, 0xff);
        for (const SimdLevel level : simdLevels()) {
          signal::TableLanes table = drawn;
          signal::TableLanes plain = drawn;
          for (int strip = 0; strip < 3; ++strip) {
            limitSimd(level);
            table.go();
            limitSimd({});
            goPlainly(plain);
            expectSame(table, plain);
            table.passBorders();
            plain.passBorders();
          }
        }
      }
    }
  }
}

/// The path sum of one window by the whole table.
double sumOfTable(const std::vector<double>& query, const std::vector<double>& window) {
  std::vector<double> row(window.size() + 1, kNoPath);
  row[0] = 0;
  for (const double wanted : query) {
    double diagonal = std::exchange(row[0], kNoPath);
    for (std::size_t j = 0; j < window.size(); ++j) {
      const double apart = wanted - window[j];
      const double up = row[j + 1];
      row[j + 1] = apart * apart + std::min({up, row[j], diagonal});
      diagonal = up;
    }
  }
  return row.back();
}

TEST(TableLanes, OfOneWindowEqualRowByRow) {
  Random random(12);
  signal::WarpOne alone;
  for (const std::int64_t length : {128, 129, 135, 136, 137, 191, 500, 1001}) {
    for (const std::int64_t different : {2, 1000}) {
      const auto query = fewNumbers(random, length, different);
      const auto window = fewNumbers(random, length, different);
      const double wanted = sumOfTable(query, window);
      for (const std::int64_t band : {length - 1, length, 10 * length}) {
        EXPECT_EQ(alone.run(query, window, band, kNoPath, {}), wanted) << length;
        EXPECT_EQ(alone.run(query, window, band, wanted, {}), wanted) << length;
      }
      const double less = 0.9 * wanted - 1;
      EXPECT_GT(alone.run(query, window, length, less, {}), less);
      if (different == 1000) {
        EXPECT_EQ(alone.run(query, window, length, 0.1, {}), kNoPath);
      }
    }
  }
}

struct OpenCase {
  std::vector<std::vector<double>> query;
  std::vector<std::vector<double>> data;

  OpenCase(Random& random, std::int64_t channels, std::int64_t rows, std::int64_t size,
           std::int64_t different) {
    for (std::int64_t c = 0; c < channels; ++c) {
      query.push_back(fewNumbers(random, rows, different));
      data.push_back(fewNumbers(random, size, different));
      data.back()[static_cast<std::size_t>(random.below(size))] = std::nan("");
    }
  }
  MotifTask view() const {
    MotifTask task;
    for (const auto& channel : query) task.query.emplace_back(channel);
    for (const auto& channel : data) task.data.emplace_back(channel);
    task.options.open = true;
    task.options.rule = ChannelRule::together;
    task.options.normalise = MotifNormalise::none;
    return task;
  }
};

/// The sums of all ends, and where their paths begin, column by column.
void rowsPlainly(const OpenCase& all, std::vector<double>& sums,
                 std::vector<std::int64_t>& starts) {
  PlainOpenRows rows({all.query.begin(), all.query.end()});
  const std::int64_t size = std::ssize(all.data.front());
  for (std::int64_t first = 0; first < size; first += signal::OpenColumns::kMost) {
    signal::OpenColumns columns;
    columns.resize(std::ssize(all.query), std::min(signal::OpenColumns::kMost, size - first));
    columns.first = first;
    for (std::int64_t j = 0; j < columns.columns(); ++j) {
      for (std::int64_t c = 0; c < columns.channels(); ++c) {
        const double sample = all.data[c][first + j];
        columns.set(c, j, std::isnan(sample) ? kNoPath : sample);
      }
    }
    signal::OpenRow last;
    rows.go(columns, last);
    sums.insert(sums.end(), last.sumAt(0), last.sumAt(columns.columns()));
    starts.insert(starts.end(), last.startAt(0), last.startAt(columns.columns()));
  }
}

TEST(OpenSweep, SumsEqualRowByRow) {
  Random random(13);
  for (const std::int64_t rows : {1, 7, 8, 9, 64, 130, 300}) {
    for (const std::int64_t size : {1, 9, 500, 70000}) {
      const OpenCase all(random, 1 + random.below(2), rows, size, 1000);
      std::vector<double> wanted;
      std::vector<std::int64_t> starts;
      rowsPlainly(all, wanted, starts);
      const MotifTask task = all.view();
      const std::vector<signal::RowLevel> levels(task.data.size());
      const signal::QueryRows queries(task, rows, levels);
      const signal::OpenSource source(task, levels);
      signal::OpenSweep sweep(source, queries, static_cast<int>(1 + random.below(3)));
      std::vector<double> found;
      while (std::ssize(found) < size) {
        sweep.go(std::min(sweep.columnsTogether(), size - std::ssize(found)), {});
        found.insert(found.end(), sweep.ends().begin(), sweep.ends().end());
      }
      ASSERT_EQ(found, wanted) << rows << " " << size;
    }
  }
}

TEST(OpenSweep, ResumesAtEveryKeptColumn) {
  Random random(14);
  const std::int64_t size = 50000;
  const OpenCase all(random, 1, 100, size, 1000);
  std::vector<double> wanted;
  std::vector<std::int64_t> starts;
  rowsPlainly(all, wanted, starts);
  const MotifTask task = all.view();
  const std::vector<signal::RowLevel> levels(1);
  const signal::QueryRows queries(task, 100, levels);
  const signal::OpenSource source(task, levels);
  signal::OpenSweep sweep(source, queries, 1);
  for (std::int64_t done = 0; done < size;) {
    const std::int64_t count = std::min(sweep.columnsTogether(), size - done);
    sweep.go(count, {});
    done += count;
    for (const std::int64_t column : {done - 1, done - 300, done - count, done - count - 1, 0L}) {
      const auto from = sweep.columnBefore(column);
      if (done <= 2 * sweep.columnsTogether()) {
        EXPECT_LE(from.first, std::max(0L, column));
      }
      signal::OpenRows rows({std::span<const double>(all.query.front())}, true);
      rows.resumeFrom(from.sums);
      signal::OpenColumns columns;
      columns.resize(1, 200);
      columns.first = from.first;
      for (std::int64_t j = 0; j < 200; ++j) {
        const auto at = static_cast<std::size_t>(std::min(from.first + j, size - 1));
        columns.set(0, j, std::isnan(all.data[0][at]) ? kNoPath : all.data[0][at]);
      }
      signal::OpenRow above;
      signal::OpenRow last;
      rows.go(columns, above, last, {});
      for (std::int64_t j = 0; j < std::min<std::int64_t>(200, size - from.first); ++j) {
        EXPECT_EQ(*last.sumAt(j), wanted[from.first + j]);
        const std::int64_t start = *last.startAt(j);
        if (start >= 0) {
          EXPECT_EQ(start, starts[from.first + j]);
        }
      }
    }
  }
}

/// A request for few ends gives the same result as one for all, which takes another code path.
TEST(OpenSweep, StartsEqualTheTables) {
  const Registry registry = makeRegistry();
  Random random(15);
  for (int round = 0; round < 24; ++round) {
    const std::int64_t different = random.oneIn(2) ? 2 + random.below(3) : 100000;
    const OpenCase all(random, 1 + random.below(2), 2 + random.below(150),
                       1000 + random.below(40000), different);
    MotifTask task = all.view();
    task.options.exclude = 20 + random.below(200);
    task.options.maxDistance = std::numeric_limits<double>::max();  // all
    Control control;
    control.threads = static_cast<int>(1 + random.below(3));
    auto wanted = findMotif(registry, "openmp", task, control).matches;
    for (const std::int64_t top : {1, 5, 40}) {
      task.options.top = top;
      const auto found = findMotif(registry, "openmp", task, control).matches;
      const auto best = std::span(wanted).first(std::min<std::size_t>(wanted.size(), top));
      ASSERT_EQ(found.size(), best.size());
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], best[i]) << top;
    }
  }
}

/// A path longer than the sums that are kept.
TEST(OpenSweep, FindsPathsLongerThanTheKeptColumns) {
  const Registry registry = makeRegistry();
  std::vector<double> data(300000, 5);
  data[7] = 0;
  data[data.size() - 5] = 9;
  const std::vector<double> query{0, 5, 9};
  MotifTask task{{{query}}, {{data}}, {}};
  task.options.open = true;
  task.options.normalise = MotifNormalise::none;
  const MotifMatch match = findMotif(registry, "openmp", task).matches.at(0);
  EXPECT_EQ(match.start, 7);
  EXPECT_EQ(match.length, std::ssize(data) - 5 - 7 + 1);
  EXPECT_EQ(match.distance, 0);
}

TEST(OpenSweep, StopsOnRequest) {
  const Registry registry = makeRegistry();
  const std::vector<double> data(100000, 5);
  const std::vector<double> query(300, 1);
  MotifTask task{{{query}}, {{data}}, {}};
  task.options.open = true;
  std::stop_source stop;
  Control control;
  control.threads = 3;
  control.stop = stop.get_token();
  stop.request_stop();
  EXPECT_THROW(findMotif(registry, "openmp", task, control), Error);
}

}  // namespace
}  // namespace espy::test
