// The words of consent. Ledgers and exports hold them, so a word never changes its meaning.
#include <iam/consent/prompter.hpp>

namespace iam::consent {

std::string_view to_string(Risk risk) noexcept {
    switch (risk) {
        case Risk::low:
            return "low";
        case Risk::medium:
            return "medium";
        case Risk::high:
            return "high";
    }
    return "unknown";
}

std::string_view to_string(ApprovalState state) noexcept {
    switch (state) {
        case ApprovalState::pending:
            return "pending";
        case ApprovalState::given:
            return "given";
        case ApprovalState::refused:
            return "refused";
        case ApprovalState::withdrawn:
            return "withdrawn";
        case ApprovalState::expired:
            return "expired";
        case ApprovalState::consumed:
            return "consumed";
    }
    return "unknown";
}

std::string_view to_string(ApproverKind kind) noexcept {
    switch (kind) {
        case ApproverKind::person:
            return "person";
        case ApproverKind::host_assertion:
            return "host_assertion";
        case ApproverKind::program:
            return "program";
        case ApproverKind::client_asserted:
            return "client_asserted";
    }
    return "unknown";
}

std::string_view to_string(Source source) noexcept {
    switch (source) {
        case Source::default_policy:
            return "default_policy";
        case Source::compiled_policy:
            return "compiled_policy";
        case Source::stored_policy:
            return "stored_policy";
        case Source::rule:
            return "rule";
        case Source::permission:
            return "permission";
        case Source::grant:
            return "grant";
        case Source::approval:
            return "approval";
        case Source::host_assertion:
            return "host_assertion";
        case Source::interceptor:
            return "interceptor";
        case Source::freeze:
            return "freeze";
        case Source::nobody:
            return "nobody";
    }
    return "unknown";
}

std::string_view to_string(Answer answer) noexcept {
    switch (answer) {
        case Answer::allow_once:
            return "allow_once";
        case Answer::allow_always:
            return "allow_always";
        case Answer::deny_once:
            return "deny_once";
        case Answer::deny_always:
            return "deny_always";
        case Answer::edit:
            return "edit";
        case Answer::none:
            return "none";
    }
    return "unknown";
}

}  // namespace iam::consent
