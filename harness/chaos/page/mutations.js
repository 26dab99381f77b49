// What the page does to itself. Each takes a random source and changes the page as frameworks and people do.
chaos.mutations = (() => {
  const { places, CONTROLS, LABELS, newRecord, newRow, bind, rowOf, draw, keyOf, dialog, identity } = chaos;

  // What is acted on right now is changed more often than by chance.
  const someRecord = (place, rng) => {
    const busy = chaos.last()?.record;
    const any = rng.pick(place.records);
    return rng.next() < 0.5 && place.records.includes(busy) ? busy : any;
  };
  const somePlace = (rng) => {
    const any = rng.pick(places);
    return rng.next() < 0.5 ? (chaos.last()?.place ?? any) : any;
  };
  const shuffled = (list, rng) => list.map((item) => [rng.next(), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);

  const own = {
    /** Everything is drawn anew: other nodes, same records. */
    rerender: (rng, place) => draw(place),
    /** Rows change places and stay what they are. */
    reorder(rng, place) {
      place.records = shuffled(place.records, rng);
      for (const record of place.records) place.body.append(rowOf(place, record));
    },
    /** Rows stay where they are and become others: what a list without keys does. */
    patch(rng, place) {
      place.records = shuffled(place.records, rng);
      [...place.body.children].forEach((row, i) => bind(place, row, place.records[i]));
    },
    /** One row is used again for a record that is new. */
    recycle(rng, place) {
      const at = rng.below(place.records.length);
      const row = rowOf(place, place.records[at]);
      place.records[at] = newRecord(place, rng);
      bind(place, row, place.records[at]);
    },
    renameRecord(rng, place) {
      const record = someRecord(place, rng);
      record.name = place.marked ? `${record.name} (new)` : `Order ${2000 + rng.below(100000)}`;
      bind(place, rowOf(place, record), record);
    },
    renameControl(rng, place) {
      const record = someRecord(place, rng);
      const control = rng.pick(CONTROLS);
      record.labels[control] = LABELS[control].find((label) => label !== record.labels[control]);
      bind(place, rowOf(place, record), record);
    },
    remove(rng, place) {
      if (place.records.length < 3) return;
      const record = someRecord(place, rng);
      rowOf(place, record).remove();
      place.records.splice(place.records.indexOf(record), 1);
    },
    insert(rng, place) {
      if (place.records.length > 5) return;
      const at = rng.below(place.records.length);
      const record = newRecord(place, rng);
      place.body.insertBefore(newRow(place, record), place.body.children[at]);
      place.records.splice(at, 0, record);
    },
    /** A node is taken out and put back, as drag-and-drop and portals do. */
    move(rng, place) {
      const row = rowOf(place, someRecord(place, rng));
      place.body.insertBefore(row, row.nextSibling);
    },
    disable(rng, place) {
      const record = someRecord(place, rng);
      record.disabled = record.disabled === "" ? rng.pick(CONTROLS) : "";
      bind(place, rowOf(place, record), record);
    },
    /** The page takes back what was entered. */
    revert(rng, place) {
      const record = someRecord(place, rng);
      Object.assign(record, { done: rng.next() < 0.5, note: rng.pick(["", "kept"]), status: rng.pick(chaos.STATES) });
      bind(place, rowOf(place, record), record);
    },
    cover(rng, place) {
      place.covered = true;
      place.section.append(Object.assign(document.createElement("div"), { className: "cover" }));
    },
    uncover(rng, place) {
      place.covered = false;
      for (const cover of place.section.querySelectorAll(".cover")) cover.remove();
    },
    hide: (rng, place) => { place.section.style.display = "none"; },
    show: (rng, place) => { place.section.style.display = ""; },
    /** The frame goes and another one comes, with the same records. */
    newFrame(rng, place) {
      if (place.frame === undefined) return draw(place);
      place.container(place);
      draw(place);
    },
    sections: (rng, place) => { if (place.frame === undefined) document.body.append(place.section); },
    dialog() {
      if (dialog() !== null) return;
      const box = document.body.appendChild(document.createElement("dialog"));
      const ok = box.appendChild(Object.assign(document.createElement("button"), { type: "button", textContent: "Understood" }));
      identity.set(ok, { place: { name: "dialog", covered: false }, control: "ok" });
      box.showModal();
    },
    closeDialog: () => { dialog()?.remove(); },
    push: (rng) => { history.pushState({}, "", `/page/${rng.below(1000)}`); },
    replace: (rng) => { history.replaceState({}, "", `/other/${rng.below(1000)}`); },
    anchor: (rng) => { location.hash = `part-${rng.below(1000)}`; },
    route: (rng) => { location.hash = `#/route/${rng.below(1000)}`; },
    title: (rng) => { document.title = `Chaos ${rng.below(1000)}`; },
    blur: () => { document.activeElement?.blur?.(); },
  };

  return {
    names: Object.keys(own),
    /** Does one of them, as its seed says. Returns what was done, for the report. */
    apply({ name, seed }) {
      const rng = chaos.random(seed);
      const place = somePlace(rng);
      own[name](rng, place);
      return `${name} ${place.name}`;
    },
    keyOf,
  };
})();
