// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace espy::desktop {

/// What the core knows of machine and build, as the window shows and exports it.
struct MachineFacts {
  QString cpu;        ///< "AMD EPYC 7763 64-Core Processor", or the architecture
  int cores = 1;      ///< threads that this program may use
  QString system;     ///< "Debian GNU/Linux 12 (bookworm)"
  QString version;    ///< of Espy
  QString compiler;   ///< "g++ 12.2.0"
  QString buildKind;  ///< "optimised" or "for debugging"
};

MachineFacts machineFacts();

/// "AMD EPYC 7763, 2 cores, Debian GNU/Linux 12; Espy 0.1.0, g++ 12.2.0, optimised".
QString sentenceOf(const MachineFacts& facts);

}  // namespace espy::desktop
