// Checks that every changed part of a tool has a finding, and every changed digest a reason.
#include "contract/digests/digest_parts.hpp"
#include "contract/digests/full_schemas.hpp"
#include "contract/digests/stated_facts.hpp"
#include "contract/findings/made_finding.hpp"
#include "contract/findings/moved_members.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <array>

namespace iam::contract {
namespace {

class UnsaidChanges {
 public:
    UnsaidChanges(const OrderedJson& before, const OrderedJson& after, const ToolPair& tools,
                  const std::vector<Finding>& said)
        : old_order_(before),
          new_order_(after),
          before_(tools.before),
          after_(tools.after),
          said_(said) {}

    std::vector<Finding> run() {
        check_digests();
        for (const std::string& name : member_names(before_, after_))
            // The comparison of catalogues covers the name.
            if (name != "name" && name != "_meta") check("", name, before_, after_);
        check_meta();
        check_order();
        return std::move(found_);
    }

 private:
    void add(std::string_view rule, std::string pointer, const Json* before, const Json* after) {
        found_.push_back(made_finding(rule, std::move(pointer), before, after));
    }

    bool is_said(const std::string& pointer) const {
        return std::any_of(said_.begin(), said_.end(), [&](const Finding& finding) {
            return is_within(finding.pointer, pointer);
        });
    }

    void check(const std::string& place, const std::string& name, const Json& before,
               const Json& after) {
        if (same_member(before, after, name)) return;
        std::string pointer = place;
        append_pointer(pointer, name);
        if (is_said(pointer)) return;
        const Json* was = find_member(before, name);
        const Json* is = find_member(after, name);
        add(is_same_schema(name, was, is) ? "S08" : "S06", pointer, was, is);
    }

    // True if two schemas differ only in the names of definitions, or in references replaced by
    // their targets.
    static bool is_same_schema(const std::string& name, const Json* before, const Json* after) {
        if ((name != "inputSchema" && name != "outputSchema") || !before || !after) return false;
        const auto was = form_with_texts(*before);
        const auto is = form_with_texts(*after);
        return was && is && json_equal(*was, *is);
    }

    void check_meta() {
        const Json* was = find_member(before_, "_meta");
        const Json* is = find_member(after_, "_meta");
        const auto is_object = [](const Json* meta) {
            return meta == nullptr || meta->is_object();
        };
        if (!is_object(was) || !is_object(is)) return check("", "_meta", before_, after_);
        const Json& old_meta = object_member(before_, "_meta");
        const Json& new_meta = object_member(after_, "_meta");
        for (const std::string& name : member_names(old_meta, new_meta)) {
            const bool are_facts = name == "iam/contract" &&
                                   is_object(find_member(old_meta, name)) &&
                                   is_object(find_member(new_meta, name));
            if (!are_facts) check("/_meta", name, old_meta, new_meta);
        }
        const Json& old_facts = contract_facts(before_);
        const Json& new_facts = contract_facts(after_);
        for (const std::string& name : member_names(old_facts, new_facts))
            if (!is_judged_elsewhere(name, old_facts, new_facts))
                check(k_facts_pointer, name, old_facts, new_facts);
    }

    // True for the place in the sources, for repetitions of another part, and for facts covered by
    // the findings about parameters.
    bool is_judged_elsewhere(const std::string& name, const Json& before, const Json& after) const {
        const Json* was = find_member(before, name);
        const Json* is = find_member(after, name);
        if (name == "source" || name == "digests") return true;
        if (name == "hints_stated") return is_said("/annotations");
        if (name == "result_member") return is_said("/outputSchema");
        // A change of the full schemas moves the digests. If only one side states them, another
        // version of iam-gen wrote the other side.
        if (name == k_full_fact)
            return was == nullptr || is == nullptr || is_said("/inputSchema") ||
                   is_said("/outputSchema");
        if (name == "secrets") return is_list_of_texts(was) && is_list_of_texts(is);
        const auto is_map = [](const Json* units) {
            return units == nullptr || units->is_object();
        };
        return name == "units" && is_map(was) && is_map(is);
    }

    bool behaves_alike() const {
        return behaviour_of(old_order_).dump() == behaviour_of(new_order_).dump();
    }

    void check_order() {
        if (!said_.empty() || !found_.empty() || behaves_alike()) return;
        if (same_member(before_, after_, "name") &&
            json_equal(Json(behaviour_of(old_order_)), Json(behaviour_of(new_order_))))
            add("S12", "", nullptr, nullptr);
    }

    // A catalogue without digests has no digest to change.
    bool moved(const char* name) const {
        const std::string old_text = digest_of(before_, name);
        const std::string new_text = digest_of(after_, name);
        return !old_text.empty() && !new_text.empty() && old_text != new_text;
    }

    static bool publishes_terms(const Json& tool) {
        const auto wire = Digest::from_hex(digest_of(tool, "wire"));
        const auto consent = wire ? consent_digest(stated_consent_facts(tool), *wire)
                                  : Result<Digest>(tl::unexpected(wire.error()));
        return consent && consent->hex() == digest_of(tool, "consent");
    }

    // Reports a changed digest with an unpublished reason.
    void check_digests() {
        const auto add_digest = [&](const char* name) {
            const auto digest = [&](const Json& tool) {
                return find_member(object_member(contract_facts(tool), "digests"), name);
            };
            add("S06", std::string(k_facts_pointer) + "/digests/" + name, digest(before_),
                digest(after_));
        };
        if (moved("wire") && !(states_full_schemas(before_) && states_full_schemas(after_)))
            return add_digest("wire");
        if (moved("consent") && !(publishes_terms(before_) && publishes_terms(after_)))
            return add_digest("consent");
        if (moved("behaviour") && said_.empty() && same_member(before_, after_, "name") &&
            behaves_alike())
            add_digest("behaviour");
    }

    const OrderedJson& old_order_;
    const OrderedJson& new_order_;
    const Json& before_;
    const Json& after_;
    const std::vector<Finding>& said_;
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> unsaid_findings(const OrderedJson& before, const OrderedJson& after,
                                     const ToolPair& tools, const std::vector<Finding>& found) {
    return UnsaidChanges(before, after, tools, found).run();
}

}  // namespace iam::contract
