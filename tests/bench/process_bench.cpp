// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Whole processes as a shell starts them: a file in the page cache, compared with `cat`; and
// start-up with a small picture. With peak memory.
//
//     process_bench --espy PROGRAM --crowd FILE --traveller FILE --small FILE --small-traveller
//     FILE
//                   [--json FILE]
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/options.h"
#include "bench/report.h"

namespace espy::bench {
namespace {

/// Runs a program with its output discarded; returns its peak resident memory in MB.
double run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw std::runtime_error("cannot start " + command[0]);
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error(command[0] + " did not end with success");
  }
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void measure(const std::map<std::string, std::string>& options, Report& report) {
  const auto option = [&](const std::string& name) {
    const auto found = options.find(name);
    if (found == options.end()) throw std::runtime_error(name + " is missing");
    return found->second;
  };
  const std::string espy = option("--espy");
  const std::vector<std::string> find{espy, "find", option("--traveller"), option("--crowd")};
  const std::vector<std::string> small{espy, "find", option("--small-traveller"),
                                       option("--small")};
  const std::vector<std::string> cat{"cat", option("--crowd")};
  double memory = 0;
  const std::vector<Timing> timings =
      race({{"espy find, 41 megapixels", [&] { memory = std::max(memory, run(find)); }, 21},
            {"cat FILE > /dev/null", [&] { run(cat); }, 21},
            {"espy find, 1 megapixel", [&] { run(small); }, 21},
            {"true: the least a process takes", [&] { run({"true"}); }, 21}});
  report.add("whole processes, files in the page cache",
             fmt::format("peak resident memory of espy with 41 megapixels: {:.0f} MB", memory),
             timings,
             {{fmt::format("file to answer in less time than cat: {:.2f} of it",
                           timings[0].milliseconds / timings[1].milliseconds),
               timings[0].milliseconds < timings[1].milliseconds},
              {fmt::format("resident memory under 200 MB: {:.0f}", memory), memory < 200},
              {fmt::format("1 megapixel from start to answer under 15 ms: {:.1f}",
                           timings[2].milliseconds),
               timings[2].milliseconds < 15}});
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  auto options = espy::bench::optionsOf(
      argc, argv, {"--espy", "--traveller", "--crowd", "--small-traveller", "--small", "--json"});
  try {
    espy::bench::Report report("whole processes");
    espy::bench::measure(options, report);
    if (options.contains("--json")) report.write(options["--json"]);
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "process_bench: {}\n", error.what());
    return 2;
  }
}
