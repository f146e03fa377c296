#include "mcp/client/authorization/values/scopes.hpp"

#include <algorithm>
#include <utility>

namespace iam::mcp {

bool is_scope_text(std::string_view text) noexcept {
    return !text.empty() && text.size() <= k_scope_bytes_max &&
           std::all_of(text.begin(), text.end(), [](char letter) {
               return letter > ' ' && letter <= '~' && letter != '"' && letter != '\\';
           });
}

Result<Scopes> read_scopes(std::string_view text) {
    Scopes scopes;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view scope = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (scope.empty() || has_scope(scopes, scope)) continue;
        if (!is_scope_text(scope) || scopes.size() == k_listed_scopes_max) {
            return fail(Errc::invalid_argument,
                        "The server names scopes that are none, or more than " +
                            std::to_string(k_listed_scopes_max) + "; ask its operator.");
        }
        scopes.emplace_back(scope);
    }
    return scopes;
}

Scopes union_of(Scopes a, const Scopes& b) {
    for (const std::string& scope : b)
        if (!has_scope(a, scope)) a.push_back(scope);
    return a;
}

bool has_scope(const Scopes& scopes, std::string_view scope) noexcept {
    return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
}

std::string text_of_scopes(const Scopes& scopes) {
    std::string text;
    for (const std::string& scope : scopes) text += (text.empty() ? "" : " ") + scope;
    return text;
}

}  // namespace iam::mcp
