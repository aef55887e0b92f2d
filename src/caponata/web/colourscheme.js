// Loaded before the first paint, so that a dark page never flashes light.
try {
  const settings = JSON.parse(localStorage.getItem("caponata.settings") ?? "{}");
  document.documentElement.dataset["colours"] = settings.colours ?? "system";
} catch {
  document.documentElement.dataset["colours"] = "system";
}
