// Before the browser's picture: animations stand still from here on, for two pictures must be of the same moment, and a
// smooth scroll in motion is waited for. Says whether the SDK's own element takes room, for then its empty box must stay.
const read = async ({ host }) => {
  for (const animation of document.getAnimations()) animation.pause();
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let last = NaN, tries = 0; last !== scrollY && tries < 120; tries++) {
    last = scrollY;
    await frame();
    await frame();
  }
  const element = host ? document.querySelector(host) : null;
  if (!element) return { takesRoom: false };
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return { takesRoom: style.position !== "fixed" && style.position !== "absolute" && box.width * box.height > 0 };
};
