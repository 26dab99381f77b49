// One step of the run: the page changes itself before and during a request, as the plan says, and tells afterwards what
// came of it. Everything that is told is read at the moment when the executor sends its result.
chaos.driver = (() => {
  const { mutations, controls, keyOf } = chaos;
  let executor;
  let finish = () => {};
  let armed = [];
  let timers = [];
  let done = [];
  let round = 0;

  // What a page does inside its handlers of a press or of typing is its answer to them: a menu that opens, a row that
  // goes. Somebody else, a server's push, changes the page in a task of its own, which comes before the next event.
  const AT_ONCE = ["pointerover", "pointermove", "scroll", "confirm"];

  function fire(on) {
    for (let i = 0; i < armed.length; i++) {
      if (armed[i].on !== on) continue;
      const [mutation] = armed.splice(i--, 1);
      const apply = () => done.push(`at ${on}: ${mutations.apply(mutation)}`);
      if (AT_ONCE.includes(on)) apply();
      else soon(apply);
    }
  }

  function soon(run) {
    const now = round;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      if (now === round) run();
    };
    port2.postMessage(0);
  }

  const deepActive = () => {
    let active = document.activeElement;
    for (;;) {
      const inner = active?.shadowRoot?.activeElement ?? active?.contentDocument?.activeElement;
      if (!inner) return active;
      active = inner;
    }
  };

  /** Which record's control each element of a snapshot is, told by the place where it was seen. */
  function name(elements) {
    const drawn = controls();
    const same = (a, b) => ["x", "y", "width", "height"].every((k) => Math.abs(a[k] - b[k]) <= 1);
    const named = [];
    for (const element of elements) {
      const fits = drawn.filter((control) => same(control.rect, element.rect));
      if (fits.length === 1) named.push({ elementId: element.elementId, key: keyOf(fits[0].known), control: fits[0].known.control });
      else if (element.label === "Understood") named.push({ elementId: element.elementId, key: "dialog//ok", control: "ok" });
    }
    return named;
  }

  function receive(text) {
    const frame = JSON.parse(text);
    if (frame.type !== "page_tool_result") return;
    const elements = frame.result?.snapshot?.elements ?? [];
    const values = {};
    for (const { node, known } of controls()) values[keyOf(known)] = { value: node.value ?? "", checked: node.checked === true };
    const active = chaos.owner(deepActive());
    finish({
      success: frame.success,
      stoppedAt: frame.stoppedAt ?? -1,
      snapshotId: frame.result?.snapshot?.snapshotId ?? "",
      elements: name(elements),
      listed: elements.length,
      actions: (frame.result?.actions ?? []).map(({ ok, status, error }) => ({ ok, status: status ?? "", code: error?.code ?? "", pressed: ownsUp(error?.details) })),
      code: frame.error?.code ?? "",
      values,
      active: active === undefined ? "" : keyOf(active),
    });
  }

  /** The report of a refusal says that the page had been touched before it. */
  const ownsUp = (details) => details?.pressed === true || details?.begun === true || details?.done > 0;

  return {
    start(seed) {
      chaos.build(chaos.random(seed));
      chaos.hook(fire);
      executor = MaoPageExecutor.create({
        sessionId: 1,
        send: receive,
        confirm: async () => {
          fire("confirm");
          return { allowed: true, grant: "task" };
        },
      });
      return mutations.names;
    },
    async step({ before, during, frame }) {
      done = before.map((mutation) => `before: ${mutations.apply(mutation)}`);
      chaos.clearLog();
      const answer = new Promise((resolve) => { finish = resolve; });
      armed = during.filter((mutation) => mutation.on !== "timer");
      timers = during
        .filter((mutation) => mutation.on === "timer")
        .map((mutation) => setTimeout(() => done.push(`after ${mutation.ms} ms: ${mutations.apply(mutation)}`), mutation.ms));
      executor.receive(JSON.stringify(frame));
      const told = await answer;
      armed = [];
      round++;
      timers.forEach(clearTimeout);
      return { ...told, log: chaos.log().slice(), done };
    },
  };
})();
