// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/residues.h"

#include <algorithm>
#include <cmath>

#include "signal/loops.h"
#include "signal/range.h"
#include "signal/sum_loops.h"

namespace espy::signal {
std::optional<FloatsInBytes> FloatsInBytes::of(const SignalTask<float>& task,
                                               const Control& control) {
  if (task.length > kLongest) return std::nullopt;
  const auto size = static_cast<std::int64_t>(task.data.size());
  const auto querySize = static_cast<std::int64_t>(task.queries.size());
  const Range<float> all = rangeOf(task, control);
  if (!(all.least < all.most)) return std::nullopt;

  const double least = all.least;
  FloatsInBytes floats{ByteTask(size, task.count(), task.length),
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
