// Addresses within the console: "#/timeline/0.12?tool=echo". They show a page and change nothing.
import { useEffect, useState } from "../vendor/standalone.js";

/** @typedef {{ page: string, id: string, query: Record<string, string> }} Route */

/** @param {string} hash @returns {Route} */
function routeOf(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page, ...rest] = path.split("/");
  return { page, id: decoded(rest.join("/")), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} page @param {string} [id] @param {Record<string, string>} [query] */
export function addressOf(page, id = "", query = {}) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ""}${search ? `?${search}` : ""}`;
}

/** @param {string} address */
export function go(address) {
  location.hash = address;
}

/** @returns {Route} */
export function useRoute() {
  const [route, setRoute] = useState(routeOf(location.hash));
  useEffect(() => {
    const read = () => setRoute(routeOf(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return route;
}
