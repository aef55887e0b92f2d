const root = document.documentElement;

document.getElementById("colours").addEventListener("click", () => {
  const dark = getComputedStyle(root).colorScheme === "dark";
  root.dataset.colours = dark ? "light" : "dark";
});

for (const button of document.querySelectorAll("[data-variant]")) {
  button.addEventListener("click", () => {
    for (const each of document.querySelectorAll("[data-variant]")) {
      const chosen = each === button;
      each.setAttribute("aria-pressed", String(chosen));
      document.getElementById(each.dataset.variant).hidden = !chosen;
    }
  });
}
