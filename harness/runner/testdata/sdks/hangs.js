// Starts, and then keeps the page's thread for itself.
window.MaoChat = {
  init() {
    setTimeout(() => {
      for (;;);
    }, 0);
    return {};
  },
};
