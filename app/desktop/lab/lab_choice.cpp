// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/lab_choice.h"

namespace espy::desktop {

void remember(const LabChoice& choice, QSettings& settings) {
  settings.beginGroup(QStringLiteral("lab"));
  settings.remove(QString());
  settings.setValue(QStringLiteral("experiment"), choice.experiment);
  settings.setValue(QStringLiteral("runs"), choice.runs);
  settings.setValue(QStringLiteral("figure"), choice.figure);
  settings.setValue(QStringLiteral("logParameter"), choice.logParameter);
  settings.setValue(QStringLiteral("logFigure"), choice.logFigure);
  for (const auto& [experiment, set] : choice.settings) {
    settings.beginGroup(QStringLiteral("of-") + experiment);
    settings.setValue(QStringLiteral("swept"), set.swept);
    settings.setValue(QStringLiteral("sweep"), set.sweep);
    for (const auto& [name, value] : set.values) {
      settings.setValue(QStringLiteral("values/") + name, value);
    }
    settings.endGroup();
  }
  settings.endGroup();
}

LabChoice recalledChoice(QSettings& settings) {
  LabChoice choice;
  settings.beginGroup(QStringLiteral("lab"));
  choice.experiment = settings.value(QStringLiteral("experiment")).toString();
  choice.runs = settings.value(QStringLiteral("runs"), choice.runs).toInt();
  choice.figure = settings.value(QStringLiteral("figure")).toInt();
  choice.logParameter = settings.value(QStringLiteral("logParameter")).toBool();
  choice.logFigure = settings.value(QStringLiteral("logFigure")).toBool();
  for (const QString& group : settings.childGroups()) {
    if (!group.startsWith(QLatin1String("of-"))) continue;
    settings.beginGroup(group);
    LabSettings set;
    set.swept = settings.value(QStringLiteral("swept")).toString();
    // What has commas may come back as a list.
    set.sweep = settings.value(QStringLiteral("sweep")).toStringList().join(QStringLiteral(", "));
    settings.beginGroup(QStringLiteral("values"));
    for (const QString& name : settings.childKeys()) {
      set.values[name] = settings.value(name).toString();
    }
    settings.endGroup();
    settings.endGroup();
    choice.settings[group.mid(3)] = set;
  }
  settings.endGroup();
  return choice;
}

}  // namespace espy::desktop
