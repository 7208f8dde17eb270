// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/engine/scene.h"

#include "espy/error.h"

namespace espy {
namespace {

/// Returns the engine's kept picture; null if the engine does not keep pictures or lacks memory.
std::unique_ptr<KeptPicture> keep(const ImageView& picture, const Registry& registry,
                                  std::string_view engine, const Control& control,
                                  Timeline& timeline) {
  try {
    return registry.get<KeepPicture>(engine)(picture, control, timeline);
  } catch (const Error& error) {
    // Without memory for the whole picture the engine uploads it in parts.
    if (error.code() != ErrorCode::device) throw;
    return nullptr;
  }
}

}  // namespace

Scene::Scene(KeptPicture& picture)
    : kept_(&picture), size_(picture.size()), format_(picture.format()) {}

Scene::Scene(KeptPicture& picture, const ImageView& view) : Scene(picture) {
  view_ = view;
}

Scene::Scene(SceneKeeper& keeper) : Scene(keeper.picture()) {
  keeper_ = &keeper;
}

const ImageView* Scene::view() const {
  return kept_ != nullptr && view_.empty() ? kept_->view() : &view_;
}

SceneKeeper::SceneKeeper(const ImageView& picture) : picture_(picture) {}
SceneKeeper::~SceneKeeper() = default;

void SceneKeeper::release() {
  kept_.clear();
}

SceneOnEngine::SceneOnEngine(const Scene& scene, const Registry& registry, std::string_view engine,
                             const Control& control, Timeline& timeline, std::size_t searches)
    : given_(scene) {
  if (scene.kept_ != nullptr) return;
  given_.keeper_ = nullptr;
  if (scene.keeper_ == nullptr && searches <= 1) return;
  if (!registry.engine(engine).facts.device || !registry.has<KeepPicture>(engine)) return;
  if (scene.keeper_ == nullptr) {
    own_ = keep(scene.view_, registry, engine, control, timeline);
    kept_ = &own_;
  } else {
    auto& all = scene.keeper_->kept_;
    auto known = all.find(engine);
    if (known == all.end()) {
      known = all.emplace(engine, keep(scene.view_, registry, engine, control, timeline)).first;
    }
    kept_ = &known->second;
  }
  given_.kept_ = kept_->get();  // plus its view, for work on the processor
}

bool SceneOnEngine::retryWithView() {
  if (kept_ == nullptr || *kept_ == nullptr) return false;
  kept_->reset();
  given_.kept_ = nullptr;
  return true;
}

}  // namespace espy
