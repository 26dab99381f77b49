// A small SDK in the manner of the released product: nested frames, a panel
// that must be opened before it connects, no page_tool_status, the whole task
// granted by a switcher in the panel. It fills text fields, honestly, but for the
// value "never", which it never comes to an end with.
(() => {
  const button = (parent, name, act) => {
    const b = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    b.addEventListener("click", act);
    parent.append(b);
    return b;
  };
  const box = (role, name) => {
    const d = document.createElement("div");
    d.setAttribute("role", role);
    if (name) d.setAttribute("aria-label", name);
    return d;
  };

  const start = (options) => {
    const host = Object.assign(document.createElement("div"), { id: "mao-chat-embed-host" });
    host.style.cssText = "position: fixed; right: 0; bottom: 0";
    const root = host.attachShadow({ mode: "open" });
    (document.body ?? document.documentElement).append(host);

    let level = "per_action";
    let panel = null;
    let waiting = [];
    const settle = (allowed) => {
      for (const w of waiting.splice(0)) {
        w.card.remove();
        w.decide(allowed);
      }
    };
    const ask = () =>
      new Promise((decide) => {
        if (level === "task") return decide(true);
        const card = box("alertdialog", "");
        card.append("Fill a field? ");
        button(card, "拒绝", () => settle(false));
        button(card, "允许本次", () => settle(true));
        panel.append(card);
        waiting.push({ card, decide });
      });
    const open = () => {
      if (panel) return;
      panel = box("dialog", "Mao 助手对话");
      const switcher = button(panel, "页面操作授权：每次确认", () => {
        const list = box("listbox", "当前 每次确认");
        const option = box("option", "本次任务授权 until the task ends");
        option.append("本次任务授权");
        option.addEventListener("click", () => {
          level = "task";
          list.remove();
          settle(true);
        });
        list.append(option);
        switcher.after(list);
      });
      root.append(panel);
      void connect();
    };
    button(root, "打开 Mao 助手", open);

    let elements = [];
    const serve = async (tool, args) => {
      if (tool === "page_inspect") {
        elements = [...document.querySelectorAll("input")];
        const snapshot = {
          snapshotId: "snap-1",
          pageVersion: `1:${location.href}`,
          url: location.href,
          title: document.title,
          viewport: { width: innerWidth, height: innerHeight, devicePixelRatio: 1 },
          elements: elements.map((e, i) => ({
            elementId: `e${i + 1}`,
            kind: "form-control",
            role: "textbox",
            type: "text",
            label: e.labels[0]?.textContent.trim() ?? "",
            text: "",
            value: e.value,
            options: [],
            visible: true,
            inViewport: true,
            disabled: false,
            readonly: false,
            required: false,
            sensitive: false,
            inFrame: false,
            inShadowRoot: false,
            rect: { x: 0, y: 0, width: 10, height: 10 },
          })),
        };
        return { success: true, result: snapshot, snapshotId: "snap-1", pageVersion: snapshot.pageVersion };
      }
      if (args.value === "never") return new Promise(() => {});
      const action = { type: tool.replace("page_", ""), ...args };
      const base = { action, pageVersion: `1:${location.href}` };
      if (!(await ask())) {
        const error = { code: "authorization_denied", message: "denied" };
        return { success: false, error, result: { success: false, error, ...base }, pageVersion: base.pageVersion };
      }
      const field = elements[Number(args.elementId.slice(1)) - 1];
      field.value = args.value;
      for (const type of ["input", "change", "blur"]) field.dispatchEvent(new Event(type, { bubbles: type !== "blur" }));
      return { success: true, result: { success: true, verified: true, effect: "state", observation: { valueLength: field.value.length }, ...base }, pageVersion: base.pageVersion };
    };

    const connect = async () => {
      const token = await options.getToken();
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ agentId: options.agentId, title: "网页助手", source: "embed" });
      const session = (await (await fetch(`${options.serverUrl}/api/v1/sessions`, { method: "POST", headers, body })).json()).data;
      const socket = new WebSocket(`${options.serverUrl.replace("http", "ws")}/api/ws/stream?client=embed`);
      const send = (frame) => socket.send(JSON.stringify(frame));
      socket.onopen = () => send({ type: "auth", token, client: "embed" });
      socket.onmessage = async ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.type === "connected") send({ type: "subscribe", sessionId: session.id });
        if (frame.type !== "page_tool_request") return;
        const { requestId, tool, arguments: args } = frame.data;
        send({ type: "page_tool_result", sessionId: frame.sessionId, requestId, data: await serve(tool, args) });
      };
    };
    return { open };
  };

  window.MaoChat = { init: start };
})();
