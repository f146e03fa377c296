// The pages, in the order of their links. A title is a key of words.js.
import { ChatPage } from "../pages/chat/chat.js";
import { ConsentPage } from "../pages/consent.js";
import { ProfilesPage } from "../pages/profiles.js";
import { QuestionsPage } from "../pages/questions.js";
import { ServersPage } from "../pages/servers.js";
import { StatusPage } from "../pages/status.js";
import { TasksPage } from "../pages/tasks.js";
import { TimelinePage } from "../pages/timeline.js";
import { ToolsPage } from "../pages/tools.js";
import { TrafficPage } from "../pages/traffic.js";

/**
 * @typedef {import("./route.js").Route} Route
 * @typedef {{ path: string, title: string, icon: string, Page: (facts: PageFacts) => any }} PageRow
 * @typedef {{ route: Route, open: ReturnType<typeof import("./data.js").useData> }} PageFacts
 *   open: the open questions, { questions }
 */

/** @type {PageRow[]} */
export const pages = [
  { path: "questions", title: "Questions", icon: "questions", Page: QuestionsPage },
  { path: "chat", title: "Chats", icon: "chat", Page: ChatPage },
  { path: "timeline", title: "Timeline", icon: "timeline", Page: TimelinePage },
  { path: "consent", title: "Consent", icon: "consent", Page: ConsentPage },
  { path: "tools", title: "Tools", icon: "tools", Page: ToolsPage },
  { path: "servers", title: "Servers", icon: "servers", Page: ServersPage },
  { path: "profiles", title: "Profiles", icon: "profiles", Page: ProfilesPage },
  { path: "tasks", title: "Tasks", icon: "tasks", Page: TasksPage },
  { path: "status", title: "Status", icon: "status", Page: StatusPage },
  { path: "traffic", title: "Traffic", icon: "traffic", Page: TrafficPage },
];
