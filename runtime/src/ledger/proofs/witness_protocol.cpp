// Judges the requests of ledgers in the order of the statuses that tlog-witness gives.
#include "iam/ledger/witness_protocol.hpp"

#include "ledger/proofs/note_lines.hpp"

#include <algorithm>
#include <utility>

namespace iam::ledger {
namespace {

constexpr std::string_view k_old = "old ";

tl::unexpected<Error> no_request(std::string_view why) {
    return fail(Errc::invalid_argument, "it is no request for a cosignature: " + std::string(why));
}

/// True if a key of the origin signed the note, and no known key's signature is wrong.
bool is_by_ledger(const SignedNote& note, const std::string& origin,
                  std::span<const NoteKey> ledgers) {
    const auto signers = signers_of(note, ledgers);
    return signers && std::any_of(signers->begin(), signers->end(), [&](const NoteKey& key) {
               return key.kind == NoteKeyKind::ledger && key.name == origin;
           });
}

}  // namespace

std::string text_of(const AddCheckpoint& request) {
    std::string text = std::string(k_old) + std::to_string(request.old_size) + '\n';
    for (const Digest& hash : request.proof) text += base64_text(hash) + '\n';
    return text + '\n' + text_of(request.note);
}

Result<AddCheckpoint> parse_add_checkpoint(std::string_view text) {
    if (text.size() > k_add_checkpoint_bytes_max) return no_request("it is longer than 68 KiB");
    const auto first = take_line(text);
    if (!first || first->substr(0, k_old.size()) != k_old)
        return no_request("its first line is not \"old\" and a size");
    const auto old_size = read_decimal(first->substr(k_old.size()));
    if (!old_size) return no_request("its first line has no size of a tree, at most 2^62");
    AddCheckpoint request{.old_size = *old_size};
    for (;;) {
        const auto line = take_line(text);
        if (!line) return no_request("it ends before its note");
        if (line->empty()) break;
        const auto hash = read_base64(*line);
        if (!hash) return no_request("a line of its proof is no hash in base64");
        if (request.proof.size() == k_proof_hashes_max)
            return no_request("its proof has more than 63 hashes");
        request.proof.push_back(*hash);
    }
    IAM_TRY(note, parse_note(text));
    request.note = std::move(note);
    return request;
}

WitnessVerdict judge(const AddCheckpoint& request, std::span<const NoteKey> ledgers,
                     const std::optional<TreeState>& last) {
    const auto head = parse_tree_head(request.note.text);
    if (!head) return {400, head.error().message};
    const bool is_known = std::any_of(ledgers.begin(), ledgers.end(),
                                      [&](const NoteKey& key) { return key.name == head->origin; });
    if (!is_known) return {404, "this witness does not know the ledger of the note"};
    if (!is_by_ledger(request.note, head->origin, ledgers))
        return {403, "no key of the ledger signed the note, or one of its signatures is wrong"};
    if (request.old_size > head->tree.size)
        return {400, "the old size is larger than the size of the tree"};
    const TreeState before = last.value_or(TreeState{0, tree_root({})});
    if (request.old_size != before.size) return {409, std::to_string(before.size) + '\n'};
    if (head->tree.size == 0 && head->tree.root != tree_root({}))
        return {422, "the root of the empty tree is not the hash of nothing"};
    if (!is_consistent(before, head->tree, request.proof))
        return {422, "the tree is not the one that this witness saw, with entries added"};
    return {200, {}};
}

std::string cosignature_of(const SignedNote& note, const std::string& name, const SigningKey& key,
                           std::chrono::sys_seconds time) {
    SignedNote alone{note.text, {}};
    cosign(alone, name, key, time);
    return text_of(alone).substr(note.text.size() + 1);
}

Result<void> add_cosignatures(SignedNote& note, std::string_view answer,
                              std::span<const NoteKey> witnesses) {
    auto answered = parse_note(note.text + '\n' + std::string(answer));
    if (!answered || answered->text != note.text) {
        return fail(Errc::corrupt,
                    "the witness did not answer with lines of signatures; is its address right?");
    }
    IAM_TRY(signers, signers_of(*answered, witnesses));
    const std::size_t before = note.signatures.size();
    for (NoteSignature& signature : answered->signatures) {
        const bool is_known =
            std::any_of(signers.begin(), signers.end(), [&](const NoteKey& signer) {
                return signer.kind == NoteKeyKind::witness && signer.name == signature.name &&
                       note_key_id(signer) == signature.id;
            });
        if (is_known) note.signatures.push_back(std::move(signature));
    }
    if (note.signatures.size() > before) return {};
    return fail(Errc::corrupt,
                "the witness did not sign with a key that you gave; give its key, as it shows it");
}

}  // namespace iam::ledger
