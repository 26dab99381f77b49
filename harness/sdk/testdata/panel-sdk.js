// An SDK with the controls of the released product and nothing behind them.
window.pressed = [];
window.MaoChat = {
  init() {
    const root = document.body
      .appendChild(document.createElement("div"))
      .attachShadow({ mode: "closed" });
    root.innerHTML = `
      <button id="launcher">打开 Mao 助手</button>
      <div id="panel" role="dialog" aria-label="Mao 助手对话" hidden>
        <div role="alertdialog"><button>允许本次</button></div>
      </div>
      <button id="level">页面操作授权：每次确认</button>
      <div role="listbox"><div role="option" aria-selected="false">本次任务授权 这次都允许</div></div>`;
    root.addEventListener("click", (event) => {
      if (!event.isTrusted) return;
      pressed.push(event.target.textContent.split(" 这次")[0]);
      if (event.target.id === "launcher") root.getElementById("panel").hidden = false;
    });
  },
};
