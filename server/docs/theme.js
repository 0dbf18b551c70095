// Light or dark as it was chosen in the app of this browser. The head waits for it, so that nothing is painted before.
function follow() {
  let theme = null;
  try {
    theme = localStorage.getItem("provision.theme");
  } catch {
    // Storage may be blocked: then the system decides.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

follow();
// Chosen anew in another tab.
addEventListener("storage", follow);
