// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Espy's own threads compared with OpenMP's: the first parallel loop of a process, and later ones,
// back to back and after a pause in which threads fall asleep.
//
//     threads_bench [--threads N] [--runs N]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/openmp_threads.h"
#include "base/parallel.h"

namespace espy::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Microseconds of a loop with one iteration per thread, each spinning for `work`.
double timed(int threads, std::chrono::microseconds work) {
  const Clock::time_point start = Clock::now();
  parallelFor(threads, threads, {}, [&](std::int64_t, int) {
    const Clock::time_point end = Clock::now() + work;
    while (Clock::now() < end) {
    }
  });
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + std::ssize(values) / 2, values.end());
  return values[values.size() / 2];
}

/// Runs this program with these arguments in several processes; returns the median of their output.
double inProcesses(const std::string& arguments, int runs) {
  std::vector<double> values;
  for (int run = 0; run < runs; ++run) {
    FILE* pipe =
        ::popen(("/proc/" + std::to_string(::getpid()) + "/exe " + arguments).c_str(), "r");
    double value = 0;
    if (pipe == nullptr || std::fscanf(pipe, "%lf", &value) != 1) std::exit(2);
    ::pclose(pipe);
    values.push_back(value);
  }
  return median(values);
}

/// Microseconds of a loop on threads of this kind: the first one ("first"), with 200 us of work
/// ("work"), after pauses ("pause"), else empty loops back to back.
double one(const std::string& kind, const std::string& what, int threads) {
  std::optional<OnOpenMp> openMp;
  if (kind == "openmp") openMp.emplace(threads);
  const std::chrono::microseconds work(what == "work" ? 200 : 0);
  const double first = timed(threads, work);
  if (what == "first") return first;
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) {
    if (what == "pause" && i % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const double value = timed(threads, work);
    if (what != "pause" || i % 4 == 0) values.push_back(value);
  }
  return median(values);
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  using namespace espy::bench;
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&](const char* name, int otherwise) {
    const auto found = std::find(words.begin(), words.end(), name);
    return found != words.end() && found + 1 != words.end() ? std::atoi((found + 1)->c_str())
                                                            : otherwise;
  };
  const int threads = number("--threads", espy::hardwareThreads());
  if (words.size() > 2 && words[0] == "--one") {
    fmt::print("{}\n", one(words[1], words[2], threads));
    return 0;
  }
  if (!espy::hasOpenMp()) return 2;
  fmt::print("{} threads, microseconds\n{:>36} {:>8} {:>8}\n", threads, "", "threads", "openmp");
  for (const auto& [what, title] :
       {std::pair("first", "first loop of a process"),
        std::pair("join", "empty loop, back to back"), std::pair("pause", "empty loop after 5 ms"),
        std::pair("work", "200 us on each, back to back")}) {
    fmt::print("{:>36}", title);
    for (const char* kind : {"threads", "openmp"}) {
      fmt::print(" {:8.1f}",
                 inProcesses(fmt::format("--one {} {} --threads {}", kind, what, threads),
                             number("--runs", 5)));
    }
    fmt::print("\n");
  }
  return 0;
}
