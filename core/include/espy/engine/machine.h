// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace espy {

/// What a figure must stand beside to mean anything: the machine and the build.
struct Machine {
  std::string cpu;       ///< "AMD EPYC 7763 64-Core Processor"; where it has no name, its kind
  int threads = 1;       ///< that this program may use
  std::string system;    ///< "Debian GNU/Linux 12 (bookworm)"
  std::string version;   ///< of Espy
  std::string compiler;  ///< "g++ 12.2.0"
  std::string build;     ///< "optimised" or "for debugging"
};

/// The machine that this runs on, asked anew each time.
Machine thisMachine();

/// The processor's name out of the text of /proc/cpuinfo; empty where it has none.
std::string cpuNameIn(std::string_view cpuinfo);
/// The system's out of the text of /etc/os-release; empty where it has none.
std::string systemNameIn(std::string_view release);

}  // namespace espy
#pragma GCC visibility pop
