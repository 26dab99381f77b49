// Waits until the page is as visible as wanted ("visible" or "hidden"), at most
// bound milliseconds, and returns whether it is.
function untilVisibility(wanted, bound) {
  const holds = () => document.visibilityState === wanted;
  if (holds()) return true;
  return new Promise((resolve) => {
    const end = () => {
      document.removeEventListener("visibilitychange", look);
      clearTimeout(timer);
      resolve(holds());
    };
    const look = () => holds() && end();
    const timer = setTimeout(end, bound);
    document.addEventListener("visibilitychange", look);
  });
}
