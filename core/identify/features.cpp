// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/photographs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/error.h"
#include "espy/features.h"
#include "identify/features_module.h"
#include "identify/shrink.h"

namespace espy {
namespace {

constexpr std::size_t kMostSaid = 1000;
constexpr std::int64_t kLeastSide = 32;

struct FoundFeatures {
  const EspyFeatureFinder& module;
  EspyFeatureList list{};

  explicit FoundFeatures(const EspyFeatureFinder& finder) : module(finder) {}
  ~FoundFeatures() {
    if (list.keep != nullptr) module.release(list.keep);
  }
  FoundFeatures(const FoundFeatures&) = delete;
  FoundFeatures& operator=(const FoundFeatures&) = delete;

  std::span<const EspyFeature> features() const {
    return {list.features, static_cast<std::size_t>(list.count)};
  }
  void writeBytes(std::size_t index, std::span<std::uint8_t> bytes) const {
    if (list.bits != nullptr) {
      std::copy_n(list.bits + index * kOrbBytes, bytes.size(), bytes.begin());
    } else {
      bytesOfFeature({list.numbers + index * kFeatureBytes, bytes.size()}, bytes);
    }
  }
};

void checkOptions(const FeatureOptions& options) {
  if (options.most < 1) {
    throw Error(ErrorCode::badUse,
                phrase("at least 1 feature of a photograph must be kept, not {}", options.most));
  }
  if (options.longestSide < kLeastSide) {
    throw Error(ErrorCode::badUse,
                phrase("the longest side of photographs must be at least {} pixels, not {}",
                       kLeastSide, options.longestSide));
  }
}

/// Strongest first; ties by position, size and angle, which no two features share, so the order of
/// detection is irrelevant.
std::vector<std::size_t> strongest(std::span<const EspyFeature> features, std::int64_t most) {
  std::vector<std::size_t> order(features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t index) {
    const EspyFeature& feature = features[index];
    return std::tuple(-feature.response, feature.y, feature.x, feature.size, feature.angle);
  });
  if (std::ssize(order) > most) order.resize(static_cast<std::size_t>(most));
  return order;
}

/// Features of a shrunk picture, in pixels of the photograph.
Features inPhotograph(const FoundFeatures& found, Size shrunk, Size photograph,
                      const FeatureOptions& options) {
  const double acrossX = static_cast<double>(photograph.width) / static_cast<double>(shrunk.width);
  const double acrossY =
      static_cast<double>(photograph.height) / static_cast<double>(shrunk.height);
  const double larger = std::max(acrossX, acrossY);
  Features result;
  result.picture = photograph;
  result.orb = options.orb;
  const std::vector<std::size_t> order = strongest(found.features(), options.most);
  const auto each = static_cast<std::size_t>(result.bytesEach());
  result.bytes.resize(order.size() * each);
  std::span<std::uint8_t> bytes = result.bytes;
  for (const std::size_t index : order) {
    const EspyFeature& feature = found.features()[index];
    result.points.push_back({static_cast<float>(feature.x * acrossX),
                             static_cast<float>(feature.y * acrossY),
                             static_cast<float>(feature.size * larger), feature.angle});
    found.writeBytes(index, bytes.first(each));
    bytes = bytes.subspan(each);
  }
  return result;
}

template <class Read>
ShrunkPhotograph readWith(const FeatureOptions& options, const Control& control, const Read& read) {
  checkOptions(options);
  control.check();
  identify::ShrinkingSink sink(options.longestSide, control);
  ReadPicture picture = read(sink);
  ShrunkPhotograph shrunk{{}, sink.photograph(), {}};
  if (shrunk.size.pixels() > 0) {
    shrunk.grey = sink.shrunk();
  } else {
    shrunk = shrinkPhotograph(picture.image.view(), options, control);
    checkUncut(picture.image.view());
  }
  shrunk.note = std::move(picture.note);
  return shrunk;
}

}  // namespace

Features featuresOf(const ImageView& photograph, const FeatureOptions& options,
                    const Control& control) {
  return withinMemory([&] {
    return featuresOfShrunk(shrinkPhotograph(photograph, options, control), options, control);
  });
}

ShrunkPhotograph shrinkPhotograph(const ImageView& photograph, const FeatureOptions& options,
                                  const Control& control) {
  checkOptions(options);
  control.check();
  ShrunkPhotograph shrunk{{}, photograph.size(), {}};
  if (photograph.empty()) return shrunk;
  const Size size = identify::shrunkSize(photograph.size(), options.longestSide);
  shrunk.grey = identify::shrunkGrey(photograph, size, control);
  return shrunk;
}

ShrunkPhotograph readShrunk(const std::string& path, const FeatureOptions& options,
                            const ReadOptions& reading, const Control& control) {
  return readWith(options, control,
                  [&](io::RowSink& sink) { return io::readRows(path, reading, sink); });
}

ShrunkPhotograph readShrunk(std::span<const std::uint8_t> bytes, const std::string& name,
                            const FeatureOptions& options, const ReadOptions& reading,
                            const Control& control) {
  return readWith(options, control,
                  [&](io::RowSink& sink) { return io::readRows(bytes, name, reading, sink); });
}

Features featuresOfShrunk(const ShrunkPhotograph& photograph, const FeatureOptions& options,
                          const Control& control) {
  checkOptions(options);
  control.check();
  const EspyFeatureFinder& module = identify::featuresModule();
  const ImageView grey = photograph.grey.view();
  Features none;
  none.picture = photograph.size;
  none.orb = options.orb;
  if (grey.empty()) return none;

  const EspyPixels pixels{grey.row(0), grey.width(), grey.height(), grey.stride(), 1, 1, nullptr};
  FoundFeatures found(module);
  std::array<char, kMostSaid> said{};
  const int alone = threadsFor(control) == 1 ? 1 : 0;
  if (module.find(&pixels, options.most, options.orb ? 1 : 0, alone, &found.list, said.data(),
                  said.size()) != 0) {
    throw Error(ErrorCode::system,
                phrase("the features of a photograph cannot be found: {}", said.data()));
  }
  control.check();
  return inPhotograph(found, grey.size(), photograph.size, options);
}

std::string featureMaker() {
  return withinMemory(
      [&] { return std::string(identify::featuresModule().maker) + ", roots as bytes 1"; });
}

void bytesOfFeature(std::span<const float> numbers, std::span<std::uint8_t> bytes) {
  double sum = 0;
  for (const float number : numbers) sum += number;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double share = sum > 0 ? numbers[i] / sum : 0;
    bytes[i] = static_cast<std::uint8_t>(std::min(255.0, std::round(512 * std::sqrt(share))));
  }
}

}  // namespace espy
