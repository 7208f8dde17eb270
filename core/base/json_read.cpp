// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/json_read.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy {
namespace {

using Library = nlohmann::json;

/// Forwards the library's SAX calls to JsonEvents.
class Passed : public nlohmann::json_sax<Library> {
 public:
  explicit Passed(JsonEvents& events) : events_(events) {}

  bool null() override {
    events_.null();
    return true;
  }
  bool boolean(bool value) override {
    events_.boolean(value);
    return true;
  }
  bool number_integer(number_integer_t value) override {
    events_.number(static_cast<double>(value), std::to_string(value));
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    events_.number(static_cast<double>(value), std::to_string(value));
    return true;
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    events_.number(value, digits);
    return true;
  }
  bool string(string_t& value) override {
    events_.text(value);
    return true;
  }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*count*/) override { return begin(true); }
  bool start_array(std::size_t /*count*/) override { return begin(false); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t& name) override {
    events_.key(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    if (wrong_.empty()) wrong_ = phrase("is not valid JSON from byte {} on", position);
    return false;
  }

  const Message& wrong() const { return wrong_; }

 private:
  bool begin(bool object) {
    // Bounds the recursion of readers; files of ours are far less deep.
    constexpr int kDeepest = 200;
    if (++depth_ > kDeepest) {
      wrong_ = phrase("is nested too deeply: {} levels", depth_);
      return false;
    }
    events_.begin(object);
    return true;
  }
  bool end() {
    --depth_;
    events_.end();
    return true;
  }

  JsonEvents& events_;
  Message wrong_;
  int depth_ = 0;
};

}  // namespace

/// Builds a tree from events.
class JsonBuilder : public JsonEvents {
 public:
  void null() override { add(JsonValue::Kind::null); }
  void boolean(bool value) override { add(JsonValue::Kind::boolean).number_ = value ? 1 : 0; }
  void number(double value, std::string_view digits) override {
    JsonValue& added = add(JsonValue::Kind::number);
    added.number_ = value;
    added.text_ = digits;
  }
  void text(const std::string& value) override { add(JsonValue::Kind::text).text_ = value; }
  void key(const std::string& name) override {
    if (open_.back().member(name) != nullptr && twice.empty()) twice = name;
    open_.back().members_.emplace_back(name, JsonValue());
  }
  void begin(bool object) override {
    open_.emplace_back().kind_ = object ? JsonValue::Kind::object : JsonValue::Kind::list;
  }
  void end() override {
    JsonValue whole = std::move(open_.back());
    open_.pop_back();
    place() = std::move(whole);
  }

  JsonValue all;
  std::string twice;  ///< a duplicate key of an object

 private:
  JsonValue& add(JsonValue::Kind kind) {
    JsonValue& added = place();
    added.kind_ = kind;
    return added;
  }
  /// Slot of the next value.
  JsonValue& place() {
    if (open_.empty()) return all;
    JsonValue& around = open_.back();
    if (around.kind_ == JsonValue::Kind::object) return around.members_.back().second;
    return around.list_.emplace_back();
  }

  std::vector<JsonValue> open_;
};

Message readJson(std::string_view text, JsonEvents& events) {
  Passed passed(events);
  Library::sax_parse(text.begin(), text.end(), &passed);
  return passed.wrong();
}

JsonValue JsonValue::parse(std::string_view text, const std::string& name) {
  JsonBuilder builder;
  if (const Message wrong = readJson(text, builder); !wrong.empty()) {
    throw Error(ErrorCode::badUse, phrase("{}: {}", name, wrong));
  }
  if (!builder.twice.empty()) {
    throw Error(ErrorCode::badUse, phrase("{}: the key \"{}\" occurs twice", name, builder.twice));
  }
  return std::move(builder.all);
}

const JsonValue* JsonValue::member(std::string_view key) const {
  const auto found = std::find_if(members_.begin(), members_.end(),
                                  [&](const Member& member) { return member.first == key; });
  return found == members_.end() ? nullptr : &found->second;
}

}  // namespace espy
