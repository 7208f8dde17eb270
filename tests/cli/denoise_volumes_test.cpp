// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// `espy denoise` of files of volumes.
#include <cmath>

#include "command.h"
#include "espy/engine/all.h"
#include "support/json.h"
#include "support/random_pictures.h"

namespace espy::test {
namespace {

class DenoiseVolumes : public CommandTest {
 protected:
  /// Noise around 1, and around 3 in a block.
  VolumeFile noisy(const GridSize& size, int channels) const {
    Random random(3);
    VolumeFile file;
    file.volume.size = size;
    file.volume.channels = channels;
    for (int c = 0; c < channels; ++c) {
      for (std::int64_t i = 0; i < size.voxels(); ++i) {
        const bool inside = i % size.width > size.width / 2;
        const double noise = static_cast<double>(random.below(1000)) / 1000 - 0.5;
        file.volume.samples.push_back(static_cast<float>((inside ? 3 : 1) + 0.4 * noise));
      }
    }
    return file;
  }

  void store(const std::string& name, const VolumeFile& file) const {
    writeVolume(path(name).string(), file);
  }
  VolumeFile load(const std::string& name, const VolumeOptions& options = {}) const {
    return readVolume(path(name).string(), options);
  }
};

TEST_F(DenoiseVolumes, GivesWhatTheLibraryGives) {
  VolumeFile file = noisy({14, 10, 6}, 1);
  store("a.npy", file);
  const Outcome outcome = espy({"denoise", "--strength", "0.1", "--spacing", "1,1,2", "--engine",
                                "sequential", "--json", "a.npy", "-o", "b.npy"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  file.volume.spacing = {1, 1, 2};
  const DenoisedVolume wanted = denoise(file.volume, {.strength = 0.1, .engine = "sequential"});
  const VolumeFile clean = load("b.npy");
  EXPECT_EQ(clean.volume.samples, wanted.volume.samples);
  EXPECT_EQ(clean.type, VolumeType::float32);
  const Json line = Json::parse(outcome.out);
  EXPECT_EQ(line["width"].number(), 14);
  EXPECT_EQ(line["depth"].number(), 6);
  EXPECT_EQ(line["channels"].number(), 1);
  EXPECT_EQ(line["strength"].number(), 0.1);
  EXPECT_NEAR(line["range"].number(), wanted.range, 1e-6);
}

TEST_F(DenoiseVolumes, TensorsStayPositive) {
  VolumeFile file = noisy({8, 6, 4}, 6);
  for (std::size_t i = 0; i < file.volume.samples.size(); i += 5) file.volume.samples[i] *= -1;
  file.volume.tensors = true;
  store("a.npy", file);
  const std::vector<std::string> command{"denoise",   "--strength", "0.05", "--keep-positive",
                                         "--tensors", "a.npy",      "-o"};
  const auto run = [&](const std::string& target) {
    std::vector<std::string> words = command;
    words.push_back(target);
    return espy(words);
  };
  EXPECT_EQ(run("b.npy").status, 0);
  const Volume clean = load("b.npy", {.tensors = true}).volume;
  const std::int64_t voxels = clean.size.voxels();
  for (std::int64_t i = 0; i < voxels; ++i) {
    for (const int c : {0, 2, 5}) {
      EXPECT_GT(clean.samples[static_cast<std::size_t>(c * voxels + i)], 0);
    }
  }
  // Without tensors the last axis is one of space.
  const Outcome plain = espy({"denoise", "--keep-positive", "a.npy", "-o", "c.npy"});
  EXPECT_EQ(plain.status, 2);
  EXPECT_NE(plain.err.find("a.npy"), std::string::npos) << plain.err;
}

TEST_F(DenoiseVolumes, SeveralFilesAndAPicture) {
  store("a.npy", noisy({14, 10, 6}, 1));
  store("b.npy", noisy({9, 9, 1}, 1));
  write("c.pgm", "P5 3 3 255\n" + std::string(9, 'a'));
  EXPECT_EQ(espy({"denoise", "a.npy", "b.npy", "c.pgm", "--output-dir", "out"}).status, 0);
  EXPECT_EQ(load("out/a.npy").volume.size, (GridSize{14, 10, 6}));
  EXPECT_EQ(load("out/b.npy").volume.size, (GridSize{9, 9, 1}));
  EXPECT_EQ(read("out/c.pgm"), "P5\n3 3\n255\n" + std::string(9, 'a'));
}

TEST_F(DenoiseVolumes, TiffsOfFloatingPointAreWrittenAsSuch) {
  const VolumeFile file = noisy({40, 30, 1}, 3);
  store("a.tif", file);
  const Outcome outcome = espy({"denoise", "--strength", "0.1", "--json", "a.tif", "-o", "b.tif"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const VolumeFile clean = load("b.tif");
  EXPECT_EQ(clean.volume.channels, 3);
  const DenoisedVolume wanted = denoise(file.volume, {.strength = 0.1});
  EXPECT_EQ(clean.volume.samples, wanted.volume.samples);
  EXPECT_EQ(espy({"denoise", "a.tif", "-o", "b.npy"}).status, 0);
  // An 8-bit picture cannot hold what was read.
  const Outcome refused = espy({"denoise", "a.tif", "-o", "b.png"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find(".tif"), std::string::npos) << refused.err;
}

TEST_F(DenoiseVolumes, Refuses) {
  store("a.npy", noisy({4, 4, 2}, 1));
  write("c.pgm", "P5 3 3 255\n" + std::string(9, 'a'));
  const auto refused = [&](const std::vector<std::string>& words, const std::string& fragment) {
    const Outcome outcome = espy(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(fragment), std::string::npos) << outcome.err;
  };
  refused({"denoise", "a.npy", "-o", "a.png"}, ".npy, .nii, .nii.gz");
  refused({"denoise", "c.pgm", "-o", "a2.npy"}, "a2.npy");
  refused({"denoise", "a.npy", "-o", "a.npy"}, "a.npy");
  refused({"denoise", "--tensors", "c.pgm", "-o", "d.pgm"}, "c.pgm is a picture");
  refused({"denoise", "--spacing", "1,2", "a.npy", "-o", "b.npy"}, "X,Y,Z");
  refused({"denoise", "--spacing", "1,0,2", "a.npy", "-o", "b.npy"}, "above 0");
  refused({"denoise", "--tensors", "a.npy", "-o", "b.npy"}, "6");
  write("bad.npy", "\x93NUMPY");
  refused({"denoise", "bad.npy", "-o", "b.npy"}, "bad.npy: is cut short");
}

}  // namespace
}  // namespace espy::test
