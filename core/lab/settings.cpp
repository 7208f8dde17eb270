// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::lab {
namespace {

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Validates and normalises a value: numbers lose leading zeros.
std::string checked(const LabParameter& parameter, const std::string& value) {
  if (!parameter.choices.empty()) {
    const auto& choices = parameter.choices;
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return value;
    throw Error(ErrorCode::badUse,
                phrase("{}: must be one of {}, not {}", parameter.name, joined(choices), value));
  }
  std::int64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [rest, problem] = std::from_chars(value.data(), end, number);
  const bool whole = problem == std::errc() && rest == end;
  if (!whole || number < parameter.least || number > parameter.most) {
    throw Error(ErrorCode::badUse, phrase("{}: must be a whole number from {} to {}, not {}",
                                          parameter.name, parameter.least, parameter.most,
                                          value.empty() ? phrase("nothing") : Message(value)));
  }
  return fmt::format("{}", number);
}

std::vector<std::string> valuesOf(const LabParameter& parameter, const std::string& text) {
  if (text == "sweep") {
    if (!parameter.sweep.empty()) return parameter.sweep;
    throw Error(
        ErrorCode::badUse,
        phrase("{}: has no default sweep; give values separated by commas", parameter.name));
  }
  std::vector<std::string> values;
  for (const std::string& value : split(text)) values.push_back(checked(parameter, value));
  return values;
}

}  // namespace

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find(',', begin);
    parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
  }
  return parts;
}

Values Settings::at(const std::string& point) const {
  std::map<std::string, std::string> all(values.begin(), values.end());
  if (!swept.empty()) all[swept] = point;
  return Values(std::move(all));
}

Settings settingsOf(const LabExperiment& experiment, const LabRequest& request) {
  std::map<std::string, std::vector<std::string>> asked;
  for (const auto& setting : request.settings) {
    const std::string& name = setting.first;
    const auto known =
        std::find_if(experiment.parameters.begin(), experiment.parameters.end(),
                     [&](const LabParameter& parameter) { return parameter.name == name; });
    if (known == experiment.parameters.end()) {
      std::vector<std::string> names;
      for (const LabParameter& parameter : experiment.parameters) names.push_back(parameter.name);
      throw Error(ErrorCode::badUse, phrase("{} has no parameter {}; the parameters are {}",
                                            experiment.name, name, joined(names)));
    }
    asked[name] = valuesOf(*known, setting.second);
  }

  Settings settings;
  settings.points = {""};
  for (const LabParameter& parameter : experiment.parameters) {
    const auto found = asked.find(parameter.name);
    if (found == asked.end() || found->second.size() == 1) {
      settings.values.emplace_back(parameter.name,
                                   found == asked.end() ? parameter.value : found->second.front());
      continue;
    }
    if (!settings.swept.empty()) {
      throw Error(ErrorCode::badUse, phrase("{} and {}: only one parameter can be swept at a time",
                                            settings.swept, parameter.name));
    }
    settings.swept = parameter.name;
    settings.points = found->second;
    settings.values.emplace_back(parameter.name, joined(found->second));
  }
  return settings;
}

}  // namespace espy::lab
