// Judges a change by the findings of iam-schema. The worst finding decides.
#include "iam/gate/judge_change.hpp"

#include "gate/consent/contract_changes.hpp"
#include <iam/contract/tool_findings.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <optional>

namespace iam::gate {
namespace {

using contract::Finding;
using contract::GrantEffect;

// As many as a person reads before an answer. iam-schema lists all of them.
constexpr std::size_t k_findings_max = 6;

/// Nothing if the document is not of the contract with this digest.
std::optional<OrderedJson> document_of(const std::string& text, const Digest& consent_digest) {
    auto document = parse_ordered_json(text);
    if (!document || !document->is_object()) return std::nullopt;
    const OrderedJson::json_pointer digest("/_meta/iam~1contract/digests/consent");
    if (!document->contains(digest) || !document->at(digest).is_string() ||
        document->at(digest).get_ref<const std::string&>() != consent_digest.hex())
        return std::nullopt;
    return *std::move(document);
}

std::vector<std::string> told(const std::vector<Finding>& findings) {
    std::vector<std::string> sentences;
    std::size_t others = 0;
    for (const Finding& finding : findings) {
        if (finding.grants == GrantEffect::keep) continue;
        if (sentences.size() < k_findings_max)
            sentences.push_back(contract::sentence_of(finding));
        else
            ++others;
    }
    if (others > 0) sentences.push_back("Changes beside these: " + std::to_string(others) + ".");
    return sentences;
}

consent::ChangeEffect effect_of(const std::vector<Finding>& findings) {
    GrantEffect worst = GrantEffect::keep;
    for (const Finding& finding : findings) worst = std::max(worst, finding.grants);
    switch (worst) {
        case GrantEffect::keep:
            return consent::ChangeEffect::keep;
        case GrantEffect::suspend:
            return consent::ChangeEffect::suspend;
        case GrantEffect::revoke:
            break;
    }
    return consent::ChangeEffect::revoke;
}

}  // namespace

consent::ContractChange judge_change(const Digest& before, const std::string& document,
                                     const Contract& today) {
    consent::ContractChange change{before, consent::ChangeEffect::suspend, {}};
    const auto was = document_of(document, before);
    const auto is = document_of(whole_document(today), today.digests.consent);
    if (!was || !is) return change;
    const auto trust =
        today.id.origin.empty() ? contract::Trust::first_party : contract::Trust::untrusted;
    const auto findings = contract::compare_tools(*was, *is, trust);
    // The digests differ, so a change without findings is not known to be harmless.
    if (findings.empty()) return change;
    change.effect = effect_of(findings);
    change.findings = told(findings);
    return change;
}

}  // namespace iam::gate
