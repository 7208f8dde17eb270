// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <istream>
#include <nlohmann/json.hpp>

#include "espy/error.h"
#include "learn/fields.h"

namespace espy::cli {
namespace {

using nlohmann::json;

/// Numbers as they are written, texts without quotes.
std::string textOf(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

Fields fieldsOf(const json& image, const json& match) {
  if (!match.is_object()) throw Wrong{"a match is no object"};
  Fields fields{{"image", textOf(image)}};
  for (const char* name : {"x", "y", "width", "height", "score", "angle", "scale", "mirrored"}) {
    const auto found = match.find(name);
    if (found != match.end() && !found->is_null()) fields[name] = textOf(*found);
  }
  if (const auto centre = match.find("centre"); centre != match.end()) {
    if (!centre->is_array() || centre->size() != 2) throw Wrong{"a centre is no pair of numbers"};
    fields["centre_x"] = textOf((*centre)[0]);
    fields["centre_y"] = textOf((*centre)[1]);
  }
  return fields;
}

void addMatches(const json& object, std::vector<Fields>& all) {
  const auto matches = object.is_object() ? object.find("matches") : object.end();
  if (matches == object.end() || !matches->is_array()) throw Wrong{"an object has no matches"};
  for (const json& match : *matches)
    all.push_back(fieldsOf(object.value("image", json("")), match));
}

}  // namespace

std::vector<Fields> fieldsOfJson(std::istream& text, const std::string& file) {
  std::vector<Fields> all;
  try {
    while ((text >> std::ws).peek() != std::istream::traits_type::eof()) {
      json value;
      text >> value;
      if (value.is_array()) {
        for (const json& object : value) addMatches(object, all);
      } else {
        addMatches(value, all);
      }
    }
  } catch (const json::exception&) {
    throw Error(ErrorCode::badUse, fmt::format("{}: it is broken JSON", file));
  } catch (const Wrong& wrong) {
    throw Error(ErrorCode::badUse,
                fmt::format("{}: it is not what espy find --json writes: {}", file, wrong.fact));
  }
  return all;
}

}  // namespace espy::cli
