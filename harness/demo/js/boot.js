// Starts the SDK as a business page does. Its host's backend hands out the access token; the page keeps none.
(() => {
  "use strict";
  const getToken = async () => {
    const response = await fetch("/demo/token", { cache: "no-store" });
    if (!response.ok) {
      throw new Error(`no token: HTTP ${response.status}`);
    }
    return (await response.json()).accessToken;
  };
  const field = (id) => document.getElementById(id)?.value ?? "";
  window.__demo = MaoChat.init({
    serverUrl: location.origin,
    agentId: 3,
    getToken,
    context: () => ({ page: "order-form", customer: field("customer") }),
    locale: new URLSearchParams(location.search).get("lang") === "en" ? "en" : "zh",
  });
})();
