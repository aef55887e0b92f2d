"""Words that run out of their box, and pages that scroll sideways."""

from __future__ import annotations

from playwright.sync_api import Page

CUT = """() => {
    const wrong = [];
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) wrong.push(`the page is ${page.scrollWidth} wide`);
    const texts = "button, label, a, p, h1, h2, h3, h4, li, summary, legend, th, td, span, strong, small";
    const isWord = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
    const scrolled = (each) => {
        for (let box = each; box && box !== document.body; box = box.parentElement)
            if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
        return false;
    };
    const partOf = (each) => {  // the part of a board that measures itself
        for (let box = each; box && box !== document.body; box = box.parentElement) {
            if (getComputedStyle(box).containerType !== "normal") return box;
            if (getComputedStyle(box).position === "absolute") return null;
        }
        return null;
    };
    for (const each of document.querySelectorAll(texts)) {
        const own = [...each.childNodes].filter(isWord);
        if (own.length === 0 || each.closest(".unseen, .lux-unseen, .skip")) continue;
        if (!each.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (each.getBoundingClientRect().width <= 2 || getComputedStyle(each).clipPath !== "none") continue;
        const box = each.closest("button, a, label, summary, th, td") ?? each;
        if (getComputedStyle(each).textOverflow === "ellipsis" || scrolled(each)) continue;
        const edge = box.getBoundingClientRect();
        const part = partOf(each);
        for (const node of own) {
            const range = document.createRange();
            range.selectNodeContents(node);
            for (const { left, right } of range.getClientRects())
                if (right > Math.min(edge.right, innerWidth) + 1 || left < Math.max(edge.left, 0) - 1)
                    wrong.push(`"${node.data.trim()}" runs out of ${box.tagName}.${box.className}`);
                else if (part && right > part.getBoundingClientRect().right + 1)
                    wrong.push(`"${node.data.trim()}" runs out of ${part.tagName}.${part.className}`);
        }
    }
    return [...new Set(wrong)];
}"""


def cut_words(page: Page) -> list[str]:
    """What is wider than its place, each as a line."""
    found: list[str] = page.evaluate(CUT)
    return found
