// What this origin keeps in the browser.
const entries = (store) =>
  Object.keys(store)
    .sort()
    .map((key) => ({ key, value: store.getItem(key) }));

const read = async () => ({
  local: entries(localStorage),
  session: entries(sessionStorage),
  cookies: document.cookie,
  databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
});
