// Judges a change by the findings of iam-schema. The worst finding decides.
#include "iam/gate/judge_change.hpp"

#include "gate/consent/contract_changes.hpp"
#include <iam/contract/foreign_tool.hpp>
#include <iam/contract/tool_findings.hpp>
#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>
#include <iam/words/sentences.hpp>

#include <algorithm>
#include <optional>

namespace iam::gate {
namespace {

using contract::Finding;
using contract::GrantEffect;
using words::Id;
using words::say;

// As many as a person reads before an answer. iam-schema lists all of them.
constexpr std::size_t k_findings_max = 6;

/// A tool object as its contract is compared, and the endpoint of its server.
struct Document {
    OrderedJson tool{};
    std::string endpoint{};  ///< empty: it is not known
};

/// Takes whole_document() apart.
Document unwrapped(OrderedJson document) {
    // A tool object has more members, so none looks like this.
    const bool is_wrapped = document.is_object() && document.size() == 2 &&
                            document.contains("endpoint") && document.contains("tool");
    if (!is_wrapped) return {std::move(document), {}};
    auto endpoint = canonical_json(Json(document["endpoint"]));
    return {std::move(document["tool"]), endpoint ? *std::move(endpoint) : std::string()};
}

/// The consent digest that manifests state. Another server's words state none, so the digest of its
/// tool is computed.
std::optional<Digest> consent_digest_of(const Document& document, bool is_foreign) {
    if (is_foreign) {
        const auto digests = contract::foreign_digests(document.tool, document.endpoint);
        return digests ? std::optional(digests->consent) : std::nullopt;
    }
    const OrderedJson::json_pointer place("/_meta/iam~1contract/digests/consent");
    if (!document.tool.contains(place) || !document.tool.at(place).is_string()) return std::nullopt;
    const auto stated = Digest::from_hex(document.tool.at(place).get_ref<const std::string&>());
    return stated ? std::optional(*stated) : std::nullopt;
}

/// Nothing if the document is not of the contract with this digest.
std::optional<Document> document_of(const std::string& text, const Digest& consent_digest,
                                    bool is_foreign) {
    auto parsed = parse_ordered_json(text, limits_of_own_text(text.size()));
    if (!parsed) return std::nullopt;
    Document document =
        is_foreign ? unwrapped(*std::move(parsed)) : Document{*std::move(parsed), {}};
    if (!document.tool.is_object() || consent_digest_of(document, is_foreign) != consent_digest)
        return std::nullopt;
    return document;
}

/// Another program answers under the server's name. Told before the changes of the tool.
void tell_endpoint(const Document& was, const Document& is, consent::ContractChange& change) {
    if (was.endpoint == is.endpoint) return;
    change.effect = std::max(change.effect, consent::ChangeEffect::suspend);
    // Long ones begin where they differ.
    Finding values;
    values.before = was.endpoint;
    values.after = is.endpoint;
    const auto [before, after] = contract::shortened_values(values);
    const auto sentence = before.empty()
                              ? say(Id::change_endpoint_new, {{"after", after}})
                              : say(Id::change_endpoint, {{"before", before}, {"after", after}});
    change.findings.insert(change.findings.begin(), words::Sentences(sentence));
}

words::Sentences part_words(const Finding& finding) {
    const contract::FindingPart part = contract::part_of(finding);
    if (part.kind == contract::FindingPart::Kind::whole) return {};
    const bool is_argument = part.kind == contract::FindingPart::Kind::arguments;
    if (part.names.empty()) return say(is_argument ? Id::change_arguments : Id::change_result);
    return say(is_argument ? Id::change_argument : Id::change_result_of, {{"name", part.names}});
}

words::Sentences values_words(const Finding& finding) {
    const auto [before, after] = contract::shortened_values(finding);
    if (before.empty() && after.empty()) return {};
    if (before.empty()) return say(Id::change_is, {{"after", after}});
    if (after.empty()) return say(Id::change_was, {{"before", before}});
    return say(Id::change_was_is, {{"before", before}, {"after", after}});
}

/// contract::sentence_of() as a value.
words::Sentence said_of(const Finding& finding) {
    const std::string id(finding.rule->id);
    return say(Id::change, {{"part", part_words(finding)},
                            {"name", words::term(id + ".name", finding.rule->name)},
                            {"values", values_words(finding)},
                            {"meaning", words::term(id, finding.rule->explanation)}});
}

/// Places a finding among those with the same effect: lower ones are told first. Strangers could
/// otherwise bury a new description below changes of small parts.
int turn_of(const Finding& finding) {
    if (finding.pointer == "/description") return 0;
    if (finding.rule->side == contract::Side::annotation) return 1;
    return 2 + static_cast<int>(finding.level);
}

std::vector<words::Sentences> told(std::vector<Finding> findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return a.grants != b.grants ? a.grants > b.grants : turn_of(a) < turn_of(b);
    });
    std::vector<words::Sentences> sentences;
    std::size_t others = 0;
    for (const Finding& finding : findings) {
        if (finding.grants == GrantEffect::keep) continue;
        if (sentences.size() < k_findings_max)
            sentences.emplace_back(said_of(finding));
        else
            ++others;
    }
    if (others > 0)
        sentences.emplace_back(say(Id::change_others, {{"count", std::to_string(others)}}));
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
    const bool is_foreign = !today.id.origin.empty();
    const auto was = document_of(document, before, is_foreign);
    const auto is = document_of(whole_document(today), today.digests.consent, is_foreign);
    if (!was || !is) return change;
    const auto trust = is_foreign ? contract::Trust::untrusted : contract::Trust::first_party;
    const auto findings = contract::compare_tools(was->tool, is->tool, trust);
    // The digests differ, so a change without findings is not known to be harmless.
    if (findings.empty() && was->endpoint == is->endpoint) return change;
    change.effect = effect_of(findings);
    change.findings = told(findings);
    tell_endpoint(*was, *is, change);
    return change;
}

}  // namespace iam::gate
