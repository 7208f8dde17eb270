// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/residues.h"

#include <algorithm>
#include <cmath>

#include "base/cpu.h"
#include "signal/loops.h"
#include "signal/range.h"

namespace espy::signal {
namespace {

/// Residues in units: rounded upward, and one more for what the doubles themselves are off.
ESPY_SIMD_CLONES void narrow(const float* values, std::int64_t count, double least, double scale,
                             std::uint8_t* to, std::uint32_t* residues) {
  for (std::int64_t i = 0; i < count; ++i) {
    const double exact = (static_cast<double>(values[i]) - least) * scale;
    const double raised = exact + 0.5;  // to the nearest: it is never negative
    const auto byte = static_cast<std::int32_t>(raised);
    to[i] = static_cast<std::uint8_t>(byte);
    const double residue = std::abs(exact - static_cast<double>(byte));
    residues[i] =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(residue * FloatsInBytes::kUnits) + 2);
  }
}

}  // namespace

std::optional<FloatsInBytes> FloatsInBytes::of(const SignalTask<float>& task, SimdLevel level,
                                               const Control& control) {
  if (task.length > kLongest) return std::nullopt;
  const auto size = static_cast<std::int64_t>(task.data.size());
  const auto querySize = static_cast<std::int64_t>(task.queries.size());
  const Range<float> all = rangeOf(task, control);
  if (!(all.least < all.most)) return std::nullopt;

  const double least = all.least;
  FloatsInBytes floats{ByteTask(size, task.count(), task.length, level),
                       255 / (static_cast<double>(all.most) - least),
                       {},
                       {}};
  ByteTask& bytes = floats.bytes;
  bytes.range = 255;
  floats.residues.resize(static_cast<std::size_t>(bytes.paddedSize()));
  std::uint32_t* residues = floats.residues.data();
  inChunks(size, control, [&](std::int64_t from, std::int64_t count) {
    narrow(task.data.data() + from, count, least, floats.scale, bytes.data.get() + from,
           residues + from);
  });
  std::uint32_t sum = 0;
  for (std::uint32_t& residue : floats.residues) sum += std::exchange(residue, sum);

  std::vector<std::uint32_t> own(static_cast<std::size_t>(querySize));
  narrow(task.queries.data(), querySize, least, floats.scale, bytes.queries.get(), own.data());
  for (auto at = own.begin(); at != own.end(); at += task.length) {
    std::uint32_t total = 0;
    for (auto i = at; i != at + task.length; ++i) total += *i;
    floats.ofQuery.push_back(static_cast<std::int32_t>(total / kUnits + 1));
  }
  bytes.fillWords(control);
  return floats;
}

}  // namespace espy::signal
