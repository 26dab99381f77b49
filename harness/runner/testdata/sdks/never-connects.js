// Starts and does nothing more.
window.MaoChat = { init: () => ({}) };
