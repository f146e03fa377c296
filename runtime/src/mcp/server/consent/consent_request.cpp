#include "mcp/server/consent/consent_request.hpp"

#include "mcp/server/core.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <utility>

namespace iam::mcp {
namespace {

/// Empty: there is no page.
std::string page_of(const ServerCore& server, const std::string& approval) {
    try {
        return server.parts.page_of ? server.parts.page_of(approval) : std::string();
    } catch (...) {
        return {};
    }
}

}  // namespace

std::optional<ConsentRequest> consent_request(const ActiveCall& call, const std::string& approval) {
    const Client& client = call.caller.client;
    if (!client.has_urls || !has_url_elicitation(client.revision)) return std::nullopt;
    std::string url = page_of(*call.session->server, approval);
    if (url.empty()) return std::nullopt;
    return ConsentRequest{std::move(url), "A person must answer the question about the call of " +
                                              call.call.tool.name + " on this page."};
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
    out.plain_member("mode", "url");
    out.plain_key("url");
    out.string(request.url);
    out.end_object();
    return out.take();
}

ReturnedConsent::Action action_in(std::string_view answer) {
    using Action = ReturnedConsent::Action;
    const auto read = parse_json(answer);
    if (!read || !read->is_object()) return Action::nothing;
    const auto action = read->find("action");
    if (action == read->end() || !action->is_string()) return Action::nothing;
    for (const auto& [word, meaning] :
         {std::pair("accept", Action::accept), std::pair("decline", Action::decline),
          std::pair("cancel", Action::cancel)}) {
        if (action->get_ref<const std::string&>() == word) return meaning;
    }
    return Action::nothing;
}

}  // namespace iam::mcp
