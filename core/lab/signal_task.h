// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

/// The work of the experiment signal-sad: where in a signal does each query fit best, by the least
/// sum of absolute differences? Values are whole numbers, of which only 0..99 occur in the paper
/// and 0..255 are allowed here, or floats in [0, 1).
namespace espy::lab {

/// Where a query fits best; of several such places the first.
template <class Value>  // std::int32_t or float, here and below
struct Place {
  std::int64_t at = -1;
  Value sad = 0;
  bool operator==(const Place&) const = default;
};
template <class Value>
using Places = std::vector<Place<Value>>;  ///< one for each query

template <class Value>
struct SignalTask {
  std::span<const Value> data;
  std::span<const Value> queries;  ///< one after the other
  std::int64_t length = 1;         ///< of each query; at most that of the data

  std::int64_t count() const { return static_cast<std::int64_t>(queries.size()) / length; }
  std::int64_t places() const { return static_cast<std::int64_t>(data.size()) - length + 1; }
  std::span<const Value> query(std::int64_t index) const {
    return queries.subspan(static_cast<std::size_t>(index * length),
                           static_cast<std::size_t>(length));
  }
  double operations() const {
    return static_cast<double>(places()) * static_cast<double>(queries.size());
  }
};

}  // namespace espy::lab
