// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "espy/error.h"
#include "files/output_file.h"

namespace espy::files {
namespace {

namespace fs = std::filesystem;

class NamedOutputs : public ::testing::Test {
 protected:
  NamedOutputs()
      : folder_(fs::temp_directory_path() / ("named-output-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
  }
  ~NamedOutputs() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static void write(const std::string& file, const std::string& text) {
    std::ofstream(file) << text;
  }
  static std::string read(const std::string& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::ptrdiff_t files() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }

  fs::path folder_;
};

TEST_F(NamedOutputs, GetTheirNameAtTheCommit) {
  write(path("a.avi"), "old");
  {
    NamedOutput output(path("a.avi"), ".avi");
    EXPECT_TRUE(output.written().ends_with(".avi"));
    write(output.written(), "new");
    EXPECT_EQ(read(path("a.avi")), "old");
    output.commit();
    EXPECT_EQ(read(path("a.avi")), "new");
  }
  EXPECT_EQ(read(path("a.avi")), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(NamedOutputs, VanishWithoutIt) {
  {
    NamedOutput output(path("a.avi"), ".avi");
    write(output.written(), "new");
    EXPECT_EQ(files(), 1);
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(NamedOutputs, FoldersAndMissingFoldersAreRefused) {
  fs::create_directory(path("folder.avi"));
  EXPECT_THROW(NamedOutput(path("folder.avi"), ".avi"), Error);
  EXPECT_THROW(NamedOutput(path("no/a.avi"), ".avi"), Error);
}

}  // namespace
}  // namespace espy::files
