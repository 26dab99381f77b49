// Answers what no schema knows.
StubSDK((request, send, { consent }) => {
  send({ ...consent(request), success: "yes", extra: { selector: "#customer" } });
  send('{"type": "page_tool_result", "requestId":');
});
