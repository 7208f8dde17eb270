// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/papers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "common/output.h"
#include "lab/lines.h"

namespace espy::cli {
namespace {

const LabPaper* paperNamed(const std::vector<LabPaper>& papers, const std::string& name) {
  const auto found = std::ranges::find(papers, name, &LabPaper::name);
  return found == papers.end() ? nullptr : &*found;
}

std::string withUnit(const std::string& value, const std::string& unit) {
  return unit.empty() ? value : value + ' ' + unit;
}

/// With all digits that are published.
std::string publishedOf(const LabCell& cell) {
  if (!cell.published) return cell.words.empty() ? "-" : cell.words;
  const std::string value = withUnit(fmt::format("{}", *cell.published), cell.unit);
  return cell.words.empty() ? value : value + ' ' + cell.words;
}

std::string oursOf(const LabCell& cell) {
  if (!cell.ours) return "-";
  std::string value = withUnit(figure(*cell.ours), cell.unit);
  if (cell.spread > 0) value += " ± " + figure(cell.spread);
  return cell.same ? value : value + " (WRONG)";
}

Line lineOf(const LabExhibit& exhibit, std::size_t row, const LabSeries& series) {
  const LabCell& cell = series.cells[row];
  const std::optional<double> ratio = cell.ratio();
  return {exhibit.rows[row],
          series.name,
          publishedOf(cell),
          oursOf(cell),
          !cell.ours         ? ""
          : cell.threads > 0 ? std::to_string(cell.threads)
                             : "GPU",
          ratio ? figure(*ratio) : ""};
}

std::string remarksOf(const LabExhibit& exhibit) {
  std::string text;
  for (const LabRemark& remark : labRemarks(exhibit)) {
    text += "  ";
    if (remark.kind != LabRemark::Kind::note) {
      text += fmt::format(
          "{}, {}: ", remark.kind == LabRemark::Kind::differs ? "differs" : "not measured",
          fmt::join(remark.series, ", "));
    }
    text += remark.text.text() + '\n';
  }
  return text;
}

std::string tableOf(const LabComparison& comparison) {
  const LabExhibit& exhibit = comparison.exhibit;
  std::vector<Line> lines{{exhibit.rowName, "", "published", "ours", "threads", "ours/published"}};
  for (std::size_t row = 0; row < exhibit.rows.size(); ++row) {
    for (const LabSeries& series : exhibit.series) lines.push_back(lineOf(exhibit, row, series));
  }
  return fmt::format("\n{}: {}\n", exhibit.id, exhibit.title) + aligned(lines, 2) +
         remarksOf(exhibit);
}

std::string titleOf(const LabPaper& paper, const LabComparison& first) {
  std::string text = fmt::format("{}: {}\nby {}\npublished: {}\n", paper.name, paper.title,
                                 paper.authors, paper.machine);
  for (const auto& [name, value] : first.machine) {
    fmt::format_to(std::back_inserter(text), "{}: {}\n", name, value);
  }
  return text + fmt::format("ours: of {} runs, after a first that is not counted\n", first.runs);
}

}  // namespace

std::string paperList() {
  std::string text;
  for (const LabPaper& paper : labPapers()) {
    fmt::format_to(std::back_inserter(text), "{}: {}, by {}\n", paper.name, paper.title,
                   paper.authors);
    for (const LabExhibit& exhibit : paper.exhibits) {
      fmt::format_to(std::back_inserter(text), "  {}  {}\n", exhibit.id, exhibit.title);
    }
  }
  return text;
}

std::vector<std::string> exhibitsOf(const std::string& paper) {
  std::vector<std::string> ids;
  const std::vector<LabPaper> papers = labPapers();
  if (const LabPaper* found = paperNamed(papers, paper)) {
    for (const LabExhibit& exhibit : found->exhibits) ids.push_back(exhibit.id);
  }
  return ids;
}

void printPaper(const Registry& registry, const LabRequest& request,
                const std::vector<std::string>& exhibits, bool json, const Control& control) {
  const std::vector<LabPaper> papers = labPapers();
  const LabPaper& paper = *paperNamed(papers, request.experiment);
  Output out;
  for (std::size_t i = 0; i < exhibits.size() && !control.stopping(); ++i) {
    const LabComparison comparison =
        compareWithPaper(registry, request, exhibits[i], control.forPart(i, exhibits.size()));
    if (comparison.cancelled) return;
    if (json) {
      out.text(labComparisonJson(comparison) + '\n');
    } else {
      out.text((i == 0 ? titleOf(paper, comparison) : "") + tableOf(comparison));
    }
    out.flush();
  }
}

}  // namespace espy::cli
