// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/machine_facts.h"

#include <QCoreApplication>
#include <QFile>
#include <QList>
#include <QSysInfo>
#include <QThread>

#include "espy/espy.h"

namespace espy::desktop {
namespace {

constexpr QLatin1String kOptimised("optimised");
constexpr QLatin1String kForDebugging("for debugging");

QString compilerName() {
#if defined(__clang__)
  return QStringLiteral("clang ") + QStringLiteral(__clang_version__).trimmed();
#elif defined(__GNUC__)
  return QStringLiteral("g++ ") + QStringLiteral(__VERSION__);
#else
  return {};
#endif
}

/// Gives the words of this file their context.
struct MachineFactsWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::MachineFacts)
};

}  // namespace

QString cpuNameIn(const QByteArray& cpuinfo) {
  for (const QByteArray& line : cpuinfo.split('\n')) {
    const auto colon = line.indexOf(':');
    if (colon < 0) continue;
    const QByteArray key = line.left(colon).trimmed();
    // Other architectures than x86 call it otherwise.
    if (key != "model name" && key != "cpu model" && key != "Model" && key != "cpu") continue;
    QString name = QString::fromUtf8(line.mid(colon + 1)).simplified();
    if (!name.isEmpty()) return name;
  }
  return {};
}

MachineFacts machineFacts() {
  MachineFacts facts;
  QFile file(QStringLiteral("/proc/cpuinfo"));
  if (file.open(QIODevice::ReadOnly)) facts.cpu = cpuNameIn(file.readAll());
  if (facts.cpu.isEmpty()) facts.cpu = QSysInfo::currentCpuArchitecture();
  facts.cores = QThread::idealThreadCount();
  facts.system = QSysInfo::prettyProductName();
  facts.version = QString::fromUtf8(espy::version());
  facts.compiler = compilerName();
#ifdef NDEBUG
  facts.buildKind = kOptimised;
#else
  facts.buildKind = kForDebugging;
#endif
  return facts;
}

QString sentenceOf(const MachineFacts& facts) {
  // Files keep the English word.
  const QString kind = facts.buildKind == kOptimised      ? MachineFactsWords::tr("optimised")
                       : facts.buildKind == kForDebugging ? MachineFactsWords::tr("for debugging")
                                                          : facts.buildKind;
  const QString cores = facts.cores == 1 ? MachineFactsWords::tr("1 core")
                                         : MachineFactsWords::tr("%1 cores").arg(facts.cores);
  return QStringLiteral("%1, %2, %3; Espy %4, %5, %6")
      .arg(facts.cpu, cores, facts.system, facts.version, facts.compiler, kind);
}

}  // namespace espy::desktop
