// Keeps the answers for the tests.
import "/assets/sheet/permission_sheet.js";

const sheet = document.querySelector("iam-permission-sheet");
globalThis.answers = [];
globalThis.ask = (question) => sheet.show(question).then((decision) => globalThis.answers.push(decision));
document.querySelector("#opener").addEventListener("click", () => void globalThis.ask(globalThis.question));
globalThis.isReady = true;
