/** Copies a text that the user asked for; without a secure context only the old way is left. */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, near);
  }
}

function copyBySelection(text: string, near: Element): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "unseen";
  area.tabIndex = -1;
  near.after(area);
  area.select();
  try {
    return document.execCommand("copy");
  } finally {
    area.remove();
    if (near instanceof HTMLElement) {
      near.focus({ preventScroll: true });
    }
  }
}
