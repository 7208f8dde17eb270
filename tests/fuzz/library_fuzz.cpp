// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Damaged libraries of surfaces. The bytes change the files of an intact one: bytes, lengths, words
// of a slab's header with a valid checksum, and numbers and texts of the catalogue. The result is
// read, searched, verified, written to and compacted, or refused with an `Error`; a library that
// passes verification must be readable in full.
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "espy/engine/all.h"
#include "espy/engine/surfaces.h"
#include "files/checksum.h"
#include "fuzz/bytes.h"
#include "identify/database.h"

using namespace espy;
using namespace espy::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kNames[] = {"library", "surfaces-1.db", "slab-1.features"};
constexpr int kSurfaces = 6;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

Features featuresBy(int seed) {
  Features features;
  features.picture = {64, 48};
  for (int i = 0; i <= seed % 4; ++i) {
    features.points.push_back({static_cast<float>(i), static_cast<float>(seed), 1, 0});
    for (int k = 0; k < kFeatureBytes; ++k) {
      features.bytes.push_back(static_cast<std::uint8_t>((seed * 31 + i * 17 + k * 7) % 178));
    }
  }
  return features;
}

std::string load(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A temporary folder, in memory if possible, since thousands of libraries are made.
fs::path newFolder() {
  const fs::path memory = "/dev/shm";
  std::string pattern =
      ((::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path()) /
       "espy-fuzz-XXXXXX");
  if (::mkdtemp(pattern.data()) == nullptr) fail("no folder");
  return pattern;
}

/// The intact library.
class Whole {
 public:
  Whole() : around_(newFolder()), folder_(around_ / "l") {
    SurfaceOptions options;
    options.features.most = 4;
    options.leastFeatures = 1;
    SurfaceLibrary::create(folder_.string(), options);
    {
      SurfaceWriter writer(folder_.string());
      for (int i = 0; i < kSurfaces; ++i) writer.add("s" + std::to_string(i), featuresBy(i), "n");
      writer.commit();
      writer.remove("s1");
      writer.commit();
    }
    for (const char* name : kNames) files_[name] = load(folder_ / name);
  }
  ~Whole() {
    std::error_code ignored;
    fs::remove_all(around_, ignored);
  }
  Whole(const Whole&) = delete;
  Whole& operator=(const Whole&) = delete;

  const fs::path& folder() const { return folder_; }
  const std::map<std::string, std::string>& files() const { return files_; }

  /// Replaces the files of the folder.
  void store(const std::map<std::string, std::string>& files) const {
    for (const auto& entry : fs::directory_iterator(folder_)) fs::remove(entry.path());
    for (const auto& [name, bytes] : files) {
      std::ofstream(folder_ / name, std::ios::binary) << bytes;
    }
  }

 private:
  fs::path around_;
  fs::path folder_;
  std::map<std::string, std::string> files_;
};

std::int64_t numberOf(Bytes& bytes) {
  std::uint64_t number = 0;
  for (int count = bytes.below(9); count > 0; --count) number = number << 8 | bytes.next();
  return static_cast<std::int64_t>((number & 1) != 0 ? ~(number >> 1) : number >> 1);
}

/// A statement that changes a number or text of the catalogue.
std::string changeOfCatalogue(Bytes& bytes) {
  constexpr std::array<std::array<const char*, 2>, 19> kColumns{{{"library", "stamp"},
                                                                 {"library", "change"},
                                                                 {"library", "most_features"},
                                                                 {"library", "longest_side"},
                                                                 {"library", "least_features"},
                                                                 {"library", "\"references\""},
                                                                 {"library", "features"},
                                                                 {"library", "next_slab"},
                                                                 {"slabs", "slab"},
                                                                 {"slabs", "places"},
                                                                 {"surfaces", "place"},
                                                                 {"surfaces", "width"},
                                                                 {"surfaces", "height"},
                                                                 {"surfaces", "features"},
                                                                 {"surfaces", "sum"},
                                                                 {"surfaces", "removed"},
                                                                 {"points", "place"},
                                                                 {"points", "sum"},
                                                                 {"surfaces", "id"}}};
  const auto& [table, column] = kColumns[static_cast<std::size_t>(bytes.below(19))];
  const int row = bytes.below(kSurfaces);
  std::string value = std::to_string(numberOf(bytes));
  if (std::string(column) == "id") {
    value = "CAST(x'";
    for (int count = bytes.below(6); count > 0; --count) {
      char digits[3];
      std::snprintf(digits, sizeof digits, "%02x", bytes.next());
      value += digits;
    }
    value += "' AS TEXT)";
  }
  return std::string("UPDATE OR REPLACE ") + table + " SET " + column + " = " + value +
         " WHERE rowid = (SELECT rowid FROM " + table + " LIMIT 1 OFFSET " + std::to_string(row) +
         ")";
}

void changeFiles(const Whole& whole, Bytes& bytes) {
  std::map<std::string, std::string> files = whole.files();
  const int changes = bytes.below(6);
  std::vector<std::string> statements;
  std::string catalogue = kNames[1];
  for (int i = 0; i < changes; ++i) {
    const int kind = bytes.below(5);
    std::string& file = files[kNames[bytes.below(3)]];
    std::string& slab = files["slab-1.features"];
    const std::size_t at = static_cast<std::size_t>(bytes.next()) << 16 |
                           static_cast<std::size_t>(bytes.next()) << 8 | bytes.next();
    switch (kind) {
      case 0:
        if (!file.empty()) file[at % file.size()] = static_cast<char>(bytes.next());
        break;
      case 1:
        file.resize(at % (file.size() + 4096));
        break;
      case 2: {
        if (slab.size() < 64) break;
        slab[at % 60] = static_cast<char>(bytes.next());
        const auto* const head = reinterpret_cast<const std::uint8_t*>(slab.data());
        const std::uint32_t sum = files::checksumOf({head, 60});
        std::memcpy(slab.data() + 60, &sum, sizeof sum);
        break;
      }
      case 3:
        catalogue = "surfaces-" + std::to_string(numberOf(bytes)) + ".db";
        files["library"] = "espy library 1\n" + catalogue + "\n";
        break;
      default:
        statements.push_back(changeOfCatalogue(bytes));
    }
  }
  if (bytes.below(2) == 0 && catalogue != kNames[1]) {
    files[catalogue] = std::move(files[kNames[1]]);
    files.erase(kNames[1]);
  }
  whole.store(files);
  for (const std::string& statement : statements) {
    try {
      identify::Database database((whole.folder() / catalogue).string(), catalogue,
                                  identify::Database::Use::fill);
      database.run(statement.c_str());
    } catch (const Error&) {
      // A change of the file's bytes may have damaged the catalogue.
    }
  }
}

/// Calls `work`; returns whether it succeeded. Unsupported counts as success: the fuzz build lacks
/// the plug-in for photographs, so that nothing can be verified.
template <class Do>
bool tried(const Do& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) fail("more than a sentence");
    return error.code() == ErrorCode::unsupported;
  }
}

void readAll(const std::string& folder) {
  static const Registry registry = makeRegistry();
  const SurfaceLibrary library(folder);
  for (const std::string& id : library.ids("", 100)) {
    if (const auto reference = library.find(id)) library.surface(*reference);
  }
  const Features query = featuresBy(3);
  identifySurfaces(registry, "sequential", library, {&query, 1});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chooseSimdLevel(data, size);
  static const Whole whole;
  const std::string folder = whole.folder().string();
  Bytes bytes(data, size);
  changeFiles(whole, bytes);
  const bool readable = tried([&] { readAll(folder); });
  bool isWhole = false;
  tried([&] { isWhole = verifyLibrary(folder).empty(); });
  if (isWhole && !readable) fail("what is whole cannot be read");
  const bool written = tried([&] {
    SurfaceWriter writer(folder);
    writer.update("s2", featuresBy(9), "m");
    writer.add("new", featuresBy(10), "m");
    writer.commit();
    writer.remove("s3");
    writer.compact();
  });
  if (isWhole && !written) fail("what is whole cannot be written to");
  tried([&] { readAll(folder); });
  if (isWhole && !verifyLibrary(folder).empty()) fail("what was whole is damaged");
  return 0;
}
