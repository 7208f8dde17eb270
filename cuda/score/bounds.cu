// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Prunes positions by a lower bound of their distance, from block averages.
#include "cuda/score/bounds.cuh"

#include <algorithm>
#include <cstddef>

namespace espy::cuda {
namespace {

using bounds::Shared;
using bounds::State;
using differences::kTileHeight;
using differences::kTileWidth;

/// Averages of a needle's blocks in which all samples take part.
ComparedBytes meansOf(const ComparedBytes& needle, int step) {
  const Size size{needle.size.width / step, needle.size.height / step};
  ComparedBytes means{size, needle.channels, {}, {}};
  const auto at = [&](std::int64_t y, std::int64_t x) {
    return static_cast<std::size_t>(y * needle.size.width + x);
  };
  const auto pixels = static_cast<std::size_t>(needle.size.pixels());
  for (int c = 0; c < needle.channels; ++c) {
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        int sum = 0;
        bool whole = true;
        for (int i = 0; i < step * step; ++i) {
          const std::size_t sample = at(y * step + i / step, x * step + i % step);
          sum += needle.values[static_cast<std::size_t>(c) * pixels + sample];
          whole = whole && needle.present[sample] != 0;
        }
        means.values.push_back(static_cast<std::uint8_t>(whole ? sum / (step * step) : 0));
        if (c == 0) means.present.push_back(whole);
      }
    }
  }
  return means;
}

differences::NeedleWords wordsOf(const DifferenceNeedle& needle) {
  return {needle.pieces(), needle.columnsOfLast(), needle.words()};
}

/// Mean difference of the samples of unrelated pictures, roughly; from there on bounds prune
/// nothing.
constexpr std::uint64_t kUnlike = 64;

constexpr std::int64_t kLeastSide = 8;
int coarseStep(Size size) {
  return std::min(size.width, size.height) >= 4 * kLeastSide ? 8 : 4;
}

}  // namespace

struct DifferenceBounds::Search {
  BytePlanes planes;
  std::vector<BlockPlanes> blocks;
  PlaceGrid grid;
  Shared shared;
};

bool DifferenceBounds::isPossible(const ScoredNeedle& needle, std::uint64_t places) {
  // Positions are counted in 32 bits.
  return places < (std::uint64_t{1} << 32) &&
         std::min(needle.size.width, needle.size.height) >= kLeastSide;
}

bool DifferenceBounds::isWorthwhile(const ScoredNeedle& needle, std::uint64_t below) {
  constexpr std::int64_t kLeastWorth = 16;
  constexpr std::int64_t kManySamples = 1024;
  return std::min(needle.size.width, needle.size.height) >= kLeastWorth &&
         needle.sums.samples >= kManySamples &&
         below < kUnlike * static_cast<std::uint64_t>(needle.sums.samples);
}

DifferenceBounds::DifferenceBounds(const Gpu& gpu, const ScoredNeedle& needle)
    : exact_(gpu, comparedBytes(needle)) {
  const ComparedBytes bytes = comparedBytes(needle);
  for (const int step : {coarseStep(needle.size), 2}) {
    const ComparedBytes means = meansOf(bytes, step);
    const auto blocks = static_cast<std::uint64_t>(
        std::count(means.present.begin(), means.present.end(), std::uint8_t{1}) * means.channels);
    const auto most = static_cast<std::uint64_t>(step * step - 1);
    levels_.push_back({step, most * blocks, DifferenceNeedle(gpu, means)});
  }
}

void DifferenceBounds::prepare(const Gpu& gpu, const SceneOnDevice& scene) const {
  for (const BlockLevel& level : levels_) blockPlanes(gpu, scene.image, scene.derived, level.step);
}

void DifferenceBounds::run(const Gpu& gpu, const Search& all, const Control& control) {
  const Stream& stream = gpu.stream();
  constexpr std::size_t kKept = offsetof(State, left);
  stream.set(state_.data() + kKept, 0, state_.bytes() - kKept);
  stream.set(all.shared.candidates.bits, 0, all.grid.count() / 8);
  stream.set(all.shared.candidates.summary, 0, sizeof(PlacesSummary));
  const auto level = [&](const char* name, std::size_t which, auto sink) {
    const BlockPlanes& blocks = all.blocks[which];
    sink.shared = all.shared;
    sink.loss = levels_[which].loss;
    sink.area = static_cast<std::uint32_t>(blocks.step * blocks.step);
    differences::queue(name, gpu, blocks.planes, levels_[which].needle,
                       {all.grid, blocks.step, blocks.segment}, control, sink);
  };
  level("prune by large blocks", 0, bounds::ListPlaces<bounds::Use::coarse>{});
  level("prune by small blocks", 1, bounds::ListPlaces<bounds::Use::fine>{});
  launch("finishPlaces", bounds::finishPlaces, static_cast<unsigned>(gpu.multiprocessors()) * 8,
         kBlockThreads, stream, all.planes, wordsOf(exact_), exact_.masked(), all.grid, all.shared);
  differences::queue("markPlaces", gpu, all.planes, exact_, {all.grid, 1, all.planes.pitch},
                     control, bounds::MarkPlaces{all.shared});
}

DifferenceBounds::Search DifferenceBounds::begin(const Gpu& gpu, const SceneOnDevice& scene,
                                                 const PlaceGrid& grid, std::uint64_t below,
                                                 const Candidates& candidates) {
  const std::int64_t across = (grid.width - 1) / kTileWidth + 1;
  const std::int64_t tiles = across * ((grid.rows - 1) / kTileHeight + 1);
  // Also limits the launch that computes the remaining positions.
  constexpr std::int64_t kSamplesOfLaunch = std::int64_t{1} << 38;
  const auto places = static_cast<std::int64_t>(grid.count());
  room_ = static_cast<std::uint32_t>(
      std::min(places / bounds::kFew, kSamplesOfLaunch / exact_.samples()));
  state_ = DeviceBuffer<std::uint8_t>(sizeof(State) +
                                      static_cast<std::size_t>(tiles) * sizeof(std::uint32_t));
  list_ = DeviceBuffer<std::uint64_t>(std::max(room_, 1U));
  gpu.stream().set(state_.data(), 0, sizeof(State));
  constexpr std::uint64_t kMost = 0xffffffffU;
  const Shared shared{reinterpret_cast<State*>(state_.data()),
                      state_.data() + sizeof(State),
                      list_.data(),
                      room_,
                      static_cast<std::uint32_t>(std::min(below, kMost)),
                      false,
                      across,
                      candidates};
  Search search{colourPlanes(gpu, scene.image, scene.derived), {}, grid, shared};
  for (const BlockLevel& level : levels_) {
    search.blocks.push_back(blockPlanes(gpu, scene.image, scene.derived, level.step));
  }
  return search;
}

void DifferenceBounds::findCandidates(const Gpu& gpu, const SceneOnDevice& scene,
                                      const PlaceGrid& grid, std::uint64_t below,
                                      const Control& control, const Candidates& candidates) {
  run(gpu, begin(gpu, scene, grid, below, candidates), control);
}

bool DifferenceBounds::findLeast(const Gpu& gpu, const SceneOnDevice& scene, const PlaceGrid& grid,
                                 const Control& control, const Candidates& candidates) {
  Search search = begin(gpu, scene, grid, ~std::uint64_t{0}, candidates);
  search.shared.improves = true;
  const BlockPlanes& blocks = search.blocks[0];
  differences::queue("noteLeast", gpu, blocks.planes, levels_[0].needle,
                     {grid, blocks.step, blocks.segment}, control,
                     bounds::NoteLeast{search.shared.state});
  launch("limitByLeast", bounds::limitByLeast, 1, 32, gpu.stream(), search.planes, wordsOf(exact_),
         exact_.masked(), grid, search.shared.state);
  std::uint32_t notLimit = 0;
  gpu.stream().copy(&notLimit, &search.shared.state->notLimit, sizeof notLimit);
  gpu.stream().wait();
  if (~notLimit >= kUnlike * static_cast<std::uint64_t>(exact_.samples())) return false;
  run(gpu, search, control);
  return true;
}

DifferenceBounds::Decision DifferenceBounds::decision(const Gpu& gpu) const {
  State state{};
  gpu.stream().copy(&state, state_.data(), sizeof state);
  gpu.stream().wait();
  Decision decision{{state.left[0], state.left[1]}, false, state.left[0] <= room_};
  decision.asked = !decision.placeByPlace;
  if (decision.asked) decision.placeByPlace = state.left[1] <= room_;
  return decision;
}

}  // namespace espy::cuda
