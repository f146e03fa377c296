#!/usr/bin/python3
"""Writes a model of random weights as a GGUF file: make_gguf.py FILE

A llama of one layer over single bytes. It takes 140 kB, and what it writes is nonsense."""
import random
import struct
import sys

WIDTH, HEADS, INNER, CONTEXT = 32, 2, 64, 4096
UNKNOWN, NORMAL, CONTROL, BYTE = 2, 1, 3, 6  # types of tokens
UINT32, FLOAT32, STRING, ARRAY, INT32 = 4, 6, 8, 9, 5  # types of values
ALIGNMENT = 32

TOKENS = ([("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL)] + [(f"<0x{byte:02X}>", BYTE) for byte in range(256)]
          + [("\u2581" if code == 32 else chr(code), NORMAL) for code in range(32, 127)])


def text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def array(kind: int, values: list[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(values)) + b"".join(values)


def members() -> list[tuple[str, int, bytes]]:
    def number(value: int) -> bytes:
        return struct.pack("<I", value)
    return [
        ("general.architecture", STRING, text("llama")),
        ("general.name", STRING, text("random")),
        ("llama.context_length", UINT32, number(CONTEXT)),
        ("llama.embedding_length", UINT32, number(WIDTH)),
        ("llama.block_count", UINT32, number(1)),
        ("llama.feed_forward_length", UINT32, number(INNER)),
        ("llama.attention.head_count", UINT32, number(HEADS)),
        ("llama.attention.layer_norm_rms_epsilon", FLOAT32, struct.pack("<f", 1e-5)),
        ("llama.rope.dimension_count", UINT32, number(WIDTH // HEADS)),
        ("tokenizer.ggml.model", STRING, text("llama")),
        ("tokenizer.ggml.tokens", ARRAY, array(STRING, [text(token) for token, _ in TOKENS])),
        ("tokenizer.ggml.scores", ARRAY, array(FLOAT32, [struct.pack("<f", 0) for _ in TOKENS])),
        ("tokenizer.ggml.token_type", ARRAY, array(INT32, [struct.pack("<i", kind) for _, kind in TOKENS])),
        ("tokenizer.ggml.bos_token_id", UINT32, number(1)),
        ("tokenizer.ggml.eos_token_id", UINT32, number(2)),
        ("tokenizer.ggml.unknown_token_id", UINT32, number(0)),
    ]


def tensors() -> list[tuple[str, tuple[int, ...]]]:
    layer = {"attn_norm": (WIDTH,), "attn_q": (WIDTH, WIDTH), "attn_k": (WIDTH, WIDTH), "attn_v": (WIDTH, WIDTH), "attn_output": (WIDTH, WIDTH),
             "ffn_norm": (WIDTH,), "ffn_gate": (WIDTH, INNER), "ffn_up": (WIDTH, INNER), "ffn_down": (INNER, WIDTH)}
    return [("token_embd.weight", (WIDTH, len(TOKENS))), *[(f"blk.0.{name}.weight", shape) for name, shape in layer.items()],
            ("output_norm.weight", (WIDTH,)), ("output.weight", (WIDTH, len(TOKENS)))]


def padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % ALIGNMENT)


def gguf(seed: int) -> bytes:
    chance = random.Random(seed)
    infos, data = b"", b""
    for name, shape in tensors():
        count = 1
        for size in shape:
            count *= size
        infos += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape) + struct.pack("<IQ", 0, len(data))
        weights = [1.0] * count if len(shape) == 1 else [chance.gauss(0, 0.5) for _ in range(count)]
        data += padded(struct.pack(f"<{count}f", *weights))
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors()), len(members()))
    head += b"".join(text(name) + struct.pack("<I", kind) + value for name, kind, value in members())
    return padded(head + infos) + data


with open(sys.argv[1], "wb") as out:
    out.write(gguf(7))
