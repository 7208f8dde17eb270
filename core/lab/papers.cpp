// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/papers.h"

#include <fmt/format.h>

#include "base/json_read.h"
#include "base/phrase.h"
#include "espy/error.h"

namespace espy::lab {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw Error(ErrorCode::badUse, phrase("{}: {}", where, what));
}

std::string textOf(const JsonValue& object, const char* key) {
  const JsonValue* found = object.member(key);
  return found == nullptr ? "" : found->text();
}

const std::vector<JsonValue>& itemsOf(const JsonValue& object, const char* key) {
  static const std::vector<JsonValue> kNone;
  const JsonValue* found = object.member(key);
  return found == nullptr ? kNone : found->list();
}

std::vector<std::string> textsOf(const JsonValue& object, const char* key) {
  std::vector<std::string> texts;
  for (const JsonValue& one : itemsOf(object, key)) texts.push_back(one.text());
  return texts;
}

/// Replaces what `object` states.
void apply(const JsonValue& object, Location& location) {
  const auto take = [&](const char* key, std::string& value) {
    if (const JsonValue* found = object.member(key)) value = found->text();
  };
  take("experiment", location.experiment);
  take("strategy", location.strategy);
  take("measure", location.measure);
  take("statistic", location.statistic);
  take("unit", location.unit);
  const JsonValue* settings = object.member("settings");
  if (settings == nullptr) return;
  for (const auto& [name, value] : settings->members()) location.settings[name] = value.text();
}

void applyRow(const JsonValue& row, const std::string& sweep, Location& location) {
  if (row.kind() == JsonValue::Kind::object) return apply(row, location);
  if (!sweep.empty()) location.settings[sweep] = row.text();
}

LabSeries seriesOf(const JsonValue& series, std::size_t rows, const std::string& where) {
  LabSeries made{textOf(series, "name"), std::vector<LabCell>(rows), textOf(series, "reason")};
  const auto& published = itemsOf(series, "published");
  const std::vector<std::string> words = textsOf(series, "words");
  if ((!published.empty() && published.size() != rows) || (!words.empty() && words.size() != rows))
    refuse(where, fmt::format("{} has not one value for each row", made.name));
  for (std::size_t i = 0; i < rows; ++i) {
    LabCell& cell = made.cells[i];
    if (!words.empty()) cell.words = words[i];
    if (published.empty() || published[i].kind() == JsonValue::Kind::null) continue;
    if (published[i].kind() == JsonValue::Kind::number) {
      cell.published = published[i].number();
    } else {
      cell.words = published[i].text();
    }
  }
  return made;
}

void addExhibit(const JsonValue& json, const Location& base, Paper& paper) {
  LabExhibit exhibit;
  exhibit.id = textOf(json, "id");
  exhibit.title = textOf(json, "title");
  exhibit.rowName = textOf(json, "rows_are");
  exhibit.notes = textsOf(json, "notes");
  ExhibitPlan plan;
  plan.sweep = textOf(json, "sweep");
  const auto& rows = itemsOf(json, "rows");
  for (const JsonValue& row : rows) {
    exhibit.rows.push_back(row.kind() == JsonValue::Kind::object ? textOf(row, "name")
                                                                 : row.text());
  }
  for (const JsonValue& series : itemsOf(json, "series")) {
    LabSeries made =
        seriesOf(series, rows.size(), fmt::format("{} {}", paper.published.name, exhibit.id));
    std::vector<Location> locations;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Location location = base;
      apply(json, location);
      applyRow(rows[i], plan.sweep, location);
      apply(series, location);
      made.cells[i].unit = location.unit;
      locations.push_back(std::move(location));
    }
    exhibit.series.push_back(std::move(made));
    plan.locations.push_back(std::move(locations));
  }
  paper.published.exhibits.push_back(std::move(exhibit));
  paper.plans.push_back(std::move(plan));
}

}  // namespace

Paper paperOf(std::string_view text) {
  const JsonValue json = JsonValue::parse(text, "paper");
  Paper paper;
  paper.published.name = textOf(json, "paper");
  paper.published.title = textOf(json, "title");
  paper.published.authors = textOf(json, "authors");
  paper.published.machine = textOf(json, "machine");
  Location base;
  apply(json, base);
  for (const JsonValue& exhibit : itemsOf(json, "exhibits")) addExhibit(exhibit, base, paper);
  return paper;
}

std::vector<LabPaper> papers() {
  std::vector<LabPaper> all;
  for (const std::string_view text : kPaperTexts) all.push_back(paperOf(text).published);
  return all;
}

Paper paperNamed(const std::string& name) {
  std::vector<std::string> names;
  for (const std::string_view text : kPaperTexts) {
    Paper paper = paperOf(text);
    if (paper.published.name == name) return paper;
    names.push_back(std::move(paper.published.name));
  }
  throw Error(ErrorCode::badUse, phrase("there is no paper {}; the papers are {}", name,
                                        fmt::format("{}", fmt::join(names, ", "))));
}

}  // namespace espy::lab
