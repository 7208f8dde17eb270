// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_export.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStringList>
#include <optional>

#include "base/csv.h"
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

namespace {

QJsonObject jsonOf(const Statistics& statistics) {
  return {{QStringLiteral("median"), statistics.median},
          {QStringLiteral("mad"), statistics.mad},
          {QStringLiteral("mean"), statistics.mean},
          {QStringLiteral("deviation"), statistics.deviation},
          {QStringLiteral("least"), statistics.least},
          {QStringLiteral("most"), statistics.most},
          {QStringLiteral("n"), static_cast<qint64>(statistics.count)}};
}

void putRatio(QJsonObject& object, const QString& key, const std::optional<Ratio>& ratio) {
  if (!ratio) return;
  object[key] =
      QJsonObject{{QStringLiteral("value"), ratio->value}, {QStringLiteral("mad"), ratio->spread}};
}

QJsonObject jsonOf(const MeasuredEngine& one, const MeasuredEngine* slow) {
  QJsonObject object{{QStringLiteral("engine"), QString::fromStdString(one.engine)},
                     {QStringLiteral("threads"), one.threads}};
  if (!one.refusal.empty()) {
    object[QStringLiteral("refusal")] = QString::fromStdString(one.refusal);
    return object;
  }
  if (one.firstMilliseconds <= 0) return object;
  object[QStringLiteral("first_ms")] = one.firstMilliseconds;
  QJsonArray runs;
  for (const double run : one.milliseconds) runs += run;
  object[QStringLiteral("runs_ms")] = runs;
  object[QStringLiteral("total_ms")] = jsonOf(one.total);
  if (const Statistics search = searchOnly(one); search.count > 0) {
    object[QStringLiteral("search_ms")] = jsonOf(search);
  }
  QJsonArray stages;
  for (const MeasuredStage& stage : one.stages) {
    QJsonObject entry = jsonOf(stage.milliseconds);
    entry[QStringLiteral("name")] = QString::fromStdString(stage.name);
    stages += entry;
  }
  object[QStringLiteral("stages_ms")] = stages;
  object[QStringLiteral("identical")] = one.identical;
  if (slow != nullptr) {
    putRatio(object, QStringLiteral("speed_up"), speedUp(*slow, one));
    putRatio(object, QStringLiteral("search_speed_up"), searchSpeedUp(*slow, one));
    putRatio(object, QStringLiteral("efficiency"), efficiency(*slow, one));
  }
  return object;
}

QJsonArray enginesOf(const std::vector<MeasuredEngine>& all) {
  QJsonArray array;
  for (const MeasuredEngine& one : all) array += jsonOf(one, figuresOf(all, "sequential"));
  return array;
}

QJsonArray sweepOf(const std::vector<MeasuredEngine>& all) {
  QJsonArray array;
  for (const MeasuredEngine& one : all) array += jsonOf(one, oneThread(all, one.engine));
  return array;
}

}  // namespace

QByteArray timingJson(const TimingResult& result) {
  const MachineFacts& machine = result.machine;
  QJsonArray devices;
  for (const Engine& engine : result.facts) {
    devices += QJsonObject{{QStringLiteral("engine"), QString::fromStdString(engine.name)},
                           {QStringLiteral("available"), engine.available},
                           {QStringLiteral("detail"), QString::fromStdString(engine.detail)}};
  }
  QJsonObject object{
      {QStringLiteral("subject"), sentenceOf(result.subject)},
      {QStringLiteral("date"), result.date.toString(Qt::ISODate)},
      {QStringLiteral("runs"), result.options.runs},
      {QStringLiteral("complete"), result.whole},
      {QStringLiteral("machine"), QJsonObject{{QStringLiteral("cpu"), machine.cpu},
                                              {QStringLiteral("cores"), machine.cores},
                                              {QStringLiteral("system"), machine.system}}},
      {QStringLiteral("build"), QJsonObject{{QStringLiteral("espy"), machine.version},
                                            {QStringLiteral("compiler"), machine.compiler},
                                            {QStringLiteral("kind"), machine.buildKind}}},
      {QStringLiteral("devices"), devices},
      {QStringLiteral("engines"), enginesOf(result.engines)},
      {QStringLiteral("sweep"), sweepOf(result.sweep)}};
  if (!result.note.isEmpty()) object[QStringLiteral("note")] = result.note;
  if (!result.failure.isEmpty()) object[QStringLiteral("failure")] = result.failure;
  return QJsonDocument(object).toJson();
}

namespace {

/// Translation context of this file.
struct TimingExportWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::TimingExport)
};

}  // namespace

ChartPage timingPage(const TimingResult& result) {
  ChartPage page{sentenceOf(result.subject), {sentenceOf(result.machine)}};
  if (const QString devices = devicesOf(result); !devices.isEmpty()) page.below += devices;
  page.below += TimingExportWords::tr(
                    "%1; medians of up to %2 whole runs with median absolute deviations, the first "
                    "run separate")
                    .arg(QLocale().toString(result.date, QLocale::ShortFormat))
                    .arg(result.options.runs);
  if (!result.note.isEmpty()) page.below += result.note;
  return page;
}

}  // namespace espy::desktop
