// Writes, reads and checks the proof of one entry. Each byte of it is bound: the entry by its leaf,
// the leaf by the root, the root by the signature.
#include "iam/ledger/entry_proof.hpp"

#include "ledger/proofs/note_lines.hpp"
#include <iam/core/base64.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::string_view k_first_line = "c2sp.org/tlog-proof@v1";
constexpr std::string_view k_extra = "extra ";
constexpr std::string_view k_index = "index ";
constexpr std::string_view k_entry_tag = "iam/entry-proof/1 ";

tl::unexpected<Error> no_proof(std::string_view why) {
    return fail(Errc::invalid_argument, "it is no proof of an entry: " + std::string(why));
}

tl::unexpected<Error> refused(std::string why) {
    return fail(Errc::corrupt, "the proof does not hold: " + std::move(why));
}

/// Takes a line that begins with `prefix`, and returns the rest of the line.
std::optional<std::string_view> take_after(std::string_view prefix, std::string_view& text) {
    auto line = take_line(text);
    if (!line || line->substr(0, prefix.size()) != prefix) return std::nullopt;
    line->remove_prefix(prefix.size());
    return line;
}

Result<void> read_entry_lines(std::string_view text, EntryProof& proof) {
    const auto id = take_after(k_entry_tag, text);
    const auto previous = take_line(text);
    const auto entry = take_line(text);
    if (!id || !previous || !entry || !text.empty())
        return no_proof("its extra line does not hold the three lines of an entry");
    auto read_id = parse_entry_id(*id);
    auto hash = Digest::from_hex(*previous);
    if (!read_id || !hash)
        return no_proof("its entry has no id, or no hash of the entry before it");
    proof.entry = *read_id;
    proof.previous = *hash;
    proof.text = *entry;
    return {};
}

Result<void> read_hashes(std::string_view& text, EntryProof& proof) {
    for (;;) {
        const auto line = take_line(text);
        if (!line) return no_proof("it ends before its note");
        if (line->empty()) return {};
        const auto hash = read_base64(*line);
        if (!hash) return no_proof("a line behind its index is no hash in base64");
        if (proof.hashes.size() == k_proof_hashes_max)
            return no_proof("it has more than 63 hashes");
        proof.hashes.push_back(*hash);
    }
}

/// A key of the ledger signed, and so did all witnesses that the caller knows.
Result<std::vector<NoteKey>> check_signers(const EntryProof& proof, const TreeHead& head,
                                           std::span<const NoteKey> known) {
    auto signers = signers_of(proof.note, known);
    if (!signers) return refused(std::move(signers).error().message);
    const bool is_signed = std::any_of(signers->begin(), signers->end(), [&](const NoteKey& key) {
        return key.kind == NoteKeyKind::ledger && key.name == head.origin;
    });
    if (!is_signed) {
        return refused("no given key of the ledger " + head.origin + " signed its note");
    }
    for (const NoteKey& key : known) {
        const bool has_signed = std::find(signers->begin(), signers->end(), key) != signers->end();
        if (key.kind == NoteKeyKind::witness && !has_signed)
            return refused("the witness " + key.name + " did not cosign its note");
    }
    return signers;
}

}  // namespace

std::string text_of(const EntryProof& proof) {
    const std::string entry = std::string(k_entry_tag) + to_string(proof.entry) + '\n' +
                              proof.previous.hex() + '\n' + proof.text + '\n';
    std::string text = std::string(k_first_line) + '\n';
    text += std::string(k_extra) + to_base64(entry) + '\n';
    text += std::string(k_index) + std::to_string(proof.index) + '\n';
    for (const Digest& hash : proof.hashes) text += base64_text(hash) + '\n';
    return text + '\n' + text_of(proof.note);
}

Result<EntryProof> parse_entry_proof(std::string_view text) {
    if (text.size() > k_entry_proof_bytes_max) return no_proof("it is longer than 1 MiB");
    std::string_view rest = text;
    if (take_line(rest) != k_first_line)
        return no_proof("its first line is not \"" + std::string(k_first_line) + "\"");
    const auto extra = take_after(k_extra, rest);
    const auto entry = extra ? from_base64(*extra) : std::nullopt;
    if (!entry) return no_proof("its second line is not \"extra\" and an entry in base64");
    EntryProof proof;
    IAM_CHECK(read_entry_lines(*entry, proof));
    const auto index_text = take_after(k_index, rest);
    const auto index = index_text ? read_decimal(*index_text) : std::nullopt;
    if (!index) return no_proof("its third line is not \"index\" and a place in the tree");
    proof.index = *index;
    IAM_CHECK(read_hashes(rest, proof));
    IAM_TRY(note, parse_note(rest));
    proof.note = std::move(note);
    if (text_of(proof) != text) return no_proof("a part of it has another spelling");
    return proof;
}

Result<ProvedEntry> check_proof(const EntryProof& proof, std::span<const NoteKey> known) {
    const auto decoded = decode(proof.text);
    if (!decoded) return refused("its text is no entry: " + decoded.error().message);
    if (decoded->id != proof.entry) {
        return refused("its text is that of entry " + to_string(decoded->id) + ", not of " +
                       to_string(proof.entry));
    }
    const auto head = parse_tree_head(proof.note.text);
    if (!head) return refused(head.error().message);
    ProvedEntry proved{.hash = chain_hash(proof.previous, proof.text), .head = *head};
    const auto root = root_from_inclusion(leaf_hash({proof.entry, proved.hash}), proof.index,
                                          head->tree.size, proof.hashes);
    if (root != head->tree.root) {
        return refused("entry " + to_string(proof.entry) + " is not in the tree of " +
                       std::to_string(head->tree.size) + " entries that the note states");
    }
    IAM_TRY(signers, check_signers(proof, *head, known));
    proved.signers = std::move(signers);
    return proved;
}

}  // namespace iam::ledger
