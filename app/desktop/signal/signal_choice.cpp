// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/signal_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "signal/motif_form.h"

namespace espy::desktop {
namespace {

constexpr std::int64_t kMostWhole = 1000000;
constexpr double kMostStretched = 10;
constexpr double kMostCost = 1e9;

QString keyOf(const char* name) {
  return QStringLiteral("signal/") + QString::fromLatin1(name);
}

double recalledNumber(const QSettings& store, const char* name, double otherwise, double least,
                      double most) {
  bool good = false;
  const double number = store.value(keyOf(name), otherwise).toDouble(&good);
  return good && std::isfinite(number) ? std::clamp(number, least, most) : otherwise;
}

std::int64_t recalledWhole(const QSettings& store, const char* name, std::int64_t otherwise,
                           std::int64_t least, std::int64_t most = kMostWhole) {
  bool good = false;
  const qint64 number = store.value(keyOf(name), static_cast<qint64>(otherwise)).toLongLong(&good);
  return good ? std::clamp<std::int64_t>(number, least, most) : otherwise;
}

}  // namespace

void remember(const SignalSettings& settings, QSettings& store) {
  const MotifOptions& options = settings.options;
  const auto keep = [&store](const char* name, const QVariant& value) {
    store.setValue(keyOf(name), value);
  };
  keep("method", static_cast<int>(options.method));
  keep("normalise", options.normalise ? static_cast<int>(*options.normalise) : -1);
  keep("band", options.bandShare);
  keep("open", options.open ? 1 : 0);
  keep("shortest", options.stretch.least);
  keep("longest", options.stretch.most);
  keep("top", static_cast<qint64>(options.top));
  keep("rule", static_cast<int>(options.rule));
  keep("lag", static_cast<qint64>(options.lag));
  keep("reach", static_cast<qint64>(options.reach));
  keep("missing", static_cast<qint64>(options.missing));
  keep("step", options.stretch.step);
  keep("penalty", options.lagPenalty);
  keep("elsewhere", options.elsewhere);
  keep("share", options.missingShare);
  keep("apart", static_cast<qint64>(options.exclude.value_or(-1)));
  // "any" stands for infinity.
  keep("distance", std::isfinite(options.maxDistance) ? QVariant(options.maxDistance)
                                                      : QVariant(QStringLiteral("any")));
  keep("everyLane", settings.everyLane ? 1 : 0);
  keep("engine", settings.engine);
}

SignalSettings recalledSignalSettings(const QSettings& store) {
  SignalSettings settings;
  MotifOptions& options = settings.options;
  const auto numbered = [&store](const char* name, auto otherwise, auto last) {
    return static_cast<decltype(last)>(
        recalledWhole(store, name, static_cast<int>(otherwise), 0, static_cast<int>(last)));
  };
  options.method = numbered("method", options.method, MotifMethod::dtw);
  if (const auto way =
          recalledWhole(store, "normalise", -1, -1, static_cast<int>(MotifNormalise::global));
      way >= 0) {
    options.normalise = static_cast<MotifNormalise>(way);
  }
  options.bandShare = recalledNumber(store, "band", options.bandShare, 0, 1);
  options.open = recalledWhole(store, "open", 0, 0, 1) == 1;
  options.stretch.least = recalledNumber(store, "shortest", 1, 1 / kMostStretched, kMostStretched);
  options.stretch.most = recalledNumber(store, "longest", 1, 1 / kMostStretched, kMostStretched);
  options.top = recalledWhole(store, "top", kUsualTop, 0);
  options.rule = numbered("rule", options.rule, ChannelRule::mean);
  options.lag = recalledWhole(store, "lag", 0, 0);
  options.reach = recalledWhole(store, "reach", 1, 1);
  options.missing = recalledWhole(store, "missing", 0, 0);
  options.stretch.step = recalledNumber(store, "step", 0, 0, 1);
  options.lagPenalty = recalledNumber(store, "penalty", 0, 0, kMostCost);
  options.elsewhere = recalledNumber(store, "elsewhere", options.elsewhere, 1, kMostCost);
  options.missingShare = recalledNumber(store, "share", options.missingShare, 0, kMostStretched);
  if (const std::int64_t apart = recalledWhole(store, "apart", -1, -1); apart >= 0) {
    options.exclude = apart;
  }
  options.maxDistance =
      recalledNumber(store, "distance", std::numeric_limits<double>::infinity(), 0, kMostCost);
  settings.everyLane = recalledWhole(store, "everyLane", 0, 0, 1) == 1;
  settings.engine = store.value(keyOf("engine"), settings.engine).toString();
  return settings;
}

}  // namespace espy::desktop
