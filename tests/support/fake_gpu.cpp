// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/fake_gpu.h"

#include "espy/engine/all.h"

namespace espy::test {
namespace {

using Counts = std::shared_ptr<FakeGpuCounts>;

class FakeGpuPicture : public KeptPicture {
 public:
  FakeGpuPicture(const ImageView& picture, Counts counts)
      : KeptPicture("card", picture.size(), picture.format()),
        image(Image::copyOf(picture)),
        counts_(std::move(counts)) {
    ++counts_->kept;
    ++counts_->sent;
    ++counts_->alive;
  }
  ~FakeGpuPicture() override { --counts_->alive; }

  const Image image;

 private:
  Counts counts_;
};

/// The pixels to compute on; counts an upload unless the picture is kept.
const ImageView& onGpu(const Scene& scene, FakeGpuCounts& counts) {
  if (counts.searched > counts.lostAfter) throw Error(ErrorCode::device, "fell off the bus");
  if (scene.kept() == nullptr) {
    ++counts.sent;
    return *scene.view();
  }
  if (counts.isSmall) throw Error(ErrorCode::device, "no room");
  return dynamic_cast<FakeGpuPicture&>(*scene.kept()).image.view();
}

}  // namespace

std::shared_ptr<FakeGpuCounts> addFakeGpu(Registry& registry) {
  auto counts = std::make_shared<FakeGpuCounts>();
  registry.addEngine({"card", true, "", "a card that is none", {.device = true}});
  registry.add<KeepPicture>("card",
                            [counts](const ImageView& picture, const Control&, Timeline& timeline) {
                              const StageTimer timer(timeline, "upload");
                              return std::make_unique<FakeGpuPicture>(picture, counts);
                            });
  registry.add<FindExact>(
      "card", [counts, find = registry.get<FindExact>("reference")](
                  const Scene& scene, std::span<const Needle> needles, const ExactOptions& options,
                  const Control& control, RunReport& report) {
        ++counts->searched;
        auto places = find(onGpu(scene, *counts), needles, options, control, report);
        report.engine = "card";
        return places;
      });
  registry.add<FindIndexed>(
      "card", [counts, find = registry.get<FindIndexed>("reference")](
                  const Scene& scene, SceneRows rows, const index::NeedleSegment& segment,
                  const Control& control, RunReport& report) {
        ++counts->searched;
        return find(onGpu(scene, *counts), rows, segment, control, report);
      });
  registry.add<FillDistances>("card", [counts, fill = registry.get<FillDistances>("reference")](
                                          const Scene& scene, std::span<const Needle> needles,
                                          std::span<Match> matches, const Control& control) {
    fill(onGpu(scene, *counts), needles, matches, control);
  });
  registry.add<FindScored>(
      "card", [counts, find = registry.get<FindScored>("reference")](
                  const Scene& scene, std::span<const Needle> needles, const ScoreOptions& options,
                  const Control& control, RunReport& report) {
        ++counts->searched;
        auto places = find(onGpu(scene, *counts), needles, options, control, report);
        report.engine = "card";
        return places;
      });
  registry.add<MapScores>("card",
                          [counts, map = registry.get<MapScores>("reference")](
                              const Scene& scene, const Needle& needle, const ScoreOptions& options,
                              const Control& control, RunReport& report) {
                            return map(onGpu(scene, *counts), needle, options, control, report);
                          });
  registry.add<FlagMatches>("card", registry.get<FlagMatches>("reference"));
  registry.add<PaintMarks>("card", registry.get<PaintMarks>("reference"));
  registry.add<MarkPicture>(
      "card", [counts, host = std::make_shared<Registry>(makeRegistry())](
                  const Scene& scene, std::span<const Match> matches, const MarkOptions& options,
                  const Control& control, Timeline& timeline) {
        const ImageView& picture = onGpu(scene, *counts);
        ++counts->marked;
        return markedPicture(*host, "reference", picture, matches, options, control, timeline);
      });
  return counts;
}

}  // namespace espy::test
