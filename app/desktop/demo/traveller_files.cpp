// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/traveller_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace espy::desktop {

TravellerFiles travellerFiles() {
  const QString program = QCoreApplication::applicationDirPath();
  const QString folders[] = {program + QStringLiteral("/../share/espy/samples"),
                             program + QStringLiteral("/../../../samples"),
                             QStringLiteral(ESPY_SAMPLES)};
  for (const QString& folder : folders) {
    TravellerFiles files{QDir::cleanPath(folder + QStringLiteral("/crowd.ppm")),
                         QDir::cleanPath(folder + QStringLiteral("/traveller.ppm"))};
    if (QFileInfo::exists(files.crowd) && QFileInfo::exists(files.traveller)) return files;
  }
  return {};
}

}  // namespace espy::desktop
