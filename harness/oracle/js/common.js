// Shared by the readings of the document. Runs in the harness' isolated world.

// The parts of a frame path, "outer >> inner".
const parts = (path) => path.split(">>").map((part) => part.trim());

// Every open shadow root below a root, and the root itself, in document order.
const treesOf = function* (root) {
  yield root;
  const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.shadowRoot) yield* treesOf(node.shadowRoot);
  }
};

// The first element in any of the trees that matches.
const findIn = (root, selector) => {
  for (const tree of treesOf(root)) {
    const found = tree.querySelector(selector);
    if (found) return found;
  }
  return null;
};

// The document of a frame path in the top document; a text says what is wrong.
const documentOf = (path) => {
  let at = document;
  if (!path) return at;
  for (const part of parts(path)) {
    const box = findIn(at, part);
    if (!box) return `no frame matches ${JSON.stringify(part)}`;
    if (!("contentDocument" in box)) return `${JSON.stringify(part)} is a <${box.localName}>, not a frame`;
    if (!box.contentDocument) return `the frame ${JSON.stringify(part)} is of another site and cannot be read`;
    at = box.contentDocument;
  }
  return at;
};

// How a length in a document maps into the top viewport: {x, y, scaleX, scaleY}.
const toTop = (doc) => {
  let map = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
  for (let view = doc.defaultView; view && view !== view.parent; view = view.parent) {
    const box = view.frameElement;
    if (!box) break;
    const at = box.getBoundingClientRect();
    // A transform on the frame scales what is in it.
    const scaleX = box.offsetWidth ? at.width / box.offsetWidth : 1;
    const scaleY = box.offsetHeight ? at.height / box.offsetHeight : 1;
    // The inner document begins behind the border and the padding.
    const style = getComputedStyle(box);
    map = {
      x: at.x + (box.clientLeft + Number.parseFloat(style.paddingLeft) + map.x) * scaleX,
      y: at.y + (box.clientTop + Number.parseFloat(style.paddingTop) + map.y) * scaleY,
      scaleX: map.scaleX * scaleX,
      scaleY: map.scaleY * scaleY,
    };
  }
  return map;
};

// The frame path of a document, by ids or names where frames have them.
const pathOf = (doc) => {
  const path = [];
  for (let view = doc.defaultView; view && view !== view.parent; view = view.parent) {
    const box = view.frameElement;
    if (!box) break;
    path.unshift(box.id ? `#${box.id}` : box.name ? `iframe[name=${JSON.stringify(box.name)}]` : "iframe");
  }
  return path.join(" >> ");
};

const oneLine = (text) => text.replace(/\s+/g, " ").trim();
