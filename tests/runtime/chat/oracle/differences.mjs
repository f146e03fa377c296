// Where our parsers and the clients of npm disagree about the same bytes, and why. A stream that is
// not listed must read the same; a listed one must differ as listed.
//   client: what the client does: "merges" calls, "throws", "passes" over an error, "calls" on a
//   broken answer.
export const differences = {
    "chat_completions_one_index.sse": { client: "merges", why: "two calls with one index are one call to the client: the id of the second, the arguments of both" },
    "chat_completions_no_index.sse": { client: "merges", why: "without an index the client keeps calls under `undefined`, which is no place of its list" },
    "chat_completions_length.sse": { client: "calls", why: "the client hands out the call of an answer that its limit cut off" },
    "chat_completions_two_reasons.sse": { client: "calls", why: "the client takes the last reason, and hands out the call of an answer that was filtered before" },
    "messages_max_tokens.sse": { client: "calls", why: "the client hands out the call of an answer that its limit cut off" },
    "messages_two_reasons.sse": { client: "calls", why: "the client takes the last reason, and hands out the call of an answer that was refused before" },
    "responses_incomplete.sse": { client: "calls", why: "the client hands out the call of an answer that its limit cut off" },
    "ollama_parsing_error.ndjson": { client: "passes", why: "the client hands out the error as a part without a message" },
};
