// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QStringList>
#include <optional>

#include "base/csv.h"
#include "timing/timing_export.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
namespace {

QString number(double value) {
  return QString::number(value, 'g', 9);
}

QStringList cellsOf(const Statistics& statistics) {
  return {number(statistics.median),        number(statistics.mad),   number(statistics.mean),
          number(statistics.deviation),     number(statistics.least), number(statistics.most),
          QString::number(statistics.count)};
}

QStringList cellsOf(const std::optional<Ratio>& ratio) {
  if (!ratio) return {QString(), QString()};
  return {number(ratio->value), number(ratio->spread)};
}

class CsvWriter {
 public:
  explicit CsvWriter(const TimingResult& result) : result_(result) {
    const MachineFacts& machine = result.machine;
    common_ = {sentenceOf(result.subject),
               machine.cpu,
               QString::number(machine.cores),
               machine.system,
               devicesOf(result),
               machine.version,
               machine.compiler,
               machine.buildKind,
               result.date.toString(Qt::ISODate),
               QString::number(result.options.runs)};
  }

  QByteArray write() {
    line(
        {QStringLiteral("table,engine,threads,stage,median_ms,mad_ms,mean_ms,deviation_ms,least_ms,"
                        "most_ms,n,first_ms,speed_up,speed_up_mad,efficiency,efficiency_mad,"
                        "identical,refusal,subject,cpu,cores,system,devices,espy,compiler,build,"
                        "date,runs")},
        true);
    const MeasuredEngine* sequential = figuresOf(result_.engines, "sequential");
    for (const MeasuredEngine& one : result_.engines) write("engines", one, sequential);
    for (const MeasuredEngine& one : result_.sweep) {
      write("sweep", one, oneThread(result_.sweep, one.engine));
    }
    return text_.toUtf8();
  }

 private:
  void write(const char* table, const MeasuredEngine& one, const MeasuredEngine* slow) {
    const QStringList who{QString::fromUtf8(table), QString::fromStdString(one.engine),
                          QString::number(one.threads)};
    if (!one.refusal.empty() || one.firstMilliseconds <= 0) {
      QStringList cells = who + QStringList{QStringLiteral("total")};
      while (cells.size() < 17) cells += QString();
      line(cells + QStringList{QString::fromStdString(one.refusal)} + common_);
      return;
    }
    const auto fast = slow != nullptr ? speedUp(*slow, one) : std::nullopt;
    const auto use = slow != nullptr ? efficiency(*slow, one) : std::nullopt;
    line(who + QStringList{QStringLiteral("total")} + cellsOf(one.total) +
         QStringList{number(one.firstMilliseconds)} + cellsOf(fast) + cellsOf(use) +
         QStringList{one.identical ? QStringLiteral("yes") : QStringLiteral("no"), QString()} +
         common_);
    for (const MeasuredStage& stage : one.stages) {
      QStringList cells =
          who + QStringList{QString::fromStdString(stage.name)} + cellsOf(stage.milliseconds);
      while (cells.size() < 18) cells += QString();
      line(cells + common_);
    }
  }

  void line(const QStringList& cells, bool raw = false) {
    QStringList out;
    for (const QString& cell : cells) {
      out += raw ? cell : QString::fromStdString(csvField(cell.toStdString()));
    }
    text_ += out.join(QLatin1Char(',')) + QLatin1Char('\n');
  }

  const TimingResult& result_;
  QStringList common_;
  QString text_;
};

}  // namespace

QByteArray timingCsv(const TimingResult& result) {
  return CsvWriter(result).write();
}

}  // namespace espy::desktop
