# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A wheel with the libraries of this build, installed by pip."""

import ast
import importlib.util
import os
import pathlib
import subprocess
import sys
import zipfile

import pytest

SOURCE = pathlib.Path(os.environ["ESPY_SOURCE"])
BUILD = pathlib.Path(os.environ["ESPY_BUILD"])


def run(*words, **options):
    done = subprocess.run(
        [*map(str, words)], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if importlib.util.find_spec("scikit_build_core") is None:
        pytest.skip("there is no scikit-build-core")
    folder = tmp_path_factory.mktemp("wheel")
    for component in ("library", "development", "cuda"):
        run("cmake", "--install", BUILD, "--prefix", folder / "prefix", "--component", component)
    # Compiled as quickly as possible: the build's own module is optimised.
    settings = ["cmake.define.ESPY_INSTALLED=ON", f"cmake.define.CMAKE_PREFIX_PATH={folder}/prefix",
                f"build-dir={folder}/build", "cmake.define.ESPY_UNITY_BUILD=ON", "cmake.build-type=None"]
    words = [word for setting in settings for word in ("-C", setting)]
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-q", "-w",
        folder / "wheels", *words, SOURCE / "python")
    (made,) = (folder / "wheels").glob("espy-*.whl")
    return made


def test_it_has_all_that_it_needs(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    package = SOURCE / "python" / "espy"
    kinds = (".py", ".typed", ".html", ".js", ".css")
    sources = {f"espy/{path.relative_to(package)}" for path in package.rglob("*")
               if path.suffix in kinds}
    assert "espy/service/page/index.html" in sources
    assert sources <= names
    assert {"espy/_core.pyi", "espy/libespy.so.0.1"} <= names
    assert any(name.startswith("espy/_core.") and name.endswith(".so") for name in names)
    if (BUILD / "lib" / "espy_cuda.so").exists():
        assert "espy/espy_cuda.so" in names
    assert any(name.endswith("LICENSE") for name in names)
    tools = {"EspyLibrary.py", "pytest_espy.py"}
    assert tools <= names
    assert not [name for name in names - tools if "test" in name or "include" in name]
    (points,) = (name for name in names if name.endswith("entry_points.txt"))
    assert zipfile.ZipFile(wheel).read(points).decode() == "[pytest11]\nespy = pytest_espy\n\n"


def test_it_works_where_nothing_else_is(wheel, tmp_path):
    run(sys.executable, "-m", "pip", "install", "--no-deps", "-q", "--target", tmp_path / "site", wheel)
    code = (
        "import espy, sys; print(espy.__file__); print(espy.__version__);"
        "print(espy.find(sys.argv[1], sys.argv[2]).best.box);"
        "print(*(e.detail for e in espy.engines() if e.name == 'cuda'))"
    )
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path / "site")}
    printed = run(sys.executable, "-c", code, SOURCE / "samples" / "traveller.ppm",
                  SOURCE / "samples" / "crowd.ppm", env=environment, cwd=tmp_path).splitlines()
    assert printed[0] == str(tmp_path / "site" / "espy" / "__init__.py")
    assert printed[1] == wheel.name.split("-")[1]
    assert printed[2] == "(743, 790, 16, 16)"
    options = run(sys.executable, "-m", "pytest", "--help", env=environment, cwd=tmp_path)
    assert "--espy-screenshots" in options
    # The CUDA engine is in the library's folder, and is found there.
    if (BUILD / "lib" / "espy_cuda.so").exists():
        assert "no GPU support installed" not in printed[3]
    (library,) = (tmp_path / "site" / "espy").glob("_core.*.so")
    assert str(tmp_path / "site" / "espy" / "libespy.so") in run("ldd", library)


def test_all_that_is_public_is_explained():
    import espy
    from espy import batches, compat, errors, expecting, judging, live, marking, pictures, ranking
    from espy import recordings, signals, surfaces

    for module in (espy, batches, compat, errors, expecting, judging, live, marking, pictures,
                   ranking, recordings, signals, surfaces):
        assert module.__doc__
        for name in getattr(module, "__all__", [n for n in vars(module) if n[0] != "_"]):
            thing = getattr(module, name)
            if (getattr(thing, "__module__", None) or "").startswith("espy") and callable(thing):
                assert thing.__doc__, f"{module.__name__}.{name}"
                for part, own in vars(thing).items() if isinstance(thing, type) else ():
                    if part[0] != "_" and (callable(own) or isinstance(own, property)):
                        assert own.__doc__, f"{module.__name__}.{name}.{part}"
    assert sorted(espy.__all__) == espy.__all__


def test_stubs_declare_what_is_compiled():
    import espy._core

    tree = ast.parse(pathlib.Path(espy._core.__file__).with_name("_core.pyi").read_text())
    kinds = (ast.FunctionDef, ast.ClassDef)
    declared = {node.name for node in tree.body if isinstance(node, kinds)}
    compiled = {name for name, thing in vars(espy._core).items()
                if callable(thing) and not name.startswith("_")}
    assert compiled <= declared
