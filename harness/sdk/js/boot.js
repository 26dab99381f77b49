// Starts the SDK as a business page does. Served as /boot.js with CONFIG in
// front of it; runs right after the SDK's own script and calls init then or when
// the document is complete. What came of it stands in window.__sdk: {instance,
// options, events, heard, error}.
((config) => {
  "use strict";
  const state = { instance: null, options: null, events: [], heard: [], error: null };
  Object.defineProperty(window, "__sdk", { value: state, configurable: true });

  // Everybody of the origin can listen to what the SDK tells its other tabs.
  const RealChannel = BroadcastChannel;
  const listened = new Set();
  state.channels = [];
  const listen = (name) => {
    if (listened.has(name)) return;
    listened.add(name);
    const channel = new RealChannel(name);
    channel.onmessage = ({ data }) => {
      if (state.heard.length < 1000) state.heard.push(JSON.stringify([name, data]) ?? "");
    };
    state.channels.push(channel);
  };
  config.channels.forEach(listen);
  // A name that is made at run time is known when its channel is opened.
  const patterns = config.channelPatterns.map((pattern) => new RegExp(pattern));
  if (patterns.length > 0) {
    window.BroadcastChannel = new Proxy(RealChannel, {
      construct(target, args, newTarget) {
        const channel = Reflect.construct(target, args, newTarget);
        if (patterns.some((pattern) => pattern.test(channel.name))) listen(channel.name);
        return channel;
      },
    });
  }

  let asked = 0;
  const functions = {
    // The SDK asks again when the server refuses a token.
    "${getToken}": () => {
      const token = config.tokens[Math.min(asked, config.tokens.length - 1)];
      asked += 1;
      return Promise.resolve(token);
    },
    "${onEvent}": (event) => {
      if (state.events.length < 1000) state.events.push(event);
    },
  };
  const fill = (value) => {
    if (typeof value === "string") return functions[value] ?? value;
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };

  const sdk = window[config.global];
  if (sdk === undefined || typeof sdk.init !== "function") {
    state.error = `the script did not define ${config.global}.init`;
    return;
  }
  const start = () => {
    try {
      state.options = fill(config.options);
      state.instance = sdk.init(state.options) ?? null;
    } catch (error) {
      state.error = `${config.global}.init threw: ${error}`;
    }
  };
  if (config.initAt === "DOMContentLoaded" && document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start, { once: true });
  } else {
    start();
  }
})(CONFIG);
