// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_table.h"

#include <QLocale>
#include <algorithm>

#include "charts/chart_axis.h"
#include "charts/chart_style.h"
#include "model/translated.h"
#include "timing/timing_figures.h"

namespace espy::desktop {

TimingTable::TimingTable(Baseline baseline, QObject* parent)
    : FigureModel(parent), baseline_(baseline) {}

void TimingTable::setEngines(std::vector<MeasuredEngine> engines) {
  std::vector<std::string> stages;
  for (const MeasuredEngine& engine : engines) {
    for (const MeasuredStage& stage : engine.stages) {
      if (stage.name != "other" &&
          std::find(stages.begin(), stages.end(), stage.name) == stages.end()) {
        stages.push_back(stage.name);
      }
    }
  }
  const bool any = std::any_of(engines.begin(), engines.end(),
                               [](const MeasuredEngine& one) { return !one.stages.empty(); });
  if (any) stages.emplace_back("other");

  // Same rows and columns: update in place, which keeps the selection.
  if (stages == stages_ && engines.size() == engines_.size() && !engines.empty()) {
    engines_ = std::move(engines);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    return;
  }
  beginResetModel();
  engines_ = std::move(engines);
  stages_ = std::move(stages);
  endResetModel();
}

bool TimingTable::isRefusal(int row) const {
  return !engines_[static_cast<std::size_t>(row)].refusal.empty();
}

const MeasuredEngine* TimingTable::baselineOf(const MeasuredEngine& engine) const {
  return baseline_ == Baseline::sequential ? figuresOf(engines_, "sequential")
                                           : oneThread(engines_, engine.engine);
}

QString TimingTable::stageText(const MeasuredEngine& engine, int column) const {
  const std::string& name = stages_[static_cast<std::size_t>(column - kFixedColumns)];
  for (const MeasuredStage& stage : engine.stages) {
    if (stage.name == name && stage.milliseconds.count > 0) {
      return withSpread(stage.milliseconds.median, stage.milliseconds.mad);
    }
  }
  return {};
}

QString TimingTable::text(const MeasuredEngine& engine, int column) const {
  if (column == engineColumn) return QString::fromStdString(engine.engine);
  if (!engine.refusal.empty()) {
    return column == medianColumn ? tr("cannot run here: %1").arg(translated(engine.refusal))
                                  : QString();
  }
  if (column >= kFixedColumns) return stageText(engine, column);
  const MeasuredEngine* slow = baselineOf(engine);
  const auto ratio = [&](const auto& of) {
    const auto value = slow != nullptr ? of(*slow, engine) : std::nullopt;
    return value ? withSpread(*value) : QStringLiteral("–");
  };
  const auto compared = [&](const auto& of) {
    const auto value = slow != nullptr ? of(*slow, engine) : std::nullopt;
    return value ? fasterOrSlower(*value) : QStringLiteral("–");
  };
  switch (column) {
    case threadsColumn:
      return QLocale().toString(engine.threads);
    case medianColumn:
      if (hasFigures(engine)) return withSpread(engine.total.median, engine.total.mad);
      return engine.firstMilliseconds > 0 ? tr("only the first run") : tr("not measured");
    case searchColumn: {
      const Statistics search = hasFigures(engine) ? searchOnly(engine) : Statistics();
      return search.median > 0 ? withSpread(search.median, search.mad) : QString();
    }
    case firstColumn:
      return engine.firstMilliseconds > 0 ? figureText(engine.firstMilliseconds) : QString();
    case runsColumn:
      return QLocale().toString(static_cast<qulonglong>(engine.total.count));
    case speedUpColumn:
      return compared(speedUp);
    case searchSpeedUpColumn:
      return compared(searchSpeedUp);
    case efficiencyColumn:
      return ratio(efficiency);
    case identicalColumn:
      return identityOf(engine, canCompare(engines_));
    default:
      return {};
  }
}

QVariant TimingTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const MeasuredEngine& engine = engines_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::DisplayRole) return text(engine, column);
  if (role == Qt::TextAlignmentRole) {
    const bool words =
        column == engineColumn || column == identicalColumn || !engine.refusal.empty();
    return QVariant::fromValue(
        Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
  }
  if (role == Qt::ToolTipRole && !engine.refusal.empty()) {
    return translated(engine.refusal);
  }
  if (role == Qt::AccessibleTextRole) {
    return QStringLiteral("%1: %2").arg(
        headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), text(engine, column));
  }
  return {};
}

QString TimingTable::hint(int column) const {
  switch (column) {
    case medianColumn:
      return tr(
          "Milliseconds of a whole run, from reading the picture to the painted marks: the median "
          "of the runs after the first, and the median absolute deviation from it");
    case searchColumn:
      return tr(
          "Milliseconds of the search alone, without reading the picture, painting marks, and "
          "transfers to and from a GPU");
    case firstColumn:
      return tr(
          "The first whole run, in milliseconds. It warms caches and initialises a GPU, and is not "
          "part of the other figures.");
    case runsColumn:
      return tr("Runs after the first");
    case speedUpColumn:
      return baseline_ == Baseline::sequential
                 ? tr("Whole runs of this engine, compared with those of “sequential”")
                 : tr("Whole runs, compared with those on one thread");
    case searchSpeedUpColumn:
      return tr("The same, of the search alone");
    case efficiencyColumn:
      return tr("The speed-up divided by the number of threads; 1 is ideal");
    case identicalColumn:
      return tr("Are the matches identical to those of the first engine, to the last bit?");
    default:
      return column >= kFixedColumns ? tr("Milliseconds of this stage, median and deviation")
                                     : QString();
  }
}

QVariant TimingTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole) return hint(section);
  if (role != Qt::DisplayRole) return {};
  if (section >= kFixedColumns) {
    return tr("%1, ms").arg(stageName(stages_[static_cast<std::size_t>(section - kFixedColumns)]));
  }
  if (section == speedUpColumn && baseline_ == Baseline::oneThread) {
    return tr("Whole run vs one thread");
  }
  static constexpr const char* kTitles[kFixedColumns] = {QT_TR_NOOP("Engine"),
                                                         QT_TR_NOOP("Threads"),
                                                         QT_TR_NOOP("Whole run, ms"),
                                                         QT_TR_NOOP("Search only, ms"),
                                                         QT_TR_NOOP("First whole run, ms"),
                                                         QT_TR_NOOP("n"),
                                                         QT_TR_NOOP("Whole run vs sequential"),
                                                         QT_TR_NOOP("Search only"),
                                                         QT_TR_NOOP("Efficiency"),
                                                         QT_TR_NOOP("Matches")};
  return tr(kTitles[section]);
}

}  // namespace espy::desktop
