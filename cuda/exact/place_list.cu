// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/exact/place_list.h"

#include <algorithm>
#include <bit>

#include "base/large_pages.h"
#include "base/parallel.h"
#include "cuda/base/launch.cuh"
#include "cuda/base/memory.h"
#include "exact/sampled.h"

namespace espy::cuda {
namespace {

/// Limit of positions to sort; more are downloaded as bits, which are ordered.
constexpr std::uint32_t kMostListed = 16384;

/// One thread per word.
__global__ void __launch_bounds__(kBlockThreads) listBits(PlaceBits bits, HitList list) {
  const std::int64_t word = std::int64_t{blockIdx.x} * kBlockThreads + threadIdx.x;
  if (word >= bits.rowWords) return;
  const std::int64_t from = max(bits.skip - 32 * word, std::int64_t{0});
  const std::int64_t to = min(bits.skip + bits.places.width - 32 * word, std::int64_t{32});
  if (from >= to) return;
  const std::uint32_t valid = (~0U << from) & (~0U >> (32 - to));
  for (std::int64_t y = blockIdx.y; y < bits.places.height; y += gridDim.y) {
    const std::uint32_t own = bits.words[y * bits.rowWords + word] & valid;
    if (own == 0) continue;
    // The list has overflowed already.
    if (*const_cast<volatile std::uint32_t*>(list.count) > list.room) return;
    std::uint32_t slot = atomicAdd(list.count, static_cast<std::uint32_t>(__popc(own)));
    for (std::uint32_t left = own; left != 0 && slot < list.room; left &= left - 1, ++slot) {
      const auto x = 32 * word + __ffs(static_cast<int>(left)) - 1 - bits.skip;
      list.hits[slot] = {0, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
    }
  }
}

__global__ void setBits(const Hit* hits, std::uint32_t count, std::uint32_t* bits,
                        std::int64_t rowWords) {
  const std::uint32_t i = blockIdx.x * kBlockThreads + threadIdx.x;
  if (i < count) atomicOr(&bits[hits[i].y * rowWords + hits[i].x / 32], 1U << (hits[i].x % 32));
}

/// Calls body for the words of a row of bits, from bit `skip` on.
template <class Body>
void forPlaces(const std::uint64_t* row, std::int64_t skip, std::int64_t width, const Body& body) {
  for (std::int64_t w = skip / 64; w * 64 < skip + width; ++w) {
    std::uint64_t word = row[w];
    if (word == 0) continue;
    if (w * 64 < skip) word &= ~std::uint64_t{0} << (skip - w * 64);
    if ((w + 1) * 64 > skip + width) word &= ~std::uint64_t{0} >> ((w + 1) * 64 - skip - width);
    body(w, word);
  }
}

/// Counts in parts, then writes all parts in parallel.
void appendFromBits(const std::uint64_t* words, const PlaceBits& bits, std::int64_t firstRow,
                    const Control& control, std::vector<Place>& places) {
  constexpr std::int64_t kRowsPerTask = 32;
  const std::int64_t rows = bits.places.height;
  const std::int64_t tasks = (rows + kRowsPerTask - 1) / kRowsPerTask;
  const auto row = [&](std::int64_t y) { return words + y * bits.rowWords / 2; };
  const auto inTask = [&](std::int64_t task, const auto& body) {
    for (std::int64_t y = task * kRowsPerTask; y < std::min(rows, (task + 1) * kRowsPerTask); ++y) {
      forPlaces(row(y), bits.skip, bits.places.width,
                [&](std::int64_t w, std::uint64_t word) { body(y, w, word); });
    }
  };
  std::vector<std::size_t> begins(static_cast<std::size_t>(tasks) + 1, 0);
  const Control quiet{0, control.stop, {}};
  parallelFor(tasks, threadsFor(control), quiet, [&](std::int64_t task, int) {
    std::size_t count = 0;
    inTask(task, [&](std::int64_t, std::int64_t, std::uint64_t word) {
      count += static_cast<std::size_t>(std::popcount(word));
    });
    begins[static_cast<std::size_t>(task) + 1] = count;
  });
  begins[0] = places.size();
  for (std::size_t t = 0; t < static_cast<std::size_t>(tasks); ++t) begins[t + 1] += begins[t];
  places.resize(begins.back());
  // For millions of positions, page faults of small pages would dominate.
  adviseLargePages(places.data(), places.size() * sizeof(Place));
  parallelFor(tasks, threadsFor(control), quiet, [&](std::int64_t task, int) {
    Place* next = places.data() + begins[static_cast<std::size_t>(task)];
    inTask(task, [&](std::int64_t y, std::int64_t w, std::uint64_t word) {
      for (; word != 0; word &= word - 1) {
        *next++ = {static_cast<std::uint32_t>(w * 64 + std::countr_zero(word) - bits.skip),
                   static_cast<std::uint32_t>(y + firstRow)};
      }
    });
  });
}

}  // namespace

void listPlaces(const Gpu& gpu, const PlaceBits& bits, const HitList& list) {
  launch("listBits", listBits,
         dim3(blocksFor(bits.rowWords, kBlockThreads), rowsOfGrid(bits.places.height)),
         kBlockThreads, gpu.stream(), bits, list);
}

void fetchPlaces(Gpu& gpu, const PlaceBits& bits, std::int64_t firstRow, const Control& control,
                 std::vector<Place>& places) {
  const DeviceBuffer<Hit> list(kMostListed + 1);
  const PinnedBuffer<std::uint32_t> counted(1);
  auto* count = reinterpret_cast<std::uint32_t*>(list.data());
  gpu.stream().set(count, 0, sizeof(Hit));
  listPlaces(gpu, bits, {list.data() + 1, count, kMostListed});
  gpu.stream().copy(counted.data(), count, sizeof *count);
  gpu.stream().wait();
  if (*counted.data() <= kMostListed) {
    fetchHits(gpu, list.data() + 1, *counted.data(), bits.places, firstRow, control, places);
    return;
  }
  const std::int64_t words = bits.rowWords * bits.places.height;
  const PinnedBuffer<std::uint64_t> host(static_cast<std::size_t>(words / 2));
  gpu.stream().copy(host.data(), bits.words, host.bytes());
  gpu.stream().wait();
  appendFromBits(host.data(), bits, firstRow, control, places);
}

void fetchHits(Gpu& gpu, const Hit* hits, std::uint32_t count, Size places, std::int64_t firstRow,
               const Control& control, std::vector<Place>& found) {
  if (count == 0) return;
  if (count > kMostListed) {
    const std::int64_t rowWords = (places.width + 63) / 64 * 2;
    const std::int64_t words = rowWords * places.height;
    const DeviceBuffer<std::uint32_t> bits(static_cast<std::size_t>(words));
    const PinnedBuffer<std::uint64_t> host(static_cast<std::size_t>(words / 2));
    gpu.stream().set(bits.data(), 0, bits.bytes());
    launch("setBits", setBits, blocksFor(count, kBlockThreads), kBlockThreads, gpu.stream(), hits,
           count, bits.data(), rowWords);
    gpu.stream().copy(host.data(), bits.data(), bits.bytes());
    gpu.stream().wait();
    appendFromBits(host.data(), {bits.data(), rowWords, 0, places}, firstRow, control, found);
    return;
  }
  const PinnedBuffer<Hit> listed(count);
  gpu.stream().copy(listed.data(), hits, listed.bytes());
  gpu.stream().wait();
  std::vector<Place> own;
  own.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    own.emplace_back(listed.data()[i].x, listed.data()[i].y + static_cast<std::uint32_t>(firstRow));
  }
  exact::sortPlaces(own);
  found.insert(found.end(), own.begin(), own.end());
}

void sortByRows(std::vector<Place>& places, std::int64_t rows, const Control& control) {
  constexpr std::size_t kFew = 4096;
  const auto before = [](const Place& a, const Place& b) {
    return a.y != b.y ? a.y < b.y : a.x < b.x;
  };
  if (std::is_sorted(places.begin(), places.end(), before)) return;
  if (places.size() <= kFew) return exact::sortPlaces(places);
  std::vector<std::size_t> begins(static_cast<std::size_t>(rows) + 1, 0);
  for (const Place& place : places) ++begins[place.y + 1];
  for (std::size_t y = 0; y < static_cast<std::size_t>(rows); ++y) begins[y + 1] += begins[y];
  std::vector<Place> sorted(places.size());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  for (const Place& place : places) sorted[next[place.y]++] = place;
  constexpr std::int64_t kRowsPerTask = 64;
  parallelFor((rows + kRowsPerTask - 1) / kRowsPerTask, threadsFor(control), {0, control.stop, {}},
              [&](std::int64_t task, int) {
                const std::int64_t end = std::min(rows, (task + 1) * kRowsPerTask);
                for (std::int64_t y = task * kRowsPerTask; y < end; ++y) {
                  const auto from = sorted.begin() + static_cast<std::ptrdiff_t>(begins[y]);
                  const auto to = sorted.begin() + static_cast<std::ptrdiff_t>(begins[y + 1]);
                  std::sort(from, to, [](const Place& a, const Place& b) { return a.x < b.x; });
                }
              });
  places = std::move(sorted);
}

}  // namespace espy::cuda
