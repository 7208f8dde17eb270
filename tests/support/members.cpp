// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/members.h"

#include <utility>
#include <vector>

#include "espy/engine/all.h"
#include "espy/error.h"

namespace espy::test {
namespace {

using States = std::shared_ptr<MemberStates>;

/// A copy of a picture, or rows of one.
class MemberPicture : public KeptPicture {
 public:
  MemberPicture(const std::string& engine, const ImageView& picture, bool copies)
      : KeptPicture(engine, picture.size(), picture.format()),
        copy_(copies ? Image::copyOf(picture) : Image()),
        view_(copies ? copy_.view() : picture) {}

  const ImageView* view() const override { return &view_; }
  std::unique_ptr<KeptPicture> rows(std::int64_t first, std::int64_t count) override {
    return std::make_unique<MemberPicture>(engine(), view_.crop(0, first, {view_.width(), count}),
                                           false);
  }

 private:
  Image copy_;
  ImageView view_;
};

void call(MemberStates& states, int member) {
  const auto m = static_cast<std::size_t>(member);
  ++states.calls[m];
  if (states.fails[m]) throw Error(ErrorCode::device, "it fell off the bus");
  if (states.onCall) states.onCall(member);
}

template <class Function>
struct Wrapped;
template <class Result, class... Arguments>
struct Wrapped<std::function<Result(Arguments...)>> {
  static std::function<Result(Arguments...)> of(States states, int member,
                                                std::function<Result(Arguments...)> function) {
    return [=](Arguments... arguments) -> Result {
      call(*states, member);
      return function(std::forward<Arguments>(arguments)...);
    };
  }
};

template <class... Capabilities>
void addTo(Registry& registry, const States& states, int member, const std::string& name,
           const std::string& engine) {
  const auto add = [&]<class Capability>(const Capability*) {
    if (!registry.has<Capability>(engine)) return;
    using Function = typename Capability::Function;
    registry.add<Capability>(
        name, Wrapped<Function>::of(states, member, registry.get<Capability>(engine)));
  };
  (add(static_cast<const Capabilities*>(nullptr)), ...);
}

}  // namespace

std::shared_ptr<MemberStates> addMembers(Registry& registry, const std::string& engine) {
  auto states = std::make_shared<MemberStates>();
  std::vector<std::string> names;
  for (int m = 0; m < MemberStates::kMembers; ++m) {
    const std::string& name = names.emplace_back("part " + std::to_string(m));
    registry.addEngine({name, true, "", "a card that is none", {.device = true}});
    addTo<FindExact, FillDistances, FindIndexed, FindScored, MapScores, FindPosed, FlagMatches,
          PaintMarks, ScreenColour, FindSignal<std::int32_t>, FindSignal<float>, FindMotif,
          RankReferences, RunNetwork, RateSamples, TrainNetwork, DenoiseSamples>(registry, states,
                                                                                 m, name, engine);
    registry.add<KeepPicture>(name,
                              [=](const ImageView& picture, const Control&, Timeline& timeline) {
                                call(*states, m);
                                const StageTimer timer(timeline, "upload");
                                return std::make_unique<MemberPicture>(name, picture, true);
                              });
  }
  const std::pair<const char*, std::size_t> teams[] = {
      {"alone", 1}, {"pair", 2}, {"trio", 3}, {"five", 5}};
  for (const auto& [name, count] : teams) {
    registry.addEngine({name, true, "", "some cards that are none", {.device = true}});
    addSeveral(registry, {name, {names.begin(), names.begin() + std::ptrdiff_t(count)}, 0});
  }
  return states;
}

}  // namespace espy::test
