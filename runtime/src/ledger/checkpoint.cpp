// Writes and reads checkpoints as text, and signs them.
#include "iam/ledger/checkpoint.hpp"

#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::string_view k_heads_tag = domain_tag("iam/checkpoint/1");
constexpr std::string_view k_tree_tag = domain_tag("iam/checkpoint/2");

std::string_view tag_of(const Checkpoint& checkpoint) {
    return checkpoint.has_tree() ? k_tree_tag : k_heads_tag;
}

void put_heads(JsonWriter& out, const std::vector<Head>& heads) {
    out.plain_key("heads");
    out.begin_array();
    for (const Head& head : heads) {
        out.begin_object();
        out.plain_member("entry", to_string(head.entry));
        out.plain_key("hash");
        out.hex(head.hash.bytes);
        out.end_object();
    }
    out.end_array();
}

/// Writes the members in canonical order. The signature covers the text without the signature.
std::string write(const Checkpoint& checkpoint, bool with_signature) {
    JsonWriter out;
    out.begin_object();
    if (!checkpoint.has_tree()) put_heads(out, checkpoint.heads);
    out.plain_key("key");
    out.hex(checkpoint.key.bytes);
    if (checkpoint.next_key) {
        out.plain_key("next_key");
        out.hex(checkpoint.next_key->bytes);
    }
    if (checkpoint.has_tree()) {
        out.plain_key("note");
        out.string(text_of(checkpoint.note));
    }
    if (with_signature) {
        out.plain_key("signature");
        out.hex(checkpoint.signature.bytes);
    }
    out.plain_key("time_ms");
    out.integer(std::int64_t{checkpoint.time.time_since_epoch().count()});
    out.end_object();
    return std::move(out).take();
}

tl::unexpected<Error> no_checkpoint(const std::string& why) {
    return fail(Errc::invalid_argument, "it is no checkpoint: " + why);
}

Result<std::string> text_in(const Json& object, const char* name) {
    const auto member = object.find(name);
    if (member == object.end() || !member->is_string())
        return no_checkpoint("its member \"" + std::string(name) + "\" is no text");
    return member->get<std::string>();
}

Result<Head> read_head(const Json& value) {
    if (!value.is_object() || value.size() != 2) return no_checkpoint("a head is an object of two");
    IAM_TRY(id, text_in(value, "entry"));
    IAM_TRY(hash, text_in(value, "hash"));
    Head head;
    IAM_TRY(entry, parse_entry_id(id));
    IAM_TRY(digest, Digest::from_hex(hash));
    head.entry = entry;
    head.hash = digest;
    return head;
}

Result<std::vector<Head>> read_heads(const Json& object) {
    const auto list = object.find("heads");
    if (list == object.end() || !list->is_array()) return no_checkpoint("it has no heads");
    std::vector<Head> heads;
    for (const Json& value : *list) {
        IAM_TRY(head, read_head(value));
        if (!heads.empty() && heads.back().entry.chain >= head.entry.chain)
            return no_checkpoint("its heads are not in the order of their chains");
        heads.push_back(head);
    }
    return heads;
}

bool is_known(const std::string& member) {
    constexpr std::string_view known[] = {"heads", "key",       "next_key",
                                          "note",  "signature", "time_ms"};
    return std::find(std::begin(known), std::end(known), member) != std::end(known);
}

/// A checkpoint has either heads or a note.
Result<void> read_sealed(const Json& object, Checkpoint& checkpoint) {
    if (!object.contains("note")) {
        IAM_TRY(heads, read_heads(object));
        checkpoint.heads = std::move(heads);
        return {};
    }
    if (object.contains("heads")) return no_checkpoint("it has heads and a note");
    IAM_TRY(text, text_in(object, "note"));
    IAM_TRY(note, parse_note(text));
    IAM_TRY(head, parse_tree_head(note.text));
    checkpoint.note = std::move(note);
    checkpoint.head = std::move(head);
    return {};
}

Result<std::chrono::sys_time<std::chrono::milliseconds>> read_time(const Json& object) {
    const auto member = object.find("time_ms");
    if (member == object.end() || !member->is_number_integer())
        return no_checkpoint("its time is no number of milliseconds");
    return std::chrono::sys_time<std::chrono::milliseconds>(
        std::chrono::milliseconds(member->get<std::int64_t>()));
}

/// The text of the checkpoint that the entry records.
Result<std::string_view> recorded_text(const StoredEntry& entry) {
    for (const Payload& payload : entry.payloads)
        if (payload.name == k_checkpoint_value) return std::string_view(payload.bytes);
    return fail(Errc::corrupt, "the checkpoint that it records is missing");
}

/// True if the checkpoint may stand in this entry. Only verify() sees whether a tree is about the
/// entries before it.
bool seals(const Checkpoint& checkpoint, const StoredEntry& entry) {
    if (checkpoint.has_tree()) return true;
    const auto head =
        std::find_if(checkpoint.heads.begin(), checkpoint.heads.end(),
                     [&](const Head& each) { return each.entry.chain == entry.id.chain; });
    if (head == checkpoint.heads.end()) return entry.id.seq == 1;
    return head->entry.seq + 1 == entry.id.seq && head->hash == entry.previous;
}

}  // namespace

std::uint64_t sealed_entries(const Checkpoint& checkpoint) noexcept {
    std::uint64_t count = checkpoint.head.tree.size;
    for (const Head& head : checkpoint.heads) count += head.entry.seq;
    return count;
}

void sign(Checkpoint& checkpoint, const SigningKey& key, const SigningKey* next) {
    checkpoint.key = key.public_key();
    checkpoint.next_key.reset();
    if (next != nullptr) checkpoint.next_key = next->public_key();
    if (checkpoint.has_tree()) {
        checkpoint.note = {text_of(checkpoint.head), {}};
        sign(checkpoint.note, checkpoint.head.origin, key);
        if (next != nullptr) sign(checkpoint.note, checkpoint.head.origin, *next);
    }
    checkpoint.signature = key.sign(tag_of(checkpoint), write(checkpoint, false));
}

std::vector<NoteKey> note_keys(const Checkpoint& checkpoint) {
    std::vector<NoteKey> keys{{checkpoint.head.origin, checkpoint.key, NoteKeyKind::ledger}};
    if (checkpoint.next_key)
        keys.push_back({checkpoint.head.origin, *checkpoint.next_key, NoteKeyKind::ledger});
    return keys;
}

bool is_signed(const Checkpoint& checkpoint) {
    if (!is_signed_by(checkpoint.key, tag_of(checkpoint), write(checkpoint, false),
                      checkpoint.signature))
        return false;
    if (!checkpoint.has_tree()) return true;
    const auto keys = note_keys(checkpoint);
    const auto signers = signers_of(checkpoint.note, keys);
    return signers && *signers == keys && checkpoint.note.text == text_of(checkpoint.head);
}

std::string text_of(const Checkpoint& checkpoint) {
    return write(checkpoint, true);
}

Result<Checkpoint> parse_checkpoint(std::string_view text) {
    if (text.size() > k_checkpoint_bytes_max) return no_checkpoint("it is too long");
    IAM_TRY(object, parse_json(text));
    if (!object.is_object()) return no_checkpoint("it is no object");
    for (const auto& [name, value] : object.items())
        if (!is_known(name)) return no_checkpoint("it has a member that checkpoints do not have");
    Checkpoint checkpoint;
    IAM_CHECK(read_sealed(object, checkpoint));
    IAM_TRY(key_text, text_in(object, "key"));
    IAM_TRY(key, PublicKey::from_hex(key_text));
    IAM_TRY(signature_text, text_in(object, "signature"));
    IAM_TRY(signature, Signature::from_hex(signature_text));
    IAM_TRY(time, read_time(object));
    if (object.contains("next_key")) {
        IAM_TRY(next_text, text_in(object, "next_key"));
        IAM_TRY(next, PublicKey::from_hex(next_text));
        checkpoint.next_key = next;
    }
    checkpoint.key = key;
    checkpoint.signature = signature;
    checkpoint.time = time;
    return checkpoint;
}

Result<Checkpoint> checkpoint_in(const StoredEntry& entry) {
    IAM_TRY(text, recorded_text(entry));
    auto checkpoint = parse_checkpoint(text);
    if (!checkpoint) return fail(Errc::corrupt, std::move(checkpoint).error().message);
    if (!is_signed(*checkpoint))
        return fail(Errc::corrupt, "its checkpoint does not bear the signature of its key");
    if (!seals(*checkpoint, entry))
        return fail(Errc::corrupt, "its checkpoint is not about the entries before it");
    return checkpoint;
}

}  // namespace iam::ledger
