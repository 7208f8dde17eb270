// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/machine_facts.h"

#include <QCoreApplication>

#include "espy/engine/machine.h"

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct MachineFactsWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::MachineFacts)
};

}  // namespace

MachineFacts machineFacts() {
  const Machine machine = thisMachine();
  return {QString::fromStdString(machine.cpu),      machine.threads,
          QString::fromStdString(machine.system),   QString::fromStdString(machine.version),
          QString::fromStdString(machine.compiler), QString::fromStdString(machine.build)};
}

QString sentenceOf(const MachineFacts& facts) {
  // Files store the English word.
  const QString kind =
      facts.buildKind == QLatin1String("optimised")       ? MachineFactsWords::tr("optimised")
      : facts.buildKind == QLatin1String("for debugging") ? MachineFactsWords::tr("for debugging")
                                                          : facts.buildKind;
  const QString cores = facts.cores == 1 ? MachineFactsWords::tr("1 core")
                                         : MachineFactsWords::tr("%1 cores").arg(facts.cores);
  return QStringLiteral("%1, %2, %3; Espy %4, %5, %6")
      .arg(facts.cpu, cores, facts.system, facts.version, facts.compiler, kind);
}

}  // namespace espy::desktop
