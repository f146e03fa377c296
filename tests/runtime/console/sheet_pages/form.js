// Shows a schema's form and keeps its text for the tests.
import { html, render } from "/assets/vendor/standalone.js";
import { SchemaForm } from "/assets/app/schema_form.js";

globalThis.show = (schema, text, mistakes) => {
    globalThis.text = text;
    const draw = () => render(html`<${SchemaForm} schema=${schema} text=${globalThis.text} mistakes=${mistakes} onText=${(next) => {
        globalThis.text = next;
        draw();
    }} />`, document.querySelector("#form"));
    draw();
};
globalThis.isReady = true;
