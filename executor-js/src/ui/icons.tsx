/** Line icons on a 20 × 20 grid; decoration, so hidden from assistive technology. */
import type { VNode } from "vue";

function icon(...paths: string[]): () => VNode {
  return () => (
    <svg
      class="icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      {paths.map((d) => (
        <path d={d} stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
      ))}
    </svg>
  );
}

export const ChatIcon = icon(
  "M3.5 9.6c0-3.4 2.9-6.1 6.5-6.1s6.5 2.7 6.5 6.1-2.9 6.1-6.5 6.1a7 7 0 0 1-2.3-.4l-3.3 1.2.7-3.1a5.9 5.9 0 0 1-1.6-3.8Z",
  "M7.3 9.7h.01M10 9.7h.01M12.7 9.7h.01",
);
export const DownIcon = icon("m5 7.8 5 4.8 5-4.8");
export const CloseIcon = icon("m5.8 5.8 8.4 8.4m0-8.4-8.4 8.4");
export const ShieldIcon = icon(
  "M10 2.8 15.8 5v4.6c0 3.5-2.4 6.2-5.8 7.6-3.4-1.4-5.8-4.1-5.8-7.6V5L10 2.8Z",
  "m7.5 9.9 1.8 1.8 3.2-3.5",
);
export const DoneIcon = icon("m5 10.4 3.3 3.3L15 6.9");
export const FailedIcon = icon(
  "M10 6.2v4.6m0 2.9h.01",
  "M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4Z",
);
export const CheckIcon = DoneIcon;
export const SendIcon = icon("M10 16V4.5", "m5 9.2 5-4.9 5 4.9");
export const NewIcon = icon("M10 4.6v10.8M4.6 10h10.8");
