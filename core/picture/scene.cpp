// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/scene.h"

namespace espy {

Scene::Scene(SceneKeeper& keeper) : Scene(keeper.picture()) {
  keeper_ = &keeper;
}

Scene Scene::on(const Registry& registry, std::string_view engine, const Control& control,
                Timeline& timeline) const {
  if (keeper_ == nullptr) return *this;
  auto known = keeper_->kept_.find(engine);
  if (known == keeper_->kept_.end()) {
    const bool keeps = keeper_->things_ > 1 && registry.engine(engine).facts.device &&
                       registry.has<KeepPicture>(engine);
    if (!keeps) return view_;
    std::unique_ptr<KeptPicture> kept;
    try {
      kept = registry.get<KeepPicture>(engine)(view_, control, timeline);
    } catch (const Error& error) {
      // Where there is no room for all of it, part by part it may do.
      if (error.code() != ErrorCode::device) throw;
    }
    known = keeper_->kept_.emplace(std::string(engine), std::move(kept)).first;
  }
  if (known->second == nullptr) return view_;
  return *known->second;
}

void Scene::giveUp(std::string_view engine) const {
  keeper_->kept_.find(engine)->second.reset();
}

}  // namespace espy
