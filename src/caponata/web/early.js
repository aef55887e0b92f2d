// Before the first paint, so that a dark page never flashes light.
try {
  const chosen = JSON.parse(localStorage.getItem("caponata.settings") ?? "{}");
  document.documentElement.dataset["colours"] = chosen.colours ?? "system";
} catch {
  document.documentElement.dataset["colours"] = "system";
}
