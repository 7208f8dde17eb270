// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/modules.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/scoped_variable.h"

namespace espy {
namespace {

namespace fs = std::filesystem;

class Modules : public testing::Test {
 protected:
  Modules() {
    std::string pattern = (fs::temp_directory_path() / "espy-modules-XXXXXX").string();
    if (::mkdtemp(pattern.data()) != nullptr) folder_ = pattern;
  }
  ~Modules() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  fs::path folder_;
};

TEST_F(Modules, AreTakenFromTheFolderThatIsNamed) {
  std::ofstream(folder_ / "espy_thing.so") << "thing";
  fs::create_directory(folder_ / "espy_folder.so");
  const test::ScopedVariable modules("ESPY_MODULE_DIR", folder_.string());
  EXPECT_EQ(modulePath("espy_thing.so"), folder_ / "espy_thing.so");
  EXPECT_EQ(modulePath("espy_other.so"), "");
  EXPECT_EQ(modulePath("espy_folder.so"), "");
}

TEST_F(Modules, AreFoundBesideTheProgramUnlessAFolderIsNamed) {
  const fs::path self = fs::canonical("/proc/self/exe");
  EXPECT_EQ(modulePath(self.filename()), self);
  EXPECT_EQ(modulePath("espy_that_nobody_has.so"), "");
  const test::ScopedVariable modules("ESPY_MODULE_DIR", folder_.string());
  EXPECT_EQ(modulePath(self.filename()), "");
}

TEST_F(Modules, AFolderMayBeNamedFromTheCurrentOne) {
  std::ofstream(folder_ / "espy_thing.so") << "thing";
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  for (const std::string& named :
       {std::string("."), std::string("./"), "../" + folder_.filename().string(), std::string()}) {
    const test::ScopedVariable modules("ESPY_MODULE_DIR", named);
    SCOPED_TRACE(named);
    // An empty variable must not mean the current folder.
    const std::string found = modulePath("espy_thing.so");
    EXPECT_EQ(found, named.empty() ? "" : (fs::canonical(folder_) / "espy_thing.so").string());
  }
  fs::current_path(before);
}

}  // namespace
}  // namespace espy
