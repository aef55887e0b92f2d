"""The browser's trace of the frames it drew while pieces moved."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from playwright.sync_api import Browser, Page

Event = dict[str, Any]
Span = tuple[float, float]

CATEGORIES = (
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "blink.user_timing",
    "benchmark",
    "cc",
)
# Every animation of a piece leaves its span in the trace. No other code runs while it lasts.
MEASURE_FLIGHTS = """
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
        const animation = animate.apply(this, args);
        const start = performance.now();
        const over = () => performance.measure("flight", { start, end: performance.now() });
        if (this.closest("[data-piece], .flight-layer")) animation.finished.then(over, over);
        return animation;
    };
"""
MICRO = 1e6  # a trace uses microseconds
FRAME_TIME = 1000 / 60  # milliseconds
LATE = 1.5 * FRAME_TIME
COSTS = {
    "scripts": "FunctionCall",
    "styles": "UpdateLayoutTree",
    "layout": "Layout",
    "painting": "Paint",
    "raster": "RasterTask",
    "drawing": "DirectRenderer::DrawFrame",
}


@contextmanager
def record_trace(browser: Browser, page: Page) -> Iterator[list[Event]]:
    """The events of a trace; complete after the block."""
    session = browser.new_browser_cdp_session()
    events: list[Event] = []
    complete: list[bool] = []
    session.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    session.on("Tracing.tracingComplete", lambda _: complete.append(True))
    config = {"includedCategories": list(CATEGORIES)}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield events
    session.send("Tracing.end")
    while not complete:
        page.wait_for_timeout(50)
    session.detach()


def flights(events: Sequence[Event]) -> list[Span]:
    """The spans in microseconds in which at least one piece moved."""
    ends = sorted((event["ts"], event["ph"]) for event in events if event["name"] == "flight")
    spans: list[Span] = []
    flying, start = 0, 0.0
    for at, kind in ends:
        if flying == 0:
            start = at
        flying += 1 if kind == "b" else -1
        if flying == 0:
            spans.append((start, at))
    return spans


def within(spans: Sequence[Span], event: Event) -> bool:
    """Return whether an event happened while a piece moved."""
    return any(start <= event["ts"] <= end for start, end in spans)


def print_frames(events: Sequence[Event]) -> None:
    """Print how many frames were drawn while pieces moved, how evenly, and their cost."""
    spans = flights(events)
    seconds = sum(end - start for start, end in spans) / MICRO
    inside = [event for event in events if within(spans, event)]
    gaps = sorted(gap for span in spans for gap in frame_times(inside, span))
    if not gaps:
        raise SystemExit("no piece was seen to move")
    rate, median, p95 = 1000 / statistics.fmean(gaps), statistics.median(gaps), gaps[len(gaps) * 95 // 100]
    late = 100 * sum(gap > LATE for gap in gaps) / len(gaps)
    states = Counter(state for event in inside if (state := frame_state(event)))
    print(f"pieces moved for {seconds:.1f} seconds in {len(spans)} flights")
    print(f"{rate:.1f} frames per second, median {median:.1f} ms, 95 % within {p95:.1f} ms")
    print(f"{late:.1f} % late, the slowest {gaps[-1]:.0f} ms")
    print("frames by state: " + ", ".join(f"{count} {state}" for state, count in states.most_common()))
    for name, what in COSTS.items():
        took = sum(cost(event) for event in inside if event["name"] == what)
        print(f"{name:>9}: {100 * took / seconds:5.1f} % of one core")


def cost(event: Event) -> float:
    """Processor time of an event in seconds, without the time of other processes."""
    return float(event.get("tdur", event.get("dur", 0))) / MICRO if event["ph"] == "X" else 0.0


def frame_times(events: Sequence[Event], span: Span) -> list[float]:
    """The milliseconds between the frames in a span."""
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame" and within([span], event))
    return [(after - before) / 1000 for before, after in pairwise(drawn)]


def frame_state(event: Event) -> str | None:
    """The final state of a frame as the compositor reports it, or None for an invisible drop."""
    report = event.get("args", {}).get("frame_reporter")
    if event["name"] != "PipelineReporter" or event["ph"] != "b" or report is None:
        return None
    state: str = report["state"].removeprefix("STATE_").lower().replace("_", " ")
    return None if state == "dropped" and not report["affects_smoothness"] else state
