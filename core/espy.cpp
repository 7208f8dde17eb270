// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Combines the modules: a registry of all engines, and overloads that use it.
#include "espy/engine/all.h"

#include <utility>

#include "base/processor_engines.h"
#include "base/within_memory.h"

namespace espy {
namespace {

template <class Work>
auto guarded(const Work& work) {
  return withinMemory([&] { return work(allEngines()); });
}

}  // namespace

Registry makeRegistry() {
  Registry registry = makeFindRegistry();
  addIdentify(registry);
  addSignal(registry);
  addMotif(registry);
  return registry;
}

const Registry& allEngines() {
  static const Registry registry = makeRegistry();
  return registry;
}

Finding find(const Scene& scene, const NeedleIndex& index, const FindOptions& options) {
  return guarded([&](const Registry& engines) { return find(engines, scene, index, options); });
}

ScoreMap mapScores(const Scene& scene, const Needle& needle, const FindOptions& options) {
  return guarded([&](const Registry& engines) {
    return mapScores(engines, options.engine, scene, needle, scoreOptionsOf(options),
                     options.control);
  });
}

Image flagPlane(Size scene, std::span<const Match> matches, int lastPass, const Control& control) {
  return guarded([&](const Registry& engines) {
    return flagPlane(engines, kAllCores, scene, matches, lastPass, control);
  });
}

Image flagPlane(Size scene, const Finding& finding, int lastPass, const Control& control) {
  if (finding.outlines.empty()) return flagPlane(scene, finding.matches, lastPass, control);
  return withinMemory([&] { return outlineFlags(scene, finding.outlines, lastPass, control); });
}

Image markedPicture(const Scene& scene, std::span<const Match> matches, const MarkOptions& options,
                    std::string_view engine, const Control& control) {
  return guarded([&](const Registry& engines) {
    return markedPicture(engines, engine, scene, matches, options, control);
  });
}

Image markedCopy(const ImageView& scene, const ImageView& flags, const MarkOptions& options,
                 const Control& control) {
  return guarded([&](const Registry& engines) {
    return markedCopy(engines, kAllCores, scene, flags, options, control);
  });
}

Image screened(const ImageView& scene, Colour keep, int tolerance, const Control& control) {
  return guarded([&](const Registry& engines) {
    return screened(engines, kAllCores, scene, {.keep = {keep}, .tolerance = tolerance}, control);
  });
}

Image screenedWhere(const ImageView& scene, std::string_view expression, const Control& control) {
  return guarded([&](const Registry& engines) {
    return screened(engines, kAllCores, scene, {.where = std::string(expression)}, control);
  });
}

Image screenedEdges(const ImageView& scene, int least, const Control& control) {
  return guarded([&](const Registry& engines) {
    return screened(engines, kAllCores, scene, {.edges = least}, control);
  });
}

Denoised denoise(const ImageView& picture, const DenoiseOptions& options) {
  return guarded([&](const Registry& engines) { return denoise(engines, picture, options); });
}

DenoisedVolume denoise(Volume volume, const DenoiseOptions& options) {
  return guarded(
      [&](const Registry& engines) { return denoise(engines, std::move(volume), options); });
}

Judge learnJudge(const LearnTask& task, std::string_view engine, const Control& control) {
  return guarded(
      [&](const Registry& engines) { return learnJudge(engines, engine, task, control); });
}

std::vector<double> judgeMatches(const Judge& judge, const Needle& needle, const ImageView& picture,
                                 std::span<const Match> matches, std::string_view engine,
                                 const Control& control) {
  return guarded([&](const Registry& engines) {
    return judgeMatches(engines, engine, judge, needle, picture, matches, control);
  });
}

SurfaceAnswer identifySurface(const SurfaceLibrary& library, const ImageView& photograph,
                              const IdentifyOptions& options, std::string_view engine,
                              const Control& control) {
  return guarded([&](const Registry& engines) {
    return identifySurface(engines, engine, library, photograph, options, control);
  });
}

std::vector<SurfaceAnswer> identifySurfaces(const SurfaceLibrary& library,
                                            std::span<const Features> queries,
                                            const IdentifyOptions& options, std::string_view engine,
                                            const Control& control) {
  return guarded([&](const Registry& engines) {
    return identifySurfaces(engines, engine, library, queries, options, control);
  });
}

MotifFinding findMotif(const MotifTask& task, std::string_view engine, const Control& control) {
  return guarded(
      [&](const Registry& engines) { return findMotif(engines, engine, task, control); });
}

std::vector<MotifFinding> findMotifs(std::span<const std::vector<Samples>> queries,
                                     const std::vector<Samples>& data, const MotifOptions& options,
                                     std::string_view engine, const Control& control) {
  return guarded([&](const Registry& engines) {
    return findMotifs(engines, engine, queries, data, options, control);
  });
}

MotifFinding motifProfile(const MotifTask& task, std::string_view engine, const Control& control) {
  return guarded(
      [&](const Registry& engines) { return motifProfile(engines, engine, task, control); });
}

std::unique_ptr<BatchRunner> makeBatchRunner() {
  return guarded([](const Registry& engines) { return makeBatchRunner(engines); });
}

}  // namespace espy
