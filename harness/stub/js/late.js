// Says yes when nobody waits any more.
StubSDK((request, send, { consent }) => {
  setTimeout(() => send(consent(request)), 12_000);
});
