// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_table.h"

#include <QFont>
#include <QLocale>
#include <utility>

#include "charts/chart_axis.h"
#include "charts/figures.h"
#include "lab/lab_figures.h"
#include "model/paths.h"
#include "model/translated.h"

namespace espy::desktop {

void LabTable::setReport(LabReportPtr report) {
  std::vector<Line> lines;
  if (report) {
    for (std::size_t point = 0; point < report->points.size(); ++point) {
      for (std::size_t row = 0; row < report->points[point].rows.size(); ++row) {
        lines.push_back({point, row, nullptr});
      }
    }
    for (const LabPublished& published : report->experiment.published) {
      lines.push_back({0, 0, &published});
    }
  }
  const std::size_t before = lines_.size();
  const bool sameTitles = report && report_ && report->swept == report_->swept &&
                          report->experiment.name == report_->experiment.name;
  // Same rows: update in place, which keeps the selection.
  if (sameTitles && before == lines.size() && before > 0) {
    report_ = std::move(report);
    lines_ = std::move(lines);
    emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    return;
  }
  beginResetModel();
  report_ = std::move(report);
  lines_ = std::move(lines);
  endResetModel();
}

bool LabTable::isRefusal(int row) const {
  const Line& line = lines_[static_cast<std::size_t>(row)];
  return line.published == nullptr && !rowAt(line).refusal.empty();
}

bool LabTable::isPublished(int row) const {
  return lines_[static_cast<std::size_t>(row)].published != nullptr;
}

int LabTable::sentenceColumn(int row) const {
  return isRefusal(row) || isPublished(row) ? medianColumn : -1;
}

int LabTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int LabTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString LabTable::sentence(const Line& line) const {
  return line.published != nullptr ? sentenceOf(*line.published) : refusalOf(rowAt(line));
}

QString LabTable::figure(const LabRow& row, int column) const {
  const QString none = QStringLiteral("–");
  const auto optional = [&](const std::optional<double>& value) {
    return value ? figureText(*value) : none;
  };
  switch (column) {
    case medianColumn:
      return figureText(row.work.median);
    case madColumn:
      return figureText(row.work.mad);
    case meanColumn:
      return figureText(row.work.mean);
    case deviationColumn:
      return figureText(row.work.deviation);
    case wholeColumn:
      return withSpread(row.whole.median, row.whole.mad);
    case itemsColumn:
      return optional(row.items);
    case speedUpColumn:
      return optional(row.speedUp);
    case wholeSpeedUpColumn:
      return optional(row.wholeSpeedUp);
    case relativeColumn:
      return optional(row.relativeSpeedUp);
    case efficiencyColumn:
      return optional(row.efficiency);
    case gigabytesColumn:
      return optional(row.gigabytes);
    case operationsColumn:
      return optional(row.gigaoperations);
    case floorColumn:
      return row.ofFloor ? tr("%1 %").arg(figureText(*row.ofFloor * 100)) : none;
    default:
      return {};
  }
}

QString LabTable::text(const Line& line, int column) const {
  if (line.published != nullptr) {
    if (column == strategyColumn) return textOf(line.published->strategy);
    return column == medianColumn ? sentence(line) : QString();
  }
  const LabRow& row = rowAt(line);
  if (column == valueColumn) return textOf(report_->points[line.point].value);
  if (column == strategyColumn) return textOf(row.strategy);
  if (!row.refusal.empty()) return column == medianColumn ? sentence(line) : QString();
  switch (column) {
    case threadsColumn:
      return row.threads > 0 ? QLocale().toString(row.threads) : tr("GPU");
    case firstColumn:
      return row.firstWhole > 0 ? figureText(row.firstWhole) : QString();
    case runsColumn:
      return QLocale().toString(static_cast<qulonglong>(row.work.count));
    case sameColumn:
      return samenessOf(row);
    case medianColumn:
      if (!hasLabFigures(row)) return row.firstWhole > 0 ? tr("only the first run") : tr("pending");
      break;
    default:
      break;
  }
  return hasLabFigures(row) ? figure(row, column) : QString();
}

QVariant LabTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Line& line = lines_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  const int from = sentenceColumn(index.row());
  const bool spoken = from >= 0;
  if (role == Qt::DisplayRole) return text(line, column);
  if (role == Qt::TextAlignmentRole) {
    const bool words =
        column == strategyColumn || column == sameColumn || (spoken && column >= from);
    return QVariant::fromValue(
        Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
  }
  if (role == Qt::FontRole && line.published != nullptr) {
    QFont italic;
    italic.setItalic(true);
    return italic;
  }
  if (role == Qt::ToolTipRole && spoken) return sentence(line);
  if (role == Qt::AccessibleTextRole) {
    return QStringLiteral("%1: %2").arg(title(column), text(line, column));
  }
  return {};
}

QString LabTable::title(int column) const {
  switch (column) {
    case valueColumn:
      return report_ && !report_->swept.empty() ? textOf(report_->swept) : QString();
    case strategyColumn:
      return tr("Strategy");
    case threadsColumn:
      return tr("Threads");
    case medianColumn:
      return tr("Work only, ms");
    case madColumn:
      return tr("MAD, ms");
    case meanColumn:
      return tr("Mean, ms");
    case deviationColumn:
      return tr("SD, ms");
    case firstColumn:
      return tr("First whole run, ms");
    case wholeColumn:
      return tr("Whole run, ms");
    case runsColumn:
      return tr("n");
    case itemsColumn:
      return report_ && !report_->experiment.items.empty()
                 ? tr("%1/s").arg(translated(report_->experiment.items))
                 : QString();
    case speedUpColumn:
      return tr("S, work only");
    case wholeSpeedUpColumn:
      return tr("S, whole run");
    case relativeColumn:
      return tr("RS");
    case efficiencyColumn:
      return tr("E");
    case gigabytesColumn:
      return tr("GB/s");
    case operationsColumn:
      return tr("G %1/s").arg(report_ ? translated(report_->experiment.operation)
                                      : tr("operations"));
    case floorColumn:
      return tr("Of the floor");
    case sameColumn:
      return tr("Result");
    default:
      return {};
  }
}

QString LabTable::hint(int column) const {
  switch (column) {
    case valueColumn:
      return tr("The value of the swept parameter");
    case medianColumn:
      return tr(
          "Milliseconds of the work, without transfers to and from a GPU: the median of the runs "
          "after the first");
    case madColumn:
      return tr("Median absolute deviation from the median");
    case meanColumn:
      return tr("The mean of the same runs");
    case deviationColumn:
      return tr("The standard deviation of the same runs");
    case firstColumn:
      return tr("The first run, everything included. It is not part of the other figures.");
    case wholeColumn:
      return tr("Milliseconds of whole runs, everything included: median ± MAD");
    case runsColumn:
      return tr("Runs after the first");
    case itemsColumn:
      return tr("Items processed per second of work");
    case speedUpColumn:
      return tr("Speed-up: the time of “sequential” divided by this one's");
    case wholeSpeedUpColumn:
      return tr("The same, of whole runs");
    case relativeColumn:
      return tr("Relative speed-up: over the same strategy on one thread; on a GPU, over “naive”");
    case efficiencyColumn:
      return tr("Efficiency: the speed-up divided by the number of threads; 1 is ideal");
    case gigabytesColumn:
      return tr("The least amount of data that must move, per second of work");
    case operationsColumn:
      return tr("The operations that must be done, per second of work");
    case floorColumn:
      return tr("This rate as a share of the best rate measured on this machine");
    case sameColumn:
      return tr("Did every run return the expected result?");
    default:
      return {};
  }
}

QVariant LabTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole) return hint(section);
  return role == Qt::DisplayRole ? QVariant(title(section)) : QVariant();
}

}  // namespace espy::desktop
