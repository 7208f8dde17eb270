// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/mark.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "bindings.h"
#include "espy/pictures.h"
#include "matches.h"
#include "running.h"
#include "scenes.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

Colour colourOf(const std::array<std::uint8_t, 3>& colour) {
  return {colour[0], colour[1], colour[2]};
}

/// Resolves "auto": pictures in host memory are marked on the CPU.
std::string painter(const std::string& engine) {
  return engine == "auto" ? "threads" : engine;
}

nb::object mark(nb::handle scene, const nb::bytes& matches, int style, int thickness,
                const std::array<std::uint8_t, 3>& colour, bool flagsInAlpha,
                const std::string& engine, Threads threads) {
  const SceneArgument given(scene);
  const std::span<const Match> marked = matchesIn(matches, given.view().size());
  const MarkOptions options{static_cast<MarkStyle>(style), thickness, colourOf(colour),
                            flagsInAlpha};
  return arrayOf(run({.threads = threads}, [&](const Control& control) {
    Image image = given.on(engine, [&](const Scene& seen) {
      return markedPicture(engines(), engine, seen, marked, options, control);
    });
    checkUncut(given.view());
    return image;
  }));
}

nb::object flags(std::int64_t width, std::int64_t height, const nb::bytes& matches, int lastPass,
                 const std::string& engine, Threads threads) {
  const std::span<const Match> flagged = matchesIn(matches, {width, height});
  return arrayOf(run({.threads = threads}, [&](const Control& control) {
    return flagPlane(engines(), painter(engine), {width, height}, flagged, lastPass, control);
  }));
}

nb::object markByFlags(nb::handle scene, nb::handle flags, int style, int thickness,
                       const std::array<std::uint8_t, 3>& colour, bool flagsInAlpha,
                       const std::string& engine, Threads threads) {
  const PixelBuffer pixels(scene, "the scene");
  const PixelBuffer plane(flags, "the flags");
  const MarkOptions options{static_cast<MarkStyle>(style), thickness, colourOf(colour),
                            flagsInAlpha};
  return arrayOf(run({.threads = threads}, [&](const Control& control) {
    return markedCopy(engines(), painter(engine), pixels, plane, options, control);
  }));
}

nb::object screen(nb::handle scene, const std::vector<std::array<std::uint8_t, 3>>& keep,
                  int tolerance, const std::optional<std::string>& where,
                  const std::optional<int>& edges, const std::string& engine, Threads threads) {
  const PixelBuffer pixels(scene, "the scene");
  Screening conditions{{}, tolerance, where, edges};
  for (const auto& colour : keep) conditions.keep.push_back(colourOf(colour));
  return arrayOf(run({.threads = threads}, [&](const Control& control) {
    Image image = screened(engines(), painter(engine), pixels, conditions, control);
    checkUncut(pixels);
    return image;
  }));
}

}  // namespace

void addMarking(nb::module_& module) {
  nb::list styles;
  for (const std::string_view style : kMarkStyleNames) {
    styles.append(nb::str(style.data(), style.size()));
  }
  module.attr("MARK_STYLES") = nb::tuple(styles);
  module.def("mark", mark, nb::arg("scene"), nb::arg("matches"), nb::arg("style"),
             nb::arg("thickness"), nb::arg("colour"), nb::arg("flags_in_alpha"), nb::arg("engine"),
             nb::arg("threads"));
  module.def("mark_by_flags", markByFlags, nb::arg("scene"), nb::arg("flags"), nb::arg("style"),
             nb::arg("thickness"), nb::arg("colour"), nb::arg("flags_in_alpha"), nb::arg("engine"),
             nb::arg("threads"));
  module.def("flags", flags, nb::arg("width"), nb::arg("height"), nb::arg("matches"),
             nb::arg("last_pass"), nb::arg("engine"), nb::arg("threads"));
  module.def("screen", screen, nb::arg("scene"), nb::arg("keep"), nb::arg("tolerance"),
             nb::arg("where").none(), nb::arg("edges").none(), nb::arg("engine"),
             nb::arg("threads"));
}

}  // namespace espy::python
