"""The five wire forms of models as a server speaks them: answers piece by piece, and the messages
of a request in one shape for all.

A form has the path of its API, the bytes of each piece of an answer, and read(), which gives a
request's messages: ("person", text), ("model", text, [call, ...]) and ("results", [(call, text),
...]). A call is known by its id, or by its name where the form has no ids.
"""
import json
from collections.abc import Iterator


class WrongRequest(Exception):
    """A request that a provider would refuse."""


def event(data: dict, name: str = "") -> bytes:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def of_results(results: list) -> tuple:
    return ("results", results)


def joined(messages: list[tuple]) -> list[tuple]:
    """Results that follow each other are one message, and so are the parts of one answer."""
    whole: list[tuple] = []
    for message in messages:
        if whole and message[0] == "results" == whole[-1][0]:
            whole[-1] = of_results(whole[-1][1] + message[1])
        elif whole and message[0] == "model" == whole[-1][0]:
            whole[-1] = ("model", whole[-1][1] + message[1], whole[-1][2] + message[2])
        else:
            whole.append(message)
    return whole


class Form:
    """One answer. `model` is the name that the request has."""
    base = ""  # where the API begins, as --model-url wants it
    path = ""
    key_field = "Authorization"
    content_type = "text/event-stream"

    def __init__(self) -> None:
        self.calls = 0

    def begin(self) -> bytes:
        return b""

    def text(self, text: str) -> bytes:
        raise NotImplementedError

    def thinking(self, text: str) -> bytes:
        raise NotImplementedError

    def call(self, call: dict) -> bytes:
        raise NotImplementedError

    def error(self, message: str, is_busy: bool = False) -> bytes:
        """`is_busy`: another try may succeed."""
        raise NotImplementedError

    def busy(self, message: str) -> bytes:
        return self.error(message, is_busy=True)

    def end(self) -> bytes:
        raise NotImplementedError

    def read(self, request: dict) -> list[tuple]:
        raise NotImplementedError

    def count_call(self, call: dict) -> str:
        """The id of the next call."""
        self.calls += 1
        return call.get("id") or f"call_{self.calls}"


class ChatCompletions(Form):
    base = "/v1"
    path = "/v1/chat/completions"

    def chunk(self, delta: dict, reason: str | None = None) -> bytes:
        return event({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
                      "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    def begin(self) -> bytes:
        return self.chunk({"role": "assistant", "content": ""})

    def text(self, text: str) -> bytes:
        return self.chunk({"content": text})

    def thinking(self, text: str) -> bytes:
        return self.chunk({"reasoning_content": text})

    def call(self, call: dict) -> bytes:
        index, name = self.calls, call["tool"]
        head = {"index": index, "id": self.count_call(call), "type": "function", "function": {"name": name, "arguments": ""}}
        arguments = {"index": index, "function": {"arguments": json.dumps(call.get("arguments", {}))}}
        return self.chunk({"tool_calls": [head]}) + self.chunk({"tool_calls": [arguments]})

    def error(self, message: str, is_busy: bool = False) -> bytes:
        return event({"error": {"message": message, "type": "server_error" if is_busy else "invalid_request_error"}})

    def end(self) -> bytes:
        return self.chunk({}, "tool_calls" if self.calls else "stop") + b"data: [DONE]\n\n"

    def read(self, request: dict) -> list[tuple]:
        return joined([self.read_message(each) for each in request["messages"] if each["role"] != "system"])

    @staticmethod
    def read_message(message: dict) -> tuple:
        if message["role"] == "assistant":
            calls = [call["id"] for call in message.get("tool_calls", [])]
            return ("model", message.get("content") or "", calls)
        if message["role"] == "tool":
            return of_results([(message["tool_call_id"], message["content"])])
        return ("person", message["content"])


class OllamaChat(ChatCompletions):
    base = ""
    path = "/api/chat"
    content_type = "application/x-ndjson"

    def line(self, message: dict, **more) -> bytes:
        whole = {"model": "m", "created_at": "2026-01-01T00:00:00Z", "message": {"role": "assistant", "content": "", **message}, "done": False, **more}
        return (json.dumps(whole, ensure_ascii=False) + "\n").encode()

    def begin(self) -> bytes:
        return b""

    def text(self, text: str) -> bytes:
        return self.line({"content": text})

    def thinking(self, text: str) -> bytes:
        return self.line({"thinking": text})

    def call(self, call: dict) -> bytes:
        self.calls += 1
        return self.line({"tool_calls": [{"function": {"name": call["tool"], "arguments": call.get("arguments", {})}}]})

    def error(self, message: str, is_busy: bool = False) -> bytes:
        return (json.dumps({"error": {"message": message, "code": 503} if is_busy else message}) + "\n").encode()

    def end(self) -> bytes:
        return self.line({}, done=True, done_reason="stop", prompt_eval_count=3, eval_count=4)

    @staticmethod
    def read_message(message: dict) -> tuple:
        if message["role"] == "assistant":
            calls = [call["function"]["name"] for call in message.get("tool_calls", [])]
            return ("model", message.get("content") or "", calls)
        if message["role"] == "tool":
            return of_results([(message["tool_name"], message["content"])])
        return ("person", message["content"])


class Responses(Form):
    base = "/v1"
    path = "/v1/responses"

    def __init__(self) -> None:
        super().__init__()
        self.output: list[dict] = []

    def send(self, kind: str, **more) -> bytes:
        return event({"type": kind, **more}, kind)

    def response(self, status: str) -> dict:
        return {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": status, "error": None, "output": self.output}

    def item(self, item: dict, started: dict, *between: bytes) -> bytes:
        at = len(self.output)
        self.output.append(item)
        return (self.send("response.output_item.added", output_index=at, item={**item, **started}) + b"".join(between)
                + self.send("response.output_item.done", output_index=at, item=item))

    def begin(self) -> bytes:
        return self.send("response.created", response={**self.response("in_progress"), "output": []})

    def text(self, text: str) -> bytes:
        place = {"item_id": f"m{len(self.output)}", "output_index": len(self.output), "content_index": 0}
        part = {"type": "output_text", "annotations": [], "text": text}
        return self.item({"id": place["item_id"], "type": "message", "status": "completed", "role": "assistant", "content": [part]},
                         {"status": "in_progress", "content": []},
                         self.send("response.content_part.added", **place, part={**part, "text": ""}),
                         self.send("response.output_text.delta", **place, delta=text),
                         self.send("response.output_text.done", **place, text=text),
                         self.send("response.content_part.done", **place, part=part))

    def thinking(self, text: str) -> bytes:
        at = {"item_id": f"t{len(self.output)}", "output_index": len(self.output), "summary_index": 0}
        return self.item({"id": at["item_id"], "type": "reasoning", "summary": [{"type": "summary_text", "text": text}]}, {"summary": []},
                         self.send("response.reasoning_summary_text.delta", **at, delta=text))

    def call(self, call: dict) -> bytes:
        arguments = json.dumps(call.get("arguments", {}))
        at = {"item_id": f"f{len(self.output)}", "output_index": len(self.output)}
        return self.item({"id": at["item_id"], "type": "function_call", "status": "completed", "call_id": self.count_call(call),
                          "name": call["tool"], "arguments": arguments}, {"status": "in_progress", "arguments": ""},
                         self.send("response.function_call_arguments.delta", **at, delta=arguments),
                         self.send("response.function_call_arguments.done", **at, arguments=arguments))

    def error(self, message: str, is_busy: bool = False) -> bytes:
        return self.send("error", code="server_error" if is_busy else "invalid_prompt", message=message, param=None)

    def end(self) -> bytes:
        return self.send("response.completed", response=self.response("completed"))

    def read(self, request: dict) -> list[tuple]:
        return joined([message for item in request["input"] for message in self.read_item(item)])

    @staticmethod
    def read_item(item: dict) -> Iterator[tuple]:
        kind = item.get("type", "message")
        if kind == "function_call":
            yield ("model", "", [item["call_id"]])
        elif kind == "function_call_output":
            yield of_results([(item["call_id"], item["output"])])
        elif kind == "message" and item["role"] != "system":
            content = item["content"]
            text = content if isinstance(content, str) else "".join(part["text"] for part in content)
            yield ("model", text, []) if item["role"] == "assistant" else ("person", text)


class Messages(Form):
    base = ""
    path = "/v1/messages"
    key_field = "x-api-key"

    def __init__(self) -> None:
        super().__init__()
        self.blocks = 0

    def send(self, kind: str, **more) -> bytes:
        return event({"type": kind, **more}, kind)

    def block(self, start: dict, *deltas: dict) -> bytes:
        index = self.blocks
        self.blocks += 1
        return (self.send("content_block_start", index=index, content_block=start)
                + b"".join(self.send("content_block_delta", index=index, delta=delta) for delta in deltas)
                + self.send("content_block_stop", index=index))

    def begin(self) -> bytes:
        return self.send("message_start", message={"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None,
                                                   "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}})

    def text(self, text: str) -> bytes:
        return self.block({"type": "text", "text": ""}, {"type": "text_delta", "text": text})

    def thinking(self, text: str) -> bytes:
        return self.block({"type": "thinking", "thinking": "", "signature": ""}, {"type": "thinking_delta", "thinking": text},
                          {"type": "signature_delta", "signature": "Ab+/="})

    def call(self, call: dict) -> bytes:
        return self.block({"type": "tool_use", "id": self.count_call(call), "name": call["tool"], "input": {}},
                          {"type": "input_json_delta", "partial_json": json.dumps(call.get("arguments", {}))})

    def error(self, message: str, is_busy: bool = False) -> bytes:
        return self.send("error", error={"type": "overloaded_error" if is_busy else "invalid_request_error", "message": message})

    def end(self) -> bytes:
        reason = "tool_use" if self.calls else "end_turn"
        return self.send("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage={"output_tokens": 9}) + self.send("message_stop")

    def read(self, request: dict) -> list[tuple]:
        messages = [self.read_message(message) for message in request["messages"]]
        return [one for message in messages for one in message]

    @staticmethod
    def read_message(message: dict) -> list[tuple]:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = "".join(block["text"] for block in blocks if block["type"] == "text")
        if message["role"] == "assistant":
            return [("model", text, [block["id"] for block in blocks if block["type"] == "tool_use"])]
        results = [(block["tool_use_id"], block["content"]) for block in blocks if block["type"] == "tool_result"]
        if any(block["type"] != "tool_result" for block in blocks[:len(results)]):
            raise WrongRequest("results stand behind a text in their message")
        said = [("person", text)] if text or not results else []
        return [*([of_results(results)] if results else []), *said]


class GenerateContent(Form):
    base = "/v1beta"
    path = "/v1beta/models/m:streamGenerateContent?alt=sse"
    key_field = "x-goog-api-key"

    def parts(self, *parts: dict, **more) -> bytes:
        return event({"candidates": [{"content": {"role": "model", "parts": list(parts)}, "index": 0, **more}], "modelVersion": "m"})

    def text(self, text: str) -> bytes:
        return self.parts({"text": text})

    def thinking(self, text: str) -> bytes:
        return self.parts({"text": text, "thought": True})

    def call(self, call: dict) -> bytes:
        return self.parts({"functionCall": {"id": self.count_call(call), "name": call["tool"], "args": call.get("arguments", {})},
                           "thoughtSignature": "Ab+/="})

    def error(self, message: str, is_busy: bool = False) -> bytes:
        code, status = (503, "UNAVAILABLE") if is_busy else (400, "INVALID_ARGUMENT")
        return event({"error": {"code": code, "message": message, "status": status}})

    def end(self) -> bytes:
        return self.parts({"text": ""}, finishReason="STOP")

    def read(self, request: dict) -> list[tuple]:
        return [self.read_content(content) for content in request["contents"]]

    @staticmethod
    def read_content(content: dict) -> tuple:
        parts = content["parts"]
        text = "".join(part.get("text", "") for part in parts)
        if content["role"] == "model":
            return ("model", text, [part["functionCall"]["id"] for part in parts if "functionCall" in part])
        results = [part["functionResponse"] for part in parts if "functionResponse" in part]
        if results:
            return of_results([(result["id"], json.dumps(result["response"], ensure_ascii=False)) for result in results])
        return ("person", text)


FORMS: dict[str, type[Form]] = {"chat_completions": ChatCompletions, "responses": Responses, "messages": Messages,
                                "generate_content": GenerateContent, "ollama_chat": OllamaChat}
