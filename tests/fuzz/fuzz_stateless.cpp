// Any text as the state that a client carries, as the metadata of a request, as its answers, and as
// the head and body of a request without a session: nothing is taken that was not made here.
#include "mcp/server/caller.hpp"
#include "mcp/server/consent/consent_request.hpp"
#include "mcp/server/consent/form_answer.hpp"
#include "mcp/server/http/request_head.hpp"
#include "mcp/server/stateless/request_state.hpp"
#include "mcp/server/stateless/rounds.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace iam;
using namespace iam::mcp;

void must(bool holds) {
    if (!holds) std::abort();
}

void read_state(std::string_view text) {
    static SystemEntropy entropy;
    static const StateKey key(entropy);
    must(!key.open(text));
    RequestState state{.round = "r", .turn = 1, .principal = "p", .wish = "w"};
    const std::string ours = key.seal(state);
    must(key.open(ours) == state);
    must(!key.open(ours + std::string(text)) || text.empty());
}

void read_request(std::string_view text) {
    const auto caller = read_caller(text);
    must(!caller || (caller->is_stateless && names_revision(text)));
    static_cast<void>(wish_of("tools/call", text));
    const auto body = parse_json(text, {.allow_nul = true});
    if (!body) return;
    if (const auto responses = responses_in(*body)) {
        for (const auto& [key, answer] : *responses) must(answer.starts_with('{'));
    }
    net::Request request{.method = "POST", .target = "/mcp"};
    request.fields = {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}};
    const auto mismatch = head_mismatch(request, *body);
    must(!mismatch || !mismatch->empty());
}

/// The words of a client about a question: only its own words for it allow anything.
void read_words(std::string_view text) {
    const ClientWords words = client_words(text);
    must(words.content.empty() || words.content.starts_with('{'));
    const auto answer = form_answer(words, {});
    must(!answer || !answer->allows || words.content.find("Allow once") != std::string::npos);
    must(!answer || words.action != ClientWords::Action::cancel);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read_state(text);
    read_request(text);
    read_words(text);
    static_cast<void>(decode_field(text));
    return 0;
}
