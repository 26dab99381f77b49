window.MaoChat = {
  init() {
    throw new Error("cannot start today");
  },
};
