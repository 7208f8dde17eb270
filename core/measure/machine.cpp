// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/machine.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "base/parallel.h"

namespace espy {
namespace {

std::string textOf(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string_view trimmed(std::string_view text) {
  constexpr const char* kBlank = " \t\r\"'";
  const auto begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// The first value of one of these keys in lines of "key SEPARATOR value".
template <class Keys>
std::string valueIn(std::string_view text, char separator, const Keys& keys) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto middle = line.find(separator);
    if (middle == std::string_view::npos) continue;
    const bool wanted =
        std::find(keys.begin(), keys.end(), trimmed(line.substr(0, middle))) != keys.end();
    const std::string_view value = trimmed(line.substr(middle + 1));
    if (wanted && !value.empty()) return std::string(value);
  }
  return {};
}

std::string compilerName() {
#if defined(__clang__)
  return std::string("clang ") + __clang_version__;
#else
  return std::string("g++ ") + __VERSION__;
#endif
}

}  // namespace

std::string cpuNameIn(std::string_view cpuinfo) {
  // The key depends on the architecture.
  constexpr std::array<std::string_view, 4> kKeys{"model name", "cpu model", "Model", "cpu"};
  std::string name = valueIn(cpuinfo, ':', kKeys);
  const auto bothBlank = [](char a, char b) { return a == ' ' && b == ' '; };
  name.erase(std::unique(name.begin(), name.end(), bothBlank), name.end());
  return name;
}

std::string systemNameIn(std::string_view release) {
  constexpr std::array<std::string_view, 1> kKeys{"PRETTY_NAME"};
  return valueIn(release, '=', kKeys);
}

Machine thisMachine() {
  Machine machine;
  utsname name{};
  const bool named = uname(&name) == 0;
  machine.cpu = cpuNameIn(textOf("/proc/cpuinfo"));
  if (machine.cpu.empty() && named) machine.cpu = name.machine;
  machine.threads = hardwareThreads();
  machine.system = systemNameIn(textOf("/etc/os-release"));
  if (machine.system.empty() && named) machine.system = name.sysname;
  machine.version = ESPY_VERSION;
  machine.compiler = compilerName();
#ifdef NDEBUG
  machine.build = "optimised";
#else
  machine.build = "for debugging";
#endif
  return machine;
}

}  // namespace espy
