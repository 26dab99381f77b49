/** Ids that say nothing and cannot be guessed: 120 random bits in URL-safe letters. */
import { getRandomValues } from "./pristine.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LENGTH = 20;
const pool = new Uint8Array(LENGTH * 64);
let used = pool.length;

export function randomId(): string {
  if (used === pool.length) {
    getRandomValues(pool);
    used = 0;
  }
  let id = "";
  for (let i = 0; i < LENGTH; i++) id += LETTERS.charAt((pool[used + i] ?? 0) & 63);
  pool.fill(0, used, used + LENGTH);
  used += LENGTH;
  return id;
}
