// A chat as the console tells of it, kept up to date.
import { useCallback, useEffect, useRef, useState } from "../../vendor/standalone.js";
import { onEvent } from "../../app/events.js";
import { wordsOf } from "../../app/say.js";
import { session } from "../../app/session.js";

/** @typedef {{ id: string, tool: string, arguments: string, arguments_left?: number, state: string, approval: string, entry: string, code: string, message: string, result: string, result_left?: number, can_undo: boolean, progress?: { done: number, total?: number, message: string } }} Call */
/** @typedef {{ id: number, is_of_model: boolean, text?: string, tree?: any[], end?: string, calls: Call[] }} Message */
/** @typedef {{ id: string, title: string, state: string, why: string, model: string, profile: string, closed_because: string, draft: string, draft_bytes: number, has_earlier: boolean, messages: Message[] }} Chat */

const UNDER_WAY = ["proposed", "checking", "awaiting", "running"];
/** The later of two states of a call. @param {Call} told @param {Call} loaded */
function later(told, loaded) {
  const place = UNDER_WAY.indexOf(loaded.state);
  const isOver = !UNDER_WAY.includes(told.state);
  return place >= 0 && (isOver || UNDER_WAY.indexOf(told.state) >= place) ? told : loaded;
}

/**
 * Loads the chat, and again after each change that is more than text or the state of a call.
 * @param {string} id
 * @returns {{ chat: Chat | null, error: string, calls: Call[], reload: () => Promise<void> }} calls: told since, the newest states
 */
export function useChat(id) {
  const [state, setState] = useState(/** @type {{ chat: Chat | null, error: string }} */ ({ chat: null, error: "" }));
  const [calls, setCalls] = useState(/** @type {Call[]} */ ([]));
  const run = useRef({ isBusy: false, isStale: false, isOver: false }).current;
  const reload = useCallback(async () => {
    run.isStale = true;
    if (run.isBusy) return;
    run.isBusy = true;
    while (run.isStale && !run.isOver) {
      run.isStale = false;
      try {
        const chat = await session.get(`/api/chats/${id}`);
        setState({ chat, error: "" });
        // A call under way may be told of before the chat has it.
        setCalls((told) => (chat.state === "working" ? told.filter(({ id: draft }) => !draft.startsWith("draft-")) : []));
      } catch (error) {
        setState((old) => ({ ...old, error: wordsOf(error) }));
      }
    }
    run.isBusy = false;
  }, [id]);
  useEffect(() => {
    void reload();
    const end = onEvent(({ type, data }) => {
      if (type === "snapshot") void reload();
      if (type !== "chat" || data.chat !== id) return;
      if (data.call) setCalls((told) => [...told.filter((call) => call.id !== data.call.id), data.call]);
      else if (data.text === undefined) void reload();
    });
    return () => {
      run.isOver = true;
      end();
    };
  }, [id]);
  return { ...state, calls, reload };
}

/**
 * The message with the newest states of its calls.
 * @param {Message} message @param {Call[]} told
 */
export function withCalls(message, told) {
  if (!message.calls.some(({ id }) => told.some((call) => call.id === id))) return message;
  return { ...message, calls: message.calls.map((call) => later(told.find(({ id }) => id === call.id) ?? call, call)) };
}

/**
 * The text that the model is writing. Each piece continues the one before it.
 * @param {string} id @param {Chat} chat @param {() => void} onGap
 */
export function useDraft(id, chat, onGap) {
  const [all, setAll] = useState({ text: chat.draft, bytes: chat.draft_bytes });
  const now = useRef(all);
  useEffect(() => { setAll(now.current = { text: chat.draft, bytes: chat.draft_bytes }); }, [chat]);
  useEffect(() => onEvent(({ type, data }) => {
    if (type !== "chat" || data.chat !== id || data.text === undefined) return;
    const { text, bytes } = data.from === 0 ? { text: "", bytes: 0 } : now.current;
    if (data.from === bytes) setAll(now.current = { text: text + data.text, bytes: bytes + new TextEncoder().encode(data.text).length });
    else if (data.from > bytes) onGap();
  }), [id]);
  return all.text;
}
