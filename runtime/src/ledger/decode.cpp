// Reads the text of an entry back to its facts, with the strict reader. Text unlike encode()'s
// output (an unknown member, a missing one, another kind of value) is an error.
#include "ledger/words.hpp"
#include <iam/core/json_reader.hpp>
#include <iam/ledger/entry.hpp>

#include <array>
#include <limits>
#include <utility>

namespace iam::ledger {
namespace {

/// The reader, and the problem of a value: valid JSON without a meaning here.
struct Source {
    JsonReader json;
    std::string problem{};
    std::string place{};

    bool bad(std::string why) {
        if (problem.empty()) {
            problem = std::move(why);
            place = json.pointer();
        }
        return false;
    }
};

/// One member of an object, and the function to read it into T.
template <class T>
struct Member {
    std::string_view name;
    bool (*read)(Source& in, T& out);
    bool required = false;
};

template <class T, std::size_t N>
bool read_object(Source& in, const std::array<Member<T>, N>& members, T& out) {
    std::array<bool, N> seen{};
    if (!in.json.begin_object()) return false;
    std::string_view name;
    while (in.json.next_member(name)) {
        std::size_t i = 0;
        while (i < N && members[i].name != name) ++i;
        if (i == N) return in.bad("it has a member that entries do not have");
        seen[i] = true;
        if (!members[i].read(in, out)) return false;
    }
    if (in.json.failed()) return false;
    for (std::size_t i = 0; i < N; ++i) {
        if (members[i].required && !seen[i])
            return in.bad("its member \"" + std::string(members[i].name) + "\" is missing");
    }
    return true;
}

/// Reads an enumerator from its word.
template <class Enum, std::size_t N, class Name>
bool read_word(Source& in, const std::array<Enum, N>& all, Name name, Enum& out) {
    std::string word;
    if (!in.json.read_string(word)) return false;
    for (const Enum value : all) {
        if (name(value) == word) {
            out = value;
            return true;
        }
    }
    return in.bad("it holds a word that entries do not use there");
}

bool read_integer(Source& in, std::int64_t& out) {
    JsonNumber number;
    if (!in.json.read_number(number)) return false;
    if (number.kind == JsonNumber::Kind::negative) {
        out = number.negative;
        return true;
    }
    constexpr auto max = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (number.kind == JsonNumber::Kind::real || number.non_negative > max)
        return in.bad("it holds a number that is not a 64-bit integer");
    out = static_cast<std::int64_t>(number.non_negative);
    return true;
}

bool read_digest(Source& in, Digest& out) {
    std::string text;
    if (!in.json.read_string(text)) return false;
    const auto digest = Digest::from_hex(text);
    if (!digest) return in.bad("it holds a digest that cannot be read");
    out = *digest;
    return true;
}

bool read_id(Source& in, EntryId& out) {
    std::string text;
    if (!in.json.read_string(text)) return false;
    const auto id = parse_entry_id(text);
    if (!id || to_string(*id) != text) return in.bad("it holds an entry id that cannot be read");
    out = *id;
    return true;
}

bool read_policy(Source& in, Policy& out) {
    return read_word(
        in, k_policies, [](Policy policy) { return to_string(policy); }, out);
}

bool read_kind(Source& in, EntryKind& out) {
    return read_word(
        in, k_entry_kinds, [](auto kind) { return to_string(kind); }, out);
}

bool read_risk(Source& in, consent::Risk& out) {
    return read_word(
        in, k_risks, [](auto risk) { return to_string(risk); }, out);
}

bool read_source(Source& in, consent::Source& out) {
    return read_word(
        in, k_sources, [](auto source) { return to_string(source); }, out);
}

bool read_proposer_kind(Source& in, Proposer::Kind& out) {
    return read_word(
        in, k_proposer_kinds, [](auto kind) { return to_string(kind); }, out);
}

/// Reads a member of type string: `read_text<&Subject::user>`.
template <auto Field, class T>
bool read_text(Source& in, T& out) {
    return in.json.read_string(out.*Field);
}

bool read_approver_kind(Source& in, consent::Approver& out) {
    return read_word(
        in, k_approver_kinds, [](auto kind) { return to_string(kind); }, out.kind);
}

/// In entries without a kind, the channel tells it.
bool read_channel(Source& in, consent::Approver& out) {
    using K = consent::ApproverKind;
    if (!in.json.read_string(out.channel)) return false;
    for (const K kind : {K::host_assertion, K::program}) {
        if (out.channel == to_string(kind)) out.kind = kind;
    }
    return true;
}

bool read_approver(Source& in, consent::Approver& out) {
    using A = consent::Approver;
    static constexpr std::array<Member<A>, 5> k_members{{
        {"channel", read_channel},
        {"kind", read_approver_kind},
        {"locale", read_text<&A::locale, A>},
        {"login", read_text<&A::login, A>},
        {"uid", read_text<&A::uid, A>},
    }};
    return read_object(in, k_members, out);
}

bool read_contract(Source& in, ContractDigests& out) {
    using C = ContractDigests;
    static constexpr std::array<Member<C>, 3> k_members{{
        {"behaviour", [](Source& s, C& c) { return read_digest(s, c.behaviour); }, true},
        {"consent", [](Source& s, C& c) { return read_digest(s, c.consent); }, true},
        {"wire", [](Source& s, C& c) { return read_digest(s, c.wire); }, true},
    }};
    return read_object(in, k_members, out);
}

bool read_reason(Source& in, consent::Decision& out) {
    std::string text;
    if (!in.json.read_string(text)) return false;
    out.reason = std::move(text);
    return true;
}

bool read_decision(Source& in, consent::Decision& out) {
    using D = consent::Decision;
    static constexpr std::array<Member<D>, 5> k_members{{
        {"effect", [](Source& s, D& d) { return read_policy(s, d.effect); }, true},
        {"place", read_text<&D::place, D>},
        {"reason", read_reason},
        {"source", [](Source& s, D& d) { return read_source(s, d.source); }, true},
        {"source_id", read_text<&D::source_id, D>},
    }};
    return read_object(in, k_members, out);
}

bool read_proposer(Source& in, Proposer& out) {
    using P = Proposer;
    static constexpr std::array<Member<P>, 5> k_members{{
        {"conversation_id", read_text<&P::conversation_id, P>},
        {"kind", [](Source& s, P& p) { return read_proposer_kind(s, p.kind); }, true},
        {"model", read_text<&P::model, P>},
        {"provider", read_text<&P::provider, P>},
        {"request_id", read_text<&P::request_id, P>},
    }};
    return read_object(in, k_members, out);
}

bool read_subject(Source& in, Subject& out) {
    using S = Subject;
    static constexpr std::array<Member<S>, 4> k_members{{
        {"agent", read_text<&S::agent, S>},
        {"session", read_text<&S::session, S>},
        {"user", read_text<&S::user, S>},
        {"workspace", read_text<&S::workspace, S>},
    }};
    if (!read_object(in, k_members, out)) return false;
    // Entries written before k_no_workspace was spelled leave the workspace out.
    if (out.workspace == k_no_workspace) out.workspace.clear();
    return true;
}

bool read_tool(Source& in, ToolId& out) {
    static constexpr std::array<Member<ToolId>, 2> k_members{{
        {"name", read_text<&ToolId::name, ToolId>},
        {"origin", read_text<&ToolId::origin, ToolId>},
    }};
    return read_object(in, k_members, out);
}

bool read_fields(Source& in, std::vector<std::pair<std::string, Digest>>& out) {
    if (!in.json.begin_object()) return false;
    std::string_view name;
    while (in.json.next_member(name)) {
        auto& field = out.emplace_back(std::string(name), Digest{});
        if (!read_digest(in, field.second)) return false;
    }
    return !in.json.failed();
}

/// Reads a member that may be absent: `read_optional<&Entry::tool>(in, d, read_tool)`.
template <auto Field, class Read>
bool read_optional(Source& in, DecodedEntry& out, Read read) {
    return read(in, (out.entry.*Field).emplace());
}

template <auto Field>
bool entry_text(Source& in, DecodedEntry& out) {
    return in.json.read_string(out.entry.*Field);
}

bool read_time(Source& in, DecodedEntry& out) {
    std::int64_t count = 0;
    if (!read_integer(in, count)) return false;
    out.entry.time =
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(count));
    return true;
}

bool read_duration(Source& in, DecodedEntry& out) {
    std::int64_t count = 0;
    if (!read_integer(in, count)) return false;
    out.entry.duration = std::chrono::microseconds(count);
    return true;
}

bool read_count(Source& in, DecodedEntry& out) {
    std::int64_t count = 0;
    if (!read_integer(in, count)) return false;
    if (count < 0) return in.bad("it holds a number of times below 0");
    out.entry.count = static_cast<std::uint64_t>(count);
    return true;
}

bool read_success(Source& in, DecodedEntry& out) {
    return in.json.read_boolean(out.entry.success.emplace());
}

bool read_entry(Source& in, DecodedEntry& out) {
    using D = DecodedEntry;
    using E = Entry;
    static constexpr std::array<Member<D>, 32> k_members{{
        {"answer", entry_text<&E::answer>},
        {"application", entry_text<&E::application>},
        {"approval", entry_text<&E::approval>},
        {"approver",
         [](Source& s, D& d) { return read_optional<&E::approver>(s, d, read_approver); }},
        {"arguments_digest",
         [](Source& s, D& d) { return read_optional<&E::arguments_digest>(s, d, read_digest); }},
        {"build", entry_text<&E::build>},
        {"call", entry_text<&E::call_id>},
        {"code", entry_text<&E::code>},
        {"contract",
         [](Source& s, D& d) { return read_optional<&E::contract>(s, d, read_contract); }},
        {"count", read_count},
        {"decision",
         [](Source& s, D& d) { return read_optional<&E::decision>(s, d, read_decision); }},
        {"duration_us", read_duration},
        {"fields", [](Source& s, D& d) { return read_fields(s, d.fields); }},
        {"generator", entry_text<&E::generator>},
        {"grant", entry_text<&E::grant>},
        {"id", [](Source& s, D& d) { return read_id(s, d.id); }, true},
        {"instance", entry_text<&E::instance>},
        {"kind", [](Source& s, D& d) { return read_kind(s, d.entry.kind); }, true},
        {"late", [](Source& s, D& d) { return s.json.read_boolean(d.entry.late); }},
        {"lazily_synced",
         [](Source& s, D& d) { return s.json.read_boolean(d.entry.lazily_synced); }},
        {"of", [](Source& s, D& d) { return read_optional<&E::of>(s, d, read_id); }},
        {"permission", entry_text<&E::permission>},
        {"policy", [](Source& s, D& d) { return read_optional<&E::policy>(s, d, read_policy); }},
        {"proposer",
         [](Source& s, D& d) { return read_optional<&E::proposer>(s, d, read_proposer); }},
        {"risk", [](Source& s, D& d) { return read_optional<&E::risk>(s, d, read_risk); }},
        {"rules", [](Source& s, D& d) { return read_optional<&E::rules>(s, d, read_digest); }},
        {"shown_digest",
         [](Source& s, D& d) { return read_optional<&E::shown_digest>(s, d, read_digest); }},
        {"subject", [](Source& s, D& d) { return read_subject(s, d.entry.subject); }},
        {"success", read_success},
        {"time_ms", read_time, true},
        {"tool", [](Source& s, D& d) { return read_optional<&E::tool>(s, d, read_tool); }},
        {"trusted", [](Source& s, D& d) { return s.json.read_boolean(d.entry.trusted); }},
    }};
    return read_object(in, k_members, out);
}

}  // namespace

Result<DecodedEntry> decode(std::string_view text) {
    Source in{JsonReader(text, limits_of_own_text(text.size()))};
    DecodedEntry out;
    if (read_entry(in, out) && in.json.finish()) return out;
    std::string why = in.problem;
    std::string place = in.place;
    if (why.empty()) {
        why = in.json.error().message;
        place = in.json.error().pointer;
    }
    return fail(Errc::corrupt,
                "the text of a ledger entry cannot be read: " + why +
                    "; it was written by another version or changed afterwards",
                place);
}

}  // namespace iam::ledger
