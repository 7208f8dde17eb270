// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/plugin.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "espy/engine/all.h"
#include "support/find_with.h"
#include "support/scoped_variable.h"
#include "support/thrown_errors.h"

namespace espy {
namespace {

using test::ScopedVariable;

const std::string kPlugins = ESPY_FAKE_PLUGINS;

/// The registry's entry of engine `cuda`, with plug-ins searched in this folder.
Engine cudaIn(const std::string& folder) {
  const ScopedVariable modules("ESPY_MODULE_DIR", folder);
  Registry registry;
  addPluginEngines(registry);
  const Engine passes = registry.engine("cuda-passes");
  EXPECT_FALSE(passes.available);
  const Engine cuda = registry.engine("cuda");
  if (!cuda.available) {
    EXPECT_EQ(passes.detail, cuda.detail);
  }
  EXPECT_FALSE(cuda.description.empty());
  return cuda;
}

TEST(EnginePlugins, AMissingLibraryIsReported) {
  const Engine cuda = cudaIn(kPlugins);
  EXPECT_FALSE(cuda.available);
  EXPECT_EQ(cuda.detail, "no GPU support installed (package espy-cuda)");
}

TEST(EnginePlugins, AGoodOneRuns) {
  const ScopedVariable modules("ESPY_MODULE_DIR", kPlugins + "/good");
  const Registry registry = makeRegistry();
  EXPECT_TRUE(registry.engine("cuda").available);
  EXPECT_EQ(registry.engine("cuda").detail, "a card that is none");
  EXPECT_EQ(registry.engine("cuda-passes").detail, "this card has no passes");
  const Image scene({9, 9}, {1, Depth::u8});
  const Finding finding =
      findExact(registry, "cuda", scene, {{{scene.view().crop(0, 0, {2, 2}), {}}}});
  EXPECT_EQ(finding.report.engine, "cuda");
  ASSERT_EQ(finding.matches.size(), 1U);
  EXPECT_EQ(finding.matches[0].x, 1U);
  EXPECT_EQ(finding.matches[0].y, 2U);
}

TEST(EnginePlugins, TwoRegistriesShareOne) {
  const ScopedVariable modules("ESPY_MODULE_DIR", kPlugins + "/good");
  const Registry first = makeRegistry();
  const Registry second = makeRegistry();
  for (const Registry* registry : {&first, &second}) {
    EXPECT_TRUE(registry->has<FindExact>("cuda"));
    EXPECT_TRUE(registry->engine("cuda").available);
  }
}

TEST(EnginePlugins, TheErrorsOfAPluginAreOurs) {
  const ScopedVariable modules("ESPY_MODULE_DIR", kPlugins + "/good");
  const ScopedVariable failing("ESPY_FAKE_CARD_FAILS", "1");
  const Registry registry = makeRegistry();
  const Image scene({9, 9}, {1, Depth::u8});
  EXPECT_EQ(test::errorOf(ErrorCode::device,
                          [&] {
                            findExact(registry, "cuda", scene, {{{scene, {}}}});
                          }),
            "the card is out of memory");
}

TEST(EnginePlugins, OneOfAnotherVersionIsRefused) {
  const Engine version = cudaIn(kPlugins + "/other_version");
  EXPECT_FALSE(version.available);
  EXPECT_EQ(version.detail, kPlugins + "/other_version/espy_cuda.so belongs to Espy 0.0.1, but " +
                                "this is " + espy::version());
  const Engine interface = cudaIn(kPlugins + "/other_interface");
  EXPECT_FALSE(interface.available);
  EXPECT_EQ(interface.detail,
            kPlugins + "/other_interface/espy_cuda.so belongs to another version of Espy");
}

TEST(EnginePlugins, OneWithoutTheEntryIsRefused) {
  const Engine cuda = cudaIn(kPlugins + "/no_entry");
  EXPECT_FALSE(cuda.available);
  EXPECT_EQ(cuda.detail, kPlugins + "/no_entry/espy_cuda.so is not an Espy plug-in");
}

TEST(EnginePlugins, AFileThatIsNoLibraryIsRefused) {
  namespace fs = std::filesystem;
  std::string pattern = (fs::temp_directory_path() / "espy-plugin-XXXXXX").string();
  ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
  std::ofstream(fs::path(pattern) / "espy_cuda.so") << "not a library\n";
  const Engine cuda = cudaIn(pattern);
  EXPECT_FALSE(cuda.available);
  EXPECT_TRUE(cuda.detail.text().starts_with("it cannot be loaded: " + pattern))
      << cuda.detail.text();
  fs::remove_all(pattern);
}

}  // namespace
}  // namespace espy
