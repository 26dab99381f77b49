// Lets the clock of a document run faster, for every script in it: it runs before them.
(function (rate) {
  "use strict";
  const tick = performance.now.bind(performance);
  const began = Date.now();
  const RealDate = Date;
  const now = () => Math.round(began + tick() * rate);
  performance.now = () => tick() * rate;
  window.Date = class Date extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [now()] : given));
    }
    static now() {
      return now();
    }
  };
  for (const name of ["setTimeout", "setInterval"]) {
    const wait = window[name].bind(window);
    window[name] = (run, ms, ...args) => wait(run, (ms ?? 0) / rate, ...args);
  }
})