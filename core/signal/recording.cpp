// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/recording.h"

#include <algorithm>
#include <cstring>

namespace espy {
namespace {

using Layout = Samples::Layout;

/// A 24-bit little-endian sample.
std::int32_t int24(const std::uint8_t* at) {
  const std::uint32_t low =
      at[0] | static_cast<std::uint32_t>(at[1]) << 8 | static_cast<std::uint32_t>(at[2]) << 16;
  return static_cast<std::int32_t>(low << 8) >> 8;
}

template <class Number>
Number numberAt(const std::uint8_t* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

/// Calls `work(read)`; `read(at)` decodes the number at `at`.
template <class Work>
void withReader(Samples::Type type, const Work& work) {
  switch (type) {
    case Samples::Type::int8:
      return work(numberAt<std::int8_t>);
    case Samples::Type::uint8:
      return work(numberAt<std::uint8_t>);
    case Samples::Type::int16:
      return work(numberAt<std::int16_t>);
    case Samples::Type::int24:
      return work(int24);
    case Samples::Type::int32:
      return work(numberAt<std::int32_t>);
    case Samples::Type::float32:
      return work(numberAt<float>);
    case Samples::Type::float64:
      return work(numberAt<double>);
  }
}

/// Fills `out` from one block.
template <class Read>
void readBlock(const std::uint8_t* at, const Layout& layout, const Read& read,
               std::span<double> out) {
  for (double& sample : out) {
    const auto number = read(at);
    at += layout.stride;
    sample = static_cast<double>(number) * layout.scale + layout.offset;
    if constexpr (!std::is_floating_point_v<decltype(number)>) {
      if (layout.gap && number == *layout.gap) sample = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

template <class Number>
Layout plain(Samples::Type type) {
  Layout layout;
  layout.type = type;
  layout.stride = sizeof(Number);
  return layout;
}

}  // namespace

Samples::Samples(std::span<const double> samples)
    : Samples(samples.data(), std::ssize(samples), plain<double>(Type::float64)) {}

Samples::Samples(std::span<const float> samples)
    : Samples(samples.data(), std::ssize(samples), plain<float>(Type::float32)) {}

Samples::Samples(const void* first, std::int64_t size, const Layout& layout)
    : first_(static_cast<const std::uint8_t*>(first)), size_(size), layout_(layout) {}

double Samples::operator[](std::int64_t index) const {
  double sample = 0;
  read(index, {&sample, 1});
  return sample;
}

void Samples::read(std::int64_t from, std::span<double> out) const {
  withReader(layout_.type, [&](const auto& readNumber) {
    std::int64_t at = begin_ + from;
    while (!out.empty()) {
      const std::int64_t block = at / layout_.block;
      const std::int64_t within = at % layout_.block;
      const std::int64_t count = std::min(std::ssize(out), layout_.block - within);
      readBlock(first_ + block * layout_.blockStride + within * layout_.stride, layout_, readNumber,
                out.first(static_cast<std::size_t>(count)));
      out = out.subspan(static_cast<std::size_t>(count));
      at += count;
    }
  });
}

Samples Samples::part(std::int64_t from, std::int64_t size) const {
  Samples part = *this;
  part.begin_ += from;
  part.size_ = size;
  return part;
}

std::span<const double> Samples::asDoubles() const {
  const bool plain = layout_.type == Type::float64 && layout_.stride == sizeof(double) &&
                     layout_.block >= begin_ + size_ && layout_.scale == 1 && layout_.offset == 0 &&
                     reinterpret_cast<std::uintptr_t>(first_) % alignof(double) == 0;
  if (!plain) return {};
  return {reinterpret_cast<const double*>(first_) + begin_, static_cast<std::size_t>(size_)};
}

std::vector<Samples> Recording::samples() const {
  std::vector<Samples> all;
  for (const Channel& channel : channels) all.push_back(channel.samples);
  return all;
}

}  // namespace espy
