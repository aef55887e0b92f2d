// Loaded before the first paint, so that a dark page never flashes light. Later changes are made by settings.js.
try {
  const settings = JSON.parse(localStorage.getItem("caponata.settings") ?? "{}");
  document.documentElement.dataset["colours"] = settings.colours ?? "system";
} catch {
  document.documentElement.dataset["colours"] = "system"; // storage is blocked
}
