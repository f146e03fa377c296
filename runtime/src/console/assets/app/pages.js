// The pages, in the order of their links. A title is a key of words.js.
import { ConsentPage } from "../pages/consent.js";
import { QuestionsPage } from "../pages/questions.js";
import { ServersPage } from "../pages/servers.js";
import { StatusPage } from "../pages/status.js";
import { TimelinePage } from "../pages/timeline.js";
import { ToolsPage } from "../pages/tools.js";

/**
 * @typedef {import("./route.js").Route} Route
 * @typedef {{ path: string, title: string, icon: string, Page: (facts: { route: Route }) => any }} PageRow
 */

/** @type {PageRow[]} */
export const pages = [
  { path: "questions", title: "Questions", icon: "questions", Page: QuestionsPage },
  { path: "timeline", title: "Timeline", icon: "timeline", Page: TimelinePage },
  { path: "consent", title: "Consent", icon: "consent", Page: ConsentPage },
  { path: "tools", title: "Tools", icon: "tools", Page: ToolsPage },
  { path: "servers", title: "Servers", icon: "servers", Page: ServersPage },
  { path: "status", title: "Status", icon: "status", Page: StatusPage },
];
