/**
 * The one element that the SDK puts into the page, and the closed shadow root in it.
 */
import { getRootNode } from "../page/pristine.js";
import base from "./styles/base.css";
import card from "./styles/card.css";
import chat from "./styles/chat.css";
import composer from "./styles/composer.css";
import controls from "./styles/controls.css";
import launcher from "./styles/launcher.css";
import markdown from "./styles/markdown.css";
import panel from "./styles/panel.css";

export const HOST_ID = "mao-chat-embed-host";

const attachShadow = Element.prototype.attachShadow;
const adoptedStyleSheets = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "adoptedStyleSheets")?.set;

export interface Host {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
  /** Where the interface is mounted. */
  readonly container: HTMLElement;
  /** True for the host and everything in its shadow root. */
  owns(node: Node): boolean;
}

export function createHost(document: Document): Host {
  const element = document.createElement("div");
  element.id = HOST_ID;
  const root = Reflect.apply(attachShadow, element, [{ mode: "closed" }]) as ShadowRoot;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(base + controls + launcher + panel + card + composer + chat + markdown);
  if (adoptedStyleSheets === undefined) {
    root.adoptedStyleSheets = [sheet];
  } else {
    Reflect.apply(adoptedStyleSheets, root, [[sheet]]);
  }
  const container = document.createElement("div");
  container.className = "mao";
  root.append(container);
  return { element, root, container, owns: (node) => node === element || getRootNode(node) === root };
}
