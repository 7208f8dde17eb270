// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "identify/photo.h"
#include "identify/surface_adder.h"

namespace espy::desktop {

/// One-line verdict: "This is brick-17."
QString verdictOf(const PhotoAnswer& answer);
/// Verdict in a word or two, for lists.
QString shortVerdictOf(const PhotoAnswer& answer);
/// Sentence about the confidence of the verdict.
QString reasonOf(const PhotoAnswer& answer);
/// Evidence for candidate `match`: matched and verified features.
QString evidenceOf(const PhotoAnswer& answer, std::size_t match);
/// Engine and time of each stage.
QString timingsOf(const PhotoAnswer& answer);
/// "1,234 surfaces, 470,000 features"
QString wordsOf(const SurfaceFacts& facts);
/// Summary of a finished adding.
QString outcomeOf(const AddProgress& news);

}  // namespace espy::desktop
