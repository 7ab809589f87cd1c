"""Builds the shared library of the package by CMake, in build/pip of the clone, or takes the one
that RFM_LIBRARY names. The wheel is for this machine but for every Python: nothing in it is compiled
against Python."""
import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

top = pathlib.Path(__file__).resolve().parents[3]
build = top / "build" / "pip"
build.mkdir(parents=True, exist_ok=True)


class Build(build_py):
    def run(self):
        super().run()
        library = pathlib.Path(self.build_lib) / "rfm" / "librfm.so"
        shutil.copy(os.environ.get("RFM_LIBRARY") or self.built(), library)
        subprocess.run(["strip", "--strip-unneeded", library], check=True)

    def built(self):
        subprocess.run(["cmake", "-S", top, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DRFM_BUILD_TESTS=OFF",
                        "-DRFM_BUILD_EXAMPLES=OFF", "-DRFM_BUILD_EXPERIMENTS=OFF", "-DRFM_BUILD_XTENSOR=OFF",
                        "-DRFM_BUILD_SQL=OFF"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "rfm_python", "--parallel"], check=True)
        return build / "python" / "rfm" / "librfm.so"


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Binary(Distribution):
    def has_ext_modules(self):
        return True


version = re.search(r"project\(rfm VERSION ([\d.]+)", (top / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
setup(version=version, distclass=Binary, cmdclass={"build_py": Build, "bdist_wheel": Wheel},
      options={"egg_info": {"egg_base": str(build)}, "build": {"build_base": str(build / "setuptools")}})
