// Learns the size that the witness knows from its conflict, and proves the growth from there.
#include "host/commands/witness/cosigning.hpp"

#include <iam/ledger/sealing.hpp>
#include <iam/ledger/witness_protocol.hpp>
#include <iam/net/http_client.hpp>
#include <iam/question/escape.hpp>

#include <charconv>
#include <optional>
#include <string_view>

namespace iam::host {
namespace {

// Another ledger host may ask the witness at the same time.
constexpr int k_asks_max = 4;
constexpr std::size_t k_answer_bytes_max = ledger::k_note_bytes_max;
constexpr std::chrono::seconds k_witness_time{10};

/// "5\n" as a number.
std::optional<std::uint64_t> size_in(std::string_view body) {
    if (!body.ends_with('\n')) return std::nullopt;
    body.remove_suffix(1);
    std::uint64_t size = 0;
    const char* const end = body.data() + body.size();
    const auto [stop, problem] = std::from_chars(body.data(), end, size);
    if (problem != std::errc{} || stop != end) return std::nullopt;
    return size;
}

Error refusal_of(const net::Response& response) {
    const std::string said =
        question::escape_for_display(response.body.substr(0, std::size_t{200}));
    const std::string status = std::to_string(response.status);
    if (response.status == 422 || response.status == 400)
        return {Errc::corrupt, "the witness refuses the tree (" + status + "): " + said};
    if (response.status == 403 || response.status == 404)
        return {Errc::unavailable, "the witness does not know the ledger or its key (" + status +
                                       "); start it with --ledger and the note key: " + said};
    return {Errc::unavailable, "the witness answered " + status + "; try again later: " + said};
}

Result<void> keep_cosignature(ledger::Store& store, ledger::SignedNote note, std::uint64_t size,
                              const std::string& answer, const ledger::NoteKey& witness) {
    IAM_CHECK(add_cosignatures(note, answer, std::vector{witness}));
    ledger::Batch batch;
    batch.change(ledger::PutTreeNote{size, text_of(note)});
    IAM_CHECK(store.commit(std::move(batch)));
    return {};
}

}  // namespace

Result<void> ask_for_cosignature(ledger::Store& store, const std::string& prefix,
                                 const ledger::NoteKey& witness, const Poster& post) {
    const std::string url = prefix + (prefix.ends_with('/') ? "add-checkpoint" : "/add-checkpoint");
    std::uint64_t old_size = 0;
    for (int asks = 0; asks < k_asks_max; ++asks) {
        IAM_TRY(request, ledger::cosignature_request(store, old_size));
        IAM_TRY(head, ledger::parse_tree_head(request.note.text));
        IAM_TRY(response, post(url, text_of(request)));
        if (response.status == 200)
            return keep_cosignature(store, request.note, head.tree.size, response.body, witness);
        const auto known = size_in(response.body);
        if (response.status != 409 || !known) return tl::unexpected(refusal_of(response));
        if (*known > head.tree.size) {
            return fail(Errc::corrupt, "the witness saw a tree of " + std::to_string(*known) +
                                           " entries, and the ledger has one of " +
                                           std::to_string(head.tree.size) +
                                           ": entries were removed from the end");
        }
        old_size = *known;
    }
    return fail(Errc::unavailable,
                "the witness knows another tree each time; try again when less is written");
}

Result<void> ask_for_cosignature(ledger::Store& store, const std::string& prefix,
                                 const ledger::NoteKey& witness) {
    net::ClientSettings settings;
    settings.limits.body_bytes_max = k_answer_bytes_max;
    settings.limits.connect_time = k_witness_time;
    settings.limits.first_byte_time = k_witness_time;
    settings.limits.total_time = 3 * k_witness_time;
    IAM_TRY(client, net::HttpClient::make(settings));
    return ask_for_cosignature(
        store, prefix, witness, [&](const std::string& url, std::string body) {
            return client->fetch({.method = "POST", .url = url, .body = std::move(body)});
        });
}

}  // namespace iam::host
