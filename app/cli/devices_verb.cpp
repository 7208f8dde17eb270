// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/verb.h"
#include "espy/engine/all.h"

namespace espy::cli {
namespace {

constexpr const char* kDevicesExamples =
    "Examples:\n"
    "  espy devices\n"
    "  espy devices --json | jq -r 'select(.available) | .name'\n";

std::string jsonList(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ",") + jsonString(word);
  return "[" + list + "]";
}

void writeJson(Output& out, const std::deque<Engine>& engines) {
  for (const Engine& engine : engines) {
    out.format(
        "{{\"name\":{},\"available\":{},\"detail\":{},\"description\":{},\"simd\":\"{}\","
        "\"simd_best\":\"{}\"",
        jsonString(engine.name), engine.available, jsonString(engine.detail.text()),
        jsonString(engine.description.text()), nameOf(simdLevel()), nameOf(simdLevels().back()));
    if (engine.facts.device) {
      out.format(",\"memory\":{},\"peers\":{},\"hidden\":{}", engine.facts.memory,
                 jsonList(engine.facts.peers), jsonList(engine.facts.hidden));
    }
    out.format("}}\n");
  }
}

void writeTable(Output& out, const std::deque<Engine>& engines) {
  std::size_t nameWidth = 6;
  std::size_t detailWidth = 6;
  for (const Engine& engine : engines) {
    nameWidth = std::max(nameWidth, engine.name.size());
    detailWidth = std::max(detailWidth, engine.detail.text().size());
  }
  out.format("{:<{}}  {:<4}  {:<{}}  {}\n", "engine", nameWidth, "runs", "detail", detailWidth,
             "description");
  for (const Engine& engine : engines) {
    out.format("{:<{}}  {:<4}  {:<{}}  {}\n", engine.name, nameWidth,
               engine.available ? "yes" : "no", engine.detail.text(), detailWidth,
               engine.description.text());
  }
  for (const Engine& engine : engines) {
    if (!engine.facts.peers.empty()) {
      out.format("{} reads the memory of {}\n", engine.name, fmt::join(engine.facts.peers, ", "));
    }
    for (const std::string& hidden : engine.facts.hidden) {
      out.format("CUDA_VISIBLE_DEVICES hides {}\n", hidden);
    }
  }
  out.format(
      "\n"
      "SIMD level of the CPU engines: {} (best on this processor: {})\n",
      nameOf(simdLevel()), nameOf(simdLevels().back()));
}

std::function<int()> setUpDevices(OptionParser& parser) {
  const auto json = std::make_shared<bool>(false);
  parser.group("Output");
  parser.flag("--json", "one JSON object per engine, one per line", *json);
  return [json]() -> int {
    Output out;
    const Registry registry = makeRegistry();
    if (*json) {
      writeJson(out, registry.engines());
    } else {
      writeTable(out, registry.engines());
    }
    out.flush();
    return kDone;
  };
}

}  // namespace

const Verb kDevicesVerb{
    "devices",
    "engines, whether each can run, and why not",
    "espy devices [--json]",
    "Lists the engines: whether each can run on this machine, on which hardware, or why not.",
    kDevicesExamples,
    setUpDevices};

}  // namespace espy::cli
