// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "cuda/index/segment_on_gpu.h"

#include <algorithm>
#include <bit>
#include <span>

#include "base/phrase.h"
#include "cuda/base/transfer.h"

namespace espy::cuda {
namespace {

/// Copies an array of any length; it is in whole rows of a picture, and a rest.
void send(std::span<const std::uint8_t> bytes, std::uint8_t* to, const Stream& stream,
          const Control& control) {
  constexpr std::int64_t kRow = std::int64_t{1} << 18;
  const std::int64_t rows = std::ssize(bytes) / kRow;
  upload(ImageView(bytes.data(), {kRow, rows}, {1, Depth::u8}, kRow), 0, 1,
         {to, kRow, kRow, rows, 1}, stream, control);
  const auto whole = static_cast<std::size_t>(rows * kRow);
  stream.copy(to + whole, bytes.data() + whole, bytes.size() - whole);
}

template <class T>
DeviceBuffer<T> sent(std::span<const T> values, const Stream& stream, const Control& control) {
  if (values.empty()) return {};
  // Words are read that end behind the last value.
  constexpr std::size_t kBehind = (kReadAhead + sizeof(T) - 1) / sizeof(T);
  DeviceBuffer<T> buffer(values.size() + kBehind, picturePool());
  send({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()},
       reinterpret_cast<std::uint8_t*>(buffer.data()), stream, control);
  return buffer;
}

/// Limit of numbers of which only an order of magnitude matters.
constexpr std::uint32_t kMany = 1U << 20;

std::uint64_t longestBucket(std::span<const std::uint32_t> starts) {
  std::uint32_t longest = 0;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    longest = std::max(longest, starts[i] - starts[i - 1]);
  }
  return std::min(longest, kMany);
}

/// Size of the filter, as a power of two: 16 to 32 bits a key, as that of the file; about 1 % false
/// positives.
int filterBitsOf(const index::KeyTable& table) {
  return std::max(1, static_cast<int>(std::bit_width(table.entries.size())) - 1);
}

/// Bytes of device memory that a segment takes.
std::uint64_t bytesOf(const index::NeedleSegment& segment) {
  std::uint64_t bytes = segment.pixelBytes() + segment.pictures().size_bytes() +
                        segment.crowds().size_bytes() + segment.shapes().size_bytes() +
                        segment.windows().size_bytes();
  for (std::size_t step = 0; step < index::kColumnSteps.size(); ++step) {
    const index::KeyTable& table = segment.table(step);
    bytes += (sizeof(std::uint32_t) << filterBitsOf(table)) + table.starts.size_bytes() +
             table.entries.size_bytes();
  }
  return bytes;
}

void checkMemory(const index::NeedleSegment& segment) {
  const std::uint64_t needed = bytesOf(segment);
  const auto there = static_cast<std::uint64_t>(availableDeviceBytes());
  if (needed <= there) return;
  throw OutOfDeviceMemory(phrase("the index needs {} MiB of GPU memory, but only {} MiB are free",
                                 needed >> 20, there >> 20));
}

}  // namespace

SegmentOnGpu::SegmentOnGpu(const index::NeedleSegment& segment, const Stream& stream,
                           const Control& control) {
  checkMemory(segment);
  pictures_ = sent(segment.pictures(), stream, control);
  crowds_ = sent(segment.crowds(), stream, control);
  shapes_ = sent(segment.shapes(), stream, control);
  windows_ = sent(segment.windows(), stream, control);
  for (std::size_t step = 0; step < tables_.size(); ++step) {
    const index::KeyTable& table = segment.table(step);
    if (table.empty()) continue;
    const int bits = filterBitsOf(table);
    tables_[step] = {DeviceBuffer<std::uint32_t>(std::size_t{1} << bits, picturePool()),
                     sent(table.starts, stream, control), sent(table.entries, stream, control)};
    keys_[step] = {{tables_[step].filter.data(), 32 - bits},
                   tables_[step].starts.data(),
                   tables_[step].entries.data(),
                   table.bucketShift};
    longestBuckets_[step] = longestBucket(table.starts);
  }
  pixels_ = sent(segment.allPixels(control), stream, control);
  facts_ = {pictures_.data(), pixels_.data(), crowds_.data(), shapes_.data(), windows_.data()};
  for (std::size_t step = 0; step < tables_.size(); ++step) {
    if (!hasKeys(step)) continue;
    buildFilter(stream, facts_, keys_[step].filter, keys_[step].entries,
                segment.table(step).entries.size(), segment.shapes().size());
  }
  stream.wait();
  segment.file().checkUncut();
  tallest_ = std::max<std::int64_t>(1, segment.tallest());
  for (const index::PictureEntry& picture : segment.pictures()) {
    largestWords_ = std::max(largestWords_, picture.pixelBytes() / sizeof(std::uint32_t));
  }
  std::uint32_t mostShapes = 0;
  for (const index::CrowdEntry& crowd : segment.crowds()) {
    mostShapes = std::max(mostShapes, crowd.shapes);
  }
  // Hashing a word takes about as long as comparing eight, and eight shapes are hashed together.
  if (mostShapes > 0) crowdWords_ = (std::min(mostShapes, kMany) + 7) * largestWords_;
}

}  // namespace espy::cuda
