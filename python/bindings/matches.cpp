// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "matches.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstring>
#include <string>

#include "espy/error.h"

namespace espy::python {
namespace {

namespace nb = nanobind;

using Self = const MatchRecord&;

nb::tuple pair(const SubPixel& place) {
  return nb::make_tuple(place.x, place.y);
}

nb::object pairOrNone(const std::optional<SubPixel>& place) {
  return place ? nb::object(pair(*place)) : nb::none();
}

nb::tuple cornersOf(Self record) {
  const auto corners = outlineOf(record.match).corners;
  return nb::make_tuple(pair(corners[0]), pair(corners[1]), pair(corners[2]), pair(corners[3]));
}

/// The distance as a Python int; it may have more than 64 bits.
nb::object distanceOf(Self record) {
  return nb::steal(PyLong_FromString(record.match.distance.digits().c_str(), nullptr, 10));
}

/// As Python prints it: the fewest digits that read back as the same number.
std::string digitsOf(double number) {
  return nb::cast<std::string>(nb::repr(nb::float_(number)));
}

std::string textOf(Self record) {
  const Match& m = record.match;
  std::string text = "Match(x=" + std::to_string(m.x) + ", y=" + std::to_string(m.y) +
                     ", width=" + std::to_string(m.width) + ", height=" + std::to_string(m.height) +
                     ", score=" + digitsOf(m.score);
  if (m.needle != 0) text += ", needle=" + std::to_string(m.needle);
  if (m.isPosed()) text += ", angle=" + digitsOf(m.angle) + ", scale=" + digitsOf(m.scale);
  if (m.mirrored) text += ", mirrored=True";
  if (record.judged) text += ", judged=" + digitsOf(*record.judged);
  return text + ")";
}

/// The fields of a record of `Match`, for numpy.dtype: (name, format, offset).
nb::list fields() {
  nb::list list;
  const auto add = [&](const char* name, const char* format, std::size_t offset) {
    list.append(nb::make_tuple(name, format, offset));
  };
  add("needle", "u4", offsetof(Match, needle));
  add("x", "u4", offsetof(Match, x));
  add("y", "u4", offsetof(Match, y));
  add("width", "u4", offsetof(Match, width));
  add("height", "u4", offsetof(Match, height));
  // The distance has 80 bits in five 16-bit words, the lowest first.
  add("distance_high", "<u2", offsetof(Match, distance) + 8);
  add("score", "f8", offsetof(Match, score));
  add("distance", "<u8", offsetof(Match, distance));
  add("angle", "f4", offsetof(Match, angle));
  add("scale", "f4", offsetof(Match, scale));
  add("mirrored", "?", offsetof(Match, mirrored));
  return list;
}

}  // namespace

std::span<const Match> matchesIn(const nb::bytes& bytes, Size picture) {
  const std::span matches(reinterpret_cast<const Match*>(bytes.c_str()),
                          bytes.size() / sizeof(Match));
  for (const Match& match : matches) {
    if (match.width > 0 && match.height > 0 &&
        std::int64_t{match.x} + match.width <= picture.width &&
        std::int64_t{match.y} + match.height <= picture.height) {
      continue;
    }
    const auto size = [](std::int64_t width, std::int64_t height) {
      return std::to_string(width) + " x " + std::to_string(height);
    };
    throw Error(ErrorCode::badUse,
                Message("a match at " + std::to_string(match.x) + "," + std::to_string(match.y) +
                        " of " + size(match.width, match.height) +
                        " does not lie in a picture of " + size(picture.width, picture.height)));
  }
  return matches;
}

void addMatches(nb::module_& module) {
  nb::class_<MatchRecord>(module, "Match", "A match of a needle.")
      .def(
          "__init__",
          [](MatchRecord* self, std::uint32_t x, std::uint32_t y, std::uint32_t width,
             std::uint32_t height, double score, std::uint32_t needle) {
            new (self) MatchRecord{};
            self->match = {
                .needle = needle, .x = x, .y = y, .width = width, .height = height, .score = score};
          },
          nb::arg("x"), nb::arg("y"), nb::arg("width"), nb::arg("height"), nb::arg("score") = 1.0,
          nb::arg("needle") = 0, "A rectangle from the caller, to be marked or used as an example.")
      .def_prop_ro(
          "x", [](Self m) { return m.match.x; }, "Left column, from 0.")
      .def_prop_ro(
          "y", [](Self m) { return m.match.y; }, "Upper row, from 0.")
      .def_prop_ro(
          "width", [](Self m) { return m.match.width; },
          "Width of the window: the needle's, or the bounding box of its pose.")
      .def_prop_ro(
          "height", [](Self m) { return m.match.height; }, "Height of the window.")
      .def_prop_ro(
          "score", [](Self m) { return m.match.score; }, "1 is identical.")
      .def_prop_ro("distance", distanceOf,
                   "Sum of absolute differences, or with ssd of squared differences; 0 with zncc.")
      .def_prop_ro(
          "needle", [](Self m) { return m.match.needle; }, "Index of the needle.")
      .def_prop_ro(
          "angle", [](Self m) { return m.match.angle; },
          "Rotation of the needle in degrees, counter-clockwise.")
      .def_prop_ro(
          "scale", [](Self m) { return m.match.scale; }, "Scale of the needle.")
      .def_prop_ro(
          "mirrored", [](Self m) { return m.match.mirrored; },
          "Whether the needle is mirrored (left to right, before the rotation).")
      .def_prop_ro(
          "centre", [](Self m) { return pair(outlineOf(m.match).centre); },
          "(x, y) of the centre, sub-pixel: pixel 0 covers 0 to 1.")
      .def_prop_ro("corners", cornersOf,
                   "The needle's upper left, upper right, lower right and lower left corners, each "
                   "as (x, y).")
      .def_prop_ro(
          "between", [](Self m) { return pairOrNone(m.between); },
          "Sub-pixel (x, y) of the upper left corner, if ``sub_pixel=True``.")
      .def_prop_ro(
          "judged", [](Self m) { return m.judged; },
          "Probability of being a true match, if a judge was given.")
      .def_prop_ro(
          "box",
          [](Self m) {
            return nb::make_tuple(m.match.x, m.match.y, m.match.width, m.match.height);
          },
          "(x, y, width, height).")
      .def_prop_ro(
          "memory",
          [](Self m) { return nb::bytes(reinterpret_cast<const char*>(&m.match), sizeof m.match); },
          "The record's bytes, as in `Finding.array`.")
      .def("__repr__", textOf)
      .def("__hash__",
           [](Self m) {
             return nb::hash(nb::make_tuple(m.match.needle, m.match.x, m.match.y, m.match.score));
           })
      .def("__eq__",
           [](Self a, const nb::object& other) {
             MatchRecord* b = nullptr;
             return nb::try_cast(other, b) && a.match == b->match;
           })
      .def("__getstate__",
           [](Self m) {
             return nb::make_tuple(
                 nb::bytes(reinterpret_cast<const char*>(&m.match), sizeof m.match),
                 pairOrNone(m.between), m.judged);
           })
      .def("__setstate__", [](MatchRecord& self, const nb::tuple& state) {
        new (&self) MatchRecord{};
        const auto bytes = nb::cast<nb::bytes>(state[0]);
        if (bytes.size() == sizeof(Match)) std::memcpy(&self.match, bytes.c_str(), sizeof(Match));
        if (!state[1].is_none()) {
          const auto place = nb::cast<nb::tuple>(state[1]);
          self.between = SubPixel{nb::cast<double>(place[0]), nb::cast<double>(place[1])};
        }
        if (!state[2].is_none()) self.judged = nb::cast<double>(state[2]);
      });
  module.attr("match_fields") = fields();
  module.attr("match_size") = sizeof(Match);
}

}  // namespace espy::python
