// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Accuracy of motif search for motifs that lag, are stretched, switched or partly missing, and for
// gaits, compared with other rules; results are in docs/signal.md.
//
//     motif_accuracy [--part planted|gaits|limps|real] [--seeds N] [--first N] [--only CONDITION]
//                    [--normalise mean|z] [--missing-share F] [--engine NAME] [--json FILE]
//                    [--heart FILE] [--words FOLDER --spoken FOLDER]
//
// Seeds start at --first (default 1); the options were tuned on seeds from 1000.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>

#include "bench/motif_trials.h"
#include "bench/options.h"

namespace espy::bench {
namespace {

using Json = nlohmann::ordered_json;

struct AccuracyRun {
  MotifTrialOptions trials;
  std::string part;
  std::string json;
};

AccuracyRun runOf(int argc, char** argv) {
  AccuracyRun run;
  for (const auto& [option, value] :
       optionsOf(argc, argv,
                 {"--part", "--json", "--engine", "--only", "--seeds", "--normalise",
                  "--missing-share", "--heart", "--words", "--spoken", "--first"})) {
    if (option == "--part") run.part = value;
    if (option == "--json") run.json = value;
    if (option == "--engine") run.trials.engine = value;
    if (option == "--only") run.trials.only = value;
    if (option == "--seeds") run.trials.seeds = std::stoll(value);
    if (option == "--normalise") {
      run.trials.normalise = value == "z" ? MotifNormalise::z : MotifNormalise::mean;
    }
    if (option == "--missing-share") run.trials.missingShare = std::stod(value);
    if (option == "--heart") run.trials.heart = value;
    if (option == "--words") run.trials.words = value;
    if (option == "--spoken") run.trials.spoken = value;
    if (option == "--first") run.trials.firstSeed = std::stoll(value);
  }
  return run;
}

int measure(const AccuracyRun& run) {
  const Registry registry = makeRegistry();
  Json all{{"program", "motif_accuracy"}, {"seeds", run.trials.seeds}};
  if (run.part.empty() || run.part == "planted") {
    all["planted"] = plantedTrials(registry, run.trials);
  }
  if (run.part.empty() || run.part == "gaits") all["gaits"] = gaitTrials(registry, run.trials);
  if (run.part.empty() || run.part == "limps") all["limps"] = limpTrials(registry, run.trials);
  if (run.part.empty() || run.part == "real") all["real"] = realTrials(registry, run.trials);
  if (!run.json.empty()) std::ofstream(run.json) << all.dump() << '\n';
  return 0;
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  try {
    return espy::bench::measure(espy::bench::runOf(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "motif_accuracy: {}\n", error.what());
    return 2;
  }
}
