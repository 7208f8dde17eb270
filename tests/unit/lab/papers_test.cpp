// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The papers' published values, and ours beside them.
#include "lab/papers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "base/parallel.h"
#include "espy/engine/all.h"
#include "espy/error.h"
#include "lab/experiment.h"
#include "lab/report.h"
#include "lab/settings.h"
#include "support/json.h"

namespace espy::lab {
namespace {

/// Two tables of signal-sad; "two" has rows that are metrics.
constexpr const char* kPaper = R"({
  "paper": "made-up", "title": "A Title", "authors": "A. Author", "machine": "a machine",
  "experiment": "signal-sad", "settings": {"samples": "500", "length": "20", "queries": "2"},
  "statistic": "mean",
  "exhibits": [
    {"id": "one", "title": "Times", "rows_are": "samples", "sweep": "samples", "measure": "work",
     "unit": "s", "notes": ["a note"],
     "rows": ["300", {"name": "40", "settings": {"samples": "400"}}],
     "series": [
       {"name": "Loop", "strategy": "sequential", "published": [1.5, 3], "words": ["± 1 %", ""],
        "reason": "because"},
       {"name": "Floats", "strategy": "sequential", "settings": {"values": "floats"}, "unit": "us",
        "published": ["did not run", null]},
       {"name": "Lost", "strategy": "openmp-lock", "unit": "ms", "measure": "whole"}]},
    {"id": "two", "title": "Metrics", "rows_are": "metric",
     "rows": [{"name": "S", "measure": "speed_up"}, {"name": "E", "measure": "efficiency"},
              {"name": "none", "measure": ""}],
     "series": [
       {"name": "Query", "strategy": "openmp-query", "settings": {"threads": "2"},
        "published": [2, 0.5, 7]},
       {"name": "Many", "strategy": "openmp-query", "settings": {"threads": "1000"}},
       {"name": "Nobody", "strategy": "unknown"}]},
    {"id": "three", "title": "Threads", "rows_are": "threads", "sweep": "threads",
     "measure": "work", "unit": "ms", "rows": ["1", "1000"],
     "series": [{"name": "Lock", "strategy": "openmp-lock"}]}]})";

LabComparison compared(const std::string& exhibit,
                       std::vector<std::pair<std::string, std::string>> settings = {}) {
  const Registry registry = makeRegistry();
  LabRequest request;
  request.settings = std::move(settings);
  request.runs = 2;
  return compare(paperOf(kPaper), exhibit, registry, request, {});
}

std::string refusalOf(const std::string& exhibit,
                      std::vector<std::pair<std::string, std::string>> settings) {
  try {
    compared(exhibit, std::move(settings));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(LabPapers, PublishedValuesAreReadWithTheirWords) {
  const LabPaper paper = paperOf(kPaper).published;
  EXPECT_EQ(paper.name, "made-up");
  EXPECT_EQ(paper.authors, "A. Author");
  ASSERT_EQ(paper.exhibits.size(), 3U);
  const LabExhibit& one = paper.exhibits[0];
  EXPECT_EQ(one.rows, (std::vector<std::string>{"300", "40"}));
  EXPECT_EQ(one.notes, std::vector<std::string>{"a note"});
  EXPECT_EQ(one.series[0].reason, "because");
  EXPECT_EQ(one.series[0].cells[0].published, 1.5);
  EXPECT_EQ(one.series[0].cells[0].words, "± 1 %");
  EXPECT_EQ(one.series[0].cells[1].unit, "s");
  EXPECT_EQ(one.series[1].cells[0].published, std::nullopt);
  EXPECT_EQ(one.series[1].cells[0].words, "did not run");
  EXPECT_EQ(one.series[1].cells[1].unit, "us");
  EXPECT_EQ(one.series[1].cells[1].published, std::nullopt);
  EXPECT_FALSE(one.series[2].cells[0].published);
}

TEST(LabPapers, LaterStatementsReplaceEarlierOnes) {
  const ExhibitPlan plan = paperOf(kPaper).plans[0];
  EXPECT_EQ(plan.sweep, "samples");
  const Location& loop = plan.locations[0][1];
  EXPECT_EQ(loop.experiment, "signal-sad");
  EXPECT_EQ(loop.settings.at("samples"), "400");
  EXPECT_EQ(loop.settings.at("length"), "20");
  EXPECT_EQ(loop.measure, "work");
  EXPECT_EQ(loop.statistic, "mean");
  EXPECT_EQ(plan.locations[1][0].settings.at("values"), "floats");
  EXPECT_EQ(plan.locations[2][0].measure, "whole");
}

TEST(LabPapers, EveryCellHasOurValueInItsUnit) {
  const LabComparison comparison = compared("one");
  EXPECT_EQ(comparison.paper, "made-up");
  EXPECT_EQ(comparison.runs, 2);
  EXPECT_FALSE(comparison.cancelled);
  EXPECT_FALSE(comparison.machine.empty());
  for (const LabSeries& series : comparison.exhibit.series) {
    for (const LabCell& cell : series.cells) {
      ASSERT_TRUE(cell.ours) << series.name << cell.refusal.text();
      EXPECT_TRUE(cell.same);
      EXPECT_GT(*cell.ours, 0);
    }
  }
  // 281 positions of 2 queries of 20 take between a microsecond and a second.
  EXPECT_LT(*comparison.exhibit.series[0].cells[0].ours, 1);
  EXPECT_GT(*comparison.exhibit.series[1].cells[0].ours, 1);
  EXPECT_EQ(comparison.exhibit.series[0].cells[0].published, 1.5);
}

TEST(LabPapers, MetricsComeFromOneRunAndThreadsAreThisMachines) {
  const LabComparison comparison = compared("two");
  const auto& series = comparison.exhibit.series;
  const int threads = std::min(2, hardwareThreads());
  ASSERT_TRUE(series[0].cells[0].ours);
  EXPECT_EQ(series[0].cells[0].threads, threads);
  EXPECT_NEAR(*series[0].cells[1].ours, *series[0].cells[0].ours / threads, 1e-9);
  EXPECT_FALSE(series[0].cells[2].ours);
  EXPECT_EQ(series[1].cells[0].threads, hardwareThreads());
  EXPECT_FALSE(series[2].cells[0].ours);
  EXPECT_EQ(series[2].cells[0].refusal.text(), "there is no such strategy");
}

TEST(LabPapers, RowsOfMoreThreadsThanTheMachineHasAreLeftOut) {
  const LabSeries lock = compared("three").exhibit.series[0];
  EXPECT_TRUE(lock.cells[0].ours);
  EXPECT_FALSE(lock.cells[1].ours);
  EXPECT_NE(lock.cells[1].refusal.text().find("this machine has "), std::string::npos);
}

TEST(LabPapers, EfficienciesRatesAndRoundingAreMeasured) {
  if (hardwareThreads() < 2) GTEST_SKIP() << "one thread";
  const Paper paper = paperOf(R"({"paper": "p", "experiment": "sparse-network",
    "settings": {"values": "doubles", "inputs": "4000", "layers": "20"},
    "exhibits": [
      {"id": "scaling", "sweep": "threads", "rows": ["2"],
       "series": [
         {"name": "speed-up", "strategy": "openmp-outer", "measure": "relative_speed_up"},
         {"name": "strong", "strategy": "openmp-outer", "measure": "relative_efficiency", "unit": "%"},
         {"name": "weak", "strategy": "openmp-outer", "measure": "weak_efficiency", "unit": "%",
          "settings": {"scaling": "weak"}},
         {"name": "rate", "strategy": "openmp-outer", "measure": "items", "unit": "GFLOP/s"},
         {"name": "time", "strategy": "openmp-outer", "measure": "work", "unit": "ms"}]},
      {"id": "half", "experiment": "texture-steps", "sweep": "scale", "rows": ["0", "7"],
       "settings": {"references": "2", "features": "50", "query-features": "40"},
       "strategy": "algorithm-1-half",
       "series": [
         {"name": "error", "measure": "error", "unit": "%"},
         {"name": "overflows", "measure": "overflows"},
         {"name": "each", "measure": "work", "unit": "us/image"},
         {"name": "all", "measure": "work", "unit": "us"}]}]})");
  Paper texture = paper;
  for (auto& plan : texture.plans) {
    for (auto& series : plan.locations) {
      for (Location& location : series) {
        if (location.experiment != "texture-steps") continue;
        for (const char* other : {"values", "inputs", "layers"}) location.settings.erase(other);
      }
    }
  }
  const Registry registry = makeRegistry();
  LabRequest request;
  request.runs = 2;
  const auto value = [](const LabExhibit& exhibit, std::size_t series, std::size_t row) {
    const LabCell& cell = exhibit.series[series].cells[row];
    EXPECT_TRUE(cell.ours) << exhibit.series[series].name << ": " << cell.refusal.text();
    return cell.ours.value_or(0);
  };
  const LabExhibit scaling = compare(paper, "scaling", registry, request, {}).exhibit;
  EXPECT_NEAR(value(scaling, 1, 0), 100 * value(scaling, 0, 0) / 2, 1e-9);
  EXPECT_GT(value(scaling, 2, 0), 0);
  EXPECT_NEAR(value(scaling, 3, 0) * value(scaling, 4, 0), 2 * 4000 * 1e-6, 1e-9);
  const LabExhibit half = compare(texture, "half", registry, request, {}).exhibit;
  EXPECT_FALSE(half.series[0].cells[0].ours);
  EXPECT_EQ(half.series[0].cells[0].refusal.text(), "overflow");
  EXPECT_GT(value(half, 0, 1), 0);
  EXPECT_GT(value(half, 1, 0), 0);
  EXPECT_EQ(value(half, 1, 1), 0);
  EXPECT_NEAR(2 * value(half, 2, 1), value(half, 3, 1), 1e-9);
}

TEST(LabPapers, SpeedUpsOverAnyStrategyAreMeasured) {
  const Paper paper = paperOf(R"({"paper": "p", "experiment": "hash-table",
    "settings": {"operations": "2000", "preload": "1000"},
    "exhibits": [{"id": "one", "rows": ["all"], "series": [
      {"name": "over", "strategy": "cpu-ph", "measure": "over sequential"},
      {"name": "of", "strategy": "sequential", "measure": "work", "unit": "ms"},
      {"name": "by", "strategy": "cpu-ph", "measure": "work", "unit": "ms"},
      {"name": "none", "strategy": "cpu-ph", "measure": "over nothing"}]}]})");
  const LabExhibit exhibit = compare(paper, "one", makeRegistry(), {}, {}).exhibit;
  const auto cell = [&](std::size_t series) { return exhibit.series[series].cells[0]; };
  ASSERT_TRUE(cell(0).ours && cell(1).ours && cell(2).ours);
  EXPECT_NEAR(*cell(0).ours, *cell(1).ours / *cell(2).ours, 1e-9 * *cell(0).ours);
  EXPECT_FALSE(cell(3).ours);
}

TEST(LabPapers, FiguresOfResultsHaveTheirSpread) {
  const Paper paper = paperOf(R"({"paper": "p", "experiment": "motif-steps",
    "settings": {"sensors": "waist", "samples": "3000", "queries": "4"},
    "exhibits": [{"id": "found", "sweep": "activity", "rows": ["walk", "run"],
      "series": [{"name": "EDT", "strategy": "edt", "measure": "ndcg"},
                 {"name": "none", "strategy": "edt", "measure": "colour"}]}]})");
  const Registry registry = makeRegistry();
  LabRequest request;
  request.runs = 1;
  const LabExhibit found = compare(paper, "found", registry, request, {}).exhibit;
  for (const LabCell& cell : found.series[0].cells) {
    ASSERT_TRUE(cell.ours) << cell.refusal.text();
    EXPECT_GT(*cell.ours, 0);
    EXPECT_LE(*cell.ours, 1);
  }
  EXPECT_GT(found.series[0].cells[0].spread + found.series[0].cells[1].spread, 0);
  EXPECT_EQ(found.series[1].cells[0].refusal.text(), "colour was not measured");
}

TEST(LabPapers, SettingsCanBeReplaced) {
  EXPECT_TRUE(
      compared("one", {{"samples", "30,40"}, {"length", "5"}}).exhibit.series[0].cells[1].ours);
  EXPECT_EQ(refusalOf("one", {{"samples", "30,40,50"}}),
            "samples: takes 2 values here, one for each row, not 3");
  EXPECT_EQ(refusalOf("one", {{"samples", "sweep"}}),
            "samples: takes values, not sweep: the rows are the paper's");
  EXPECT_EQ(refusalOf("one", {{"length", "5,6"}}),
            "length: takes one value here, because the rows do not vary it");
  EXPECT_NE(refusalOf("three", {{"threads", "many"}}).find("threads: must be a whole number"),
            std::string::npos);
  EXPECT_NE(refusalOf("one", {{"colour", "5"}}).find("no parameter colour"), std::string::npos);
  EXPECT_EQ(refusalOf("nine", {}),
            "made-up has no nine; its tables and figures are one, two, three");
}

TEST(LabPapers, AStopIsReported) {
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  const Registry registry = makeRegistry();
  EXPECT_TRUE(compare(paperOf(kPaper), "one", registry, {}, control).cancelled);
}

/// A measured cell and a refused one.
LabComparison smallComparison() {
  LabComparison comparison;
  comparison.paper = "p";
  comparison.exhibit.id = "one";
  comparison.exhibit.rows = {"300", "40"};
  LabCell measured{"s", 1.5, "± 1 %", 0.25, 0.5, 2, true, {}};
  LabCell refused{"s", {}, "", {}, 0, 0, true, "why"};
  comparison.exhibit.series = {{"Loop", {measured, refused}, "because"}};
  comparison.runs = 7;
  return comparison;
}

TEST(LabPapers, JsonHasTheCells) {
  EXPECT_EQ(jsonOf(smallComparison()),
            R"({"paper":"p","exhibit":"one","runs":7,"machine":{},"rows":["300","40"],"series":[)"
            R"({"name":"Loop","cells":[{"unit":"s","published":1.5,"words":"± 1 %","ours":0.25,)"
            R"("spread":0.5,"threads":2,"same":true},{"unit":"s","published":null,"words":"",)"
            R"("refusal":"why"}]}],"cancelled":false})");
}

TEST(LabPapers, CsvHasTheCells) {
  EXPECT_EQ(csvOf(smallComparison()),
            "paper,exhibit,row,series,unit,published,words,ours,spread,threads,same,refusal\r\n"
            "p,one,300,Loop,s,1.5,± 1 %,0.25,0.5,2,yes,\r\n"
            "p,one,40,Loop,s,,,,,,,why\r\n");
}

TEST(LabPapers, EveryReasonIsThereOnceWithItsSeries) {
  LabExhibit exhibit = smallComparison().exhibit;
  exhibit.series.push_back(exhibit.series[0]);
  exhibit.series.push_back(exhibit.series[0]);
  exhibit.series[1].name = "Other";
  exhibit.series[2].name = "Alike";
  exhibit.series[2].cells[0].ours = 1;  // by less than a factor of 2
  exhibit.notes = {"a note"};
  const std::vector<LabRemark> remarks = remarksOf(exhibit);
  ASSERT_EQ(remarks.size(), 3U);
  EXPECT_EQ(remarks[0].kind, LabRemark::Kind::differs);
  EXPECT_EQ(remarks[0].text.text(), "because");
  EXPECT_EQ(remarks[0].series, (std::vector<std::string>{"Loop", "Other"}));
  EXPECT_EQ(remarks[1].kind, LabRemark::Kind::notMeasured);
  EXPECT_EQ(remarks[1].text.text(), "why");
  EXPECT_EQ(remarks[1].series.size(), 3U);
  EXPECT_EQ(remarks[2].text.text(), "a note");
  EXPECT_TRUE(remarks[2].series.empty());
}

TEST(LabPapers, BadTextsAreRefused) {
  EXPECT_THROW(paperOf("{"), Error);
  try {
    paperOf(R"({"paper":"p","exhibits":[{"id":"t","rows":["1"],"series":[)"
            R"({"name":"S","published":[1,2]}]}]})");
    ADD_FAILURE() << "was not refused";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "p t: S has not one value for each row");
  }
}

/// Every strategy, setting and measure that the papers name exists.
TEST(LabPapers, AllPapersNameWhatThereIs) {
  const Registry registry = makeRegistry();
  for (const std::string_view text : kPaperTexts) {
    const Paper paper = paperOf(text);
    EXPECT_EQ(paperNamed(paper.published.name).published.title, paper.published.title);
    for (std::size_t e = 0; e < paper.plans.size(); ++e) {
      const ExhibitPlan& plan = paper.plans[e];
      SCOPED_TRACE(paper.published.name + " " + paper.published.exhibits[e].id);
      EXPECT_FALSE(paper.published.exhibits[e].title.empty());
      EXPECT_FALSE(plan.locations.empty());
      for (const auto& series : plan.locations) {
        for (const Location& location : series) {
          if (location.experiment.empty() || location.measure.empty()) continue;
          LabRequest request;
          request.settings.assign(location.settings.begin(), location.settings.end());
          const auto experiment = experimentNamed(location.experiment);
          EXPECT_NO_THROW(settingsOf(experiment->description(), request));
          EXPECT_TRUE(plan.sweep.empty() || location.settings.contains(plan.sweep));
        }
      }
    }
  }
  EXPECT_THROW(paperNamed("none"), Error);
}

}  // namespace
}  // namespace espy::lab
