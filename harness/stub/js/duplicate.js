// Says yes twice.
StubSDK((request, send, { consent }) => {
  const answer = consent(request);
  send(answer);
  send(answer);
});
