// An SDK that does not like its options.
window.MaoChat = {
  init() {
    throw new TypeError("serverUrl must be an address");
  },
};
