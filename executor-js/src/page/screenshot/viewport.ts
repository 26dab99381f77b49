/**
 * Which part of the page is shown, and how large. One rule for every screen: a picture pixel is a CSS pixel of what the
 * user sees, whatever the density or the zoom of the browser; under pinch zoom the picture keeps the size of the window
 * and shows the enlarged part; a side longer than 1600 pixels is scaled down with the other.
 */
import * as p from "../pristine.js";

export interface Region {
  /** Client rectangle of the top document that is shown. */
  readonly view: p.Box;
  /** Picture pixels per CSS pixel. */
  readonly scale: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

export const MAX_SIDE = 1600;

/** Null when nothing of the viewport, or of the crop in it, is there to be seen. */
export function regionOf(crop: p.Box | undefined): Region | null {
  const visual = window.visualViewport;
  const zoom = visual === null ? 1 : visual.scale;
  let x = zoom > 1.001 && visual !== null ? visual.offsetLeft : 0;
  let y = zoom > 1.001 && visual !== null ? visual.offsetTop : 0;
  let width = zoom > 1.001 && visual !== null ? visual.width : p.innerWidth(window);
  let height = zoom > 1.001 && visual !== null ? visual.height : p.innerHeight(window);
  if (crop !== undefined) {
    const right = Math.min(x + width, crop.x + crop.width);
    const bottom = Math.min(y + height, crop.y + crop.height);
    x = Math.max(x, Math.floor(crop.x));
    y = Math.max(y, Math.floor(crop.y));
    width = Math.ceil(right) - x;
    height = Math.ceil(bottom) - y;
  }
  if (!(width >= 1 && height >= 1)) return null;
  const scale = zoom * Math.min(1, MAX_SIDE / Math.max(width * zoom, height * zoom));
  return {
    view: { x, y, width, height },
    scale,
    pixelWidth: Math.max(1, Math.round(width * scale)),
    pixelHeight: Math.max(1, Math.round(height * scale)),
  };
}
