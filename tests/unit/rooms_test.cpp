// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The rooms of the house do not look into each other: `core/find` never includes `core/mark` and so
// on; every room may include `base` and itself. And the core knows neither Qt nor CUDA.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

/// The header of each room, and those of base, which all may include.
const std::set<std::string> kBaseHeaders{
    "ahead.h", "control.h", "csv.h",      "error.h",    "flags.h",  "folder.h",  "image.h",
    "json.h",  "memory.h",  "registry.h", "resident.h", "scaled.h", "timeline.h"};

/// Batches read, find, mark and write: their room lies above the others, and uses what everybody
/// may use of them.
/// The lab finds and marks to measure it.
const std::set<std::string> kMetInLab{"find.h", "machine.h", "mark.h", "measure.h", "search.h"};
const std::set<std::string> kMetInBatch{"find.h", "mark.h", "pictures.h", "score.h", "search.h"};

bool isQtOrCuda(const std::string& included) {
  const std::string file = included.substr(included.rfind('/') + 1);
  const bool qt = file.size() > 1 && file[0] == 'Q' && std::isupper(file[1]) != 0;
  return qt || included.starts_with("cu") || included.starts_with("Qt");
}

/// Why the room must not include this, or nothing.
std::string objection(const std::string& room, const std::string& included) {
  if (isQtOrCuda(included)) return "the core knows neither Qt nor CUDA";
  const std::size_t slash = included.find('/');
  if (slash == std::string::npos) return {};
  const std::string folder = included.substr(0, slash);
  const std::string header = included.substr(slash + 1);
  if (folder == "espy") {
    const std::string own = room == "io" ? "pictures.h" : room + ".h";
    const bool scores =
        room == "find" && (header == "score.h" || header == "search.h" || header == "find_json.h");
    const bool meets = (room == "batch" && kMetInBatch.contains(header)) ||
                       (room == "lab" && kMetInLab.contains(header));
    return kBaseHeaders.contains(header) || header == own || scores || meets
               ? ""
               : "another room's header";
  }
  const bool isRoom = fs::is_directory(fs::path(ESPY_SOURCE_DIR) / "core" / folder);
  return !isRoom || folder == room || folder == "base" ? "" : "another room's inside";
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

TEST(Rooms, DoNotLookIntoEachOther) {
  int files = 0;
  for (const char* room : {"base", "io", "find", "mark", "batch"}) {
    const fs::path folder = fs::path(ESPY_SOURCE_DIR) / "core" / room;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".h" && ending != ".cpp") continue;
      ++files;
      for (const std::string& included : includesOf(entry.path())) {
        EXPECT_EQ(objection(room, included), "") << entry.path() << " includes " << included;
      }
    }
  }
  EXPECT_GT(files, 30);
}

TEST(Rooms, TheObjectionsCanBeRaised) {
  EXPECT_NE(objection("find", "mark/outline.h"), "");
  EXPECT_NE(objection("find", "espy/mark.h"), "");
  EXPECT_NE(objection("base", "find/plan.h"), "");
  EXPECT_NE(objection("find", "espy/batch.h"), "");
  EXPECT_NE(objection("batch", "io/output_file.h"), "");
  EXPECT_NE(objection("io", "QtGui/QImage"), "");
  EXPECT_NE(objection("io", "cuda_runtime.h"), "");
  EXPECT_EQ(objection("io", "espy/pictures.h"), "");
  EXPECT_EQ(objection("mark", "base/parallel.h"), "");
  EXPECT_EQ(objection("batch", "espy/pictures.h"), "");
}

}  // namespace
