// Data of the API in a component.
import { useCallback, useEffect, useRef, useState } from "../vendor/standalone.js";
import { onEvent } from "./events.js";
import { wordsOf } from "./say.js";
import { session } from "./session.js";

/**
 * Gets `path`, and again after each event of these kinds. An error keeps the data of before.
 * @param {string} path empty: nothing is asked
 * @param {string[]} [kinds]
 * @returns {{ data: any, error: string, reload: () => Promise<void> }} data: null until it is there
 */
export function useData(path, kinds = []) {
  const [state, setState] = useState({ path, data: null, error: "" });
  const now = useRef({ path, isBusy: false, isStale: false });
  now.current.path = path;
  const reload = useCallback(async () => {
    const run = now.current;
    run.isStale = true;
    if (run.isBusy) return;
    run.isBusy = true;
    // Events that come while one request runs lead to one more.
    while (run.isStale && run.path) {
      run.isStale = false;
      const asked = run.path;
      try {
        const data = await session.get(asked);
        if (run.path === asked) setState({ path: asked, data, error: "" });
      } catch (error) {
        if (run.path === asked) setState((old) => ({ path: asked, data: old.path === asked ? old.data : null, error: wordsOf(error) }));
      }
      if (run.path !== asked) run.isStale = true;
    }
    run.isBusy = false;
  }, []);
  useEffect(() => {
    void reload();
    return onEvent(({ type }) => {
      if (type === "snapshot" || kinds.includes(type)) void reload();
    });
  }, [path]);
  return state.path === path ? { data: state.data, error: state.error, reload } : { data: null, error: "", reload };
}
