function () {
  "use strict";
  const number = (n) => (Number.isFinite(n) ? n : -1);
  return this.getAnimations()
    .filter((one) => one.playState === "running")
    .map((one) => {
      const { endTime, iterations } = one.effect.getComputedTiming();
      const { target } = one.effect;
      return {
        name: one.animationName ?? one.transitionProperty ?? one.id,
        target: target === null ? "" : [target.localName, ...target.classList].join("."),
        duration: number(Number(endTime)),
        iterations: number(iterations),
      };
    });
}
