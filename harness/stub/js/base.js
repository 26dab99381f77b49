// What all stub SDKs share: they start, make a session, authenticate and
// subscribe as the contract says. How they answer requests is theirs:
// StubSDK(answer), where answer(request, send, tools) is called for each
// page_tool_request. No stub ever changes the page, shows or stores anything, or
// calls onEvent: the suite's own test judges all of them by one where these are
// not as wanted.
"use strict";

const StubSDK = (answer) => {
  const call = async (base, token, path, body) => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()).data;
  };

  const start = async (options) => {
    const base = options.serverUrl;
    const token = await options.getToken();
    const session = await call(base, token, "/sessions", { agentId: options.agentId, title: "stub", source: "embed" });
    const socket = new WebSocket(`${base.replace(/^http/, "ws")}/api/ws/stream?client=embed`);
    const send = (frame) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
    socket.onopen = () => send({ type: "auth", token, client: "embed" });
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === "connected") send({ type: "subscribe", sessionId: session.id });
      if (frame.type === "page_tool_request") answer(frame, send, tools);
    };
    addEventListener("pagehide", () => socket.close());
  };

  // A frame of the server may lack what the contract asks for; a stub still
  // answers in good form.
  const head = (request) => ({ type: "page_tool_result", requestId: request.requestId, sessionId: request.sessionId, pageVersion: "1" });

  const refusal = (request, code) => ({ ...head(request), success: false, error: { code, message: "No." } });

  const nothingChanged = { urlChanged: false, titleChanged: false, versionChanged: false, added: 0, removed: 0, updated: 0, messages: [] };

  // Names the page's controls well enough for a scenario to find its targets,
  // and is wrong about everything else that it says of them.
  const roleOf = (e) => {
    if (e.getAttribute("role")) return e.getAttribute("role");
    if (e.localName === "a") return "link";
    if (e.localName === "button") return "button";
    if (e.localName === "select") return e.multiple ? "listbox" : "combobox";
    if (e.type === "checkbox" || e.type === "radio") return e.type;
    if (e.type === "number") return "spinbutton";
    return "textbox";
  };
  const labelOf = (e) =>
    (e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? document.querySelector(`label[for="${CSS.escape(e.id || "-")}"]`)?.textContent ?? e.textContent ?? "")
      .replace(/\s+/g, " ")
      .trim();
  const zero = { x: 0, y: 0, width: 0, height: 0 };
  const snapshot = () => ({
    snapshotId: `stub-snapshot-${Math.random().toString(36).slice(2)}`,
    pageVersion: "1",
    url: location.href,
    title: "",
    viewport: { width: 1, height: 1, scrollX: 0, scrollY: 0, pageWidth: 1, pageHeight: 1, devicePixelRatio: 1 },
    frames: [{ url: location.href, title: "", rect: zero }],
    elements: [...document.querySelectorAll("a, button, input, select, textarea, [role]")].map((e, i) => ({
      elementId: `stub-element-${i}`,
      kind: "other",
      role: roleOf(e),
      type: "",
      label: labelOf(e),
      text: "",
      value: null,
      options: [],
      visible: true,
      inViewport: true,
      disabled: false,
      readonly: false,
      required: false,
      rect: zero,
      actions: [],
    })),
  });

  // Says that everything was done and seen to.
  const consent = (request) => {
    const inspects = request.tool === "page_inspect";
    const actions = (request.actions ?? [{}]).map((action) => ({
      action: action.action ?? request.tool.replace(/^page_/, ""),
      ...(action.elementId === undefined ? {} : { elementId: action.elementId }),
      ok: true,
      ...(inspects ? {} : { status: "verified", verification: { expected: action.value ?? null, actual: action.value ?? null, match: "exact" } }),
      changes: nothingChanged,
      durationMs: 1,
    }));
    const seen = inspects || request.includeSnapshot === true ? snapshot() : undefined;
    return { ...head(request), success: true, ...(seen && { snapshotId: seen.snapshotId }), result: { actions, ...(seen && { snapshot: seen }) } };
  };

  const tools = { refusal, consent };

  window.MaoChat = {
    init(options) {
      void start(options);
      return { open() {}, close() {}, toggle() {}, newSession() {}, setContext() {}, destroy() {} };
    },
  };
};
