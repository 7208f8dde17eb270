// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// In full builds, several tests of a folder are compiled as one source (unity build). Their
// grouping changes with every added or removed test, so no two tests of a folder may define
// different things of the same name in unnamed namespaces.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kTests = fs::path(ESPY_SOURCE_DIR) / "tests";

/// The name that a top-level line defines: of a type, a constant, or a function with its
/// parameters. Empty if it defines nothing.
std::string definedBy(const std::string& line) {
  static const std::regex type(R"(^(?:struct|class|enum|enum class) (\w+)[ {:].*)");
  static const std::regex constant(
      R"(^(?:constexpr|const|static|inline)\b.* (k[A-Z]\w*)\b.*[={].*)");
  static const std::regex function(R"(^[\w:<>,&*][\w:<>,&* ]*[ &*]([a-z]\w*\(.*\)) \{)");
  std::smatch name;
  for (const std::regex* one : {&type, &constant, &function}) {
    if (std::regex_match(line, name, *one)) return name[1];
  }
  return {};
}

/// Names in unnamed namespaces, prefixed by the enclosing namespace, with their file.
std::multimap<std::string, std::string> ownNamesOf(const fs::path& file) {
  std::multimap<std::string, std::string> names;
  std::ifstream lines(file);
  std::string outer;
  bool unnamed = false;
  for (std::string line; std::getline(lines, line);) {
    if (line == "namespace {")
      unnamed = true;
    else if (line == "}  // namespace")
      unnamed = false;
    else if (line.starts_with("namespace ") && line.ends_with("{"))
      outer = line.substr(10);
    if (!unnamed) continue;
    const std::string name = definedBy(line);
    if (!name.empty()) names.emplace(outer + " " + name, file.filename().string());
  }
  return names;
}

TEST(Names, OfTestsThatAreCompiledTogetherAreTheirOwn) {
  std::map<std::string, std::map<std::string, std::string>> firsts;  // by folder and name
  std::size_t seen = 0;
  for (const fs::path& top : {kTests / "unit", kTests / "desktop"}) {
    for (const auto& entry : fs::recursive_directory_iterator(top)) {
      if (entry.path().extension() != ".cpp") continue;
      const std::string folder = entry.path().parent_path().string();
      for (const auto& [name, file] : ownNamesOf(entry.path())) {
        ++seen;
        const auto [first, isNew] = firsts[folder].emplace(name, file);
        EXPECT_TRUE(isNew || first->second == file)
            << folder << ": " << name << " stands in " << first->second << " and in " << file;
      }
    }
  }
  EXPECT_GT(seen, 300U);
}

TEST(Names, AreSeen) {
  EXPECT_EQ(definedBy("struct Answer {"), "Answer");
  EXPECT_EQ(definedBy("constexpr int kMost = 3;"), "kMost");
  EXPECT_EQ(definedBy("std::vector<int> kindsOf(const A& a) {"), "kindsOf(const A& a)");
  EXPECT_EQ(definedBy("  return kindsOf(a);"), "");
  EXPECT_EQ(definedBy("TEST(Names, AreSeen) {"), "");
}

}  // namespace
