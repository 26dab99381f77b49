// Hears everything that a request could cause on this page: events on its controls, texts that are evaluated or made into
// markup, breaches of the content security policy. It runs before the SDK.
window.watch = (() => {
  const MARKER = "hostile_marker_7f3a";
  const seen = [];
  const events = ["pointerdown", "mousedown", "click", "beforeinput", "input", "change", "keydown", "focusin", "scroll", "submit", "hashchange", "popstate"];
  for (const type of events) {
    addEventListener(
      type,
      (event) => {
        const target = event.composedPath()[0];
        if (target.id !== "mao-chat-embed-host") seen.push(`${type} on ${target.id || target.localName || "the page"}`);
      },
      true,
    );
  }
  document.addEventListener("securitypolicyviolation", (event) => seen.push(`breach of ${event.violatedDirective}: ${event.sample} ${event.blockedURI}`));
  addEventListener("error", (event) => seen.push(`error ${event.message}`));
  addEventListener("unhandledrejection", (event) => seen.push(`rejection ${event.reason}`));

  const marked = (args) => args.some((arg) => typeof arg === "string" && arg.includes(MARKER));
  const wrap = (owner, name) => {
    const original = owner[name];
    owner[name] = new Proxy(original, {
      apply(target, self, args) {
        if (marked(args)) seen.push(`${name} with a text of a request`);
        return Reflect.apply(target, self, args);
      },
      construct(target, args, as) {
        if (marked(args)) seen.push(`new ${name} with a text of a request`);
        return Reflect.construct(target, args, as);
      },
    });
  };
  for (const name of ["eval", "Function", "setTimeout", "setInterval", "open", "Worker"]) wrap(window, name);
  for (const name of ["querySelector", "querySelectorAll", "write", "evaluate", "execCommand", "getElementById"]) wrap(Document.prototype, name);
  for (const name of ["querySelector", "querySelectorAll", "matches", "closest", "insertAdjacentHTML", "setAttribute"]) wrap(Element.prototype, name);
  wrap(Range.prototype, "createContextualFragment");
  wrap(DOMParser.prototype, "parseFromString");
  const setting = (owner, name) => {
    const property = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, {
      ...property,
      set(value) {
        if (marked([String(value)])) seen.push(`${name} set to a text of a request`);
        property.set.call(this, value);
      },
    });
  };
  for (const name of ["innerHTML", "outerHTML"]) setting(Element.prototype, name);
  setting(HTMLAnchorElement.prototype, "href");
  setting(HTMLIFrameElement.prototype, "srcdoc");
  setting(HTMLScriptElement.prototype, "text");

  return () => ({
    seen,
    pwned: window.pwned ?? "",
    polluted: Object.keys(Object.prototype).concat(Object.keys(Array.prototype)).join(),
    customer: document.getElementById("customer").value,
    gift: document.getElementById("gift").checked,
    colour: document.getElementById("colour").value,
    url: location.pathname + location.search + location.hash,
    title: document.title,
    scroll: scrollY,
  });
})();
