"""Texts that overflow their box, and pages that scroll sideways."""

from __future__ import annotations

from playwright.sync_api import Page

FIND_OVERFLOW = """() => {
    const wrong = [];
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide`);
    const texts = "button, label, a, p, h1, h2, h3, h4, li, summary, legend, th, td, span, strong, small";
    const isWord = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
    const isInScroller = (element) => {
        for (let box = element; box && box !== document.body; box = box.parentElement)
            if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
        return false;
    };
    const containerOf = (element) => {  // the nearest ancestor that is a size container
        for (let box = element; box && box !== document.body; box = box.parentElement) {
            if (getComputedStyle(box).containerType !== "normal") return box;
            if (getComputedStyle(box).position === "absolute") return null;
        }
        return null;
    };
    for (const element of document.querySelectorAll(texts)) {
        const own = [...element.childNodes].filter(isWord);
        if (own.length === 0 || element.closest(".unseen, .lux-unseen, .skip")) continue;
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const isClipped = getComputedStyle(element).clipPath !== "none";
        if (element.getBoundingClientRect().width <= 2 || isClipped) continue;
        const box = element.closest("button, a, label, summary, th, td") ?? element;
        if (getComputedStyle(element).textOverflow === "ellipsis" || isInScroller(element)) continue;
        const edge = box.getBoundingClientRect();
        const container = containerOf(element);
        for (const node of own) {
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const { left, right } of range.getClientRects())
                if (right > Math.min(edge.right, innerWidth) + 1 || left < Math.max(edge.left, 0) - 1)
                    wrong.push(`"${node.data.trim()}" overflows ${box.tagName}.${box.className}`);
                else if (container && right > container.getBoundingClientRect().right + 1)
                    wrong.push(`"${node.data.trim()}" overflows ${container.tagName}.${container.className}`);
        }
    }
    return [...new Set(wrong)];
}"""


def overflowing_texts(page: Page) -> list[str]:
    """Return one message for each text that overflows its box, and one if the page scrolls sideways."""
    found: list[str] = page.evaluate(FIND_OVERFLOW)
    return found
