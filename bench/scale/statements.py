"""The messages of the PostgreSQL store, with values of the usual size, for measure.py.

Each function returns a message that the server takes as it stands. The texts follow
runtime/src/store_postgres.
"""
import hashlib

ENTRY_BYTES = 700  # the text of an intent of a call with five arguments
VALUE_BYTES = 400  # its sealed arguments
WRAPPED_KEY_BYTES = 60
ENTRY_TAG = b"iam/entry/1\0"
NOW_MS = 1_800_000_000_000
MUST = "SELECT iam.must(count(*), {}, 'measured') FROM changed"


def bytea(value: bytes) -> str:
    return f"'\\x{value.hex()}'"


def array(values: list[str], kind: str) -> str:
    return f"ARRAY[{','.join(values)}]::{kind}[]"


def numbered(number: int, length: int) -> bytes:
    """Bytes that no compression makes shorter."""
    parts = [hashlib.sha512(f"{number}/{part}".encode()).digest() for part in range(length // 64 + 1)]
    return b"".join(parts)[:length]


class Chain:
    """Makes the entries of one chain: intents and outcomes by turns."""

    def __init__(self, number: int):
        self.number, self.seq, self.hash = number, 0, bytes(32)

    def group(self, batches: int, extra: str = "") -> bytes:
        """A transaction of so many batches. `extra` goes before the entries."""
        first = self.seq + 1
        entries = [self._entry() for _ in range(batches)]
        intents = [seq for seq in range(first, first + batches) if seq % 2 == 1]
        outcomes = [seq for seq in range(first, first + batches) if seq % 2 == 0]
        parts = [BEGIN, "LOCK TABLE iam.guard IN ROW SHARE MODE", extra, EXPECT_EPOCH]
        if intents:
            ids = array([bytea(self._call(seq)) for seq in intents], "bytea")
            parts.append(f"WITH changed AS (INSERT INTO iam.calls (call_id) SELECT * FROM unnest({ids}) "
                         f"ON CONFLICT DO NOTHING RETURNING 1) {MUST.format(len(intents))}")
        parts.append(self._insert_entries(entries))
        if outcomes:
            columns = [array([str(value) for value in column], "bigint") for column in (
                [self.number] * len(outcomes), [seq - 1 for seq in outcomes], [self.number] * len(outcomes), outcomes)]
            parts.append(f"WITH changed AS (INSERT INTO iam.outcomes (of_chain, of_seq, chain, seq) SELECT * FROM "
                         f"unnest({','.join(columns)}) ON CONFLICT DO NOTHING RETURNING 1) {MUST.format(len(outcomes))}")
        parts += [self._insert_values(range(first, first + batches)), EPOCH, "COMMIT"]
        return ";".join(part for part in parts if part).encode()

    def _call(self, seq: int) -> bytes:
        return hashlib.sha256(f"{self.number}.{(seq + 1) // 2}".encode()).digest()[:16]

    def _entry(self) -> list[str]:
        self.seq += 1
        text = f'{{"id":"{self.number}.{self.seq}","is":"' + numbered(self.seq, ENTRY_BYTES // 2).hex()
        text = text[:ENTRY_BYTES - 2] + '"}'
        previous, self.hash = self.hash, hashlib.sha256(ENTRY_TAG + self.hash + text.encode()).digest()
        is_intent = self.seq % 2 == 1
        return [str(self.seq), bytea(previous), bytea(self.hash), "'intent'" if is_intent else "'outcome'",
                bytea(self._call(self.seq) if is_intent else b""), "NULL" if is_intent else str(self.number),
                "NULL" if is_intent else str(self.seq - 1), str(NOW_MS + self.seq), f"'{text}'"]

    def _insert_entries(self, entries: list[list[str]]) -> str:
        kinds = ("bigint", "bytea", "bytea", "text", "bytea", "bigint", "bigint", "bigint", "text")
        columns = [array(list(column), kind) for column, kind in zip(zip(*entries), kinds)]
        return (f"INSERT INTO iam.entries (chain, seq, previous, hash, kind, call_id, of_chain, of_seq, time_ms, text) "
                f"SELECT {self.number}, * FROM unnest({','.join(columns)})")

    def _insert_values(self, seqs: range) -> str:
        columns = [array([str(NOW_MS)] * len(seqs), "bigint"), array([str(self.number)] * len(seqs), "bigint"),
                   array([str(seq) for seq in seqs], "bigint"), array([str(self.number << 40 | seq) for seq in seqs], "bigint"),
                   array([bytea(numbered(seq, VALUE_BYTES)) for seq in seqs], "bytea"),
                   array([bytea(numbered(seq, WRAPPED_KEY_BYTES)) for seq in seqs], "bytea")]
        return (f"WITH given AS (SELECT * FROM unnest({','.join(columns)}) AS g (time_ms, chain, seq, key_id, sealed, wrapped)), "
                "keys AS (INSERT INTO iam.value_keys (key_id, kek, wrapped) SELECT key_id, 1, wrapped FROM given) "
                "INSERT INTO iam.entry_values (month, chain, seq, key_id, sealed) "
                "SELECT iam.value_month(time_ms), chain, seq, key_id, sealed FROM given")


BEGIN = ("BEGIN;SELECT set_config('lock_timeout', '2000ms', true), "
         "set_config('idle_in_transaction_session_timeout', '5s', true)")
EPOCH = "SELECT coalesce((SELECT epoch FROM iam.epochs WHERE scope = ''), 0)"
EXPECT_EPOCH = "SELECT iam.must(coalesce((SELECT epoch FROM iam.epochs WHERE scope = 'measured'), 0), 0, 'measured')"
POLL = (b"SELECT coalesce(sum(w.changes + coalesce((SELECT e.seq FROM iam.entries AS e WHERE e.chain = w.chain "
        b"ORDER BY e.seq DESC LIMIT 1), 0)), 0)::bigint FROM iam.writers AS w")
OWN_GUARD = b"BEGIN;LOCK TABLE iam.guard IN EXCLUSIVE MODE;COMMIT"
SHARED_GUARD = b"BEGIN;LOCK TABLE iam.guard IN ROW SHARE MODE;COMMIT"
NOTHING = b"BEGIN;COMMIT"


def bare_insert(number: int) -> bytes:
    return f"INSERT INTO bare (text) VALUES ('{numbered(number, 450).hex()}')".encode()


def new_writer(chain: int) -> bytes:
    return f"INSERT INTO iam.writers (chain, instance, term, lease_until) VALUES ({chain}, '\\x00', 1, clock_timestamp())".encode()


def renewal(chain: int) -> str:
    return ("WITH changed AS (UPDATE iam.writers SET lease_until = clock_timestamp() + make_interval(secs => 30), "
            f"changes = changes + 0 WHERE chain = {chain} AND instance = '\\x00' AND term = 1 RETURNING 1) {MUST.format(1)}")


def epoch_change(number: int) -> bytes:
    """A grant moves the epoch of its user."""
    scope = bytea(f"user {number % 100}".encode())
    return (f"{BEGIN};LOCK TABLE iam.guard IN EXCLUSIVE MODE;INSERT INTO iam.epochs (scope, epoch) VALUES ({scope}, 1) "
            f"ON CONFLICT (scope) DO UPDATE SET epoch = iam.epochs.epoch + 1;{bare_insert(number).decode()};{EPOCH};COMMIT").encode()


def seal_reads(chain: int, first: int, last: int) -> list[bytes]:
    """The reads of next_seal() about a chain with new entries, a message each."""
    entry = "SELECT chain, seq, text, previous, hash, kind, call_id, of_chain, of_seq, order_ms FROM iam.entries WHERE chain = {} "
    return [sql.encode() for sql in (
        entry.format(chain) + "ORDER BY seq DESC LIMIT 1",
        f"SELECT first_leaf, chain, first_seq, count FROM iam.runs WHERE chain = {chain} AND first_seq <= {first} ORDER BY first_seq DESC LIMIT 1",
        entry.format(chain) + f"AND seq = {first}",
        f"SELECT hashes FROM iam.tiles WHERE level = 0 AND position = {chain}",
        entry.format(chain) + f"AND seq BETWEEN {first} AND {last} ORDER BY seq")]


def seal_write(size: int, chains: int, entries: int) -> bytes:
    """A seal of so many entries, spread over so many chains."""
    runs = ";".join(f"INSERT INTO iam.runs (first_leaf, chain, first_seq, count) VALUES ({size + i}, {i + 1}, {size + 1}, 1)"
                    for i in range(chains))
    last = (size + entries) // 256
    tiles = ";".join("INSERT INTO iam.tiles (level, position, hashes) VALUES "
                     f"(0, {position}, {bytea(numbered(position, 8192))}) ON CONFLICT (level, position) DO UPDATE SET hashes = excluded.hashes"
                     for position in range(size // 256, last + 1))
    note = numbered(size, 150).hex()
    return (f"{BEGIN};LOCK TABLE iam.guard IN ROW SHARE MODE;{runs};{tiles};INSERT INTO iam.checkpoints (size, note, chain, seq) "
            f"VALUES ({size + entries}, '{note}', 1, {size + entries});{EPOCH};COMMIT").encode()
