// Gives what axe-core objects to in the SDK's interface, one line each.
(async () => {
  // What is fading in is not what is looked at; a spinner never ends.
  const moving = () =>
    document
      .getElementById("mao-chat-embed-host")
      .shadowRoot.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity);
  await Promise.all(moving().map((animation) => animation.finished));
  const { violations } = await axe.run("#mao-chat-embed-host", {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    // A page region is the page's own matter.
    rules: { region: { enabled: false } },
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.flat().join(" ")}: ${failureSummary}`),
  );
})();
