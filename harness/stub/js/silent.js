// Takes every request and never answers.
StubSDK(() => {});
