// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "cuda/base/memory.h"
#include "cuda/score/bounds.h"
#include "cuda/score/places.h"
#include "cuda/score/planes.h"
#include "espy/engine/score.h"
#include "espy/error.h"

/// The strategies that compute values of positions.
namespace espy::cuda {

/// One needle, and how it is searched.
struct ScoreTask {
  Gpu& gpu;
  const ScoredNeedle& needle;
  PixelFormat scene;
  ScoreOptions options;
  Control control;
  ScoreRule rule;
};

/// Buffers of some rows of positions in device memory.
struct PlaceBand {
  /// Initial capacity of the list of peaks, which is copied back with their count.
  static constexpr std::size_t kRoom = 4096;

  PlaceGrid grid;
  DeviceBuffer<std::uint64_t> values;
  DeviceBuffer<std::uint32_t> bits;
  DeviceBuffer<std::int32_t> products;  ///< or 32-bit distances
  DeviceBuffer<std::uint8_t> list;      ///< the summary, then peaks

  /// `sumsOfPlace`: 32-bit sums per position.
  PlaceBand(const PlaceGrid& places, std::int64_t sumsOfPlace);

  PlacesSummary* summary() const { return reinterpret_cast<PlacesSummary*>(list.data()); }
  ListedPlace* peaks() const {
    return reinterpret_cast<ListedPlace*>(list.data() + sizeof(PlacesSummary));
  }
  Candidates candidates() const { return {values.data(), bits.data(), summary()}; }
  std::int32_t* sums(std::size_t which) const { return products.data() + which * grid.count(); }
};

enum class GpuScoreStrategy : std::uint8_t {
  products,        ///< tensor cores, and window sums
  maskedProducts,  ///< tensor cores for all sums, in strips of rows
  deepProducts,    ///< tensor cores for 16-bit samples, as four products of bytes
  differences,     ///< four bytes at once
  bounded,         ///< the same for positions that bounds do not prune
  anything,        ///< sample by sample
};
Message describe(GpuScoreStrategy way);

/// The fastest strategy that supports a needle.
GpuScoreStrategy strategyFor(const ScoredNeedle& needle, const ScoreOptions& options);

/// A strategy prepared for one needle; its uploads are queued.
class PositionStrategy {
 public:
  /// Cost per position, which limits the size of bands.
  struct Cost {
    std::int64_t sums = 0;       ///< 32-bit sums in the band
    std::int64_t moreBytes = 0;  ///< device memory besides the band
    /// Products between two checks for cancellation; 0 if the strategy checks by itself.
    std::int64_t products = 0;
  };

  PositionStrategy(const ScoreTask& task, const Cost& cost) : task_(task), cost_(cost) {}
  PositionStrategy(const PositionStrategy&) = delete;
  PositionStrategy& operator=(const PositionStrategy&) = delete;
  virtual ~PositionStrategy() = default;

  const Cost& cost() const { return cost_; }

  /// Prepares for a scene with this number of positions. False if the strategy does not support it;
  /// then `differences` does.
  virtual bool prepare(const SceneOnDevice& scene, std::uint64_t places);
  /// False if values are known for some positions only.
  virtual bool knowsAllPlaces() const { return true; }

  /// Computes for all positions what `markCandidates` needs.
  virtual void computeValues(const SceneOnDevice& scene, PlaceBand& band) = 0;
  /// Marks the positions that reach the threshold, and writes the greatest key.
  virtual void markCandidates(const SceneOnDevice& scene, PlaceBand& band,
                              const Threshold& threshold);
  /// Marks the best position, and maybe others. Synchronises. False if `differences` is faster.
  virtual bool markBest(const SceneOnDevice& scene, PlaceBand& band);
  /// Writes the scores of all positions; `floatPitch`: floats from row to row.
  virtual void writeScores(const SceneOnDevice& scene, PlaceBand& band, float* floats,
                           std::int64_t floatPitch);

  /// Outcome of decisions on the device, if any. Synchronises.
  virtual DifferenceBounds::Decision decision() const { return {}; }

 protected:
  const ScoreTask& task_;

 private:
  /// Error bound of the summary's greatest score.
  virtual double keyError() const { return 0; }

  Cost cost_;
};

/// `task` must outlive the result.
std::unique_ptr<PositionStrategy> makeStrategy(GpuScoreStrategy way, const ScoreTask& task);

}  // namespace espy::cuda
