// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/json.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

namespace espy::test {
namespace {

using Read = nlohmann::ordered_json;

Json converted(const Read& read) {
  switch (read.type()) {
    case Read::value_t::boolean:
      return read.get<bool>();
    case Read::value_t::number_unsigned:
      if (read.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        throw std::invalid_argument("a whole number above 2^63: " + read.dump());
      }
      return read.get<std::int64_t>();
    case Read::value_t::number_integer:
      return read.get<std::int64_t>();
    case Read::value_t::number_float:
      return read.get<double>();
    case Read::value_t::string:
      return read.get<std::string>();
    case Read::value_t::array:
    case Read::value_t::object: {
      std::vector<std::string> keys;
      std::vector<Json> values;
      for (const auto& [key, value] : read.items()) {
        if (read.is_object()) keys.push_back(key);
        values.push_back(converted(value));
      }
      return Json(read.is_object() ? Json::Kind::object : Json::Kind::list, std::move(keys),
                  std::move(values));
    }
    default:
      return {};
  }
}

}  // namespace

Json Json::parse(const std::string& text) {
  try {
    return converted(Read::parse(text));
  } catch (const Read::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

double Json::number() const {
  if (kind_ == Kind::whole) return static_cast<double>(whole_);
  if (kind_ != Kind::fraction) throw std::logic_error("not a number");
  return fraction_;
}

const std::string& Json::text() const {
  if (kind_ != Kind::text) throw std::logic_error("not a text");
  return text_;
}

bool Json::contains(const std::string& key) const {
  return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}

const Json& Json::operator[](const std::string& key) const {
  const auto at = std::find(keys_.begin(), keys_.end(), key);
  if (at == keys_.end()) throw std::out_of_range("no key " + key);
  return values_[static_cast<std::size_t>(at - keys_.begin())];
}

bool Json::operator==(const Json& other) const {
  if ((isWhole() && other.isFraction()) || (isFraction() && other.isWhole())) {
    return number() == other.number();
  }
  return kind_ == other.kind_ && whole_ == other.whole_ && fraction_ == other.fraction_ &&
         text_ == other.text_ && keys_ == other.keys_ && values_ == other.values_;
}

std::ostream& operator<<(std::ostream& out, const Json& json) {
  switch (json.kind_) {
    case Json::Kind::null:
      return out << "null";
    case Json::Kind::boolean:
      return out << (json.whole_ != 0 ? "true" : "false");
    case Json::Kind::whole:
      return out << json.whole_;
    case Json::Kind::fraction:
      return out << json.fraction_;
    case Json::Kind::text:
      return out << '"' << json.text_ << '"';
    default:
      break;
  }
  const bool object = json.kind_ == Json::Kind::object;
  out << (object ? '{' : '[');
  for (std::size_t i = 0; i < json.values_.size(); ++i) {
    if (i > 0) out << ',';
    if (object) out << '"' << json.keys_[i] << "\":";
    out << json.values_[i];
  }
  return out << (object ? '}' : ']');
}

}  // namespace espy::test
