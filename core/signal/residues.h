// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "signal/bytes.h"

/// Floats brought into bytes, and how far off that leaves their sums.
namespace espy::signal {

/// With T(x) = (x - least) * scale the byte of x is T(x), rounded. Of any place, |sum |T(d) - T(q)|
/// - sum of bytes| is at most the sum of |T - byte| over the window and the query.
struct FloatsInBytes {
  static constexpr std::uint32_t kUnits = 1024;  ///< that a residue of 1 has
  /// Longer sums of floats can be so wrong that bounds are of no use.
  static constexpr std::int64_t kLongest = 1 << 17;

  ByteTask bytes;
  double scale = 1;
  /// residues[i] is the sum of those before sample i, rounded upward and modulo 2^32; the
  /// difference of two that lie one query apart is right. As long as `bytes.data`.
  std::vector<std::uint32_t> residues;
  std::vector<std::int32_t> ofQuery;  ///< sum over each query, in whole bytes, rounded upward

  /// What is narrowed; nothing where all values are the same or the queries too long.
  static std::optional<FloatsInBytes> of(const SignalTask<float>& task, const Control& control);
};

}  // namespace espy::signal
