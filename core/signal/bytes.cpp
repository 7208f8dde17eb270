// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/bytes.h"

#include <algorithm>
#include <cstring>

#include "signal/fast.h"
#include "signal/loops.h"
#include "signal/sum_loops.h"

namespace espy::signal {

ByteTask::ByteTask(std::int64_t size, std::int64_t queryCount, std::int64_t queryLength)
    : length(queryLength), count(queryCount), places(size - queryLength + 1) {
  const auto padded = static_cast<std::size_t>(paddedSize());
  data = std::make_unique_for_overwrite<std::uint8_t[]>(padded);
  std::fill(data.get() + size, data.get() + padded, std::uint8_t{0});
  if (hasByteSteps()) {
    words = std::make_unique_for_overwrite<std::uint8_t[]>(2 * padded);
  }
  queries = std::make_unique_for_overwrite<std::uint8_t[]>(
      static_cast<std::size_t>(queryCount * queryLength));
}

void ByteTask::fillWords(const Control& control) {
  if (words == nullptr) return;
  inChunks(paddedSize() - 8, control, [&](std::int64_t from, std::int64_t size) {
    for (std::int64_t at = from; at < from + size; at += 8) {
      std::memcpy(words.get() + 2 * at, data.get() + at, 16);
    }
  });
}

std::optional<ByteTask> narrowed(const SignalTask<std::int32_t>& task, const Control& control) {
  const auto size = static_cast<std::int64_t>(task.data.size());
  const auto querySize = task.count() * task.length;
  const Range<std::int32_t> all = rangeOf(task, control);
  const std::int64_t apart = std::int64_t{all.most} - all.least;
  if (apart > 255) return std::nullopt;

  ByteTask bytes(size, task.count(), task.length);
  bytes.range = static_cast<std::uint32_t>(std::max<std::int64_t>(1, apart));
  inChunks(size, control, [&](std::int64_t from, std::int64_t count) {
    narrow(task.data.data() + from, count, all.least, bytes.data.get() + from);
  });
  narrow(task.queries.data(), querySize, all.least, bytes.queries.get());
  bytes.fillWords(control);
  return bytes;
}

void addByteSums(const ByteTask& task, const ByteTile& tile, const Control& control,
                 std::uint32_t* sums) {
  std::int64_t at = tile.from;
  if (task.words != nullptr) {
    const std::int64_t most = std::int64_t{65535 / 8} / task.range;  // steps that fit into 16 bits
    while (at + 8 <= tile.to) {
      control.check();
      const std::int64_t steps = std::min(most, (tile.to - at) / 8);
      const ByteSteps part{task.words.get() + 2 * (tile.place + at),
                           task.query(tile.query) + at,
                           task.length,
                           tile.queries,
                           steps,
                           sums};
      addByteSteps(part);
      at += 8 * steps;
    }
  }
  constexpr std::int64_t kBetweenLooks = 1 << 14;
  for (; at < tile.to; at += kBetweenLooks) {
    control.check();
    for (int q = 0; q < tile.queries; ++q) {
      addBytes(task.data.get() + tile.place + at, task.query(tile.query + q) + at,
               std::min(kBetweenLooks, tile.to - at), sums + q * ByteTask::kTile);
    }
  }
}

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
