// The choice of a profile for a chat.
import { html } from "../../vendor/standalone.js";
import { Select } from "../../app/forms.js";
import { useData } from "../../app/parts.js";
import { t } from "../../app/words.js";

/**
 * Nothing stands there if the program has no profiles. Those with mistakes cannot be chosen.
 * @param {{ value: string, onPick: (profile: string) => void }} facts value: empty: none
 */
export function ProfileChoice({ value, onPick }) {
  const { data } = useData("/api/profiles");
  const names = (data?.profiles ?? []).filter((/** @type {any} */ { mistake }) => !mistake).map((/** @type {any} */ { name }) => name);
  if (names.length === 0 && !value) return null;
  // The chat's own one may be a file outside of the state.
  const all = value && !names.includes(value) ? [value, ...names] : names;
  return html`<${Select} label=${t("Profile")} value=${value} onPick=${onPick} options=${[["", t("none")], ...all.map((/** @type {string} */ name) => [name, name])]} />`;
}
