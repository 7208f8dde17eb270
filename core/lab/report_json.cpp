// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/json.h"
#include "espy/engine/lab.h"
#include "lab/report.h"

namespace espy::lab {
namespace {

/// "[a,b,...]" with each element formatted by `json`.
template <class List, class Json>
std::string listOf(const List& list, const Json& json) {
  std::string text = "[";
  for (const auto& item : list) {
    if (text.size() > 1) text += ',';
    text += json(item);
  }
  return text + ']';
}

std::string objectOf(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text = "{";
  for (const auto& [name, value] : pairs) {
    if (text.size() > 1) text += ',';
    text += jsonString(name) + ':' + jsonString(value);
  }
  return text + '}';
}

std::string jsonOf(const std::optional<double>& value) {
  return value ? jsonNumber(*value) : "null";
}

std::string jsonOf(const std::optional<std::int64_t>& count) {
  return count ? fmt::format("{}", *count) : "null";
}

std::string jsonOf(const Statistics& of) {
  return fmt::format(R"({{"median":{},"mad":{},"mean":{},"sd":{},"least":{},"most":{},"runs":{}}})",
                     jsonNumber(of.median), jsonNumber(of.mad), jsonNumber(of.mean),
                     jsonNumber(of.deviation), jsonNumber(of.least), jsonNumber(of.most), of.count);
}

std::string jsonOf(const MeasuredStage& stage) {
  return fmt::format(R"({{"stage":{},"ms":{}}})", jsonString(stage.name),
                     jsonOf(stage.milliseconds));
}

std::string jsonOf(const LabFigure& figure) {
  return fmt::format(R"({{"figure":{},"value":{},"spread":{}}})", jsonString(figure.name),
                     jsonNumber(figure.value), jsonNumber(figure.spread));
}

std::string jsonOf(const LabRow& row) {
  const std::string name =
      fmt::format(R"({{"strategy":{},"threads":{},)", jsonString(row.strategy), row.threads);
  if (!row.refusal.empty()) return name + R"("refusal":)" + jsonString(row.refusal.text()) + '}';
  return name +
         fmt::format(
             R"("same":{},"differing":{},"error":{},"overflows":{},"figures":{},"work_ms":{},"whole_ms":{},"first_ms":{},"stages":{},)",
             row.same, jsonOf(row.differing), jsonOf(row.error), jsonOf(row.overflows),
             listOf(row.figures, [](const auto& figure) { return jsonOf(figure); }),
             jsonOf(row.work), jsonOf(row.whole), jsonNumber(row.firstWhole),
             listOf(row.stages, [](const auto& stage) { return jsonOf(stage); })) +
         fmt::format(R"("speed_up":{},"whole_speed_up":{},"relative_speed_up":{},"efficiency":{},)",
                     jsonOf(row.speedUp), jsonOf(row.wholeSpeedUp), jsonOf(row.relativeSpeedUp),
                     jsonOf(row.efficiency)) +
         fmt::format(R"("gigabytes_per_second":{},"gigaoperations_per_second":{},)",
                     jsonOf(row.gigabytes), jsonOf(row.gigaoperations)) +
         fmt::format(R"("items_per_second":{},"of_floor":{}}})", jsonOf(row.items),
                     jsonOf(row.ofFloor));
}

std::string jsonOf(const LabPoint& point) {
  return fmt::format(R"({{"value":{},"operations":{},"items":{},"rows":{}}})",
                     jsonString(point.value), jsonNumber(point.operations), jsonNumber(point.items),
                     listOf(point.rows, [](const auto& row) { return jsonOf(row); }));
}

std::string jsonOf(const LabPublished& figure) {
  return fmt::format(R"({{"strategy":{},"least_ms":{},"most_ms":{},"words":{}}})",
                     jsonString(figure.strategy), jsonNumber(figure.least), jsonNumber(figure.most),
                     jsonString(figure.words.text()));
}

std::string jsonOf(const LabCell& cell) {
  const std::string published =
      fmt::format(R"({{"unit":{},"published":{},"words":{},)", jsonString(cell.unit),
                  jsonOf(cell.published), jsonString(cell.words));
  if (!cell.ours) {
    return published + fmt::format(R"("refusal":{}}})", jsonString(cell.refusal.text()));
  }
  return published + fmt::format(R"("ours":{},"spread":{},"threads":{},"same":{}}})",
                                 jsonNumber(*cell.ours), jsonNumber(cell.spread), cell.threads,
                                 cell.same);
}

std::string jsonOf(const LabSeries& series) {
  return fmt::format(R"({{"name":{},"cells":{}}})", jsonString(series.name),
                     listOf(series.cells, [](const auto& cell) { return jsonOf(cell); }));
}

}  // namespace

std::string jsonOf(const LabComparison& comparison) {
  const LabExhibit& exhibit = comparison.exhibit;
  return fmt::format(
      R"({{"paper":{},"exhibit":{},"runs":{},"machine":{},"rows":{},"series":{},"cancelled":{}}})",
      jsonString(comparison.paper), jsonString(exhibit.id), comparison.runs,
      objectOf(comparison.machine), listOf(exhibit.rows, jsonString),
      listOf(exhibit.series, [](const auto& series) { return jsonOf(series); }),
      comparison.cancelled);
}

std::string jsonOf(const LabReport& report) {
  return fmt::format(
      R"({{"experiment":{},"operation":{},"items":{},"settings":{},"swept":{},"runs":{},"machine":{},)"
      R"("points":{},"published":{},"conclusions":{},"cancelled":{}}})",
      jsonString(report.experiment.name), jsonString(report.experiment.operation.text()),
      jsonString(report.experiment.items.text()), objectOf(report.settings),
      jsonString(report.swept), report.runs, objectOf(report.machine),
      listOf(report.points, [](const auto& point) { return jsonOf(point); }),
      listOf(report.experiment.published, [](const auto& figure) { return jsonOf(figure); }),
      listOf(report.conclusions, [](const Message& said) { return jsonString(said.text()); }),
      report.cancelled);
}

}  // namespace espy::lab
