// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <optional>

#include "timing/timing_export.h"
#include "timing/timing_figures.h"

namespace espy::desktop {
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

}  // namespace espy::desktop
