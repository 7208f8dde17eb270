// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Dependencies between modules. In core and cuda, forbidden includes do not compile
// (cmake/layers.cmake). These tests check cmake/layers.txt itself, the folders of the two programs,
// which are one target each, and the sources directly in core and cuda.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kSources = ESPY_SOURCE_DIR;
const std::set<std::string> kTopFolders{"core", "cuda", "app"};

struct Module {
  std::set<std::string>
      below;  ///< as in the table: "core/base", "core/base/*", "core/base/csv.h", "public"
  std::size_t line = 0;
};

struct Layers {
  std::map<std::string, Module> modules;
  std::map<std::string, std::string> owners;  ///< of headers in espy/
};

std::set<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  std::set<std::string> words;
  for (std::string word; stream >> word;) words.insert(word);
  return words;
}

Layers readLayers() {
  Layers layers;
  std::ifstream lines(kSources / "cmake" / "layers.txt");
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::size_t first = line.find('|');
    const std::size_t second = line.find('|', first + 1);
    if (second == std::string::npos) {
      ADD_FAILURE() << "cmake/layers.txt:" << number << " has no two bars";
      continue;
    }
    const std::string name = *wordsOf(line.substr(0, first)).begin();
    layers.modules[name] = {wordsOf(line.substr(second + 1)), number};
    for (const std::string& header : wordsOf(line.substr(first + 1, second - first - 1))) {
      layers.owners[header + ".h"] = name;
    }
  }
  return layers;
}

bool isIn(const std::string& module, const std::string& top) {
  return module == top || module.starts_with(top + "/");
}

/// The module of `file`, a path relative to the root; empty if the table lacks its folder.
std::string moduleOf(const Layers& layers, const fs::path& file) {
  const std::string folder = file.parent_path().string();
  return layers.modules.contains(folder) ? folder : "";
}

/// The project's file that an include resolves to, relative to the root, or empty.
fs::path resolved(const std::string& module, const std::string& included) {
  // The programs include relative to their own folders, all others relative to core and the root.
  std::vector<fs::path> roots{module};
  for (const char* program : {"app/cli", "app/desktop"}) {
    if (isIn(module, program)) roots.emplace_back(program);
  }
  roots.insert(roots.end(), {"core", ""});
  for (const fs::path& from : roots) {
    if (fs::is_regular_file(kSources / from / included))
      return (from / included).lexically_normal();
  }
  return {};
}

/// Why the module must not include this, or empty.
std::string objection(const Layers& layers, const std::string& module,
                      const std::string& included) {
  const std::set<std::string>& below = layers.modules.at(module).below;
  if (included.starts_with("espy/")) {
    const auto owner = layers.owners.find(included.substr(5));
    if (owner == layers.owners.end()) return "a header of no module";
    const bool known = owner->second == module || below.contains(owner->second) ||
                       below.contains(owner->second + "/*") || below.contains("public") ||
                       // Every module may use core/base.
                       owner->second == "core/base";
    return known ? "" : "a header of " + owner->second;
  }
  const fs::path meant = resolved(module, included);
  if (meant.empty()) return {};  // a system or third-party header
  const std::string other = moduleOf(layers, meant);
  if (other.empty()) return "a folder that is no module: " + meant.string();
  const bool known =
      other == module || below.contains(other + "/*") || below.contains(meant.generic_string());
  return known ? "" : "the inside of " + other;
}

std::set<std::string> includesOf(const fs::path& file) {
  std::set<std::string> includes;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("#include")) continue;
    const std::size_t begin = line.find_first_of("\"<") + 1;
    includes.insert(line.substr(begin, line.find_first_of("\">", begin) - begin));
  }
  return includes;
}

/// The sources of core, cuda and app, relative to the root.
std::vector<fs::path> allSources() {
  std::vector<fs::path> files;
  for (const std::string& top : kTopFolders) {
    for (const auto& entry : fs::recursive_directory_iterator(kSources / top)) {
      const std::string ending = entry.path().extension().string();
      if (ending == ".h" || ending == ".cpp" || ending == ".cu" || ending == ".cuh") {
        files.push_back(entry.path().lexically_relative(kSources));
      }
    }
  }
  return files;
}

/// Whether the test checks the module, because the compiler does not.
bool isCovered(const std::string& module) {
  return isIn(module, "app") || module == "core" || module == "cuda";
}

TEST(Modules, IncludeOnlyWhatIsBelowThem) {
  const Layers layers = readLayers();
  std::size_t held = 0;
  for (const fs::path& file : allSources()) {
    const std::string folder = file.parent_path().string();
    if (isIn(folder, "core/include/espy")) continue;
    const std::string module = moduleOf(layers, file);
    EXPECT_NE(module, "") << file << " is in no module of cmake/layers.txt";
    if (module.empty() || !isCovered(module)) continue;
    ++held;
    for (const std::string& included : includesOf(kSources / file)) {
      EXPECT_EQ(objection(layers, module, included), "") << file << " includes " << included;
    }
  }
}

TEST(Modules, HeadersOfUsersIncludeOnlyWhatIsBelowTheirModule) {
  const Layers layers = readLayers();
  std::size_t headers = 0;
  const fs::path all = kSources / "core/include/espy";
  for (const auto& entry : fs::recursive_directory_iterator(all)) {
    if (entry.is_directory()) continue;
    ++headers;
    const std::string name = entry.path().lexically_relative(all).string();
    const auto owner = layers.owners.find(name);
    if (owner == layers.owners.end()) {
      ADD_FAILURE() << "espy/" << name << " is of no module of cmake/layers.txt";
      continue;
    }
    for (const std::string& included : includesOf(entry.path())) {
      EXPECT_EQ(objection(layers, owner->second, included), "") << name << " includes " << included;
    }
  }
  EXPECT_EQ(headers, layers.owners.size()) << "the table names headers that are not there";
}

TEST(Modules, ArrowsPointDownTheTable) {
  const Layers layers = readLayers();
  EXPECT_GT(layers.modules.size(), 20U);
  for (const auto& [name, module] : layers.modules) {
    EXPECT_TRUE(fs::is_directory(kSources / name)) << name;
    for (std::string other : module.below) {
      if (other == "public") {
        EXPECT_FALSE(isIn(name, "core") && name != "core") << name;
        continue;
      }
      if (other.ends_with(".h")) {
        EXPECT_TRUE(fs::is_regular_file(kSources / other)) << name << " may include " << other;
        other = fs::path(other).parent_path().string();
      }
      if (other.ends_with("/*")) other.resize(other.size() - 2);
      ASSERT_TRUE(layers.modules.contains(other)) << name << " may include " << other;
      EXPECT_LT(layers.modules.at(other).line, module.line) << other << " stands below " << name;
    }
  }
}

/// The project's lines that contain the text, as "file: line".
std::vector<std::string> linesWith(const std::string& text) {
  std::vector<std::string> found;
  for (const fs::path& file : allSources()) {
    std::ifstream lines(kSources / file);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(text) != std::string::npos) found.push_back(file.string() + ": " + line);
    }
  }
  return found;
}

TEST(Modules, OnlyOneFileAsksWhatTheProcessorCan) {
  for (const char* text : {"__builtin_cpu_supports", "target(\""}) {
    const std::vector<std::string> found = linesWith(text);
    EXPECT_FALSE(found.empty()) << text;
    for (const std::string& line : found) {
      EXPECT_TRUE(line.starts_with("core/base/simd.")) << line;
    }
  }
}

/// SIMD loops use Highway (core/base/simd.h).
TEST(Modules, ThereIsOneSimdIdiom) {
  for (const char* text : {"target_clones", "vector_size", "__builtin_shufflevector"}) {
    EXPECT_EQ(linesWith(text), std::vector<std::string>{}) << text;
  }
  // Files with intrinsics that Highway lacks or that are faster.
  constexpr const char* kOwn[] = {"core/base/simd.h",
                                  "core/base/simd.cpp",
                                  "core/base/simd_sums-inl.h",
                                  "core/base/thread_pool.cpp",
                                  "core/exact/planes.cpp",
                                  "core/files/checksum.cpp",
                                  "core/identify/screen_amx.cpp",
                                  "core/identify/screen_simd.cpp",
                                  "core/lab/rates_simd.cpp",
                                  "core/pose/span_needle_simd.cpp",
                                  "core/score/difference_loops-inl.h",
                                  "core/score/direct_blocks_simd.cpp",
                                  "core/signal/sum_loops_simd.cpp"};
  for (const char* text : {"immintrin.h", "_mm_", "_mm256_", "_mm512_", "__m128", "__m256",
                           "__m512", "asm(", "asm__", "asm volatile", "__asm"}) {
    for (const std::string& line : linesWith(text)) {
      // No instruction, only a barrier for the compiler; and PTX.
      if (line.find("(\"\"") != std::string::npos || line.starts_with("cuda/")) continue;
      const bool known = std::any_of(std::begin(kOwn), std::end(kOwn),
                                     [&](const char* file) { return line.starts_with(file); });
      EXPECT_TRUE(known) << line;
    }
  }
}

TEST(Modules, TheObjectionsCanBeRaised) {
  const Layers layers = readLayers();
  const auto refused = [&](const std::string& module, const std::string& included) {
    return !objection(layers, module, included).empty();
  };
  EXPECT_TRUE(refused("core", "signal/tile.h"));
  EXPECT_TRUE(refused("app/cli", "exact/plan.h"));
  EXPECT_TRUE(refused("app/desktop/canvas", "window/actions.h"));
  EXPECT_TRUE(refused("app/desktop/tray", "app/cli/common/output.h"));
  EXPECT_TRUE(refused("app/desktop/tray", "window/actions.h"));
  EXPECT_TRUE(refused("app/desktop/demo", "window/main_window.h"));
  EXPECT_TRUE(refused("app/desktop/lab", "timing/timing_figures.h"));
  EXPECT_TRUE(refused("app/desktop/charts", "timing/timing_result.h"));
  EXPECT_FALSE(refused("app/desktop/lab", "charts/chart.h"));
  EXPECT_TRUE(refused("app/cli/common", "find/options.h"));
  EXPECT_TRUE(refused("app/cli/lab", "find/options.h"));
  EXPECT_TRUE(refused("app/cli/find", "base/csv.h"));
  EXPECT_TRUE(refused("app/cli/lab", "base/folder.h"));
  EXPECT_FALSE(refused("app/cli/find", "base/folder.h"));
  EXPECT_FALSE(refused("app/cli/find", "common/output.h"));
  EXPECT_FALSE(refused("app/desktop/window", "canvas/canvas.h"));
}

/// Public headers set the visibility of what the shared library exports.
TEST(PublicHeaders, ShowWhatTheyDeclare) {
  std::size_t seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kSources / "core/include/espy")) {
    if (entry.is_directory()) continue;
    ++seen;
    std::vector<std::string> lines;
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    const auto push = std::find(lines.begin(), lines.end(), "#pragma GCC visibility push(default)");
    const auto opening = std::find(lines.begin(), lines.end(), "namespace espy {");
    EXPECT_TRUE(push < opening && opening < lines.end()) << entry.path();
    EXPECT_EQ(lines.back(), "#pragma GCC visibility pop") << entry.path();
  }
  EXPECT_GT(seen, 20U);
}

/// Public types that C++ source defines in namespace espy or nested in a class of it.
std::vector<std::string> typesIn(std::istream& lines) {
  std::vector<std::string> types;
  bool isPrivate = false;
  for (std::string line; std::getline(lines, line);) {
    const bool inClass = line.starts_with("  ") && !line.starts_with("   ");
    if (line == " private:") isPrivate = true;
    if (line.starts_with("}")) isPrivate = false;
    if (isPrivate || line.empty() || (line[0] == ' ' && !inClass)) continue;
    std::istringstream stream(line);
    std::string kind;
    std::string name;
    stream >> kind >> name;
    if (kind == "enum" && name == "class") stream >> name;
    const bool defines = (kind == "struct" || kind == "class" || kind == "enum") &&
                         line.find('{') != std::string::npos;
    const bool alias = kind == "using" && line.find('=') != std::string::npos;
    if (defines || alias) types.push_back(name);
  }
  return types;
}

/// Keeps the public interface small. What engines implement is in espy/engine.
TEST(PublicHeaders, HaveAtMostNinetyTypes) {
  std::istringstream some(
      "struct A {\n  enum class B { b };\n private:\n  struct C {};\n};\n"
      "class D;\nusing E = int;\n    struct Deep {\ntemplate <class T>\nclass F : A {");
  EXPECT_EQ(typesIn(some), (std::vector<std::string>{"A", "B", "E", "F"}));
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(kSources / "core/include/espy")) {
    if (entry.is_directory()) continue;
    std::ifstream lines(entry.path());
    const std::vector<std::string> own = typesIn(lines);
    all.insert(all.end(), own.begin(), own.end());
  }
  EXPECT_GT(all.size(), 40U);
  EXPECT_LE(all.size(), 90U);
}

}  // namespace
