// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/picture_denoiser.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/scratch.h"
#include "base/within_memory.h"
#include "denoise/planes.h"
#include "espy/error.h"

namespace espy {
namespace {

/// The smallest side of squares of which at most `mostPixels` cover the picture.
int reductionFor(const Size& size, std::int64_t mostPixels) {
  if (mostPixels <= 0) return 1;
  int side = 1;
  const auto squares = [&] {
    return ((size.width + side - 1) / side) * ((size.height + side - 1) / side);
  };
  while (squares() > mostPixels && side < std::max(size.width, size.height)) ++side;
  return side;
}

/// A plane's averages over squares of this side; those at the end may be smaller.
void averageOf(const float* plane, const Size& size, int side, int threads, const Control& control,
               float* averages) {
  const std::int64_t width = (size.width + side - 1) / side;
  const std::int64_t height = (size.height + side - 1) / side;
  parallelFor(height, threads, control, [&](std::int64_t row, int) {
    const std::int64_t top = row * side;
    const std::int64_t bottom = std::min<std::int64_t>(top + side, size.height);
    for (std::int64_t column = 0; column < width; ++column) {
      const std::int64_t left = column * side;
      const std::int64_t right = std::min<std::int64_t>(left + side, size.width);
      float sum = 0;
      for (std::int64_t y = top; y < bottom; ++y) {
        const float* from = plane + y * size.width;
        for (std::int64_t x = left; x < right; ++x) sum += from[x];
      }
      averages[row * width + column] = sum / static_cast<float>((bottom - top) * (right - left));
    }
  });
}

/// The pixel in the middle of each square: the format, and alpha, of a reduced picture.
Image middles(const ImageView& picture, int side) {
  const Size size{(picture.width() + side - 1) / side, (picture.height() + side - 1) / side};
  Image image(size, picture.format());
  const MutableImageView target = image.pixels();
  const auto bytes = static_cast<std::size_t>(picture.format().bytesPerPixel());
  for (std::int64_t y = 0; y < size.height; ++y) {
    const std::uint8_t* from =
        picture.row(std::min<std::int64_t>(y * side + side / 2, picture.height() - 1));
    std::uint8_t* to = target.row(y);
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::int64_t column = std::min<std::int64_t>(x * side + side / 2, picture.width() - 1);
      std::copy_n(from + static_cast<std::size_t>(column) * bytes, bytes,
                  to + static_cast<std::size_t>(x) * bytes);
    }
  }
  return image;
}

}  // namespace

struct PictureDenoiser::State {
  State(const Registry& engines, const ImageView& given) : registry(engines), picture(given) {}

  const Registry& registry;
  ImageView picture;  ///< of `reduced` if there is one
  Image reduced;
  int reduction = 1;
  double noise = 0;
  ScratchVector<float> samples;
  DenoiseProblem problem;
  std::optional<DenoiseSolution> last;
  DenoiseModel lastModel = DenoiseModel::rof;
};

PictureDenoiser::PictureDenoiser(const Registry& registry, const ImageView& picture,
                                 std::int64_t mostPixels, const Control& control)
    : state_(std::make_unique<State>(registry, picture)) {
  State& state = *state_;
  if (picture.empty()) return;
  withinMemory([&] {
    const int threads = threadsFor(control);
    Control quiet = control;
    quiet.progress = nullptr;
    const Size size = picture.size();
    const auto colours = static_cast<std::size_t>(picture.format().colourChannels());
    ScratchVector<float> planes = variation::planesOf(picture, threads, quiet);
    const auto set = [&](const Size& shape, ScratchVector<float>& from) {
      state.problem.size = {shape.width, shape.height, 1};
      state.problem.planes.clear();
      for (std::size_t c = 0; c < colours; ++c) {
        state.problem.planes.push_back(from.data() + c * static_cast<std::size_t>(shape.pixels()));
      }
    };
    set(size, planes);
    state.noise = estimatedNoise(state.problem, quiet);
    state.reduction = reductionFor(size, mostPixels);
    if (state.reduction > 1) {
      state.reduced = middles(picture, state.reduction);
      state.picture = state.reduced;
      const Size small = state.picture.size();
      ScratchVector<float> averages;
      averages.resize(colours * static_cast<std::size_t>(small.pixels()));
      for (std::size_t c = 0; c < colours; ++c) {
        averageOf(planes.data() + c * static_cast<std::size_t>(size.pixels()), size,
                  state.reduction, threads, quiet,
                  averages.data() + c * static_cast<std::size_t>(small.pixels()));
      }
      planes = std::move(averages);
      set(small, planes);
    }
    state.samples = std::move(planes);
    // A move keeps the memory of all but small vectors.
    set(state.picture.size(), state.samples);
  });
}

PictureDenoiser::~PictureDenoiser() = default;

int PictureDenoiser::reduction() const {
  return state_->reduction;
}

double PictureDenoiser::noise() const {
  return state_->noise;
}

Denoised PictureDenoiser::denoise(const DenoiseOptions& options) {
  check(options);
  if (options.keepPositive) {
    throw Error(ErrorCode::badUse, phrase("only tensors can be kept positive"));
  }
  const auto& engine = state_->registry.get<DenoiseSamples>(options.engine);
  State& state = *state_;
  Denoised result;
  if (state.picture.empty()) return result;
  return withinMemory([&] {
    result.noise = options.strength ? 0 : state.noise;
    result.strength = options.strength.value_or(strengthForNoise(options.model, state.noise));
    DenoiseProblem problem = state.problem;
    problem.model = options.model;
    // A pixel stands for s^2 pixels of the data term, but only for s of an edge's length.
    problem.strength = result.strength / state.reduction;
    problem.gap = options.gap;
    problem.iterations = options.iterations;
    problem.wantDual = true;
    const bool starts = state.last && state.lastModel == options.model;
    problem.start = starts ? &*state.last : nullptr;
    DenoiseSolution solution = engine(problem, options.control, result.report);
    result.gap = solution.gap;
    result.iterations = solution.iterations;
    Control quiet = options.control;
    quiet.progress = nullptr;
    {
      const StageTimer timer(result.report.timeline, "finish");
      result.image =
          variation::pictureOf(solution.samples, state.picture, threadsFor(options.control), quiet);
    }
    state.last = std::move(solution);
    state.lastModel = options.model;
    return std::move(result);
  });
}

}  // namespace espy
