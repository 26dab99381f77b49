// What a page keeps or has asked for beside its storage: the contents of its
// databases and caches, the state of its history, its name, the addresses that it
// loaded.
const text = (value) => {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return String(value);
  }
};

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const contentsOf = async ({ name }) => {
  const database = await done(indexedDB.open(name));
  const rows = [];
  try {
    for (const store of database.objectStoreNames) {
      const open = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(open.getAllKeys()), done(open.getAll())]);
      rows.push(text(keys), ...values.map(text));
    }
  } finally {
    database.close();
  }
  return rows;
};

const cachedIn = async (name) => {
  const cache = await caches.open(name);
  const rows = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    rows.push(request.url, (await response?.text()) ?? "");
  }
  return rows;
};

const read = async () => ({
  databases: (await Promise.all((await indexedDB.databases()).map(contentsOf))).flat(),
  caches: "caches" in globalThis ? (await Promise.all((await caches.keys()).map(cachedIn))).flat() : [],
  history: text(history.state),
  name: window.name,
  loaded: performance.getEntriesByType("resource").map(({ name }) => name),
});
