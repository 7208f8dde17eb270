// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/report.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "espy/engine/simd.h"

namespace espy::bench {
namespace {

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

}  // namespace

struct Report::Contents {
  nlohmann::ordered_json json;
};

Report::~Report() = default;

Report::Report(const std::string& benchmark, const std::string& how)
    : contents_(std::make_unique<Contents>()) {
  nlohmann::ordered_json& json = contents_->json;
  json["benchmark"] = benchmark;
  json["processor"] = processor();
  json["cores"] = std::thread::hardware_concurrency();
  json["simd"] = nameOf(simdLevel());
  json["compiler"] = __VERSION__;
  json["comparisons"] = nlohmann::ordered_json::array();
  fmt::print("{}: {}, {} cores, SIMD level {} of {}, compiler {}\n", benchmark, processor(),
             std::thread::hardware_concurrency(), nameOf(simdLevel()), nameOf(simdLevels().back()),
             __VERSION__);
  fmt::print("medians with their median absolute deviation; {}\n", how);
}

void Report::add(const std::string& title, const std::string& note,
                 const std::vector<Timing>& timings, const std::vector<Bar>& bars) {
  nlohmann::ordered_json entry{{"title", title}, {"note", note}};
  fmt::print("\n{}\n  {}\n", title, note);
  for (const Timing& timing : timings) {
    const double times = timing.milliseconds / timings.front().milliseconds;
    fmt::print("  {:<34} {:>12.3f} ms  +- {:>8.3f}  x {:>10.2f}  ({} runs)\n", timing.name,
               timing.milliseconds, timing.deviation, times, timing.runs);
    entry["timings"].push_back({{"name", timing.name},
                                {"ms", timing.milliseconds},
                                {"mad_ms", timing.deviation},
                                {"runs", timing.runs},
                                {"times_the_first", times}});
  }
  for (const Bar& bar : bars) {
    fmt::print("  {} {}\n", bar.reached ? "[reached]" : "[MISSED] ", bar.claim);
    entry["bars"].push_back({{"says", bar.claim}, {"reached", bar.reached}});
    allReached_ = allReached_ && bar.reached;
  }
  std::fflush(stdout);
  contents_->json["comparisons"].push_back(std::move(entry));
}

void Report::write(const std::string& path) const {
  std::ofstream(path) << contents_->json.dump(2) << '\n';
}

}  // namespace espy::bench
