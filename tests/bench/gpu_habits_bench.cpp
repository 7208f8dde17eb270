// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/gpu_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "bench/gpu_timing.h"
#include "cuda/base/memory.h"
#include "cuda/base/resident.h"
#include "cuda/exact/engines.h"
#include "cuda/score/engines.h"
#include "espy/engine/score.h"
#include "support/random_pictures.h"

namespace espy::bench {
namespace {

using test::Random;

class HabitsBench {
 public:
  explicit HabitsBench(Report& report)
      : report_(report), scene_(noise(k41Megapixels, {4, Depth::u8}, 1)) {
    needle_.push_back({scene_.view().crop(5000, 4000, {16, 16}), {}});
  }

  /// Driver calls and allocations of the first searches.
  void allocations() {
    std::vector<Needle> many;
    Random random(7);
    for (int i = 0; i < 1000; ++i) {
      many.push_back({scene_.view().crop(random.below(7660), random.below(5380), {16, 16}), {}});
    }
    struct Search {
      const char* name;
      std::function<void()> run;
    };
    RunReport run;
    const ScoreOptions options{Method::zncc, 0.9, false, true};
    const std::vector<Needle> larger{{scene_.view().crop(100, 100, {64, 64}), {}}};
    const Image grey = noise({3840, 2160}, {1, Depth::u8}, 3);
    const std::vector<Needle> ofGrey{{grey.view().crop(100, 100, {64, 64}), {}}};
    const Search searches[] = {
        {"one needle, exact, rows travel", [&] { cuda::findExact(scene_, needle_, {}, {}, run); }},
        {"1,000 needles, exact", [&] { cuda::findExact(scene_, many, {}, {}, run); }},
        {"zncc, 4K grey", [&] { cuda::findScored(grey, ofGrey, options, {}, run); }},
        {"zncc, 41 megapixels", [&] { cuda::findScored(scene_, larger, options, {}, run); }}};
    for (const Search& search : searches) {
      for (const auto kind : {cuda::MemoryKind::device, cuda::MemoryKind::pinned}) {
        cuda::pool(kind).trim();
      }
      using Clock = std::chrono::steady_clock;
      std::string line;
      for (const char* when : {"at first", "again", "a third time"}) {
        const std::int64_t calls = cuda::callsMade();
        const std::int64_t allocations = cuda::allocationsMade();
        const auto start = Clock::now();
        search.run();
        const std::chrono::duration<double, std::milli> took = Clock::now() - start;
        line += fmt::format("{} {:.2f} ms, {} calls, {} of them allocations; ", when, took.count(),
                            cuda::callsMade() - calls, cuda::allocationsMade() - allocations);
      }
      report_.add(fmt::format("memory, {}", search.name), line, {}, {});
    }
  }

  /// Latency of cancellation.
  void cancelling() {
    const Image grey = noise(k41Megapixels, {1, Depth::u8}, 3);
    const Image deep = noise(k41Megapixels, {1, Depth::u16}, 3);
    struct Case {
      const char* name;
      const Image* scene;
      std::int64_t side;
      ScoreOptions options;
    };
    const Case cases[] = {
        {"zncc, grey, 256 x 256", &grey, 256, {Method::zncc, 0.9, false, true}},
        {"zncc, grey, 1500 x 1500", &grey, 1500, {Method::zncc, 0.9, false, true}},
        {"sad, grey, 1000 x 1000", &grey, 1000, {Method::sad, 0.6, false, true}},
        {"sad, RGBA, 256 x 256", &scene_, 256, {Method::sad, 0.9, false, true}},
        {"sad, 16 bits, 256 x 256", &deep, 256, {Method::sad, 0.6, false, true}},
        {"zncc, 16 bits, 256 x 256", &deep, 256, {Method::zncc, 0.6, false, true}},
        {"zncc, 16 bits, 400 x 400", &deep, 400, {Method::zncc, 0.6, false, true}}};
    using Clock = std::chrono::steady_clock;
    for (const Case& one : cases) {
      Timeline unheard;
      const auto kept = cuda::keepPicture(*one.scene, {}, unheard);
      const std::vector<Needle> needles{{one.scene->view().crop(99, 77, {one.side, one.side}), {}}};
      double worst = 0;
      std::string line;
      for (const int after : {3, 20, 60}) {
        std::stop_source stop;
        std::atomic<Clock::time_point> requested{Clock::time_point{}};
        std::jthread other([&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(after));
          requested = Clock::now();
          stop.request_stop();
        });
        RunReport run;
        try {
          cuda::findScored(*kept, needles, one.options, {0, stop.get_token(), {}}, run);
          line += fmt::format("after {} ms: was done; ", after);
        } catch (const Error&) {
          const std::chrono::duration<double, std::milli> took = Clock::now() - requested.load();
          worst = std::max(worst, took.count());
          line += fmt::format("after {} ms: {:.1f} ms; ", after, took.count());
        }
      }
      report_.add(fmt::format("cancel, {}, 41 megapixels", one.name), line, {},
                  {{fmt::format("at most 200 ms: {:.1f} ms", worst), worst <= 200}});
    }
  }

 private:
  Report& report_;
  Image scene_;
  std::vector<Needle> needle_;
};

}  // namespace

void benchHabits(Report& report, const std::function<bool(const char* part)>& wanted) {
  if (!wanted("memory") && !wanted("cancel")) return;
  HabitsBench bench(report);
  if (wanted("memory")) bench.allocations();
  if (wanted("cancel")) bench.cancelling();
}

}  // namespace espy::bench
