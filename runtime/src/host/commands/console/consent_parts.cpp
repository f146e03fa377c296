#include "host/commands/console/consent_parts.hpp"

#include <iam/chat/budgets.hpp>
#include <iam/chat/provider.hpp>

#include <string>
#include <utility>

namespace iam::host {
namespace {

console::RulesNow rules_of(RuleFiles& rules) {
    console::RulesNow now;
    for (RuleFileReport& report : rules.reports())
        now.files.push_back({report.file.scope, report.file.path.string(), report.is_there,
                             report.last_good_in_force, std::move(report.findings)});
    now.book = rules.current();
    return now;
}

Result<std::string> text_for(chat::Provider provider, const Contract& contract) {
    IAM_TRY(tools, chat::tools_for(provider, {&contract}));
    return tools.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

}  // namespace

void add_consent_parts(console::Parts& parts, const Session& session, const Desk& desk) {
    parts.subject = session.subject();
    parts.rules = [&rules = *desk.rules] { return rules_of(rules); };
    using chat::Provider;
    for (const Provider provider :
         {Provider::openai, Provider::anthropic, Provider::gemini, Provider::ollama})
        parts.tool_forms.push_back(
            {std::string(to_string(provider)),
             [provider](const Contract& contract) { return text_for(provider, contract); }});
    parts.estimate_tokens = chat::estimated_tokens;
}

}  // namespace iam::host
