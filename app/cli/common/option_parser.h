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

/// The command line of one verb: its options, its files, its help. Wraps CLI11 so that its
/// headers, which are slow to compile, stay in one file, and so that all verbs speak alike: of an
/// option given twice the last counts, and every refusal is one sentence.
class OptionParser {
 public:
  explicit OptionParser(const Verb& verb);
  ~OptionParser();
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;

  /// Options that follow stand under this title in the help.
  void group(const std::string& title);

  /// An option with a value, which `take` is told: option("-o,--output", "FILE", ...).
  void option(const std::string& names, const std::string& value, const std::string& help,
              const std::function<void(const std::string&)>& take);
  /// The same, for text that is taken as it is.
  void option(const std::string& names, const std::string& value, const std::string& help,
              std::string& text);
  /// An option that may be given again and again.
  void list(const std::string& names, const std::string& value, const std::string& help,
            std::vector<std::string>& values);
  void flag(const std::string& names, const std::string& help, bool& set);
  /// An option that takes one of these words; `take` is told which.
  void choice(const std::string& names, const std::string& value,
              const std::vector<std::string>& choices, const std::string& help,
              const std::function<void(std::size_t)>& take);
  /// Words that shells offer for the option that was added last, which takes others, too.
  void offer(const std::vector<std::string>& words);
  /// Where everything goes that is no option.
  void files(std::vector<std::string>& files);
  /// The same for a verb that takes one of these words, and then files.
  void wordAndFiles(std::vector<std::string>& given, const std::vector<std::string>& known);
  /// The same for a verb that takes one of these words and no files.
  void words(std::vector<std::string>& given, const std::vector<std::string>& known);

  const OptionTable& table() const;

  /// Reads the arguments. False when help was asked for and has been printed; throws UseError.
  bool parse(const std::vector<std::string>& arguments);

 private:
  void add(const std::string& names, const std::string& value, const std::string& help);

  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace espy::cli
