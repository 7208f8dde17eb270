// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/paper_figures.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <set>

#include "charts/figures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct PaperWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::Paper)
};

/// The largest value over the smallest from which an axis is logarithmic.
constexpr double kDecades = 30;

/// The rows as numbers; empty if they are no increasing numbers.
std::vector<double> numbersOf(const LabExhibit& exhibit) {
  std::vector<double> numbers;
  for (const std::string& row : exhibit.rows) {
    bool valid = false;
    const double number = textOf(row).toDouble(&valid);
    if (!valid || (!numbers.empty() && number <= numbers.back())) return {};
    numbers.push_back(number);
  }
  return numbers.size() > 1 ? numbers : std::vector<double>();
}

ChartAxis::Scale scaleFor(const std::vector<double>& values) {
  double least = 0;
  double most = 0;
  for (const double value : values) {
    if (value <= 0) continue;
    if (least == 0 || value < least) least = value;
    most = std::max(most, value);
  }
  return most >= kDecades * least && least > 0 ? ChartAxis::Scale::logarithmic
                                               : ChartAxis::Scale::linear;
}

template <class Call>
void forEachCell(const LabExhibit& exhibit, const Call& call) {
  for (const LabSeries& series : exhibit.series) {
    for (const LabCell& cell : series.cells) call(cell);
  }
}

std::vector<double> valuesOf(const LabExhibit& exhibit) {
  std::vector<double> values;
  forEachCell(exhibit, [&values](const LabCell& cell) {
    if (cell.published) values.push_back(*cell.published);
    if (cell.ours) values.push_back(*cell.ours);
  });
  return values;
}

QString withUnit(const QString& value, const LabCell& cell) {
  return cell.unit.empty() ? value : value + QLatin1Char(' ') + textOf(cell.unit);
}

QString publishedName(const LabSeries& series) {
  return PaperWords::tr("%1, published").arg(textOf(series.name));
}

}  // namespace

ExhibitShape shapeOf(const LabExhibit& exhibit) {
  std::set<std::string> units;
  forEachCell(exhibit, [&units](const LabCell& cell) { units.insert(cell.unit); });
  if (units.size() > 1) return ExhibitShape::table;
  if (!numbersOf(exhibit).empty()) return ExhibitShape::lines;
  return valuesOf(exhibit).empty() ? ExhibitShape::table : ExhibitShape::bars;
}

std::vector<LineSeries> paperLinesOf(const LabExhibit& exhibit) {
  const std::vector<double> numbers = numbersOf(exhibit);
  std::vector<LineSeries> lines;
  for (std::size_t s = 0; s < exhibit.series.size(); ++s) {
    const LabSeries& series = exhibit.series[s];
    LineSeries published{publishedName(series), static_cast<int>(s), {}};
    published.published = true;
    LineSeries ours{textOf(series.name), static_cast<int>(s), {}};
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      const LabCell& cell = series.cells[row];
      if (cell.published) published.points.push_back({numbers[row], *cell.published});
      if (cell.ours) ours.points.push_back({numbers[row], *cell.ours, cell.spread});
      if (!refusalText(cell).isEmpty()) ours.gaps.push_back({numbers[row], refusalText(cell)});
    }
    // A line over rows without a value would be read as values.
    published.joined = published.points.size() == numbers.size();
    if (!published.points.empty()) lines.push_back(std::move(published));
    if (!ours.points.empty() || !ours.gaps.empty()) lines.push_back(std::move(ours));
  }
  return lines;
}

std::vector<BarRow> paperBarsOf(const LabExhibit& exhibit) {
  std::vector<BarRow> bars;
  for (std::size_t row = 0; row < exhibit.rows.size(); ++row) {
    for (std::size_t s = 0; s < exhibit.series.size(); ++s) {
      const LabSeries& series = exhibit.series[s];
      const LabCell& cell = series.cells[row];
      BarRow bar;
      bar.label = QStringLiteral("%1  ·  %2").arg(textOf(exhibit.rows[row]), textOf(series.name));
      QStringList parts;
      if (cell.published || !cell.words.empty()) {
        parts += PaperWords::tr("published %1").arg(publishedText(cell));
      }
      if (cell.ours) {
        parts += PaperWords::tr("ours %1").arg(oursText(cell));
        bar.segments = {{textOf(series.name), static_cast<int>(s), *cell.ours}};
        if (cell.spread > 0) {
          bar.middle = cell.ours;
          bar.spread = cell.spread;
        }
      }
      bar.detail = parts.join(QStringLiteral("  ·  "));
      bar.published = cell.published;
      bar.refusal = refusalText(cell);
      bar.wrong = !cell.same;
      bars.push_back(std::move(bar));
    }
  }
  return bars;
}

QString unitTitleOf(const LabExhibit& exhibit) {
  QString unit;
  forEachCell(exhibit, [&unit](const LabCell& cell) { unit = textOf(cell.unit); });
  return unit.isEmpty() ? PaperWords::tr("ratio") : unit;
}

ChartAxis::Scale rowScaleOf(const LabExhibit& exhibit) {
  return scaleFor(numbersOf(exhibit));
}

ChartAxis::Scale valueScaleOf(const LabExhibit& exhibit) {
  return scaleFor(valuesOf(exhibit));
}

QString publishedText(const LabCell& cell) {
  const QString words = textOf(cell.words);
  if (!cell.published) return words.isEmpty() ? QStringLiteral("–") : words;
  // With all digits that are published.
  const QString value =
      withUnit(QLocale().toString(*cell.published, 'g', QLocale::FloatingPointShortest), cell);
  return words.isEmpty() ? value : value + QLatin1Char(' ') + words;
}

QString oursText(const LabCell& cell) {
  if (!cell.ours) return QStringLiteral("–");
  const QString value = withUnit(
      cell.spread > 0 ? withSpread(*cell.ours, cell.spread) : figureText(*cell.ours), cell);
  return cell.same ? value : PaperWords::tr("%1, wrong result").arg(value);
}

QString ratioText(const LabCell& cell) {
  return cell.ratio() ? figureText(*cell.ratio()) : QStringLiteral("–");
}

QString refusalText(const LabCell& cell) {
  return translated(cell.refusal);
}

QStringList remarksOf(const LabExhibit& exhibit) {
  QStringList remarks;
  for (const LabRemark& remark : labRemarks(exhibit)) {
    const QString text = translated(remark.text);
    QStringList names;
    for (const std::string& series : remark.series) names += textOf(series);
    const QString all = names.join(QStringLiteral(", "));
    switch (remark.kind) {
      case LabRemark::Kind::notMeasured:
        remarks += PaperWords::tr("Not measured, %1: %2").arg(all, text);
        break;
      case LabRemark::Kind::differs:
        remarks += PaperWords::tr("Differs, %1: %2").arg(all, text);
        break;
      case LabRemark::Kind::note:
        remarks += text;
        break;
    }
  }
  return remarks;
}

QStringList sourcesOf(const LabPaper& paper) {
  return {QStringLiteral("%1: %2").arg(textOf(paper.authors), textOf(paper.title)),
          PaperWords::tr("Published: %1").arg(textOf(paper.machine))};
}

ChartPage paperPageOf(const LabPaper& paper, const LabComparison& comparison) {
  ChartPage page;
  page.title =
      QStringLiteral("%1: %2").arg(textOf(comparison.exhibit.id), textOf(comparison.exhibit.title));
  page.below = sourcesOf(paper);
  QStringList machine;
  for (const auto& [name, value] : comparison.machine) {
    machine += QStringLiteral("%1: %2").arg(textOf(name), textOf(value));
  }
  if (!machine.isEmpty()) {
    page.below += PaperWords::tr("Ours: %1; %2 runs after a first that is not counted")
                      .arg(machine.join(QStringLiteral("; ")))
                      .arg(comparison.runs);
  }
  page.below += remarksOf(comparison.exhibit);
  return page;
}

}  // namespace espy::desktop
