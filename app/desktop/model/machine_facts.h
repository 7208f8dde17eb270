// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// Facts about machine and build that the window shows and exports.
struct MachineFacts {
  QString cpu;        ///< "AMD EPYC 7763 64-Core Processor", or the architecture
  int cores = 1;      ///< available to this process
  QString system;     ///< "Debian GNU/Linux 12 (bookworm)"
  QString version;    ///< of Espy
  QString compiler;   ///< "g++ 12.2.0"
  QString buildKind;  ///< "optimised" or "for debugging"
};

MachineFacts machineFacts();

/// "AMD EPYC 7763, 2 cores, Debian GNU/Linux 12; Espy 0.1.0, g++ 12.2.0, optimised".
QString sentenceOf(const MachineFacts& facts);

}  // namespace espy::desktop
