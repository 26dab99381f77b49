// Hides the SDK's own element for the truth of a picture, and shows it again. A host that takes no room goes away
// altogether; one that does keeps its empty box, for nothing of the page may move. Animations stand still from then on:
// the two pictures must be of the same moment.
const read = async ({ hide, show }) => {
  const hosts = (hide ?? show) ? [...document.querySelectorAll(hide ?? show)] : [];
  for (const host of hosts) {
    if (show) {
      host.style.removeProperty("display");
      host.style.removeProperty("visibility");
      continue;
    }
    const style = getComputedStyle(host);
    const room = host.getBoundingClientRect();
    const out = style.position === "fixed" || style.position === "absolute" || room.width * room.height === 0;
    if (out) host.style.setProperty("display", "none", "important");
    else host.style.setProperty("visibility", "hidden", "important");
  }
  for (const animation of document.getAnimations()) animation.pause();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  // A smooth scroll in motion would show a page that no second picture can show again.
  for (let last = NaN, tries = 0; last !== scrollY && tries < 120; tries++) {
    last = scrollY;
    await frame();
    await frame();
  }
  return { width: innerWidth, height: innerHeight, scale: devicePixelRatio };
};
