// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// desktop_tests NAME [OPTION...]: runs one of the window's tests with Qt Test options.
#include "desktop/window_tests.h"

#include <QApplication>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "desktop/animated_style.h"

namespace espy::desktop {
namespace {

std::map<std::string, MakeWindowTest>& knownTests() {
  static std::map<std::string, MakeWindowTest> known;
  return known;
}

}  // namespace

bool addWindowTest(const char* name, MakeWindowTest make) {
  knownTests().emplace(name, make);
  return true;
}

}  // namespace espy::desktop

int main(int argc, char** argv) {
  const auto& known = espy::desktop::knownTests();
  const auto chosen = known.find(argc > 1 ? argv[1] : "");
  if (chosen == known.end()) {
    std::fputs("desktop_tests NAME [OPTION...]; the names are:\n", stderr);
    for (const auto& [name, make] : known) std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
  }
  std::vector<char*> others{argv[0]};
  others.insert(others.end(), argv + 2, argv + argc);
  int count = static_cast<int>(others.size());
  others.push_back(nullptr);
  QApplication application(count, others.data());
  QApplication::setStyle(new espy::desktop::AnimatedStyle(0));
  QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
  const std::unique_ptr<QObject> test = chosen->second();
  return QTest::qExec(test.get(), count, others.data());
}
