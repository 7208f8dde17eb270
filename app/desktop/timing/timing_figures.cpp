// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_figures.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "charts/chart_style.h"
#include "model/poses.h"
#include "model/translated.h"

namespace espy::desktop {

namespace {

/// Translation context of this file.
struct TimingFiguresWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingFigures)
};

QString methodOf(const SearchSettings& settings) {
  const QString method =
      settings.scored() ? TimingFiguresWords::tr("%1, score at least %2")
                              .arg(QString::fromLatin1(methodName(settings.method)),
                                   QLocale().toString(settings.minScore))
                        : TimingFiguresWords::tr("exact, tolerance %1").arg(settings.tolerance);
  const QString poses = posesText(settings.pose);
  return poses.isEmpty() ? method : method + QStringLiteral(", ") + poses;
}

/// Stages other than the search: I/O, transfers, flags, marking and unaccounted time.
bool isOverhead(std::string_view stage) {
  constexpr std::array<std::string_view, 9> kOverheadStages{
      "load", "context", "upload", "download", "keep", "pass 2", "pass 3", "other", "generate"};
  return std::find(kOverheadStages.begin(), kOverheadStages.end(), stage) != kOverheadStages.end();
}

std::optional<Ratio> ratioOf(const MeasuredEngine& slow, const Statistics& slowTime,
                             const MeasuredEngine& fast, const Statistics& fastTime) {
  if (!hasFigures(slow) || !hasFigures(fast) || !slow.identical || !fast.identical) return {};
  if (!(slowTime.median > 0) || !(fastTime.median > 0)) return {};
  const double value = slowTime.median / fastTime.median;
  const double relative =
      std::hypot(slowTime.mad / slowTime.median, fastTime.mad / fastTime.median);
  // The ratio of an engine to itself is exact.
  return Ratio{value, &slow == &fast ? 0 : value * relative};
}

}  // namespace

Statistics searchOnly(const MeasuredEngine& engine) {
  std::vector<double> runs;
  Statistics one;
  std::size_t stages = 0;
  for (const MeasuredStage& stage : engine.stages) {
    if (isOverhead(stage.name)) continue;
    ++stages;
    one = stage.milliseconds;
    runs.resize(std::max(runs.size(), stage.each.size()));
    for (std::size_t i = 0; i < stage.each.size(); ++i) runs[i] += stage.each[i];
  }
  if (stages == 0) return {};
  return stages == 1 ? one : statisticsOf(runs);
}

std::optional<Ratio> speedUp(const MeasuredEngine& slow, const MeasuredEngine& fast) {
  return ratioOf(slow, slow.total, fast, fast.total);
}

std::optional<Ratio> searchSpeedUp(const MeasuredEngine& slow, const MeasuredEngine& fast) {
  return ratioOf(slow, searchOnly(slow), fast, searchOnly(fast));
}

std::optional<Ratio> efficiency(const MeasuredEngine& slow, const MeasuredEngine& fast) {
  if (fast.facts.device || fast.threads < 1) return {};
  std::optional<Ratio> ratio = speedUp(slow, fast);
  if (ratio) {
    ratio->value /= fast.threads;
    ratio->spread /= fast.threads;
  }
  return ratio;
}

const MeasuredEngine* figuresOf(std::span<const MeasuredEngine> engines, std::string_view name) {
  const auto found = std::find_if(engines.begin(), engines.end(), [&](const MeasuredEngine& one) {
    return one.engine == name && hasFigures(one);
  });
  return found == engines.end() ? nullptr : &*found;
}

const MeasuredEngine* oneThread(std::span<const MeasuredEngine> sweep, std::string_view engine) {
  const auto found = std::find_if(sweep.begin(), sweep.end(), [&](const MeasuredEngine& one) {
    return one.engine == engine && one.threads == 1 && hasFigures(one);
  });
  return found == sweep.end() ? nullptr : &*found;
}

bool canCompare(std::span<const MeasuredEngine> engines) {
  return std::count_if(engines.begin(), engines.end(), [](const MeasuredEngine& one) {
           return one.refusal.empty() && one.firstMilliseconds > 0;
         }) >= 2;
}

QString labelOf(const MeasuredEngine& engine) {
  QString name = QString::fromStdString(engine.engine);
  if (engine.facts.oneThread || engine.facts.device || !engine.refusal.empty()) return name;
  return TimingFiguresWords::tr("%1, %2").arg(
      name, engine.threads == 1 ? TimingFiguresWords::tr("1 thread")
                                : TimingFiguresWords::tr("%1 threads").arg(engine.threads));
}

QString identityOf(const MeasuredEngine& engine, bool comparable) {
  if (!engine.refusal.empty() || engine.firstMilliseconds <= 0) return {};
  if (!engine.identical) return TimingFiguresWords::tr("✗ different matches");
  return comparable ? TimingFiguresWords::tr("✓ identical")
                    : TimingFiguresWords::tr("nothing to compare with");
}

QString sentenceOf(const TimingSubject& subject) {
  if (!subject.complete()) return {};
  const ImageView& scene = subject.scene->image;
  const std::size_t needles = subject.needles.size();
  return TimingFiguresWords::tr("%1, %2 × %3 pixels, %4, %5")
      .arg(subject.scene->name)
      .arg(scene.width())
      .arg(scene.height())
      .arg(needles == 1 ? TimingFiguresWords::tr("1 needle")
                        : TimingFiguresWords::tr("%1 needles").arg(needles),
           methodOf(subject.settings));
}

QString devicesOf(const TimingResult& result) {
  QStringList devices;
  for (const Engine& engine : result.facts) {
    if (!engine.facts.device) continue;
    devices += QStringLiteral("%1: %2").arg(QString::fromStdString(engine.name),
                                            translated(engine.detail));
  }
  return devices.join(QStringLiteral("; "));
}

namespace {

/// Translation context of this file.
struct TimingChartsWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingCharts)
};

QString detailOf(const MeasuredEngine& engine, const MeasuredEngine* slow, bool comparable) {
  QStringList parts{TimingChartsWords::tr("whole run %1 ms, n = %2")
                        .arg(withSpread(engine.total.median, engine.total.mad))
                        .arg(engine.total.count)};
  const auto ratio = slow != nullptr && slow != &engine ? speedUp(*slow, engine) : std::nullopt;
  if (ratio) parts += fasterOrSlower(*ratio);
  parts += identityOf(engine, comparable);
  if (const Statistics search = searchOnly(engine); search.median > 0) {
    parts += TimingChartsWords::tr("search only %1 ms").arg(withSpread(search.median, search.mad));
  }
  return parts.join(QStringLiteral("  ·  "));
}

/// One of the GPUs that shared the engine's last run.
BarRow rowOfMember(const std::string& name, const Timeline& timeline) {
  BarRow row;
  row.label = QStringLiteral("    ") + QString::fromStdString(name);
  for (const Timeline::Stage& stage : timeline.stages()) {
    row.segments.push_back({stageName(stage.name), seriesOfStage(stage.name), stage.milliseconds});
  }
  return row;
}

}  // namespace

std::vector<BarRow> barRowsOf(const std::vector<MeasuredEngine>& engines) {
  const MeasuredEngine* slow = figuresOf(engines, "sequential");
  const bool comparable = canCompare(engines);
  std::vector<BarRow> rows;
  for (const MeasuredEngine& engine : engines) {
    BarRow row;
    row.label = labelOf(engine);
    if (!engine.refusal.empty()) {
      row.refusal = TimingChartsWords::tr("cannot run here: %1").arg(translated(engine.refusal));
    } else if (engine.firstMilliseconds <= 0) {
      row.refusal = TimingChartsWords::tr("not measured yet");
    }
    if (engine.firstMilliseconds > 0) row.apart = engine.firstMilliseconds;
    if (hasFigures(engine)) {
      for (const MeasuredStage& stage : engine.stages) {
        row.segments.push_back(
            {stageName(stage.name), seriesOfStage(stage.name), stage.milliseconds.median});
      }
      endAt(row.segments, engine.total.median, stageName("other"));
      row.middle = engine.total.median;
      row.spread = engine.total.mad;
      row.detail = detailOf(engine, slow, comparable);
    }
    row.wrong = !engine.identical;
    rows.push_back(std::move(row));
    for (const auto& [name, timeline] : engine.members) rows.push_back(rowOfMember(name, timeline));
  }
  return rows;
}

std::vector<LineSeries> sweepSeriesOf(const std::vector<MeasuredEngine>& sweep) {
  std::vector<LineSeries> lines{
      {TimingChartsWords::tr("ideal: speed-up equal to the number of threads"), 0, {}, true}};
  int most = 1;
  for (const MeasuredEngine& one : sweep) {
    const MeasuredEngine* single = oneThread(sweep, one.engine);
    if (single == nullptr) continue;
    most = std::max(most, one.threads);
    const QString name = QString::fromStdString(one.engine);
    if (lines.back().ideal || lines.back().name != name) {
      lines.push_back({name, static_cast<int>(lines.size()) - 1, {}, false});
    }
    if (const auto ratio = speedUp(*single, one)) {
      lines.back().points.push_back(
          {static_cast<double>(one.threads), ratio->value, ratio->spread});
    }
  }
  if (lines.size() == 1) return {};
  lines.front().points = {{1, 1}, {static_cast<double>(most), static_cast<double>(most)}};
  return lines;
}

}  // namespace espy::desktop
