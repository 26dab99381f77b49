// What an object holds that was written to the console, to a bounded depth: own
// data properties only, so that no code of the page runs.
function () {
  const seen = new WeakSet();
  let left = 2000;
  const copy = (value, depth) => {
    if (typeof value === "string") return value;
    if (value === null || (typeof value !== "object" && typeof value !== "function")) return String(value);
    if (seen.has(value) || depth > 6 || --left < 0) return "…";
    seen.add(value);
    const held = {};
    for (const key of Reflect.ownKeys(value)) {
      const property = Reflect.getOwnPropertyDescriptor(value, key);
      if (property !== undefined && "value" in property) held[String(key)] = copy(property.value, depth + 1);
    }
    if (value instanceof Map || value instanceof Set) held["entries"] = [...value].map((entry) => copy(entry, depth + 1));
    return held;
  };
  return JSON.stringify(copy(this, 0));
}
