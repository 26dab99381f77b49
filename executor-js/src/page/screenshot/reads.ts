/** What drawing needs to read beyond `pristine.ts`, taken at load in the same way. */
import * as p from "../pristine.js";

const proto = <P extends object>(name: string): P | undefined =>
  (globalThis as unknown as Record<string, { prototype: P } | undefined>)[name]?.prototype;

const htmlProto = proto<HTMLElement>("HTMLElement");
const imageProto = proto<HTMLImageElement>("HTMLImageElement");
const canvasProto = proto<HTMLCanvasElement>("HTMLCanvasElement");
const contextProto = proto<CanvasRenderingContext2D>("CanvasRenderingContext2D");
const videoProto = proto<HTMLVideoElement>("HTMLVideoElement");
const rangeProto = proto<Range>("Range");

export const offsetLeft = p.getter(htmlProto, "offsetLeft");
export const offsetTop = p.getter(htmlProto, "offsetTop");
export const offsetParent = p.getter(htmlProto, "offsetParent");

export const currentSrc = p.getter(imageProto, "currentSrc");
export const complete = p.getter(imageProto, "complete");
export const naturalWidth = p.getter(imageProto, "naturalWidth");
export const naturalHeight = p.getter(imageProto, "naturalHeight");
export const imageCors = p.getter(imageProto, "crossOrigin");

export const canvasWidth = p.getter(canvasProto, "width");
export const canvasHeight = p.getter(canvasProto, "height");
export const getContext = p.method(canvasProto, "getContext") as (
  self: HTMLCanvasElement,
  kind: "2d",
  options?: CanvasRenderingContext2DSettings,
) => CanvasRenderingContext2D | null;
export const toBlob = p.method(canvasProto, "toBlob");
export const drawImage = p.method(contextProto, "drawImage") as (
  self: CanvasRenderingContext2D,
  image: CanvasImageSource,
  ...numbers: number[]
) => void;
export const getImageData = p.method(contextProto, "getImageData");

export const videoWidth = p.getter(videoProto, "videoWidth");
export const videoHeight = p.getter(videoProto, "videoHeight");
export const videoPoster = p.getter(videoProto, "poster");

export const rangeRects = p.method(rangeProto, "getClientRects");

const createElementOf = p.method(proto<Document>("Document"), "createElement");

/** A canvas that never enters the page. */
export function newCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = createElementOf(document, "canvas") as HTMLCanvasElement;
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** `Image`, `fetch`, `requestAnimationFrame`, `FileReader` and `DOMMatrix` as they were when the SDK loaded. */
const scope = globalThis as typeof globalThis & { readonly fetch?: typeof fetch };
export const PageImage = scope.Image as typeof Image | undefined;
export const pageFetch = scope.fetch?.bind(scope);
export const onFrame = (scope.requestAnimationFrame as typeof requestAnimationFrame | undefined)?.bind(scope);
export const Reader = scope.FileReader as typeof FileReader | undefined;
export const Matrix = scope.DOMMatrix as typeof DOMMatrix | undefined;

/** The text that sits directly in an element counts only if something of it is seen. */
export const isBlank = (text: string): boolean => !/[^\s\u200b]/.test(text);
