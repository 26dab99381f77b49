// Says that everything was done, and does nothing.
StubSDK((request, send, { consent }) => send(consent(request)));
