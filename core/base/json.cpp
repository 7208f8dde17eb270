// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <fmt/format.h>

#include <cstddef>

#include "base/utf8.h"

namespace espy {
namespace {

void appendEscaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 0x20 || byte == 0x7f) {
    out += fmt::format("\\u{:04x}", byte);
  } else {
    out += c;
  }
}

}  // namespace

std::string jsonString(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8Length(text);
    if (length == 0) {
      out += "\\ufffd";
    } else if (length == 1) {
      appendEscaped(out, text.front());
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
  return out;
}

std::string jsonNumber(double value) {
  std::string digits = fmt::format("{}", value);
  if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
  return digits;
}

std::string jsonTimeline(const Timeline& timeline) {
  std::string out = "[";
  for (const Timeline::Stage& stage : timeline.stages()) {
    if (out.size() > 1) out += ',';
    out += fmt::format("{{\"stage\":{},\"ms\":{}}}", jsonString(stage.name),
                       jsonNumber(stage.milliseconds));
  }
  return out + "]";
}

std::string jsonMembers(const RunReport& report) {
  std::string out;
  for (const auto& [engine, timeline] : report.members) {
    out += fmt::format("{}{{\"engine\":{},\"timeline\":{},\"total_ms\":{}}}",
                       out.empty() ? ",\"members\":[" : ",", jsonString(engine),
                       jsonTimeline(timeline), jsonNumber(timeline.totalMilliseconds()));
  }
  return out.empty() ? out : out + "]";
}

}  // namespace espy
