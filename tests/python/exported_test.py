"""The example of the docs: a model trained in Python answers in C with the same numbers."""
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import rfm

PROGRAM = r"""
#include <stdio.h>
#include "wine.h"
int main(void) {
  double cells[WINE_COLUMNS];
  for (;;) {
    for (int k = 0; k < WINE_COLUMNS; ++k)
      if (scanf("%lf", &cells[k]) != 1) return 0;
    double answer;
    if (wine_predict(cells, WINE_COLUMNS, &answer, 1) != 0) return 1;
    printf("%.17g\n", answer);
  }
}
"""


class Exported(unittest.TestCase):
    def test_c_has_the_same_numbers(self):
        rng = np.random.default_rng(1)
        x = rng.normal(size=(120, 5))
        y = x[:, 0] * x[:, 1] + np.sin(x[:, 2])
        model = rfm.Regressor(kernel="laplace", rounds=2, float64=True).fit(x, y)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "wine.h").write_text(model.to_c("wine"), encoding="utf-8")
            source, program = pathlib.Path(folder, "main.c"), pathlib.Path(folder, "main")
            source.write_text(PROGRAM, encoding="utf-8")
            subprocess.run(["gcc", "-std=c99", "-O2", "-ffp-contract=off", source, "-o", program, "-lm"], check=True)
            cells = "\n".join(" ".join(f"{cell:.17g}" for cell in row) for row in x[:20])
            said = subprocess.run([program], input=cells, check=True, capture_output=True, text=True).stdout
        answers = np.array([float(line) for line in said.split()])
        np.testing.assert_allclose(answers, model.predict(x[:20]), rtol=1e-9, atol=1e-9)
        self.assertEqual(len(answers), 20)


if __name__ == "__main__":
    unittest.main()
