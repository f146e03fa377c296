// The note is durable before its cosignature leaves the process.
#include "host/commands/witness/witness_service.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>

namespace iam::host {
namespace {

using ledger::SignedNote;

net::Response text_answer(unsigned status, std::string body,
                          const char* type = "text/plain; charset=utf-8") {
    return {status, {{"Content-Type", type}}, std::move(body)};
}

/// A fault of this machine: the ledger may try again.
net::Response fault(const Error& error) {
    return text_answer(500, error.message + '\n');
}

Result<std::optional<ledger::TreeState>> tree_in(const std::optional<SignedNote>& note) {
    if (!note) return std::nullopt;
    IAM_TRY(head, ledger::parse_tree_head(note->text));
    return std::optional(head.tree);
}

/// Drops the lines that nobody has checked.
void keep_known(SignedNote& note, std::span<const ledger::NoteKey> ledgers) {
    const auto is_known = [&](const ledger::NoteSignature& signature) {
        return std::any_of(ledgers.begin(), ledgers.end(), [&](const ledger::NoteKey& key) {
            return key.name == signature.name && note_key_id(key) == signature.id;
        });
    };
    auto& all = note.signatures;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const auto& signature) { return !is_known(signature); }),
              all.end());
}

}  // namespace

ledger::NoteKey WitnessService::note_key() const {
    return {parts_.name, parts_.key.public_key(), ledger::NoteKeyKind::witness};
}

net::Response WitnessService::answer(const net::Request& request) {
    constexpr std::string_view ending = "/checkpoint";
    const std::string_view target = request.target;
    const bool is_add = target == "/add-checkpoint";
    const bool is_show = target.size() == 1 + 64 + ending.size() && target.ends_with(ending);
    if (!is_add && !is_show) return text_answer(404, "there is no such page\n");
    if (request.method != (is_add ? "POST" : "GET"))
        return text_answer(405, "this page takes another method\n");
    const std::lock_guard lock(mutex_);
    return is_add ? add_checkpoint(request.body)
                  : show_checkpoint(std::string(target.substr(1, 64)));
}

net::Response WitnessService::add_checkpoint(const std::string& body) {
    auto request = ledger::parse_add_checkpoint(body);
    if (!request) return text_answer(400, request.error().message + '\n');
    const auto head = ledger::parse_tree_head(request->note.text);
    if (!head) return text_answer(400, head.error().message + '\n');
    const std::string name = WitnessNotes::name_of(head->origin);
    const auto note = parts_.notes.find(name);
    if (!note) return fault(note.error());
    const auto last = tree_in(*note);
    if (!last) return fault(last.error());
    auto verdict = ledger::judge(*request, parts_.ledgers, *last);
    if (verdict.status == 409) return text_answer(409, verdict.body, "text/x.tlog.size");
    if (verdict.status != 200)
        return text_answer(static_cast<unsigned>(verdict.status), verdict.body + '\n');
    const auto now = std::chrono::floor<std::chrono::seconds>(parts_.clock.now().wall);
    keep_known(request->note, parts_.ledgers);
    const std::string lines = cosignature_of(request->note, parts_.name, parts_.key, now);
    const auto added = add_cosignatures(request->note, lines, std::vector{note_key()});
    if (!added) return fault(added.error());
    const auto kept = parts_.notes.put(name, request->note);
    return kept ? text_answer(200, lines) : fault(kept.error());
}

net::Response WitnessService::show_checkpoint(const std::string& name) const {
    const bool is_name = std::all_of(name.begin(), name.end(), [](char digit) {
        return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
    });
    if (!is_name) return text_answer(404, "there is no such page\n");
    const auto note = parts_.notes.find(name);
    if (!note) return fault(note.error());
    if (!*note) return text_answer(404, "this witness has cosigned no tree of this ledger\n");
    return text_answer(200, text_of(**note));
}

}  // namespace iam::host
