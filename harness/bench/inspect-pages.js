// Pages of n elements for the bench, generated in the page: window.benchPages[kind](n).
(() => {
  const make = (tag, parent, properties = {}) => parent.appendChild(Object.assign(document.createElement(tag), properties));
  const attribute = (element, name, value) => (element.setAttribute(name, value), element);

  /** A business table: ten elements a row, four of them controls. */
  function table(n) {
    const body = make("table", document.body).createTBody();
    make("caption", body.parentNode, { textContent: "Orders" });
    for (let i = 0; i * 12 < n; i++) {
      const row = make("tr", body);
      attribute(make("th", row, { textContent: `Order ${i}` }), "scope", "row");
      make("td", row, { textContent: `Customer ${i % 97}` });
      make("td", row, { textContent: `${(i * 37) % 1000}.00` });
      const box = make("td", row);
      attribute(make("input", box, { type: "checkbox" }), "aria-label", "Select");
      const actions = make("td", row);
      make("a", actions, { href: `#order-${i}`, textContent: "Open" });
      make("button", actions, { type: "button", textContent: "Edit" });
      make("button", actions, { type: "button", textContent: "Delete" });
      make("span", make("td", row), { textContent: i % 3 ? "paid" : "open" });
    }
  }

  /** A form of labels and inputs; three elements a field, so that 48,000 of them make 16,000 fields. */
  function form(n) {
    const form = make("form", document.body);
    for (let i = 0; i * 3 < n; i++) {
      const line = make("div", form);
      make("label", line, { htmlFor: `field-${i}`, textContent: `Field ${i}` });
      make("input", line, { id: `field-${i}`, name: `field-${i}` });
    }
  }

  /** A thousand open shadow roots that share the elements. */
  function shadow(n) {
    const roots = Math.min(1000, n / 4);
    for (let i = 0; i < roots; i++) {
      const root = make("div", document.body).attachShadow({ mode: "open" });
      make("slot", root);
      for (let k = 0; k * 2 < n / roots - 2; k++) {
        make("span", root, { textContent: `Part ${i}-${k}` });
        make("button", root, { type: "button", textContent: `Act ${i}-${k}` });
      }
    }
  }

  /** Controls 48 levels deep. */
  function nested(n) {
    for (let i = 0; i * 50 < n; i++) {
      let at = document.body;
      for (let depth = 0; depth < 48; depth++) at = make("div", at);
      make("button", at, { type: "button", textContent: `Deep ${i}` });
      make("span", at, { textContent: "text" });
    }
  }

  /** A table of which nine rows in ten are hidden. */
  function hidden(n) {
    table(n);
    [...document.querySelectorAll("tr")].forEach((row, i) => { if (i % 10) row.style.display = "none"; });
  }

  const CONTROLS = "a[href],button,input,select,textarea";

  function* roots(root) {
    yield root;
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) yield* roots(element.shadowRoot);
  }

  /** The controls that a user can see and hit in the viewport. */
  function visible() {
    const found = [];
    for (const root of roots(document)) {
      for (const element of root.querySelectorAll(CONTROLS)) {
        const r = element.getBoundingClientRect();
        const x = r.x + r.width / 2, y = r.y + r.height / 2;
        if (r.width < 1 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        const hit = root.elementFromPoint(x, y);
        if (hit !== null && (hit === element || element.contains(hit))) found.push({ x: r.x, y: r.y, width: r.width, height: r.height });
      }
    }
    return found;
  }

  /** The least that any scanner must do: find the candidates and ask for their places. */
  function bare(known) {
    let sum = 0;
    for (const root of known) for (const element of root.querySelectorAll(CONTROLS + ",[role],[tabindex],[contenteditable],iframe,summary,label")) sum += element.getBoundingClientRect().x;
    return sum;
  }

  window.bench = { pages: { table, form, shadow, nested, hidden }, visible, bare, roots: () => [...roots(document)] };
})();
