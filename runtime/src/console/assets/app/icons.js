// The pictures of the pages. A word stands beside each one.
import { html } from "../vendor/standalone.js";

/** @type {Record<string, string>} */
const PATHS = {
  chat: "M4 5h16v11H9l-5 4z",
  questions: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.1M3 12a9 9 0 1 1 18 0a9 9 0 1 1-18 0",
  timeline: "M12 7v5l3.500 2M3 12a9 9 0 1 1 18 0a9 9 0 1 1-18 0",
  consent: "M12 3l7.500 3v5.500c0 4.600-3.100 8-7.500 9.500-4.400-1.500-7.500-4.900-7.500-9.500V6z",
  tools: "M14.700 6.300a4 4 0 0 0-5.400 4.900l-5.600 5.600a1.500 1.500 0 0 0 0 2.100l1.400 1.400a1.500 1.500 0 0 0 2.100 0l5.600-5.600a4 4 0 0 0 4.900-5.400l-2.600 2.600-2.500-.5-.5-2.500z",
  servers: "M4 4h16v6H4zM4 14h16v6H4zM8 7v.1M8 17v.1",
  profiles: "M5 4h14v16H5zM9 9h6M9 13h6",
  tasks: "M4 6l2 2 3-3M4 14l2 2 3-3M12 7h8M12 15h8",
  status: "M3 12h4l3-8 4 16 3-8h4",
  traffic: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4",
  low: "M12 3l7.500 3v5.500c0 4.600-3.100 8-7.500 9.500-4.400-1.500-7.500-4.900-7.500-9.500V6zM8.700 12.200l2.300 2.300 4.300-4.600",
  medium: "M12 2.800l9.200 9.200-9.200 9.200L2.800 12zM12 7.800v5M12 15.900v.2",
  high: "M12 3.200L22 20.500H2zM12 9.500v5M12 17.300v.2",
  ok: "M4 12.500l5 5L20 6.500",
  bad: "M6 6l12 12M18 6L6 18",
  wait: "M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9",
  muted: "M6 12h12",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  freeze: "M12 2v20M3.300 7l17.400 10M20.700 7L3.300 17",
  search: "M4 11a7 7 0 1 1 14 0a7 7 0 1 1-14 0M16 16l5 5",
};

/** @param {{ name: string }} facts of the list above */
export const Icon = ({ name }) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name] ?? PATHS.muted} /></svg>`;
