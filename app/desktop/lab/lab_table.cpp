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

QString LabTable::sentence(const Line& line) const {
  return line.published != nullptr ? sentenceOf(*line.published) : refusalOf(rowAt(line));
}

const LabTable::ColumnFacts& LabTable::factsOf(int column) {
  static constexpr auto kText = [](const std::optional<double>& value) {
    return value ? figureText(*value) : QStringLiteral("–");
  };
  static constexpr ColumnFacts kFacts[kColumns] = {
      {"", QT_TR_NOOP("The value of the swept parameter")},
      {QT_TR_NOOP("Strategy")},
      {QT_TR_NOOP("Threads")},
      {QT_TR_NOOP("Work only, ms"),
       QT_TR_NOOP("Milliseconds of the work, without transfers to and from a GPU: the median of "
                  "the runs after the first"),
       [](const LabRow& row) { return figureText(row.work.median); }},
      {QT_TR_NOOP("MAD, ms"), QT_TR_NOOP("Median absolute deviation from the median"),
       [](const LabRow& row) { return figureText(row.work.mad); }},
      {QT_TR_NOOP("Mean, ms"), QT_TR_NOOP("The mean of the same runs"),
       [](const LabRow& row) { return figureText(row.work.mean); }},
      {QT_TR_NOOP("SD, ms"), QT_TR_NOOP("The standard deviation of the same runs"),
       [](const LabRow& row) { return figureText(row.work.deviation); }},
      {QT_TR_NOOP("First whole run, ms"),
       QT_TR_NOOP("The first run, everything included. It is not part of the other figures.")},
      {QT_TR_NOOP("Whole run, ms"),
       QT_TR_NOOP("Milliseconds of whole runs, everything included: median ± MAD"),
       [](const LabRow& row) { return withSpread(row.whole.median, row.whole.mad); }},
      {QT_TR_NOOP("n"), QT_TR_NOOP("Runs after the first")},
      {"", QT_TR_NOOP("Items processed per second of work"),
       [](const LabRow& row) { return kText(row.items); }},
      {QT_TR_NOOP("S, work only"),
       QT_TR_NOOP("Speed-up: the time of “sequential” divided by this one's"),
       [](const LabRow& row) { return kText(row.speedUp); }},
      {QT_TR_NOOP("S, whole run"), QT_TR_NOOP("The same, of whole runs"),
       [](const LabRow& row) { return kText(row.wholeSpeedUp); }},
      {QT_TR_NOOP("RS"),
       QT_TR_NOOP(
           "Relative speed-up: over the same strategy on one thread; on a GPU, over “naive”"),
       [](const LabRow& row) { return kText(row.relativeSpeedUp); }},
      {QT_TR_NOOP("E"),
       QT_TR_NOOP("Efficiency: the speed-up divided by the number of threads; 1 is ideal"),
       [](const LabRow& row) { return kText(row.efficiency); }},
      {QT_TR_NOOP("GB/s"),
       QT_TR_NOOP("The least amount of data that must move, per second of work"),
       [](const LabRow& row) { return kText(row.gigabytes); }},
      {"", QT_TR_NOOP("The operations that must be done, per second of work"),
       [](const LabRow& row) { return kText(row.gigaoperations); }},
      {QT_TR_NOOP("Of the floor"),
       QT_TR_NOOP("This rate as a share of the best rate measured on this machine"),
       [](const LabRow& row) {
         return row.ofFloor ? tr("%1 %").arg(figureText(*row.ofFloor * 100)) : kText({});
       }},
      {QT_TR_NOOP("Result"), QT_TR_NOOP("Did every run return the expected result?")}};
  return kFacts[column];
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
  const auto figure = factsOf(column).figure;
  return figure != nullptr && hasLabFigures(row) ? figure(row) : QString();
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
  if (column == valueColumn) {
    return report_ && !report_->swept.empty() ? textOf(report_->swept) : QString();
  }
  if (column == itemsColumn) {
    return report_ && !report_->experiment.items.empty()
               ? tr("%1/s").arg(translated(report_->experiment.items))
               : QString();
  }
  if (column == operationsColumn) {
    return tr("G %1/s").arg(report_ ? translated(report_->experiment.operation) : tr("operations"));
  }
  return tr(factsOf(column).title);
}

QVariant LabTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole) {
    const char* const hint = factsOf(section).hint;
    return hint != nullptr ? tr(hint) : QString();
  }
  return role == Qt::DisplayRole ? QVariant(title(section)) : QVariant();
}

}  // namespace espy::desktop
