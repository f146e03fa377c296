#include "mcp/server/consent/consent_request.hpp"

#include "mcp/server/consent/form_answer.hpp"
#include "mcp/server/core.hpp"
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>
#include <iam/gate/consent.hpp>
#include <iam/question/card.hpp>
#include <iam/question/text.hpp>

#include <algorithm>
#include <utility>

namespace iam::mcp {
namespace {

constexpr std::size_t k_form_columns = 80;

/// Empty: there is no page.
std::string page_of(const ServerCore& server, const std::string& approval) {
    try {
        return server.parts.page_of ? server.parts.page_of(approval) : std::string();
    } catch (...) {
        return {};
    }
}

std::optional<ConsentRequest> page_request(const ActiveCall& call, const std::string& approval) {
    const Client& client = call.caller.client;
    if (!client.has_urls || !has_url_elicitation(client.revision)) return std::nullopt;
    std::string url = page_of(*call.session->server, approval);
    if (url.empty()) return std::nullopt;
    return ConsentRequest{.message = "A person must answer the question about the call of " +
                                     call.call.tool.name + " on this page.",
                          .url = std::move(url)};
}

/// The text is the same as in a terminal.
std::optional<ConsentRequest> form_request(const ActiveCall& call, const std::string& approval) {
    if (!may_fill_forms(call)) return std::nullopt;
    const auto question = call.session->server->parts.runtime.consent().question(
        approval, Proposer::Kind::mcp_client);
    if (!question || !question->deny_only_because.empty()) return std::nullopt;
    ConsentRequest request;
    request.message =
        question::about(question::card_of(*question), k_form_columns, words::Locale::en_us);
    if (request.message.size() > k_form_bytes_max) return std::nullopt;
    request.schema = form_schema(question->inputs);
    request.form = sha256("iam/mcp/form/1", request.message).hex();
    return request;
}

}  // namespace

std::optional<ConsentRequest> consent_request(const ActiveCall& call, const std::string& approval) {
    if (auto request = page_request(call, approval)) return request;
    return form_request(call, approval);
}

bool may_fill_forms(const ActiveCall& call) {
    const Client& client = call.caller.client;
    if (!client.has_forms || !has_elicitation(client.revision)) return false;
    const auto& listed = call.session->server->settings.form_clients;
    const FormClient is{client.name, call.session->credential};
    return !is.credential.empty() && std::find(listed.begin(), listed.end(), is) != listed.end();
}

std::string elicitation_params(const ConsentRequest& request, std::string_view elicitation) {
    JsonWriter out;
    out.begin_object();
    if (!elicitation.empty()) {
        out.plain_key("elicitationId");
        out.string(elicitation);
    }
    out.plain_key("message");
    out.string(request.message);
    if (request.url.empty()) {
        // Revision 2025-06-18 has no modes: all of its questions are forms.
        out.plain_key("requestedSchema");
        out.raw(request.schema);
    } else {
        out.plain_member("mode", "url");
        out.plain_key("url");
        out.string(request.url);
    }
    out.end_object();
    return out.take();
}

ClientWords client_words(std::string_view answer) {
    using Action = ClientWords::Action;
    const auto read = parse_json(answer);
    if (!read || !read->is_object()) return {};
    const auto action = read->find("action");
    if (action == read->end() || !action->is_string()) return {};
    ClientWords words;
    for (const auto& [word, meaning] :
         {std::pair("accept", Action::accept), std::pair("decline", Action::decline),
          std::pair("cancel", Action::cancel)}) {
        if (action->get_ref<const std::string&>() == word) words.action = meaning;
    }
    const auto content = read->find("content");
    if (words.action == Action::accept && content != read->end() && content->is_object())
        words.content = canonical_json(*content).value_or("");
    return words;
}

}  // namespace iam::mcp
