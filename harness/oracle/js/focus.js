// Reads which element has the focus, through open shadow roots and frames of the
// same site.
const read = () => {
  let at = document.activeElement;
  for (;;) {
    const inner = at?.shadowRoot?.activeElement ?? at?.contentDocument?.activeElement;
    if (!inner) break;
    at = inner;
  }
  const none = { documentFocused: document.hasFocus(), nothing: true, tag: "", id: "", name: "", type: "", frame: "", text: "", inShadowRoot: false };
  if (!at) return none;
  return {
    documentFocused: document.hasFocus(),
    // The body has the focus when nothing else has.
    nothing: at === at.ownerDocument.body || at === at.ownerDocument.documentElement,
    tag: at.localName,
    id: at.id,
    name: at.getAttribute("name") ?? "",
    type: at.getAttribute("type") ?? "",
    frame: pathOf(at.ownerDocument),
    text: oneLine(at.innerText ?? "").slice(0, 200),
    inShadowRoot: at.getRootNode() !== at.ownerDocument,
  };
};
