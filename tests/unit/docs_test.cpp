// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Every path in backquotes and every linked file in the documents exists.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = ESPY_SOURCE_DIR;
const std::vector<std::string> kTops{"app",   "core",    "cuda",  "python", "resources", "tests",
                                     "tools", "samples", "cmake", "docs",   ".ci"};
// Longer endings first, since the first alternative wins.
const std::string kEndings = "cpp|cuh|cu|hpp|h|py|sh|md|txt|json|cmake|svg|ts";

std::vector<fs::path> documents() {
  std::vector<fs::path> found{"README.md", "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "docs")) {
    const fs::path file = entry.path().lexically_relative(kRoot);
    // The change log keeps old names.
    if (file.extension() == ".md" && file.filename() != "CHANGELOG.md") found.push_back(file);
  }
  return found;
}

/// All files of the project and their folders, relative to the root.
const std::set<std::string>& everything() {
  static const std::set<std::string> all = [] {
    std::set<std::string> paths;
    for (const std::string& top : kTops) {
      paths.insert(top);
      for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
        paths.insert(entry.path().lexically_relative(kRoot).string());
      }
    }
    for (const auto& entry : fs::directory_iterator(kRoot)) {
      if (entry.is_regular_file()) paths.insert(entry.path().filename().string());
    }
    return paths;
  }();
  return all;
}

/// Whether the path of a file or folder ends like this; `*` stands for any characters of a name.
bool pathExists(const std::string& path) {
  std::string pattern;
  for (const char c : path) {
    if (c == '*') {
      pattern += "[^/]*";
    } else if (c == '.' || c == '+') {
      pattern += std::string("\\") + c;
    } else {
      pattern += c;
    }
  }
  while (pattern.ends_with('/')) pattern.pop_back();
  const std::regex ending("(?:.*/)?" + pattern);
  return std::any_of(everything().begin(), everything().end(),
                     [&](const std::string& one) { return std::regex_match(one, ending); });
}

/// The project's paths in a document.
std::set<std::string> namedIn(const std::string& text) {
  std::string tops;
  for (const std::string& top : kTops) tops += (tops.empty() ? "" : "|") + top;
  tops.replace(tops.find(".ci"), 3, "\\.ci");
  const std::regex within("`((?:" + tops + ")/[A-Za-z0-9_./*-]*|[A-Za-z0-9_/*-]+\\.(?:" + kEndings +
                          "))`");
  std::set<std::string> paths;
  for (std::sregex_iterator at(text.begin(), text.end(), within), end; at != end; ++at) {
    paths.insert((*at)[1]);
  }
  return paths;
}

std::string textOf(const fs::path& file) {
  std::ifstream stream(kRoot / file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Documents, NameOnlyExistingPaths) {
  std::size_t paths = 0;
  for (const fs::path& document : documents()) {
    for (const std::string& path : namedIn(textOf(document))) {
      ++paths;
      EXPECT_TRUE(pathExists(path)) << document << " names " << path;
    }
  }
  EXPECT_GT(paths, 50U);
}

TEST(Documents, LinkOnlyToExistingFiles) {
  const std::regex link("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
  std::size_t links = 0;
  for (const fs::path& document : documents()) {
    const std::string text = textOf(document);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      ++links;
      const std::string to = (*at)[1];
      EXPECT_TRUE(fs::exists(kRoot / document.parent_path() / to)) << document << " links " << to;
    }
  }
  EXPECT_GT(links, 20U);
}

TEST(Documents, MissingPathsAreSeen) {
  EXPECT_EQ(namedIn("see `core/find/gone.cpp`, `gone.h` and `espy find`, `1.5`"),
            (std::set<std::string>{"core/find/gone.cpp", "gone.h"}));
  EXPECT_FALSE(pathExists("core/find/gone.cpp"));
  EXPECT_TRUE(pathExists("tests/unit/docs_test.cpp"));
  EXPECT_TRUE(pathExists("docs_*.cpp"));
}

}  // namespace
