// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Usage: espy_cli_texts bash|zsh|fish OUTPUT, espy_cli_texts man TEMPLATE OUTPUT. For the build
// only.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "texts/verb_facts.h"

namespace {

std::string contentOf(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error(file + ": cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string textFor(const std::vector<std::string>& words) {
  using namespace espy::cli;
  const std::string kind = words.size() > 1 ? words[1] : "";
  if (words.size() == 4 && kind == "man") return manPage(contentOf(words[2]));
  if (words.size() == 3 && kind == "bash") return bashCompletion();
  if (words.size() == 3 && kind == "zsh") return zshCompletion();
  if (words.size() == 3 && kind == "fish") return fishCompletion();
  throw std::runtime_error("takes bash|zsh|fish OUTPUT, or man TEMPLATE OUTPUT");
}

}  // namespace

int main(int count, char** arguments) {
  try {
    const std::vector<std::string> words(arguments, arguments + count);
    const std::string text = textFor(words);
    std::ofstream file(words.back(), std::ios::binary);
    if (!(file << text).flush()) throw std::runtime_error(words.back() + ": cannot be written");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "espy_cli_texts: %s\n", error.what());
    return 2;
  }
}
