// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "espy/control.h"
#include "espy/engine/signal.h"

/// What a graphics card can be asked for by signal-sad: capabilities of the engine `cuda`.
namespace espy::lab {

enum class CardStrategy : std::uint8_t { naive, privateSum, tiling, constant, best };
/// How the least of the sums is found: by one thread for each query, as in the paper, or by all.
/// `best` finds it along with the sums.
enum class CardMinimum : std::uint8_t { onePerQuery, reduction };

template <class Value>
struct CardRequest {
  SignalTask<Value> task;  ///< in host memory; where `generate`, only its sizes are used
  /// The data is made on the card (cuRAND) from the seed, instead of going there; the queries go
  /// there in any case.
  bool generate = false;
  std::uint64_t seed = 1;
  CardStrategy strategy = CardStrategy::naive;
  CardMinimum minimum = CardMinimum::onePerQuery;
  int block = 128;  ///< threads; a multiple of 32 up to 1024
};

/// Searches. Stages, by the card's own clock: "generate" or "upload", "sums", "minimum",
/// "download"; `best` has "prepare" where it lays data out anew. Throws `unsupported` for queries
/// that constant memory cannot hold. Sums of whole numbers are exact; sums of floats may be added
/// up in another order than on a processor.
template <class Value>
struct SearchOnCard {
  using Function =
      std::function<SignalMatches<Value>(const CardRequest<Value>&, const Control&, Timeline&)>;
  static constexpr const char* kName = "signal-sad";
};

/// The data that a request with this seed generates, in host memory.
template <class Value>
struct GenerateOnCard {
  using Function =
      std::function<std::vector<Value>(std::int64_t count, std::uint64_t seed, const Control&)>;
  static constexpr const char* kName = "signal-sad data";
};

/// Differences a second that the card does at best, measured by kernels that neither load nor
/// branch.
struct CardRates {
  double bytes = 0;  ///< of four at once
  double floats = 0;
};
struct MeasureCardRates {
  using Function = std::function<CardRates(const Control&)>;
  static constexpr const char* kName = "rates";
};

}  // namespace espy::lab
