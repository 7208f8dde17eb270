// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <mutex>

#include "identify/screen.h"
#include "lab/texture_strategies.h"
#include "measure/best_rate.h"

namespace espy::lab {

double productRate(int threads) {
  static std::mutex mutex;
  static std::map<int, double> known;
  const std::lock_guard lock(mutex);
  const auto found = known.find(threads);
  if (found != known.end()) return found->second;

  constexpr std::int64_t kTurns = 1 << 12;  // fractions of a millisecond
  const identify::ScreenLoops& loops = identify::screenLoops(identify::bestScreenWay());
  const auto products = static_cast<double>(kTurns * loops.productsInTurn);
  const auto add = [&] {
    loops.addProducts(kTurns);
    return products;
  };
  return known[threads] = bestRate(add, threads);
}

}  // namespace espy::lab
