// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/denoise.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.h"
#include "buffers.h"
#include "espy/engine/denoise.h"
#include "espy/pictures.h"
#include "running.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

using Samples4D = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

DenoiseOptions denoiseOptionsOf(int model, std::optional<double> strength, double gap,
                                std::int64_t iterations, bool keepPositive,
                                const std::string& engine) {
  DenoiseOptions options;
  options.model = static_cast<DenoiseModel>(model);
  options.strength = strength;
  options.gap = gap;
  options.iterations = iterations;
  options.keepPositive = keepPositive;
  options.engine = engine;
  return options;
}

/// (strength, noise, gap, iterations, engine) of a result.
template <class Result>
nb::tuple factsOf(const Result& result) {
  return nb::make_tuple(result.strength, result.noise, result.gap, result.iterations,
                        result.report.engine);
}

nb::tuple denoisePicture(nb::handle picture, int model, std::optional<double> strength, double gap,
                         std::int64_t iterations, const std::string& engine, Threads threads,
                         const nb::object& progress, const Cancel* cancel) {
  const PixelBuffer pixels(picture, "the picture");
  DenoiseOptions options = denoiseOptionsOf(model, strength, gap, iterations, false, engine);
  Denoised result = run({threads, progress, cancel}, [&](const Control& control) {
    options.control = control;
    Denoised clean = denoise(engines(), pixels, options);
    checkUncut(pixels);
    return clean;
  });
  nb::tuple facts = factsOf(result);
  return nb::make_tuple(arrayOf(std::move(result.image)), facts);
}

/// Samples are channels x depth x height x width; the spacing is along x, y, z.
nb::tuple denoiseVolume(const Samples4D& samples, const std::array<double, 3>& spacing,
                        bool tensors, int model, std::optional<double> strength, double gap,
                        std::int64_t iterations, bool keepPositive, const std::string& engine,
                        Threads threads, const nb::object& progress, const Cancel* cancel) {
  DenoiseOptions options = denoiseOptionsOf(model, strength, gap, iterations, keepPositive, engine);
  const auto side = [&](std::size_t axis) {
    return static_cast<std::int64_t>(samples.shape(axis));
  };
  DenoisedVolume result = run({threads, progress, cancel}, [&](const Control& control) {
    options.control = control;
    Volume volume;
    volume.size = {side(3), side(2), side(1)};
    volume.channels = static_cast<int>(side(0));
    volume.tensors = tensors;
    volume.spacing = spacing;
    volume.samples.assign(samples.data(), samples.data() + samples.size());
    return denoise(engines(), std::move(volume), options);
  });
  nb::tuple facts = factsOf(result);
  auto numbers = std::make_unique<std::vector<float>>(std::move(result.volume.samples));
  float* const first = numbers->data();
  const nb::capsule owner(numbers.release(), [](void* kept) noexcept {
    delete static_cast<std::vector<float>*>(kept);
  });
  nb::object array = nb::cast(nb::ndarray<float, nb::numpy, nb::ndim<4>>(
      first, {samples.shape(0), samples.shape(1), samples.shape(2), samples.shape(3)}, owner));
  return nb::make_tuple(array, facts);
}

}  // namespace

void addDenoising(nb::module_& module) {
  module.attr("DENOISE_MODELS") = nb::make_tuple("rof", "tvl1");
  module.def("denoise_picture", denoisePicture, nb::arg("picture"), nb::arg("model"),
             nb::arg("strength").none(), nb::arg("gap"), nb::arg("iterations"), nb::arg("engine"),
             nb::arg("threads"), nb::arg("progress").none(), nb::arg("cancel").none());
  module.def("denoise_volume", denoiseVolume, nb::arg("samples"), nb::arg("spacing"),
             nb::arg("tensors"), nb::arg("model"), nb::arg("strength").none(), nb::arg("gap"),
             nb::arg("iterations"), nb::arg("keep_positive"), nb::arg("engine"), nb::arg("threads"),
             nb::arg("progress").none(), nb::arg("cancel").none());
}

}  // namespace espy::python
