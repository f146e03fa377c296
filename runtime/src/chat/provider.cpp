// Tools, responses and results of any provider, by its row of functions.
#include "iam/chat/provider.hpp"

#include "chat/provider_table.hpp"
#include <iam/core/assert.hpp>
#include <iam/core/digest.hpp>

#include <algorithm>
#include <utility>

namespace iam::chat {
namespace {

const ProviderRow& row_of(Provider provider) noexcept {
    for (const ProviderRow* row : k_provider_rows)
        if (row->provider == provider) return *row;
    IAM_ASSERT(false);  // an enumerator without a row
    return k_openai;
}

constexpr std::size_t k_name_bytes_max = 64;

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

}  // namespace

Result<void> check_plain_name(std::string_view provider, std::string_view name) {
    const bool plain = !name.empty() && name.size() <= k_name_bytes_max &&
                       std::all_of(name.begin(), name.end(), is_word);
    if (plain) return {};
    return fail(Errc::invalid_argument,
                "the tool name '" + std::string(name) + "' is refused by " + std::string(provider) +
                    ", which wants 1 to 64 of A-Z a-z 0-9 _ -; rename it with .name");
}

OrderedJson as_array(OrderedJson each) {
    return each;
}

OrderedJson function_tool(const OrderedJson& document, OrderedJson parameters) {
    OrderedJson function = OrderedJson::object();
    function["name"] = document.at("name");
    function["description"] = document.value("description", "");
    function["parameters"] = std::move(parameters);
    return OrderedJson{{"type", "function"}, {"function", std::move(function)}};
}

std::string_view to_string(Provider provider) noexcept {
    return row_of(provider).name;
}

Result<Provider> parse_provider(std::string_view name) {
    std::string known;
    for (const ProviderRow* row : k_provider_rows) {
        if (row->name == name) return row->provider;
        known += (known.empty() ? "" : ", ") + std::string(row->name);
    }
    return fail(Errc::invalid_argument,
                "'" + std::string(name) + "' is no provider; known are " + known);
}

Result<OrderedJson> tools_for(Provider provider, const std::vector<const Contract*>& contracts) {
    const ProviderRow& row = row_of(provider);
    OrderedJson tools = OrderedJson::array();
    for (const Contract* contract : contracts) {
        IAM_CHECK(row.check_name(contract->id.name));
        IAM_TRY(document,
                parse_ordered_json(contract->document,
                                   Limits{.depth_max = k_depth_ceiling, .allow_nul = true}));
        if (!document.is_object() || !document.contains("name") ||
            !document.contains("inputSchema"))
            return fail(Errc::corrupt, "the contract of '" + contract->id.name +
                                           "' has no name or no inputSchema; generate it again");
        tools.push_back(row.tool(document));
    }
    return row.tools(std::move(tools));
}

Result<ModelResponse> read_response(Provider provider, std::string_view text) {
    return row_of(provider).read(text);
}

std::string call_id(const ModelResponse& response, std::size_t index, const Subject& subject) {
    if (response.id.empty()) return {};
    constexpr std::size_t k_characters = 32;  // as an id of the runtime
    Hasher hasher(domain_tag("iam/proposed/1"));
    for (const std::string_view part :
         {to_string(response.provider), std::string_view(response.id),
          std::string_view(response.calls[index].proposer.request_id),
          std::string_view(subject.user), std::string_view(subject.workspace),
          std::string_view(subject.session), std::string_view(subject.agent)}) {
        hasher.update_framed(part);
    }
    hasher.update_framed(std::to_string(index));
    return hasher.finish().hex().substr(0, k_characters);
}

std::string content_of(const ToolResult& result) {
    if (result.success) return result.result.value_or("ok");
    OrderedJson failure = {{"code", result.code}, {"message", result.message}};
    if (!result.errors.empty()) {
        OrderedJson errors = OrderedJson::array();
        for (const ValueError& error : result.errors)
            errors.push_back({{"pointer", error.pointer},
                              {"message", error.message},
                              {"expected", error.expected}});
        failure["errors"] = std::move(errors);
    }
    return failure.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson results_for(const ModelResponse& response, const std::vector<ToolResult>& results) {
    IAM_ASSERT(response.calls.size() == results.size());
    const ProviderRow& row = row_of(response.provider);
    OrderedJson items = OrderedJson::array();
    for (std::size_t i = 0; i < results.size(); ++i)
        items.push_back(row.result(response.form, response.calls[i], results[i]));
    return row.results(std::move(items));
}

}  // namespace iam::chat
