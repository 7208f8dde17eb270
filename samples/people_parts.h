// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

/// Parts of people. Lower-case letters are colours, capitals their shades: k skin, c cheeks, e
/// eyes, m mouth, h hair, a hat, s its band, t top, q sleeves, p trousers or skirt, b shoes, w
/// white, i ink.
namespace samples::parts {

using Row = std::string_view;

// Heads are 8 x 7; hair and hats share their upper-left corner.
inline constexpr Row kHead[] = {".kkkkkk.",  //
                                "kkkkkkkK",  //
                                "kkkkkkkK",  //
                                "kkekkekK",  //
                                "kckkkkcK",  //
                                ".kkmmkK.",  //
                                "..kkKK.."};
inline constexpr Row kHeadFromBehind[] = {".hhhhhh.",  //
                                          "hhhhhhhH",  //
                                          "hhhhhhhH",  //
                                          "hhhhhhHH",  //
                                          "hhhhhhHH",  //
                                          ".hhhHHH.",  //
                                          "..kkKK.."};

struct Part {
  int dx;  ///< offset of its upper-left letter from the head's (or the torso's)
  int dy;
  const Row* rows;
  int count;
};

template <int n>
constexpr Part part(int dx, int dy, const Row (&rows)[n]) {
  return {dx, dy, rows, n};
}

inline constexpr Row kShortHair[] = {"..hhhhhh..",  //
                                     ".hhhhhhhH.",  //
                                     ".hhhhhhhH.",  //
                                     ".hh....hH.",  //
                                     ".h......H."};
inline constexpr Row kSideParting[] = {"...hhhhh..",  //
                                       ".hhhhhhhH.",  //
                                       "hhhhhhhhH.",  //
                                       "hh.....hH.",  //
                                       ".h......H."};
inline constexpr Row kLongHair[] = {"..hhhhhh..",  //
                                    ".hhhhhhhH.",  //
                                    "hhhhhhhhHH",  //
                                    "hhh....hHH",  //
                                    "hh......HH",  //
                                    "hh......HH",  //
                                    "hh......HH",  //
                                    "hhh....HHH",  //
                                    ".hh....HH."};
inline constexpr Row kCurls[] = {"...hhhhhh...",  //
                                 ".hhhhhhhhhH.",  //
                                 "hhhhhhhhhhHH",  //
                                 "hhhhhhhhhhHH",  //
                                 "hhh......hHH",  //
                                 "hh........HH",  //
                                 "hh........HH",  //
                                 ".h........H."};
inline constexpr Row kBun[] = {"....hhh...",  //
                               "....hhH...",  //
                               "..hhhhhh..",  //
                               ".hhhhhhhH.",  //
                               ".hhhhhhhH.",  //
                               ".hh....hH.",  //
                               ".h......H."};
inline constexpr Row kBunches[] = {"...hhhhhh...",  //
                                   "..hhhhhhhH..",  //
                                   "..hhhhhhhH..",  //
                                   "hhhh....hHHH",  //
                                   "hhh......HHH",  //
                                   "hh........HH",  //
                                   ".h........H."};
inline constexpr Row kPonytail[] = {"..hhhhhh....",  //
                                    ".hhhhhhhhh..",  //
                                    ".hhhhhhhHhh.",  //
                                    ".hh....hHhhH",  //
                                    ".h......HhhH",  //
                                    "..........hH",  //
                                    "..........hH"};
inline constexpr Row kQuiff[] = {"..hhhhhhh.",  //
                                 ".hhhhhhhhH",  //
                                 ".hhhhhhhH.",  //
                                 ".h......H."};
inline constexpr Row kMohawk[] = {"....hh....",  //
                                  "....hh....",  //
                                  "....hH....",  //
                                  "....hH....",  //
                                  "....hH...."};
inline constexpr Row kFringe[] = {"...w......", "..........", "..........", ".h......H.",
                                  ".hh....HH."};
inline constexpr Part kHairs[] = {part(-1, -1, kShortHair), part(-1, -1, kSideParting),
                                  part(-1, -1, kLongHair),  part(-2, -2, kCurls),
                                  part(-1, -3, kBun),       part(-2, -1, kBunches),
                                  part(-1, -1, kPonytail),  part(-1, -1, kQuiff),
                                  part(-1, -2, kMohawk),    part(-1, 0, kFringe)};

inline constexpr Row kCap[] = {"...aaaaaa.",  //
                               "..aaaaaaaA",  //
                               "..aaaaaaaA",  //
                               "sssssss..."};
inline constexpr Row kStrawHat[] = {"....aaaaaa....",  //
                                    "...aaaaaaaA...",  //
                                    "...ssssssss...",  //
                                    ".aaaaaaaaaaaA.",  //
                                    "aaaaaaaaaaAAAA"};
inline constexpr Row kTopHat[] = {"..aaaaaA..",  //
                                  "..aaaaaA..",  //
                                  "..aaaaaA..",  //
                                  "..ssssss..",  //
                                  "aaaaaaaAAA"};
inline constexpr Row kBobbleHat[] = {"....ss....",  //
                                     "....ss....",  //
                                     "..aaaaaa..",  //
                                     ".aaaaaaaA.",  //
                                     ".ssssssss."};
inline constexpr Row kBeret[] = {"....i.......",  //
                                 ".aaaaaaaaa..",  //
                                 "aaaaaaaaaaA.",  //
                                 ".AaaaaaaaA.."};
inline constexpr Row kBowler[] = {"...aaaaa..",  //
                                  "..aaaaaaA.",  //
                                  "..ssssssA.",  //
                                  "aaaaaaaaAA"};
inline constexpr Row kScarf[] = {"..aaaaaa..",  //
                                 ".asaaasaA.",  //
                                 ".aaasaaaA.",  //
                                 ".aa....aA.",  //
                                 ".a......A.",  //
                                 ".a......A.",  //
                                 ".aa....AA.",  //
                                 "...aaAA..."};
inline constexpr Row kPartyHat[] = {"....ss....",  //
                                    "....aA....",  //
                                    "...asaA...",  //
                                    "...aaaA...",  //
                                    "..asaasA.."};
inline constexpr Row kCookHat[] = {"..wwwwwww.",  //
                                   ".wwwwwwwww",  //
                                   ".wwwwwwwww",  //
                                   "..wwwwwww.",  //
                                   "..wwwwwww."};
inline constexpr Row kCaptainHat[] = {"..wwwwwww.",  //
                                      ".wwwwswwww",  //
                                      "..iiiiiii.",  //
                                      ".iii......"};
inline constexpr Row kBucketHat[] = {"..aaaaaa..",  //
                                     "..aaaaaA..",  //
                                     ".aaaaaaaA.",  //
                                     "aaaaaaaAAA"};
inline constexpr Row kTurban[] = {"...aaaaa..",  //
                                  ".aaaAaaaA.",  //
                                  ".aAaasaAa.",  //
                                  ".aaaaaaaA."};
inline constexpr Row kCrown[] = {".s..s..s.", ".ss.s.ss.", ".sssssss."};
inline constexpr Row kHeadphones[] = {"..iiiiii..", ".i......i.", ".i......i.",
                                      "ii......ii", "ss......ss", "ss......ss"};
inline constexpr Part kHats[] = {
    part(-2, -2, kCap),        part(-3, -3, kStrawHat),  part(-1, -4, kTopHat),
    part(-1, -4, kBobbleHat),  part(-2, -2, kBeret),     part(-1, -3, kBowler),
    part(-1, -1, kScarf),      part(-1, -4, kPartyHat),  part(-1, -4, kCookHat),
    part(-1, -3, kCaptainHat), part(-1, -2, kBucketHat), part(-1, -2, kTurban),
    part(0, -3, kCrown),       part(-1, -1, kHeadphones)};

inline constexpr Row kGlasses[] = {"iiiiiiii", "iwi.iwi."};
inline constexpr Row kRoundGlasses[] = {".ii..ii.", "iwwiiwwi", ".ii..ii."};
inline constexpr Row kSunglasses[] = {"iiiiiiii", ".ii..ii."};
inline constexpr Row kBeard[] = {"h......H", "hhh..hhH", ".hhmmhH.", "..hhHH.."};
inline constexpr Row kMoustache[] = {".hhhhhh."};
inline constexpr Part kFaces[] = {part(0, 2, kRoundGlasses), part(0, 3, kSunglasses),
                                  part(0, 3, kBeard), part(0, 4, kMoustache), part(0, 3, kGlasses)};

// Torsos are 8 x 7 without arms; dresses and coats are drawn over the legs.
inline constexpr Row kTorso[] = {".tttttT.",  //
                                 "ttttttTT",  //
                                 "ttttttTT",  //
                                 "ttttttTT",  //
                                 "ttttttTT",  //
                                 "ttttttTT",  //
                                 ".tttttT."};
inline constexpr Row kDress[] = {"..ttttT...",  //
                                 ".tttttTT..",  //
                                 "..ttttTT..",  //
                                 "..ttttTT..",  //
                                 "..ttttTT..",  //
                                 ".ttttttTT.",  //
                                 ".ttttttTT.",  //
                                 "tttttttTTT",  //
                                 "tttttttTTT",  //
                                 "ttttttTTTT"};
inline constexpr Row kCoat[] = {".tttttT.",  //
                                "ttttttTT",  //
                                "tttiitTT",  //
                                "ttttttTT",  //
                                "tttiitTT",  //
                                "ttttttTT",  //
                                "tttiitTT",  //
                                "ttttttTT",  //
                                "ttt.ttTT",  //
                                "ttt.ttTT"};
inline constexpr Row kBareChest[] = {".kkkkkK.",  //
                                     "kkkkkkKK",  //
                                     "kkkkkkKK",  //
                                     "kkkkkkKK",  //
                                     ".kkkkKK.",  //
                                     ".kkkkKK.",  //
                                     ".pppppP."};
inline constexpr Row kSwimsuit[] = {".tkkkkT.",  //
                                    ".tkkkkT.",  //
                                    ".tttttT.",  //
                                    ".tttttT.",  //
                                    "..tttT..",  //
                                    ".tttttT.",  //
                                    ".tttttT."};
inline constexpr Row kBikini[] = {".kkkkkK.",  //
                                  ".kkkkkK.",  //
                                  ".ttttTT.",  //
                                  ".kkkkKK.",  //
                                  "..kkkK..",  //
                                  ".kkkkKK.",  //
                                  ".ttttTT."};
inline constexpr Row kDungarees[] = {".ptttpT.",  //
                                     "tpttTpTT",  //
                                     "tpppppTT",  //
                                     "tpppppPT",  //
                                     "tpppppPT",  //
                                     "tpppppPT",  //
                                     ".pppppP."};
inline constexpr Row kJacket[] = {".tswwsT.",  //
                                  "ttswsTTT",  //
                                  "ttswsTTT",  //
                                  "tttwtTTT",  //
                                  "tttwtTTT",  //
                                  "tttwtTTT",  //
                                  ".ttwtTT."};

// Arms from the shoulder; drawn for the left side and mirrored for the right.
inline constexpr Row kArmDown[] = {"tt",  //
                                   "tt",  //
                                   "qq",  //
                                   "qq",  //
                                   "kk"};
inline constexpr Row kArmUp[] = {"kk..",  //
                                 "qq..",  //
                                 "qq..",  //
                                 ".qq.",  //
                                 ".tt.",  //
                                 "..tt",  //
                                 "..tt"};
inline constexpr Row kArmOut[] = {"..tt",  //
                                  ".qtt",  //
                                  "qqq.",  //
                                  "kk.."};
inline constexpr Row kArmOnHip[] = {".tt",  //
                                    "qqt",  //
                                    "qq.",  //
                                    ".qk"};

// Legs are 8 x 7 from the hips.
inline constexpr Row kTrousers[] = {"pppppppP",  //
                                    "ppppPppP",  //
                                    "pppPpppP",  //
                                    "pppP.ppP",  //
                                    "ppP..ppP",  //
                                    "ppP..ppP",  //
                                    "bbb..bbb"};
inline constexpr Row kShorts[] = {"pppppppP",  //
                                  "ppppPppP",  //
                                  "pppPpppP",  //
                                  ".kK..kK.",  //
                                  ".kK..kK.",  //
                                  ".kK..kK.",  //
                                  "bbb..bbb"};
inline constexpr Row kSkirt[] = {"pppppppP",   //
                                 "ppppppPP",   //
                                 "ppppppPPP",  //
                                 "pppppPPPP",  //
                                 ".kK..kK.",   //
                                 ".kK..kK.",   //
                                 "bbb..bbb"};
inline constexpr Row kBareLegs[] = {".pppppP.",  //
                                    ".kkKkkK.",  //
                                    ".kK.kkK.",  //
                                    ".kK..kK.",  //
                                    ".kK..kK.",  //
                                    ".kK..kK.",  //
                                    "kkk..kkk"};
inline constexpr Row kStriding[] = {"pppppppP..",  //
                                    "pppppppP..",  //
                                    "ppppPpppP.",  //
                                    "pppP.pppP.",  //
                                    "ppP...pppP",  //
                                    "ppP....ppP",  //
                                    "bbb....bbb"};
inline constexpr Row kOneLegBack[] = {"pppppppP",  //
                                      "ppppPppP",  //
                                      "pppP.ppP",  //
                                      "pppP.ppP",  //
                                      "ppP..bbb",  //
                                      "ppP.....",  //
                                      "bbb....."};

// Held objects; x and y are relative to the hand.
inline constexpr Row kBag[] = {".ii.",  //
                               "i..i",  //
                               "aaaa",  //
                               "aaaA",  //
                               "aaAA"};
inline constexpr Row kSuitcase[] = {"..iii..",  //
                                    "aaaaaaA",  //
                                    "asaaasA",  //
                                    "asaaasA",  //
                                    "aaaaAAA"};
inline constexpr Row kIceCream[] = {".ww.",  //
                                    "wwcc",  //
                                    "wccc",  //
                                    ".oo.",  //
                                    ".oo.",  //
                                    "..o."};
inline constexpr Row kBalloon[] = {"..aaa..",  //
                                   ".awwaaA",  //
                                   ".awaaaA",  //
                                   ".aaaaaA",  //
                                   ".aaaaAA",  //
                                   "..aaA..",  //
                                   "...i...",  //
                                   "...i...",  //
                                   "....i..",  //
                                   "....i..",  //
                                   "...i...",  //
                                   "...i..."};
inline constexpr Row kNewspaper[] = {"wwwwwwwwww",  //
                                     "wiiiiwiiiw",  //
                                     "wwwwwwwwww",  //
                                     "wiiwiwiiiw",  //
                                     "wiiwiwwiiw",  //
                                     "wwwwwwwwww"};
inline constexpr Row kCamera[] = {".ii...",  //
                                  "iiiiii",  //
                                  "iisssi",  //
                                  "iiiiii"};
inline constexpr Row kFlag[] = {"iaaaaaa",  //
                                "iaassaa",  //
                                "iaassaA",  //
                                "iaaaaAA",  //
                                "i......",  //
                                "i......",  //
                                "i......",  //
                                "i......"};
inline constexpr Row kSunshade[] = {".......i.......",  //
                                    "....ssaaass....",  //
                                    "..sssaaaaasss..",  //
                                    ".ssssaaaaassss.",  //
                                    "aasssaaaaasssaa",  //
                                    "a.ss..aaa..ss.a",  //
                                    ".......i.......",  //
                                    ".......i.......",  //
                                    ".......i......."};
inline constexpr Row kBook[] = {"aawaa", "awwwa", "aawaa"};
inline constexpr Row kBread[] = {"..o", "..o", ".oo", ".o.", "aaa", "aaA", "aAA"};
inline constexpr Row kBucket[] = {".iii.",  //
                                  "i...i",  //
                                  "aaaaA",  //
                                  "aaaAA",  //
                                  ".aAA."};
inline constexpr Row kRing[] = {"..wwaaww..",  //
                                ".waaaaaaw.",  //
                                "aaw....waA",  //
                                "ww......ww",  //
                                "aaw....waA",  //
                                ".waaaaaAw.",  //
                                "..wwaaww.."};

}  // namespace samples::parts
