// An SDK that only keeps what it was given.
window.MaoChat = {
  init(options) {
    options.onEvent({ type: "hello" });
    window.echo = async () => {
      const { getToken, onEvent, ...rest } = options;
      return {
        options: rest,
        tokens: [await getToken(), await getToken(), await getToken()],
        events: __sdk.events,
        error: __sdk.error,
      };
    };
    return { open() {} };
  },
};
