window.OtherChat = { init: () => ({}) };
