"""Estimators in a notebook: parameters that were given, the score, and which columns matter."""
from __future__ import annotations

import html
from typing import Any

SHOWN = 12  # columns


def of(estimator: Any) -> str:
    words = html.escape(repr(estimator))
    if not hasattr(estimator, "model_"):
        return f"<div><code>{words}</code>: not fitted</div>"
    shares = sorted(zip(estimator.importances_, estimator._names), reverse=True)
    rows = "".join(
        f"<tr><td>{html.escape(name)}</td><td style='text-align:right'>{100 * share:.1f} %</td>"
        f"<td><div style='background:#4c78a8;height:.8em;width:{160 * share:.0f}px'></div></td></tr>"
        for share, name in shares[:SHOWN])
    left = len(shares) - SHOWN
    more = f"<p>and {left} other columns</p>" if left > 0 else ""
    summary = html.escape(estimator.summary_).replace("\n", "<br>")
    return (f"<div><code>{words}</code><p>{summary}</p><table><thead><tr><th>column</th>"
            f"<th>importance</th><th></th></tr></thead><tbody>{rows}</tbody></table>{more}</div>")
