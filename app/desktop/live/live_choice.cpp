// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/live_choice.h"

namespace espy::desktop {
namespace {

const QString kMethod = QStringLiteral("live/method");
const QString kMinimum = QStringLiteral("live/minimum");
const QString kEngine = QStringLiteral("live/engine");

}  // namespace

void remember(const SearchSettings& settings, QSettings& store) {
  store.setValue(kMethod, static_cast<int>(settings.method));
  store.setValue(kMinimum, settings.minScore);
  store.setValue(kEngine, settings.engine);
}

SearchSettings recalledLiveSettings(const QSettings& store, const SearchSettings& usual) {
  SearchSettings settings = usual;
  bool good = false;
  const int method = store.value(kMethod).toInt(&good);
  if (good && method >= 0 && method <= static_cast<int>(Method::zncc)) {
    settings.method = static_cast<Method>(method);
    settings.select.overlap = settings.scored() ? kScoredOverlap : SelectOptions().overlap;
  }
  const double minimum = store.value(kMinimum).toDouble(&good);
  if (good && minimum >= 0 && minimum <= 1) settings.minScore = minimum;
  settings.engine = store.value(kEngine, settings.engine).toString();
  return settings;
}

}  // namespace espy::desktop
