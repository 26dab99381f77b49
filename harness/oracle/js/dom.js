// Reads the elements that a query matches: {error} or {nodes}.
const read = (query) => {
  const doc = documentOf(query.frame);
  if (typeof doc === "string") return { error: doc };
  const map = toTop(doc);

  const wanted = (e) => {
    if (query.id) return e.id === query.id;
    if (query.name) return e.getAttribute("name") === query.name;
    return e.matches(query.css);
  };
  // A broken selector must be a message, also when there is nothing to match.
  for (const selector of [query.css, query.exclude]) {
    if (!selector) continue;
    try {
      doc.querySelector(selector);
    } catch {
      return { error: `${JSON.stringify(selector)} is not a CSS selector` };
    }
  }

  const found = [];
  // What is excluded is left out with all that is in it.
  const filter = (e) => (query.exclude && e.matches(query.exclude) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  const collect = (root) => {
    const walker = doc.createTreeWalker(root, NodeFilter.SHOW_ELEMENT, filter);
    for (let e = walker.nextNode(); e; e = walker.nextNode()) {
      if (wanted(e)) found.push(e);
      if (e.shadowRoot) collect(e.shadowRoot);
    }
  };
  collect(doc);
  if (found.length > query.limit) return { error: `more than ${query.limit} elements match` };

  const visible = (e) => {
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
    const r = e.getBoundingClientRect();
    if (r.width <= 0 || r.height <= 0) return false;
    const box = e.ownerDocument.defaultView?.frameElement;
    return box ? visible(box) : true;
  };
  const rectOf = (e) => {
    const r = e.getBoundingClientRect();
    return {
      x: map.x + r.x * map.scaleX,
      y: map.y + r.y * map.scaleY,
      width: r.width * map.scaleX,
      height: r.height * map.scaleY,
    };
  };
  const describe = (e) => {
    const node = {
      tag: e.localName,
      id: e.id,
      name: e.getAttribute("name") ?? "",
      text: oneLine(e.innerText ?? e.textContent ?? ""),
      disabled: e.matches(":disabled"),
      readonly: e.readOnly === true,
      visible: visible(e),
      focused: e.getRootNode().activeElement === e,
      rect: rectOf(e),
      attributes: Object.fromEntries([...e.attributes].map((a) => [a.name, a.value])),
      frame: pathOf(e.ownerDocument),
      inShadowRoot: e.getRootNode() !== e.ownerDocument,
    };
    if (typeof e.value === "string" || typeof e.value === "number") node.value = e.value;
    if (e.isContentEditable) node.editable = true;
    if (e.localName === "input") {
      node.type = e.type;
      if (e.type === "checkbox" || e.type === "radio") {
        node.checked = e.checked;
        node.indeterminate = e.indeterminate;
      }
    }
    if (e.localName === "select") {
      node.selected = [...e.selectedOptions].map((o) => o.label);
      node.selectedValues = [...e.selectedOptions].map((o) => o.value);
    }
    if (e.localName === "option") node.chosen = e.selected;
    if (e.localName === "details" || e.localName === "dialog") node.open = e.open;
    return node;
  };
  return { nodes: found.map(describe) };
};
