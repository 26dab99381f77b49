// The page's own truth: records in three places (the document, an open shadow root, a frame), drawn as rows of controls.
// Which record a node stands for is known to a WeakMap alone, so that nothing but the page itself can read it; every
// event is logged with what its node stood for at that moment.
window.chaos = (() => {
  const CONTROLS = ["open", "drop", "done", "note", "status"];
  const LABELS = { open: ["Open", "Show"], drop: ["Delete", "Remove"], done: ["Done", "Closed"], note: ["Note", "Remark"], status: ["Status", "State"] };
  const STATES = ["new", "paid", "sent", "lost"];
  const LOGGED = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick", "beforeinput", "input", "change", "keydown", "keyup", "focusin"];
  const HOOKS = [...LOGGED, "pointerover", "pointermove", "focusout", "scroll"];

  const identity = new WeakMap(); // node -> { place, record, control }
  const heard = new WeakSet();
  const places = [];
  let log = [];
  let onEvent = () => {};
  let counter = 0;
  let last; // what got the latest event

  /** A seeded random source (mulberry32). */
  function random(seed) {
    let a = seed >>> 0;
    const next = () => {
      a = (a + 0x6d2b79f5) >>> 0;
      let t = Math.imul(a ^ (a >>> 15), a | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    return { next, below: (n) => Math.floor(next() * n), pick: (list) => list[Math.floor(next() * list.length)] };
  }

  const keyOf = ({ place, record, control }) =>
    record === undefined ? `${place.name}//${control}` : [place.name, record.id, record.name, control, record.labels[control]].join("/");

  /** What a node, or the nearest thing around it, stands for. */
  function owner(node) {
    for (let n = node; n; n = n.parentNode ?? n.host) {
      const known = identity.get(n);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  const dialog = () => document.querySelector("dialog[open]");

  /** A user could not reach it: something lies over it, or a modal dialog makes it inert. */
  const blocked = (known) => known.place.covered || (dialog() !== null && known.place.name !== "dialog");

  function listen(target) {
    for (const type of HOOKS) {
      target.addEventListener(
        type,
        (event) => {
          if (heard.has(event)) return;
          heard.add(event);
          const node = event.composedPath()[0];
          if (LOGGED.includes(type)) {
            const known = owner(node);
            if (known?.record !== undefined) last = known;
            log.push({
              type,
              trusted: event.isTrusted,
              key: known === undefined ? "" : keyOf(known),
              blocked: known !== undefined && blocked(known),
              value: String(node.value ?? ""),
              checked: node.checked === true,
            });
            if (type === "input" || type === "change") store(known, node);
          }
          onEvent(type);
        },
        { capture: true, passive: true },
      );
    }
  }

  /** The model of the page follows its controls, as with any framework. */
  function store(known, node) {
    if (known?.record === undefined) return;
    if (known.control === "done") known.record.done = node.checked;
    else if (known.control === "note" || known.control === "status") known.record[known.control] = node.value;
  }

  function newRecord(place, rng) {
    const id = ++counter;
    const name = place.marked ? rng.pick(["Order", "Invoice", "Parcel"]) : `Order ${1000 + id}`;
    const labels = Object.fromEntries(CONTROLS.map((control) => [control, LABELS[control][0]]));
    return { id, name, labels, done: false, note: "", status: STATES[0], disabled: "" };
  }

  /** Draws a record into a new row. */
  function newRow(place, record) {
    const doc = place.body.ownerDocument;
    const make = (tag, parent, properties = {}) => parent.appendChild(Object.assign(doc.createElement(tag), properties));
    const row = doc.createElement("tr");
    make("th", row, { scope: "row" });
    const cell = make("td", row);
    make("button", cell, { type: "button" });
    make("button", cell, { type: "button" });
    const label = make("label", cell);
    make("input", label, { type: "checkbox" });
    make("span", label);
    make("input", cell);
    const select = make("select", cell);
    for (const state of STATES) make("option", select, { textContent: state, value: state });
    bind(place, row, record);
    return row;
  }

  /** Makes a row, new or used, stand for a record. */
  function bind(place, row, record) {
    const [header, cell] = row.children;
    const [open, drop, label, note, select] = cell.children;
    const [done, caption] = label.children;
    const nodes = { open, drop, done, note, status: select };
    for (const control of CONTROLS) identity.set(nodes[control], { place, record, control });
    identity.set(label, { place, record, control: "done" });
    row.record = record;
    if (place.marked) row.setAttribute("data-record-id", String(record.id));
    header.textContent = record.name;
    open.textContent = record.labels.open;
    drop.textContent = record.labels.drop;
    caption.textContent = record.labels.done;
    done.checked = record.done;
    note.value = record.note;
    note.setAttribute("aria-label", record.labels.note);
    select.setAttribute("aria-label", record.labels.status);
    select.value = record.status;
    for (const control of CONTROLS) nodes[control].disabled = record.disabled === control;
  }

  const rowOf = (place, record) => [...place.body.children].find((row) => row.record === record);

  function draw(place) {
    place.body.replaceChildren(...place.records.map((record) => newRow(place, record)));
  }

  function newPlace(name, container, marked, rng) {
    const section = document.createElement("section");
    section.append(Object.assign(document.createElement("h2"), { textContent: name }));
    document.body.append(section);
    const place = { name, section, marked, covered: false, records: [], container, body: null };
    place.records = Array.from({ length: 4 }, () => newRecord(place, rng));
    container(place);
    places.push(place);
    draw(place);
  }

  const containers = {
    document(place) {
      place.body = place.section.appendChild(document.createElement("table")).createTBody();
    },
    shadow(place) {
      const root = place.section.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
      listen(root);
      place.body = root.appendChild(document.createElement("table")).createTBody();
    },
    frame(place) {
      place.section.querySelector("iframe")?.remove();
      place.frame = place.section.appendChild(Object.assign(document.createElement("iframe"), { title: place.name }));
      listen(place.frame.contentWindow);
      place.body = place.frame.contentDocument.body.appendChild(place.frame.contentDocument.createElement("table")).createTBody();
    },
  };

  function build(rng) {
    listen(window);
    newPlace("Plain", containers.document, false, rng);
    newPlace("Shadow", containers.shadow, true, rng);
    newPlace("Framed", containers.frame, false, rng);
  }

  /** All controls that are drawn now, with their places on the screen. */
  function controls() {
    const found = [];
    for (const place of places) {
      const frame = place.frame?.getBoundingClientRect();
      const shift = frame === undefined ? { x: 0, y: 0 } : { x: frame.x + place.frame.clientLeft, y: frame.y + place.frame.clientTop };
      for (const node of place.body.querySelectorAll("button, input, select")) {
        const r = node.getBoundingClientRect();
        found.push({ node, known: identity.get(node), rect: { x: r.x + shift.x, y: r.y + shift.y, width: r.width, height: r.height } });
      }
    }
    return found;
  }

  return {
    CONTROLS, LABELS, STATES, places, random, keyOf, owner, newRecord, newRow, bind, rowOf, draw, controls, build, identity, dialog,
    clearLog: () => { log = []; },
    log: () => log,
    last: () => last,
    hook: (run) => { onEvent = run; },
  };
})();
