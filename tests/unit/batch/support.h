// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "espy/engine/all.h"
#include "unit/io/support.h"

/// Jobs on small pictures in a temporary folder.
namespace espy::batchtest {

using iotest::Folder;
using iotest::load;
using iotest::store;

/// A folder with a needle of 5 x 4 pixels, and images that contain it at (column, 3).
class Workplace {
 public:
  Workplace() : registry(makeRegistry()), needle(iotest::testPicture({5, 4}, kColour, 77)) {
    job.needles = {{folder / "needle.ppm", ""}};
    writePicture(job.needles[0].file, needle);
  }

  /// Adds an image to the job, with the needle at these columns.
  void addImage(const std::string& name, std::initializer_list<std::int64_t> columns) {
    Image scene = iotest::testPicture({40, 30}, kColour, static_cast<std::uint32_t>(name.size()));
    for (const std::int64_t column : columns) {
      for (std::int64_t y = 0; y < 4; ++y) {
        std::copy_n(needle.view().row(y), 15, scene.pixels().pixel(column, 3 + y));
      }
    }
    job.images.push_back(folder / name);
    writePicture(job.images.back(), scene);
  }

  std::vector<BatchItem> plan() { return makeBatchRunner(registry)->plan(job); }

  std::vector<BatchItem> run() {
    const auto runner = makeBatchRunner(registry);
    std::vector<BatchItem> items = runner->plan(job);
    runner->run(job, items, {}, {});
    return items;
  }

  /// The error message of planning the job.
  std::string refusal() {
    try {
      plan();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  static constexpr PixelFormat kColour{3, Depth::u8};
  Folder folder;
  Registry registry;
  Image needle;
  BatchJob job;
};

inline std::vector<BatchState> statesOf(const std::vector<BatchItem>& items) {
  std::vector<BatchState> states;
  states.reserve(items.size());
  for (const BatchItem& item : items) states.push_back(item.state);
  return states;
}

}  // namespace espy::batchtest
