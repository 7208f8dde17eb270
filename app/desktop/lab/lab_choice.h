// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QString>
#include <map>

namespace espy::desktop {

/// What one experiment is set to, as text, as the core takes it.
struct LabSettings {
  std::map<QString, QString> values;  ///< parameters that are not there keep what they have
  QString swept;                      ///< the parameter, or empty
  QString sweep;                      ///< its values, as they were typed

  bool operator==(const LabSettings&) const = default;
};

/// All that is chosen in the lab, to be remembered.
struct LabChoice {
  QString experiment;
  int runs = 10;
  int figure = 0;  ///< what lines show, as a place in its box
  bool logParameter = false;
  bool logFigure = false;
  std::map<QString, LabSettings> settings;  ///< of each experiment that was opened

  bool operator==(const LabChoice&) const = default;
};

void remember(const LabChoice& choice, QSettings& settings);
LabChoice recalledChoice(QSettings& settings);

}  // namespace espy::desktop
