"""pip installs the package from a clone, with nothing from the network, and makes a wheel that any
Python takes. The library is the one that is built already."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest


def run(*arguments, **options):
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return done.stdout


class Package(unittest.TestCase):
    def test_installed_and_as_a_wheel(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            clone = folder / "clone"
            for path in ("CMakeLists.txt", "lib/rfm/python"):
                place = clone / path
                place.parent.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if pathlib.Path(path).is_dir() else shutil.copy)(path, place)
            run(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
            pip = (folder / "venv/bin/python", "-m", "pip", "--disable-pip-version-check")
            run(*pip, "install", "--no-index", "--no-build-isolation", clone / "lib/rfm/python")
            said = run(folder / "venv/bin/python", "-c", "import rfm; print(rfm.__version__, rfm.__file__)",
                       cwd=folder, env={})
            self.assertRegex(said, r"^\d+\.\d+\.\d+ .*/venv/.*/rfm/__init__\.py\n$")
            run(*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder,
                clone / "lib/rfm/python")
            self.assertEqual(len(list(folder.glob("rfm-*-py3-none-*.whl"))), 1)


if __name__ == "__main__":
    unittest.main()
