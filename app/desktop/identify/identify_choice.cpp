// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/identify_choice.h"

namespace espy::desktop {
namespace {

const QString kLibrary = QStringLiteral("identify/library");
const QString kRecentLibraries = QStringLiteral("identify/recent");
const QString kIdentifyEngine = QStringLiteral("identify/engine");

}  // namespace

void remember(const IdentifyChoice& choice, QSettings& settings) {
  settings.setValue(kLibrary, choice.library);
  settings.setValue(kRecentLibraries, choice.recent);
  settings.setValue(kIdentifyEngine, choice.engine);
}

IdentifyChoice recalledIdentifyChoice(const QSettings& settings) {
  IdentifyChoice choice;
  choice.library = settings.value(kLibrary).toString();
  choice.recent = settings.value(kRecentLibraries).toStringList();
  choice.engine = settings.value(kIdentifyEngine, choice.engine).toString();
  return choice;
}

}  // namespace espy::desktop
