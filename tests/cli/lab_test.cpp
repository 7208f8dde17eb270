// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <map>
#include <sstream>

#include "command.h"
#include "support/json.h"

namespace espy::test {
namespace {

/// Keys of an object with the kind of their values. A trailing ? allows null.
using Schema = std::map<std::string, std::string>;

std::string kindOf(const Json& value) {
  switch (value.kind()) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return "boolean";
    case Json::Kind::whole:
    case Json::Kind::fraction:
      return "number";
    case Json::Kind::text:
      return "text";
    case Json::Kind::list:
      return "list";
    default:
      return "object";
  }
}

/// First violation of the schema: a key that is missing, unknown or of another kind. Empty if none.
std::string objection(const Json& object, const Schema& schema) {
  for (const std::string& key : object.keys()) {
    const auto known = schema.find(key);
    if (known == schema.end()) return "unknown key " + key;
    std::string kind = known->second;
    const bool nullable = kind.back() == '?';
    if (nullable) kind.pop_back();
    if (kindOf(object[key]) != kind && !(nullable && object[key].isNull())) {
      return key + " is " + kindOf(object[key]);
    }
  }
  for (const auto& [key, kind] : schema) {
    if (!object.contains(key)) return "no key " + key;
  }
  return "";
}

const Schema kReport{{"experiment", "text"},  {"operation", "text"},   {"items", "text"},
                     {"settings", "object"},  {"swept", "text"},       {"runs", "number"},
                     {"machine", "object"},   {"points", "list"},      {"published", "list"},
                     {"conclusions", "list"}, {"cancelled", "boolean"}};
const Schema kPoint{
    {"value", "text"}, {"operations", "number"}, {"items", "number"}, {"rows", "list"}};
const Schema kRefused{{"strategy", "text"}, {"threads", "number"}, {"refusal", "text"}};
const Schema kRow{{"strategy", "text"},
                  {"threads", "number"},
                  {"same", "boolean"},
                  {"differing", "number?"},
                  {"error", "number?"},
                  {"overflows", "number?"},
                  {"figures", "list"},
                  {"work_ms", "object"},
                  {"whole_ms", "object"},
                  {"first_ms", "number"},
                  {"stages", "list"},
                  {"speed_up", "number?"},
                  {"whole_speed_up", "number?"},
                  {"relative_speed_up", "number?"},
                  {"efficiency", "number?"},
                  {"gigabytes_per_second", "number?"},
                  {"gigaoperations_per_second", "number?"},
                  {"items_per_second", "number?"},
                  {"of_floor", "number?"}};
const Schema kStatistics{{"median", "number"}, {"mad", "number"},   {"mean", "number"},
                         {"sd", "number"},     {"least", "number"}, {"most", "number"},
                         {"runs", "number"}};
const Schema kStage{{"stage", "text"}, {"ms", "object"}};
const Schema kPublished{
    {"strategy", "text"}, {"least_ms", "number"}, {"most_ms", "number"}, {"words", "text"}};

void checkRow(const Json& row) {
  if (row.contains("refusal")) {
    EXPECT_EQ(objection(row, kRefused), "") << row;
    EXPECT_NE(row["refusal"], "");
    return;
  }
  EXPECT_EQ(objection(row, kRow), "") << row;
  EXPECT_EQ(row["same"], true) << row;
  EXPECT_EQ(objection(row["work_ms"], kStatistics), "");
  EXPECT_EQ(objection(row["whole_ms"], kStatistics), "");
  for (const Json& stage : row["stages"]) {
    EXPECT_EQ(objection(stage, kStage), "");
    EXPECT_EQ(objection(stage["ms"], kStatistics), "");
  }
}

void checkReport(const Json& report) {
  EXPECT_EQ(objection(report, kReport), "");
  for (const Json& point : report["points"]) {
    EXPECT_EQ(objection(point, kPoint), "");
    EXPECT_FALSE(point["rows"].empty());
    for (const Json& row : point["rows"]) checkRow(row);
  }
  for (const Json& figure : report["published"]) EXPECT_EQ(objection(figure, kPublished), "");
}

class Lab : public CommandTest {
 protected:
  /// Runs signal-sad with a tiny problem.
  Outcome small(std::vector<std::string> more) const {
    std::vector<std::string> words{"lab",   "signal-sad", "--set",  "samples=900",
                                   "--set", "length=31",  "--set",  "queries=3",
                                   "--set", "threads=2",  "--runs", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return espy(words);
  }
};

TEST_F(Lab, WithoutAnExperimentItListsAll) {
  const Outcome outcome = espy({"lab"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("signal-sad: "), std::string::npos);
  EXPECT_NE(outcome.out.find("where-is-a-pattern: "), std::string::npos);
  EXPECT_NE(outcome.out.find("sparse-network: "), std::string::npos);
  EXPECT_NE(outcome.out.find("texture-search: "), std::string::npos);
  EXPECT_NE(outcome.out.find("  inputs=250000 "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  samples=100000  "), std::string::npos) << outcome.out;
}

TEST_F(Lab, TablesHaveALineForEachStrategy) {
  const Outcome outcome = small({});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const char* strategy : {"sequential", "openmp-query", "openmp-privatisation", "openmp-lock",
                               "best", "cuda-naive", "cuda-best"}) {
    EXPECT_NE(outcome.out.find(std::string("\n  ") + strategy + " "), std::string::npos)
        << strategy;
  }
  EXPECT_EQ(outcome.out.find(" NO\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("published, "), std::string::npos);
}

TEST_F(Lab, JsonFollowsItsSchema) {
  for (const char* values : {"whole", "floats"}) {
    const Outcome outcome =
        small({"--set", std::string("values=") + values, "--set", "length=1,31,900", "--json"});
    EXPECT_EQ(outcome.status, 0);
    const Json report = Json::parse(outcome.out);
    checkReport(report);
    EXPECT_EQ(report["swept"], "length");
    EXPECT_EQ(report["points"].size(), 3U);
    EXPECT_EQ(report["points"][1]["operations"], 870.0 * 31 * 3);
    EXPECT_EQ(report["settings"]["values"], values);
    EXPECT_EQ(report["points"][0]["rows"][0]["strategy"], "sequential");
  }
}

TEST_F(Lab, PatternsAreReportedAlike) {
  const Outcome outcome =
      espy({"lab", "where-is-a-pattern", "--set", "kilopixels=20", "--runs", "1", "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  checkReport(Json::parse(outcome.out));
}

TEST_F(Lab, NetworksAreReportedAlike) {
  const Outcome outcome =
      espy({"lab", "sparse-network", "--set", "values=floats", "--set", "inputs=300", "--set",
            "layers=1,4", "--set", "samples=17", "--set", "threads=2", "--runs", "2", "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  checkReport(report);
  EXPECT_EQ(report["points"].size(), 2U);
  EXPECT_EQ(report["points"][0]["operations"], 17.0 * 3 * 298);
  const Json& rows = report["points"][1]["rows"];
  std::vector<std::string> strategies;
  for (const Json& row : rows) strategies.push_back(row["strategy"].text());
  EXPECT_EQ(strategies, (std::vector<std::string>{"sequential", "openmp-static", "openmp-static",
                                                  "openmp-dynamic", "openmp-dynamic",
                                                  "openmp-guided", "openmp-guided", "best", "best",
                                                  "cuda-naive", "cuda-shared", "cuda-best"}));
  EXPECT_EQ(rows[0]["stages"][0]["stage"], "layers");
  EXPECT_EQ(report["conclusions"].size(), 2U);
}

TEST_F(Lab, SurfacesAreReportedWithTheirReferencesASecond) {
  const std::vector<std::string> words{"lab",    "texture-search",
                                       "--set",  "references=12",
                                       "--set",  "features=40",
                                       "--set",  "query-features=30",
                                       "--set",  "queries=1,2",
                                       "--set",  "threads=2",
                                       "--runs", "1"};
  std::vector<std::string> asJson = words;
  asJson.emplace_back("--json");
  const Outcome outcome = espy(asJson);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  checkReport(report);
  EXPECT_EQ(report["items"], "references");
  EXPECT_EQ(report["points"][1]["items"], 24.0);
  EXPECT_EQ(report["points"][1]["operations"], 24.0 * 40 * 30 * 128);
  std::vector<std::string> strategies;
  for (const Json& row : report["points"][1]["rows"]) {
    strategies.push_back(row["strategy"].text());
  }
  EXPECT_EQ(strategies, (std::vector<std::string>{"sequential",
                                                  "openmp-loop",
                                                  "openmp-product",
                                                  "openmp-product",
                                                  "opencv",
                                                  "best",
                                                  "best",
                                                  "cuda-fp32",
                                                  "cuda-mixed",
                                                  "cuda-fp16",
                                                  "cuda-fp32-batch",
                                                  "cuda-mixed-batch",
                                                  "cuda-fp16-batch",
                                                  "cuda-fp16-no-tensor",
                                                  "cuda-best",
                                                  "cuda-fp16-host",
                                                  "cuda-fp16-pinned",
                                                  "cuda-fp16-threads",
                                                  "cuda-fp16-hybrid",
                                                  "cuda-best-host"}));
  EXPECT_FALSE(report["points"][0]["rows"][0]["items_per_second"].isNull());

  const Outcome table = espy(words);
  EXPECT_NE(table.out.find("  references/s  "), std::string::npos) << table.out;
  EXPECT_EQ(small({}).out.find("/s  median"), std::string::npos);  // no such column
}

const Schema kComparison{{"paper", "text"},       {"exhibit", "text"}, {"runs", "number"},
                         {"machine", "object"},   {"rows", "list"},    {"series", "list"},
                         {"cancelled", "boolean"}};
const Schema kSeries{{"name", "text"}, {"cells", "list"}};
const Schema kMissing{
    {"unit", "text"}, {"published", "number?"}, {"words", "text"}, {"refusal", "text"}};
const Schema kCell{{"unit", "text"},   {"published", "number?"}, {"words", "text"},
                   {"ours", "number"}, {"spread", "number"},     {"threads", "number"},
                   {"same", "boolean"}};

/// Every table and figure of every paper, at small sizes.
TEST_F(Lab, PapersAreMeasuredBesideTheirPublishedValues) {
  const std::map<std::string, std::vector<std::string>> small{
      {"sad", {"--set", "length=10", "--set", "samples=7000", "--set", "queries=2"}},
      {"pattern", {"--set", "kilopixels=20"}}};
  for (const auto& [paper, settings] : small) {
    std::vector<std::string> words{"lab", paper, "--runs", "1", "--json"};
    words.insert(words.end(), settings.begin(), settings.end());
    const Outcome outcome = espy(words);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    std::istringstream lines(outcome.out);
    std::string line;
    int measured = 0;
    int exhibits = 0;
    for (; std::getline(lines, line); ++exhibits) {
      const Json comparison = Json::parse(line);
      EXPECT_EQ(objection(comparison, kComparison), "") << line;
      EXPECT_EQ(comparison["paper"], paper);
      for (const Json& series : comparison["series"]) {
        EXPECT_EQ(objection(series, kSeries), "") << series;
        EXPECT_EQ(series["cells"].size(), comparison["rows"].size());
        for (const Json& cell : series["cells"]) {
          EXPECT_EQ(objection(cell, cell.contains("ours") ? kCell : kMissing), "") << cell;
          if (!cell.contains("ours")) continue;
          EXPECT_EQ(cell["same"], true) << line;
          ++measured;
        }
      }
    }
    EXPECT_EQ(exhibits, paper == "sad" ? 9 : 3);
    EXPECT_GE(measured, paper == "sad" ? 15 : 8);
  }
}

TEST_F(Lab, ATableOfAPaperHasItsNotes) {
  const Outcome outcome = espy({"lab", "sad", "--only", "table-1", "--runs", "1", "--set",
                                "length=5", "--set", "samples=50,60,70,80,90"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* part :
       {"by Giulio Bazzanti", "table-1: ", "ours/published", "  320000     Sequential  ", "191 s ",
        "± 0.34 %", "differs, Sequential: ", "prints 320000 and 1280000"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  }
  const Outcome list = espy({"lab"});
  EXPECT_NE(list.out.find("\n  figure-3-left  "), std::string::npos) << list.out;
}

TEST_F(Lab, CsvHasALineForEachStrategyAndPoint) {
  const Outcome outcome = small({"--set", "queries=1,2", "--csv"});
  EXPECT_EQ(outcome.status, 0);
  std::istringstream lines(outcome.out);
  std::string line;
  int firsts = 0;
  int all = 0;
  while (std::getline(lines, line)) {
    ++all;
    if (line.starts_with("signal-sad,queries,1,")) ++firsts;
  }
  EXPECT_GE(firsts, 9);
  EXPECT_EQ(all, 1 + 2 * firsts);
}

TEST_F(Lab, BadUseIsRefused) {
  EXPECT_TRUE(refuses(espy({"lab", "alchemy"}),
                      "there is no experiment or paper alchemy; there are signal-sad"));
  EXPECT_TRUE(refuses(espy({"lab", "sda"}), "no experiment or paper sda (did you mean sad?)"));
  EXPECT_TRUE(refuses(espy({"lab", "signal-sda"}), "(did you mean signal-sad?)"));
  EXPECT_TRUE(refuses(espy({"lab", "sad", "--only", "tabel-1"}), "(did you mean table-1?)"));
  EXPECT_TRUE(refuses(espy({"lab", "signal-sad", "--set", "samples"}), "NAME=VALUE, not samples"));
  EXPECT_TRUE(refuses(espy({"lab", "signal-sad", "--set", "colour=1"}), "no parameter colour"));
  EXPECT_TRUE(refuses(espy({"lab", "signal-sad", "--set", "seed=1", "--set", "quereis=1"}),
                      "no parameter quereis (did you mean queries?)"));
  EXPECT_TRUE(refuses(espy({"lab", "sad", "--set", "sampels=1"}),
                      "sad has no parameter sampels (did you mean samples?)"));
  EXPECT_TRUE(
      refuses(espy({"lab", "signal-sad", "--set", "block=33"}), "a multiple of 32, not 33"));
  EXPECT_TRUE(
      refuses(espy({"lab", "sparse-network", "--set", "values=floats", "--set", "neighbours=4"}),
              "neighbours: must be odd for values=floats, not 4"));
  EXPECT_TRUE(refuses(small({"--set", "length=901"}), "does not fit into 900 samples"));
  EXPECT_TRUE(refuses(small({"--runs", "0"}), "--runs"));
  EXPECT_TRUE(refuses(small({"--json", "--csv"}), "--csv: cannot be combined"));
  EXPECT_TRUE(refuses(espy({"lab", "signal-sad", "again"}), "unexpected argument again"));
  EXPECT_TRUE(refuses(espy({"lab", "--set", "seed=1"}), "no experiment given"));
  EXPECT_TRUE(refuses(espy({"lab", "signal-sad", "--only", "table-1"}), "--only: is for a paper"));
  EXPECT_TRUE(refuses(espy({"lab", "sad", "--csv"}), "--csv: a paper has none"));
  EXPECT_TRUE(refuses(espy({"lab", "sad", "--only", "table-9"}), "sad has no table-9"));
  const Outcome second = espy({"lab", "sad", "--only", "table-1", "--only", "table-9"});
  EXPECT_TRUE(refuses(second, "sad has no table-9"));
  EXPECT_EQ(second.out, "");
}

TEST_F(Lab, AnInterruptKeepsThePointsThatAreDone) {
  RunEnvironment around;
  around.outputPath = path("out").string();
  Running running(path("."),
                  {"lab", "signal-sad", "--set", "samples=900,20000000", "--set", "length=10",
                   "--runs", "1", "--set", "threads=1"},
                  around);
  while (read("out").find("samples = 900") == std::string::npos) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.status, 130);
  const std::string out = read("out");
  EXPECT_NE(out.find("  openmp-lock "), std::string::npos) << out;
  EXPECT_EQ(out.find("samples = 20000000"), std::string::npos) << out;
}

}  // namespace
}  // namespace espy::test
