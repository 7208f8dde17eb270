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

/// The ways in which values of places are found.
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

/// Rows of places in device memory.
struct PlaceBand {
  /// Peaks for which there is room at first, and that come back with their count.
  static constexpr std::size_t kRoom = 4096;

  PlaceGrid grid;
  DeviceBuffer<std::uint64_t> values;
  DeviceBuffer<std::uint32_t> bits;
  DeviceBuffer<std::int32_t> products;  ///< or distances of 32 bits
  DeviceBuffer<std::uint8_t> list;      ///< the summary, then peaks

  /// With so many sums of 32 bits for each place.
  PlaceBand(const PlaceGrid& places, std::int64_t sumsOfPlace);

  PlacesSummary* summary() const { return reinterpret_cast<PlacesSummary*>(list.data()); }
  ListedPlace* peaks() const {
    return reinterpret_cast<ListedPlace*>(list.data() + sizeof(PlacesSummary));
  }
  Candidates candidates() const { return {values.data(), bits.data(), summary()}; }
  std::int32_t* sums(std::size_t which) const { return products.data() + which * grid.count(); }
};

enum class ScoreWay : std::uint8_t {
  products,        ///< tensor cores, and windows summed up
  maskedProducts,  ///< tensor cores for all sums, strip by strip
  deepProducts,    ///< the same of 16-bit samples, as four products of bytes
  differences,     ///< four bytes at once
  bounded,         ///< the same where bounds do not rule places out
  anything,        ///< sample by sample
};
Message describe(ScoreWay way);

/// What suits a needle.
ScoreWay wayFor(const ScoredNeedle& needle, const ScoreOptions& options);

/// One way, made ready for one needle: what is queued are copies to the card.
class PlaceWay {
 public:
  /// What it takes of each place, by which bands are cut.
  struct Cost {
    std::int64_t sums = 0;       ///< of 32 bits, in the band
    std::int64_t moreBytes = 0;  ///< beside the band
    /// That are made between two looks at whether to stop; 0 where a way looks by itself.
    std::int64_t products = 0;
  };

  PlaceWay(const ScoreTask& task, const Cost& cost) : task_(task), cost_(cost) {}
  PlaceWay(const PlaceWay&) = delete;
  PlaceWay& operator=(const PlaceWay&) = delete;
  virtual ~PlaceWay() = default;

  const Cost& cost() const { return cost_; }

  /// Makes what it needs of a scene of which so many places are asked. False where it is not for
  /// that: `differences` are.
  virtual bool prepare(const SceneOnCard& scene, std::uint64_t places);
  /// False where values are known of some places only.
  virtual bool knowsAllPlaces() const { return true; }

  /// Finds out of all places what `markCandidates` asks for.
  virtual void computeValues(const SceneOnCard& scene, PlaceBand& band) = 0;
  /// The places that reach the threshold, and the greatest of all keys.
  virtual void markCandidates(const SceneOnCard& scene, PlaceBand& band,
                              const Threshold& threshold);
  /// Marks the best place, and maybe others. Waits. False where `differences` are faster.
  virtual bool markBest(const SceneOnCard& scene, PlaceBand& band);
  /// Scores of all places, `floatPitch` of them from row to row.
  virtual void writeScores(const SceneOnCard& scene, PlaceBand& band, float* floats,
                           std::int64_t floatPitch);

  /// Where on the card decisions were made, if they were. Waits.
  virtual DifferenceBounds::Decision decision() const { return {}; }

 protected:
  const ScoreTask& task_;

 private:
  /// By how much the summary's greatest score may be off.
  virtual double keyError() const { return 0; }

  Cost cost_;
};

/// `task` must outlive it.
std::unique_ptr<PlaceWay> makeWay(ScoreWay way, const ScoreTask& task);

}  // namespace espy::cuda
