// axe-core cannot look into a closed shadow root, so that of the SDK is made open before the SDK is loaded.
const attachShadow = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  return attachShadow.call(this, { ...init, mode: "open" });
};
