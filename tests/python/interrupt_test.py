"""Ctrl-C while a search runs, other threads beside it, and what it says of its progress."""
import io
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest
from unittest import mock

import numpy as np
import rfm
from rfm._training import Progress

SEARCH = textwrap.dedent("""
    import signal, sys, time
    import numpy as np, rfm
    from rfm._training import Progress
    x = np.random.default_rng(1).normal(size=(2000, 40))
    Progress.show = lambda self, done, best: best and print("found", flush=True)
    model = rfm.Regressor(effort=1000, verbose=True)
    before = signal.getsignal(signal.SIGINT)
    try:
        model.fit(x, x[:, 0] * x[:, 1])
    except KeyboardInterrupt:
        print(time.time(), model.predict(x).shape, model.history_["search"]["end"],
              signal.getsignal(signal.SIGINT) is before)
    """)


class Interrupts(unittest.TestCase):
    def test_ctrl_c_keeps_the_best_so_far(self):
        process = subprocess.Popen([sys.executable, "-c", SEARCH], stdout=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "found\n")
        process.send_signal(signal.SIGINT)
        sent = time.time()
        said = process.communicate(timeout=60)[0].replace("found\n", "")
        self.assertRegex(said, r"^\S+ \(2000,\) interrupted True\n$")
        slow = 10 if "LD_PRELOAD" in os.environ or "sanitize" in os.environ.get("RFM_LIBRARY", "") else 1
        if not os.environ["RFM_PROGRAM"].endswith("build/dev/bin/rfm"):  # which is not optimised
            self.assertLess(float(said.split()[0]) - sent, slow)

    def test_other_threads_go_on(self):
        counted, done = [0], threading.Event()

        def count():
            while not done.wait(0.001):
                counted[0] += 1
        thread = threading.Thread(target=count)
        thread.start()
        x = np.random.default_rng(1).normal(size=(300, 5))
        began = time.monotonic()
        rfm.Regressor(budget=1, effort=100).fit(x, x[:, 0])
        took = time.monotonic() - began
        done.set()
        thread.join()
        self.assertGreater(counted[0], 20 * took)

    def test_training_in_another_thread(self):
        models = []
        x = np.random.default_rng(1).normal(size=(60, 2))
        thread = threading.Thread(target=lambda: models.append(rfm.Regressor(rounds=0).fit(x, x[:, 0])))
        thread.start()
        thread.join()
        self.assertEqual(models[0].predict(x).shape, (60,))

    def test_a_stream_that_fails_ends_the_search(self):
        x = np.random.default_rng(1).normal(size=(300, 5))
        with mock.patch.object(Progress, "show", side_effect=OSError("the stream is closed")) as show:
            with self.assertRaisesRegex(OSError, "closed"):
                rfm.Regressor(verbose=True).fit(x, x[:, 0])
        show.assert_called_once()


class Lines(unittest.TestCase):
    def test_in_a_terminal_and_elsewhere(self):
        class Terminal(io.StringIO):
            def isatty(self):
                return True
        for stream, first in ((Terminal(), "\rrfm 50 %  best so far: a"), (io.StringIO(), "rfm 50 %  best so far: a\n")):
            progress = Progress(stream)
            progress.show(0.5, "a")
            progress.show(0.6, "too early to be shown")
            self.assertEqual(stream.getvalue(), first)
            progress.clear()
            self.assertEqual(stream.getvalue().endswith("\r"), isinstance(stream, Terminal))


if __name__ == "__main__":
    unittest.main()
