// Speaks with what a fixture page offers of itself. Runs in the page's own world:
// {error} or {value}. Uses as little of the page's built-ins as it can.
const read = (request) => {
  let view = window;
  for (let i = 0; i < request.frames.length; i++) {
    const selector = request.frames[i];
    const box = view.document.querySelector(selector);
    if (!box) return { error: `no frame matches ${selector}` };
    let inner = null;
    try {
      inner = box.contentWindow;
      void inner.document;
    } catch {
      return { error: `the frame ${selector} is of another site and cannot be read` };
    }
    if (!inner) return { error: `${selector} is not a frame` };
    view = inner;
  }
  const fixture = view.__fixture;
  if (!fixture) return { error: "the page offers no window.__fixture" };
  switch (request.want) {
    case "ready":
      return { value: fixture.ready === true };
    case "state":
      return { value: fixture.state() };
    case "log":
      return { value: fixture.log };
    case "clearLog":
      fixture.clearLog();
      return { value: null };
    case "act": {
      const action = fixture.actions[request.action];
      if (typeof action !== "function") return { error: `the page has no action ${request.action}` };
      return Promise.resolve(action.apply(fixture.actions, request.args)).then((value) => ({ value: value === undefined ? null : value }));
    }
    default:
      return { error: `unknown request ${request.want}` };
  }
};
