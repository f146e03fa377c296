// The look of the sheet. A page sets the custom properties (--iam-…) and `color-scheme` on the
// element; docs/console-sheet.md has their names.

const TOKENS = `
:host {
    color-scheme: light dark;
    display: contents;
    --surface: var(--iam-surface, light-dark(#ffffff, #1b1d21));
    --sunken: var(--iam-sunken, light-dark(#f4f5f7, #131518));
    --text: var(--iam-text, light-dark(#16181d, #eceef2));
    --muted: var(--iam-muted, light-dark(#555b66, #a7aeba));
    --line: var(--iam-line, light-dark(#d5d9e0, #3a3f48));
    --accent: var(--iam-accent, light-dark(#1f4fd8, #9db7ff));
    --on-accent: var(--iam-on-accent, light-dark(#ffffff, #0d1a3d));
    --low: var(--iam-low, light-dark(#11622f, #8fdca6));
    --low-container: var(--iam-low-container, light-dark(#e1f5e7, #12331e));
    --medium: var(--iam-medium, light-dark(#7a4a00, #f4c66d));
    --medium-container: var(--iam-medium-container, light-dark(#fdf0d5, #3b2a08));
    --high: var(--iam-high, light-dark(#a3151f, #ffb3b3));
    --high-container: var(--iam-high-container, light-dark(#fde4e4, #471518));
    --radius: var(--iam-radius, 14px);
    --font: var(--iam-font, system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif);
    --mono: var(--iam-mono, ui-monospace, "SF Mono", "Noto Sans Mono", "DejaVu Sans Mono", monospace);
}
* { box-sizing: border-box; }
p, h2, h3, ul, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.icon { inline-size: 1.25em; block-size: 1.25em; flex: none; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
bdi { overflow-wrap: anywhere; }
`;

const SHEET = `
.sheet {
    padding: 0; border: 1px solid var(--line); border-radius: var(--radius);
    background: var(--surface); color: var(--text); font: 400 .9375rem/1.5 var(--font);
}
.card { display: flex; flex-direction: column; max-inline-size: 52rem; }
/* All of the page scrolls, also where the pointer stands over the card. */
.card .body { overflow: visible; }
dialog {
    position: fixed; inset: 0; margin: auto; overflow: hidden;
    inline-size: min(36rem, calc(100vw - 2rem)); max-inline-size: none;
    block-size: fit-content; max-block-size: min(46rem, calc(100dvh - 2rem));
    box-shadow: 0 24px 64px rgb(0 0 0 / .28), 0 2px 8px rgb(0 0 0 / .16);
}
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(8 10 16 / .55); }
header { display: grid; grid-template-columns: auto 1fr auto; gap: .25rem .75rem; align-items: center; padding: .75rem .5rem .75rem 1.25rem; }
.tile { display: grid; place-items: center; inline-size: 2.75rem; block-size: 2.75rem; border-radius: 12px; background: var(--sunken); color: var(--accent); font-size: 1.1875rem; }
.ask { color: var(--muted); font-size: .875rem; }
h2 { font-size: 1.1875rem; line-height: 1.3; font-weight: 650; overflow-wrap: anywhere; }
h2 code { font: 500 .8125rem/1.3 var(--mono); color: var(--muted); }
.close { inline-size: 48px; block-size: 48px; min-block-size: 48px; padding: 0; align-self: start; border-color: transparent; background: none; color: var(--muted); }
.chips { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0 1.25rem .875rem; }
.chip { display: inline-flex; align-items: center; gap: .375rem; padding: .1875rem .625rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .875rem; overflow-wrap: anywhere; }
.chip.low, .chip.medium, .chip.high { font-weight: 600; }
.low { color: var(--low); background: var(--low-container); border-color: currentColor; }
.medium { color: var(--medium); background: var(--medium-container); border-color: currentColor; }
.high { color: var(--high); background: var(--high-container); border-color: currentColor; }
.view { position: relative; flex: 1 1 auto; min-block-size: 4rem; display: flex; flex-direction: column; }
.body { flex: 1 1 auto; min-block-size: 0; overflow: auto; overscroll-behavior: contain; padding: 1rem 1.25rem; border-block: 1px solid var(--line); display: flex; flex-direction: column; gap: 1rem; }
section { display: flex; flex-direction: column; gap: .25rem; }
h3 { font-size: .875rem; font-weight: 600; color: var(--muted); }
.who { flex-direction: row; flex-wrap: wrap; gap: .125rem 1.25rem; font-size: .875rem; color: var(--muted); }
.why { flex: 1 0 100%; color: var(--text); }
.muted { color: var(--muted); font-size: .875rem; }
ul { padding-inline-start: 1.125rem; }
li { overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: fit-content(40%) 1fr; gap: .125rem .75rem; }
dt { color: var(--muted); overflow-wrap: anywhere; }
.alert, .warning { padding: .5rem .75rem; border-inline-start: 4px solid var(--medium); border-radius: 6px; background: var(--medium-container); color: var(--medium); }
.alert h3 { color: inherit; }
pre { padding: .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); font: .8125rem/1.55 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.key { font-weight: 600; }
.end { flex: none; block-size: 1px; }
.hidden-characters { font-size: .8125rem; color: var(--medium); }
.notes { display: flex; flex-direction: column; gap: .375rem; padding: .75rem 1.25rem 0; font-size: .875rem; }
.notes:empty { display: none; }
.scroll { position: absolute; inset: auto .75rem .625rem; inline-size: fit-content; margin-inline: auto; padding: .25rem .875rem; border: 1px solid var(--accent); border-radius: 1rem; background: var(--surface); color: var(--accent); font-size: .875rem; font-weight: 600; text-align: center; pointer-events: none; box-shadow: 0 2px 12px rgb(0 0 0 / .16); }
.scroll.done { visibility: hidden; }
.card .scroll { position: sticky; inset: auto 0 .625rem; }
`;

const CONTROLS = `
footer { padding: .875rem 1.25rem 1.25rem; }
.actions { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .625rem; }
.actions[hidden] { display: none; }
.wide { grid-column: 1 / -1; }
.field { display: grid; gap: .25rem; margin-block-end: .75rem; font-size: .875rem; overflow-wrap: anywhere; }
.field small { color: var(--muted); }
.field input, select, .uses { min-block-size: 48px; inline-size: 100%; padding: .375rem .75rem; border: 1px solid var(--muted); border-radius: 10px; background: var(--surface); color: var(--text); font: 400 1rem/1.4 var(--font); }
.confirm .stores { grid-column: 1 / -1; display: flex; flex-direction: column; gap: .5rem; max-block-size: 40dvh; overflow: auto; }
.stores label { display: grid; grid-template-columns: auto 1fr; gap: .625rem; align-items: center; min-block-size: 48px; padding: .375rem .75rem; border: 1px solid var(--line); border-radius: 10px; }
.stores label:has(:checked) { border-color: var(--accent); background: var(--sunken); }
.stores input[type=radio] { inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
button {
    min-block-size: 48px; min-inline-size: 48px; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 10px;
    background: var(--surface); color: var(--text); font: 600 .9375rem/1.25 var(--font); cursor: pointer; overflow-wrap: anywhere;
}
button:hover { border-color: var(--muted); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.body:focus-visible { outline-offset: -3px; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
[aria-disabled="true"] { cursor: default; border-style: dashed; border-color: var(--line); background: var(--sunken); color: var(--muted); }
.bar { position: fixed; inset-inline: 0; inset-block-end: 0; z-index: 2147483647; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: .5rem 1rem; font: 500 .9375rem/1.4 var(--font); color: var(--text); }
.bar.waits { padding: .5rem 1rem; background: var(--surface); border-block-start: 1px solid var(--line); box-shadow: 0 -4px 24px rgb(0 0 0 / .18); }
`;

const MEDIA = `
@media (max-width: 599.98px) {
    dialog.sheet { inset-block: auto 0; margin: 0; inline-size: 100vw; max-block-size: calc(100dvh - 1.5rem); border-width: 1px 0 0; border-radius: var(--radius) var(--radius) 0 0; }
    header { padding-inline-start: 1rem; }
    .chips, .body, .notes, footer { padding-inline: 1rem; }
}
/* Too low for a part that scrolls between two that stay: all of it scrolls. */
@media (max-height: 30rem) {
    dialog { max-block-size: 100dvh; overflow: auto; }
    dialog[open] { display: block; }
    .body { overflow: visible; }
    dialog .scroll { position: fixed; }
    .confirm .stores { max-block-size: none; }
}
@media (max-width: 15rem) { .actions { grid-template-columns: 1fr; } header { grid-template-columns: 1fr auto; } .tile { display: none; } dl { grid-template-columns: 1fr; } }
@media (prefers-reduced-motion: no-preference) {
    dialog[open] { animation: appear .16s ease-out; }
    dialog[open]::backdrop { animation: fade .16s ease-out; }
    @keyframes appear { from { opacity: 0; transform: translateY(12px); } }
    @keyframes fade { from { opacity: 0; } }
    @media (max-width: 599.98px) { @keyframes appear { from { transform: translateY(100%); } } }
}
@media (forced-colors: active) {
    .chip, .alert, .warning, pre, button { border: 1px solid; }
    .primary { forced-color-adjust: none; background: Highlight; color: HighlightText; border-color: Highlight; }
    [aria-disabled="true"] { forced-color-adjust: none; background: Canvas; color: GrayText; border-color: GrayText; }
}
`;

/** One for all sheets of a page. */
export const style = new CSSStyleSheet();
style.replaceSync(TOKENS + SHEET + CONTROLS + MEDIA);
