// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the examples in the headers' comments assume.
#include <espy/engine/all.h>
#include <espy/find.h>
#include <espy/mark.h>
#include <espy/pictures.h>

#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace example {

extern const espy::Registry registry;
extern const espy::Control control;
extern const espy::ReadPicture screen, button, noisy, first, second;
extern const espy::Image image, photograph;
extern const espy::ImageView scene, picture;
extern const espy::Needle needle;
extern const std::span<const espy::Needle> needles;
extern const espy::Finding found;
extern const std::vector<espy::Features> references;
extern const std::vector<std::string> files;
extern const std::span<const std::uint8_t> query;
extern const std::span<const float> crops, kinds, others;
extern const std::vector<float> recording, heartbeat;
extern const std::vector<double> day, beat;

std::string textOf(const std::vector<espy::Match>& matches);
void click(std::int64_t x, std::int64_t y);
void group(const espy::ReadPicture& one, const espy::ReadPicture& other);
template <class... Things>
void show(const Things&... things);

}  // namespace example
