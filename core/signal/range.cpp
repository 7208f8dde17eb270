// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/range.h"

#include "signal/loops.h"
#include "signal/sum_loops.h"

namespace espy::signal {
namespace {

template <class Sample>
Range<Sample> both(const Range<Sample>& a, const Range<Sample>& b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.finite && b.finite};
}

}  // namespace

template <class Sample>
Range<Sample> rangeOf(const SignalTask<Sample>& task, const Control& control) {
  const auto size = static_cast<std::int64_t>(task.data.size());
  std::vector<Range<Sample>> ranges(static_cast<std::size_t>(chunksOf(size)));
  inChunks(size, control, [&](std::int64_t from, std::int64_t count) {
    ranges[from / kChunk] = rangeOf(task.data.data() + from, count);
  });
  Range<Sample> all = rangeOf(task.queries.data(), static_cast<std::int64_t>(task.queries.size()));
  for (const Range<Sample>& range : ranges) all = both(all, range);
  return all;
}

template Range<std::int32_t> rangeOf(const SignalTask<std::int32_t>&, const Control&);
template Range<float> rangeOf(const SignalTask<float>&, const Control&);

}  // namespace espy::signal
