// Loaded before the first paint, so that a dark page never flashes light. Later changes are made by settings.js.
{
  let colours = "system";
  try {
    colours = JSON.parse(localStorage.getItem("caponata.settings") ?? "{}").colours ?? colours;
  } catch {
    // storage is blocked: keep the system's colours
  }
  const page = document.documentElement;
  page.dataset["colours"] = colours;
  page.toggleAttribute("data-dark", colours === "dark" || (colours === "system" && matchMedia("(prefers-color-scheme: dark)").matches));
}
