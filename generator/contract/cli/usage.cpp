// Counts the recorded calls refused under a change. Recorded arguments are checked against the old
// schema with a single change, so each finding has calls of its own.
#include <generator/contract/cli/usage.hpp>
#include <iam/contract/tool_findings.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace iam::gen::contract {
namespace {

using iam::contract::GrantEffect;
using iam::contract::Side;
using iam::contract::WitnessKind;
using ledger::EntryKind;

constexpr std::size_t k_entries_at_once = 500;

bool has_field(const ledger::DecodedEntry& entry, std::string_view name) {
    return std::any_of(entry.fields.begin(), entry.fields.end(),
                       [&](const auto& field) { return field.first == name; });
}

/// The recorded arguments of a call. nullptr if secrets were left out, a hook changed the record,
/// or the record was deleted.
const std::string* whole_arguments(const ledger::StoredEntry& stored,
                                   const ledger::DecodedEntry& entry) {
    if (has_field(entry, "arguments_secrets") || has_field(entry, "arguments_whole"))
        return nullptr;
    for (const ledger::Payload& payload : stored.payloads)
        if (payload.name == "arguments") return &payload.bytes;
    return nullptr;
}

void add_call(RecordedUse& use, const ledger::StoredEntry& stored,
              const ledger::DecodedEntry& entry) {
    const auto& tool = entry.entry.tool;
    if (entry.entry.kind != EntryKind::intent || !tool || !tool->origin.empty()) return;
    RecordedTool& recorded = use[tool->name];
    ++recorded.calls;
    if (const std::string* text = whole_arguments(stored, entry)) ++recorded.arguments[*text];
}

Result<void> read_calls(ledger::Store& store, const Moment& now, RecordedUse& use) {
    const auto from = now.wall - std::chrono::days(k_usage_days);
    ledger::Query query;
    query.limit = k_entries_at_once;
    while (true) {
        IAM_TRY(entries, store.entries(query));
        for (const ledger::StoredEntry& stored : entries) {
            IAM_TRY(entry, ledger::decode(stored.text));
            // Entries come newest first.
            if (entry.entry.time <= from) return {};
            add_call(use, stored, entry);
        }
        if (entries.size() < query.limit) return {};
        query.before = place_of(entries.back());
    }
}

bool holds(const std::optional<consent::Deadline>& deadline, const Moment& now) {
    return !deadline || consent::state_at(*deadline, now) == consent::DeadlineState::running;
}

Result<void> read_permissions(ledger::Store& store, const Moment& now, RecordedUse& use) {
    const auto add = [&](const ToolId& tool, const Digest& consent_digest) {
        if (tool.origin.empty()) use[tool.name].allowed_under.push_back(consent_digest);
    };
    IAM_TRY(grants, store.grants());
    for (const consent::Grant& grant : grants)
        if (grant.uses.value_or(1) > 0 && holds(grant.deadline, now))
            add(grant.tool, grant.consent_digest);
    IAM_TRY(permissions, store.permissions());
    for (const consent::Permission& one : permissions)
        if (one.allow && holds(one.expires, now) && !consent::has_lapsed(one, now, {}))
            add(one.tool, one.consent_digest);
    return {};
}

const OrderedJson* tool_of(const std::vector<OrderedJson>& tools, const std::string& name) {
    const auto found = std::find_if(tools.begin(), tools.end(), [&](const OrderedJson& tool) {
        return tool.at("name").get_ref<const std::string&>() == name;
    });
    return found == tools.end() ? nullptr : &*found;
}

/// Counts the recorded use behind each finding of one comparison.
class Counting {
 public:
    Counting(const Report& report, const RecordedUse& use, const Catalogue& before,
             const Catalogue& after)
        : use_(use), before_(before.tools()), after_(after.tools()), trust_(report.trust) {
        for (const Item& item : report.items) {
            const bool is_renamed =
                item.finding.rule->id == "T04" || item.finding.rule->id == "T05";
            const auto was = is_renamed ? parse_json(item.finding.before) : Result<Json>(Json());
            if (was && was->is_string()) old_names_[item.tool] = was->get<std::string>();
        }
    }

    Usage count(const Item& item) const {
        const auto renamed = old_names_.find(item.tool);
        const std::string& name = renamed == old_names_.end() ? item.tool : renamed->second;
        Usage usage;
        const auto found = use_.find(name);
        if (found == use_.end()) {
            if (concerns_calls(item.finding)) usage.breaking = 0;
            return usage;
        }
        const RecordedTool& recorded = found->second;
        const OrderedJson* was = tool_of(before_, name);
        usage.calls = recorded.calls;
        if (item.finding.grants != GrantEffect::keep)
            usage.permissions = allowed_under(recorded, was);
        if (concerns_calls(item.finding)) count_calls(item, recorded, was, usage);
        return usage;
    }

 private:
    /// True if the finding makes calls fail.
    static bool concerns_calls(const Finding& finding) {
        if (finding.change != ChangeClass::breaking) return false;
        return finding.rule->side == Side::tool || finding.pointer.rfind("/inputSchema", 0) == 0;
    }

    /// The number of permissions under the contract before. A contract without a digest counts as
    /// the one they were given for. A stranger's words state no digest.
    std::size_t allowed_under(const RecordedTool& recorded, const OrderedJson* was) const {
        const OrderedJson::json_pointer place("/_meta/iam~1contract/digests/consent");
        const auto& all = recorded.allowed_under;
        if (trust_ == Trust::untrusted || was == nullptr || !was->contains(place) ||
            !was->at(place).is_string())
            return all.size();
        const auto digest = Digest::from_hex(was->at(place).get<std::string>());
        if (!digest) return all.size();
        return static_cast<std::size_t>(std::count(all.begin(), all.end(), *digest));
    }

    void count_calls(const Item& item, const RecordedTool& recorded, const OrderedJson* was,
                     Usage& usage) const {
        // Without an example value, a finding concerns every call.
        usage.breaking = recorded.calls;
        const OrderedJson* is = tool_of(after_, item.tool);
        if (item.finding.shows != WitnessKind::lost || was == nullptr || is == nullptr) return;
        const auto change = iam::contract::input_change(*was, *is, item.finding, trust_);
        if (!change) return;
        std::size_t refused = 0;
        std::size_t told = 0;
        for (const auto& [text, times] : recorded.arguments) {
            const auto value = parse_json(text, limits_of_own_text(text.size()));
            const auto before = value ? change->before.accepts(*value) : Result<bool>(false);
            const auto after = value ? change->after.accepts(*value) : Result<bool>(false);
            if (!value || !before || !after) continue;
            told += times;
            if (*before && !*after) refused += times;
        }
        usage.breaking = refused;
        usage.untold = recorded.calls - told;
    }

    const RecordedUse& use_;
    const std::vector<OrderedJson> before_;
    const std::vector<OrderedJson> after_;
    const Trust trust_;
    std::map<std::string, std::string> old_names_;  // old names of renamed tools, by the new name
};

}  // namespace

Result<RecordedUse> read_use(ledger::Store& store, const Moment& now) {
    RecordedUse use;
    IAM_CHECK(read_calls(store, now, use));
    IAM_CHECK(read_permissions(store, now, use));
    return use;
}

void add_usage(Report& report, const RecordedUse& use, const Catalogue& before,
               const Catalogue& after) {
    const Counting counting(report, use, before, after);
    for (Item& item : report.items) item.usage = counting.count(item);
}

}  // namespace iam::gen::contract
