// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/json_read.h"
#include "espy/error.h"
#include "learn/fields.h"

namespace espy::cli {
namespace {

Fields fieldsOf(const JsonValue& image, const JsonValue& match) {
  if (match.kind() != JsonValue::Kind::object) throw InvalidFields{"a match is not an object"};
  const JsonValue* const name = image.member("image");
  Fields fields{{"image", name != nullptr ? name->text() : ""}};
  for (const char* key : {"x", "y", "width", "height", "score", "angle", "scale"}) {
    const JsonValue* const found = match.member(key);
    if (found != nullptr && !found->text().empty()) fields[key] = found->text();
  }
  if (const JsonValue* const mirrored = match.member("mirrored"); mirrored != nullptr) {
    fields["mirrored"] = mirrored->isTrue() ? "true" : "false";
  }
  if (const JsonValue* const centre = match.member("centre"); centre != nullptr) {
    if (centre->list().size() != 2) throw InvalidFields{"a centre is not a pair of numbers"};
    fields["centre_x"] = centre->list()[0].text();
    fields["centre_y"] = centre->list()[1].text();
  }
  return fields;
}

void addMatches(const JsonValue& image, std::vector<Fields>& all) {
  const JsonValue* const matches = image.member("matches");
  if (matches == nullptr || matches->kind() != JsonValue::Kind::list) {
    throw InvalidFields{"an object has no matches"};
  }
  for (const JsonValue& match : matches->list()) all.push_back(fieldsOf(image, match));
}

/// Values of a JSON list, or of JSON lines.
std::vector<JsonValue> valuesIn(const std::string& text, const std::string& file) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  std::vector<JsonValue> values;
  try {
    const JsonValue whole = JsonValue::parse(text, file);
    if (whole.kind() == JsonValue::Kind::list) return whole.list();
    values.push_back(whole);
    return values;
  } catch (const Error&) {
    if (text[begin] == '[') throw;
  }
  for (std::size_t at = begin; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.find_first_not_of(" \t\r") != std::string::npos) {
      values.push_back(JsonValue::parse(line, file));
    }
    at = end + 1;
  }
  return values;
}

}  // namespace

std::vector<Fields> fieldsOfJson(const std::string& text, const std::string& file) {
  std::vector<Fields> all;
  try {
    for (const JsonValue& value : valuesIn(text, file)) {
      addMatches(value, all);
    }
  } catch (const InvalidFields& wrong) {
    throw Error(ErrorCode::badUse, file + ": is not output of espy find --json: " + wrong.fact);
  }
  return all;
}

}  // namespace espy::cli
