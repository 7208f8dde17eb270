// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/option_table.h"
#include "common/verb.h"

namespace espy::cli {

/// Parser for the options and files of one verb, and its help. Wraps CLI11 to keep its slow headers
/// in one file and to treat all verbs alike: the last of repeated options counts, and every error
/// is one sentence.
class OptionParser {
 public:
  explicit OptionParser(const Verb& verb);
  ~OptionParser();
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;

  /// Title in the help for the options that follow.
  void group(const std::string& title);

  /// Adds an option with a value, passed to `take`: option("-o,--output", "FILE", ...).
  void option(const std::string& names, const std::string& value, const std::string& help,
              const std::function<void(const std::string&)>& take);
  /// Stores the value in `text` instead.
  void option(const std::string& names, const std::string& value, const std::string& help,
              std::string& text);
  /// Adds an option that may be repeated.
  void list(const std::string& names, const std::string& value, const std::string& help,
            std::vector<std::string>& values);
  void flag(const std::string& names, const std::string& help, bool& set);
  /// Adds an option with a fixed set of values; `take` receives the index.
  void choice(const std::string& names, const std::string& value,
              const std::vector<std::string>& choices, const std::string& help,
              const std::function<void(std::size_t)>& take);
  /// Adds completions to the last option, which also accepts other values.
  void offer(const std::vector<std::string>& words);
  /// Collects arguments that are no options.
  void files(std::vector<std::string>& files);
  /// The first argument is one of `known`, files follow.
  void wordAndFiles(std::vector<std::string>& given, const std::vector<std::string>& known);
  /// Arguments are from `known`, no files.
  void words(std::vector<std::string>& given, const std::vector<std::string>& known);

  const OptionTable& table() const;

  /// Parses the arguments. Returns false if help was requested and printed; throws UseError.
  bool parse(const std::vector<std::string>& arguments);

 private:
  void add(const std::string& names, const std::string& value, const std::string& help);

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace espy::cli
