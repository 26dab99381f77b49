// Answers in good form, but each answer names another call.
StubSDK((request, send, { consent }) => send({ ...consent(request), requestId: `${request.requestId}-other` }));
