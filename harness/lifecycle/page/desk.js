// Deals buttons and counts how often each is pressed. The count lives as long as
// the tab, so that a reload takes nothing away from the truth.
(() => {
  "use strict";
  const read = (key, otherwise) => JSON.parse(sessionStorage.getItem(key) ?? otherwise);
  const write = (key, value) => sessionStorage.setItem(key, JSON.stringify(value));
  const keys = document.getElementById("keys");
  const draw = () => {
    keys.replaceChildren(
      ...read("desk-names", "[]").map((name) => {
        const key = document.createElement("button");
        key.type = "button";
        key.textContent = name;
        key.addEventListener("click", () => {
          const presses = read("desk-presses", "{}");
          presses[name] = (presses[name] ?? 0) + 1;
          write("desk-presses", presses);
        });
        return key;
      }),
    );
  };
  window.__desk = {
    deal(names) {
      write("desk-names", names);
      write("desk-presses", {});
      document.getElementById("words").textContent = "";
      draw();
    },
    say(word) {
      document.getElementById("words").append(word, " ");
    },
    presses: () => read("desk-presses", "{}"),
    stored: (pattern) => Object.keys(localStorage).some((key) => new RegExp(pattern).test(key)),
    stop: () => __sdk.instance.stop(),
    online: () => dispatchEvent(new Event("online")),
    switchSession: () => void __sdk.instance.newSession(),
    destroy: () => __sdk.instance.destroy(),
    start(global) {
      __sdk.instance = window[global].init(__sdk.options);
    },
  };
  draw();
})();
