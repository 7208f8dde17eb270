// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "traveller.h"

#include <array>
#include <string>

#include "palette.h"
#include "sprite.h"

namespace samples {
namespace {

// f the bobble and band of his hat, r and w the stripes, g rucksack, y bedroll on top of it,
// l lenses, d trousers, b boots, o lines.
constexpr std::array<std::string_view, kTravellerHeight> kTraveller = {"oyyyyoffffoyyyyo",  //
                                                                       "yzzzyofffFozyyyy",  //
                                                                       "yyyyzoorrooyyyzY",  //
                                                                       "YzYYorrrrrRoYYYY",  //
                                                                       "oooorrrrrrRRoooo",  //
                                                                       "gggoffffffFFogGG",  //
                                                                       "gggohkkkkkkhogGG",  //
                                                                       "gGgokookkookoggG",  //
                                                                       "gggooleooleoogGG",  //
                                                                       "gGgokookKookogGG",  //
                                                                       "gggokkkkKkkkogGG",  //
                                                                       "gGggokkmmkkoggGG",  //
                                                                       "gggorrrrrrrRogGG",  //
                                                                       "ggowwwwwwwwWWoGG",  //
                                                                       "gorrorrrrrrRorRo",  //
                                                                       "gowwowwwwwwWowWo",  //
                                                                       ".orrorrrrrrRorRo",  //
                                                                       ".okkowwwwwwWokko",  //
                                                                       "..ooddddddDDoo..",  //
                                                                       "...odddDdddDo...",  //
                                                                       "...odddDdddDo...",  //
                                                                       "...oddDoodDDo...",  //
                                                                       "...oddDoodDDo...",  //
                                                                       "...obbboobbbo..."};

Palette travellerColours() {
  Palette colours{{'o', kInk},          {'l', {214, 238, 244}}, {'e', {96, 130, 160}},
                  {'m', {176, 60, 58}}, {'z', {222, 168, 92}},  {'K', {226, 170, 132}}};
  colours.setShaded('f', kWhite);
  colours.setShaded('r', kRed);
  colours.setShaded('w', kWhite);
  colours.set('k', {248, 208, 174});
  colours.set('h', {98, 64, 40});
  colours.setShaded('g', {88, 120, 74});
  colours.setShaded('y', {200, 142, 70});
  colours.setShaded('d', {60, 96, 160});
  colours.setShaded('b', {110, 72, 46});
  return colours;
}

}  // namespace

void drawTraveller(Canvas& canvas, int x, int y, int kind) {
  std::array<std::string, kTravellerHeight> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = kTraveller[i];
  Palette colours = travellerColours();
  switch (kind) {
    case 1:  // without glasses
      rows[7] = "gGgokkkkkkkkoggG";
      rows[8] = "gggokkokkokkogGG";
      rows[9] = "gGgokkkkKkkkogGG";
      break;
    case 2:  // stripes the other way round
      for (std::size_t i = 12; i < 18; ++i) {
        for (char& c : rows[i])
          c = c == 'r' ? 'w' : c == 'w' ? 'r' : c == 'R' ? 'W' : c == 'W' ? 'R' : c;
      }
      break;
    case 3:  // another hat
      rows[1] = "yzzzyooooooyyyyy";
      rows[0] = "oyyyyyyyyyyyyyyo";
      break;
    case 4:  // a blue jumper
      for (std::size_t i = 12; i < 18; ++i) {
        for (char& c : rows[i]) c = c == 'r' ? 'd' : c == 'R' ? 'D' : c;
      }
      break;
    case 5:  // dark glasses
      colours.set('l', {84, 78, 100});
      break;
    case 6:  // a beard
      rows[10] = "gggohhkkKkhhogGG";
      rows[11] = "gGggohhmmhhoggGG";
      break;
    case 7:  // a red bobble
      rows[0] = "oyyyyorrrroyyyyo";
      rows[1] = "yzzzyorrrRozyyyy";
      break;
    case 8:  // another rucksack
      colours.setShaded('g', {74, 104, 140});
      break;
    case 9:  // looks to the other side
      for (std::string& row : rows) row.assign(row.rbegin(), row.rend());
      break;
    case 10:  // one lens
      rows[8] = "gggooleoooooogGG";
      break;
    case 11:  // yellow where he is white
      for (std::size_t i = 12; i < 18; ++i) {
        for (char& c : rows[i]) c = c == 'w' ? 's' : c == 'W' ? 'S' : c;
      }
      colours.setShaded('s', {248, 208, 84});
      break;
    case 12:  // does not smile
      rows[11] = "gGggokkkKkkoggGG";
      break;
    default:
      break;
  }
  std::array<std::string_view, kTravellerHeight> art;
  for (std::size_t i = 0; i < art.size(); ++i) art[i] = rows[i];
  canvas.shadow(x + 9, y + kTravellerHeight - 1, 9, 2);
  putArt(canvas, art, x, y, colours);
}

}  // namespace samples
