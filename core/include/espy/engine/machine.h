// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace espy {

/// The machine and the build, to be reported with every measurement.
struct Machine {
  std::string cpu;       ///< "AMD EPYC 7763 64-Core Processor"; without a name, the architecture
  int threads = 1;       ///< available to this program
  std::string system;    ///< "Debian GNU/Linux 12 (bookworm)"
  std::string version;   ///< of Espy
  std::string compiler;  ///< "g++ 12.2.0"
  std::string build;     ///< "optimised" or "for debugging"
};

/// Describes this machine; queried at every call.
Machine thisMachine();

/// The processor's name in the text of /proc/cpuinfo, or empty.
std::string cpuNameIn(std::string_view cpuinfo);
/// The system's name in the text of /etc/os-release, or empty.
std::string systemNameIn(std::string_view release);

}  // namespace espy
#pragma GCC visibility pop
