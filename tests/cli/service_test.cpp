// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The verb starts Python; what that does is tested in python/tests.
#include <algorithm>
#include <filesystem>

#include "command.h"
#include "support/scoped_variable.h"

namespace espy::test {
namespace {

class Service : public CommandTest {
 protected:
  /// A Python that prints its arguments, the script left out.
  void pretendPython() {
    write("python", "#!/bin/sh\n[ \"$1\" = -c ] && shift 2\nprintf '%s|' \"$@\"\nexit 3\n");
    std::filesystem::permissions(path("python"), std::filesystem::perms::owner_all);
  }
};

TEST_F(Service, PassesItsArgumentsAndTheStatus) {
  pretendPython();
  const ScopedVariable python("ESPY_PYTHON", path("python").string());
  const Outcome started = espy({"service", "--port", "80", "my data", "--ray", "--keys"});
  EXPECT_EQ(started.out, "my data|--port|80|--keys|--ray|");
  EXPECT_EQ(started.status, 3);
  EXPECT_EQ(espy({"service", "keys", "add", "data", "me", "--role", "admin"}).out,
            "keys|add|data|me|--role|admin|");
}

TEST_F(Service, WithoutPythonOrItsModuleThereIsOneSentence) {
  {
    const ScopedVariable python("ESPY_PYTHON", path("nothing").string());
    const Outcome refused = espy({"service", "data"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(refused.err.starts_with("espy: " + path("nothing").string() + ": ")) << refused.err;
    EXPECT_TRUE(refused.err.ends_with("; the service needs Python 3\n")) << refused.err;
  }
  write("python", "#!/bin/sh\nexec python3 -I -S \"$@\"\n");
  std::filesystem::permissions(path("python"), std::filesystem::perms::owner_all);
  const ScopedVariable python("ESPY_PYTHON", path("python").string());
  const Outcome refused = espy({"service", "data"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(std::ranges::count(refused.err, '\n'), 1) << refused.err;
  EXPECT_TRUE(refused.err.starts_with("espy: the service needs Espy's Python module: "))
      << refused.err;
  // An index of packages has another program of the name espy.
  EXPECT_TRUE(
      refused.err.ends_with("; install it from Espy's source: pip install "
                            "'./python[service]'\n"))
      << refused.err;
}

}  // namespace
}  // namespace espy::test
