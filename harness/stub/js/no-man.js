// Inspects, and refuses everything else with the code that a negative scenario
// is most likely to accept without looking.
StubSDK((request, send, { consent, refusal }) => {
  send(request.tool === "page_inspect" && (request.actions ?? []).length === 0 ? consent(request) : refusal(request, "invalid_arguments"));
});
