// Says where the user would click the element `this`, once its place has stopped
// moving. Runs in the harness' isolated world, so the page cannot have changed
// any built-in that it uses.
//
// Returns {rect, x, y, moving, covered}: rect in CSS pixels of the top viewport;
// covered says what would be hit at the point instead, or is "" when that is the
// element itself, something inside it or its label. rect is null when the element
// takes no place.
async function place(frameBound, tries) {
  const frame = () =>
    new Promise((resolve) => {
      // Pages in the background get no animation frames.
      const timer = setTimeout(resolve, frameBound);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  // The offset of the element's document in the top viewport.
  const offset = () => {
    let x = 0;
    let y = 0;
    for (let view = this.ownerDocument.defaultView; view && view !== view.parent; view = view.parent) {
      const box = view.frameElement;
      if (!box) break;
      const at = box.getBoundingClientRect();
      x += at.x + box.clientLeft;
      y += at.y + box.clientTop;
    }
    return { x, y };
  };

  const visible = () => {
    const view = this.ownerDocument.defaultView;
    for (const r of this.getClientRects()) {
      const left = Math.max(r.left, 0);
      const top = Math.max(r.top, 0);
      const right = Math.min(r.right, view.innerWidth);
      const bottom = Math.min(r.bottom, view.innerHeight);
      if (right - left >= 1 && bottom - top >= 1) return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    return null;
  };

  // Composed containment: through shadow roots and slots.
  const inside = (node) => {
    for (let n = node; n; n = n.assignedSlot || n.parentNode || n.host) if (n === this) return true;
    return false;
  };

  const describe = (e) => {
    const id = e.id ? `#${e.id}` : "";
    return `<${e.localName}${id}> is hit there`;
  };

  const cover = (at) => {
    // From the element's own tree outwards: each tree must hit the next one in.
    let wanted = this;
    for (let root = this.getRootNode(); ; root = wanted.getRootNode()) {
      if (typeof root.elementFromPoint !== "function") return "an element that is not in the page";
      const hit = root.elementFromPoint(at.x, at.y);
      if (!hit) return "nothing is hit there";
      const label = hit.closest && hit.closest("label");
      const good = wanted === this ? inside(hit) || (label && label.control === this) : hit === wanted || wanted.contains(hit);
      if (!good) return describe(hit);
      if (!root.host) return "";
      wanted = root.host;
    }
  };

  const box = () => {
    const r = this.getBoundingClientRect();
    return { x: r.x, y: r.y, width: r.width, height: r.height };
  };
  const same = (a, b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

  let rect = box();
  let at = visible();
  if (!at && this.getClientRects().length > 0) {
    this.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    rect = box();
  }
  let moving = true;
  for (let i = 0; moving && i < tries; i++) {
    await frame();
    const now = box();
    moving = !same(rect, now);
    rect = now;
  }
  at = visible();
  if (!at) return { rect: null, x: 0, y: 0, moving, covered: "" };
  const covered = cover(at);
  const o = offset();
  return { rect: { ...rect, x: rect.x + o.x, y: rect.y + o.y }, x: at.x + o.x, y: at.y + o.y, moving, covered };
}
