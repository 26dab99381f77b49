import { createApp } from "vue";
import { Root } from "./Root.jsx";
import type { Host } from "./host.js";
import type { Ui } from "./ui.js";

/** What happens in the interface is not the page's business: its shortcuts and its "click outside" logic stay out. */
const OWN_EVENTS = [
  "keydown",
  "keypress",
  "keyup",
  "beforeinput",
  "input",
  "change",
  "paste",
  "copy",
  "cut",
  "wheel",
];

/** Shows the interface in its host; the returned function takes it away. */
export function mountUi(host: Host, ui: Ui): () => void {
  for (const type of OWN_EVENTS) {
    host.container.addEventListener(type, (event) => event.stopPropagation(), { passive: true });
  }
  const app = createApp(Root, { ui });
  // A fault in the interface must not end what runs in the page.
  app.config.errorHandler = (error) => console.error("MaoChat: the interface failed", error);
  app.mount(host.container);
  host.attach();
  return () => {
    app.unmount();
    host.remove();
  };
}
