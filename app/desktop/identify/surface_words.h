// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "identify/photo.h"
#include "identify/surface_adder.h"

namespace espy::desktop {

/// What a photograph shows, in a line: "This is brick-17."
QString verdictOf(const PhotoAnswer& answer);
/// The same in a word or two, for a list.
QString shortVerdictOf(const PhotoAnswer& answer);
/// How sure that is.
QString reasonOf(const PhotoAnswer& answer);
/// What speaks for one of the candidates.
QString evidenceOf(const PhotoAnswer& answer, std::size_t match);
/// Who searched, and where the time went.
QString timingsOf(const PhotoAnswer& answer);
/// "1,234 surfaces, 470,000 features"
QString wordsOf(const SurfaceFacts& facts);
/// What came of adding.
QString outcomeOf(const AddNews& news);

}  // namespace espy::desktop
