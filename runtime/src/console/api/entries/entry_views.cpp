// Writes the JSON of entries. Values may be long, so a page gets them in parts.
#include "console/api/entries/entry_views.hpp"

#include "console/http/answers.hpp"
#include <iam/core/json.hpp>
#include <iam/core/utf8.hpp>
#include <iam/question/call_story.hpp>
#include <iam/question/entry_text.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace iam::console {
namespace {

using ledger::StoredEntry;

/// The values that a page shows, each name once: those of the entry come before those of its call.
class ValueList {
 public:
    explicit ValueList(JsonWriter& out) : out_(out) {}

    void add(const StoredEntry& entry) {
        const auto decoded = ledger::decode(entry.text);
        for (const ledger::Payload& value : entry.payloads) {
            if (!seen_.insert(value.name).second) continue;
            begin(entry, value.name);
            put_part(out_, text_of_value(value.bytes), 0, k_first_part_bytes);
            put_marks(decoded, value.name);
            out_.end_object();
        }
        if (!decoded) return;
        for (const auto& [name, digest] : decoded->fields) {
            if (ledger::is_never_stored(name) || !seen_.insert(name).second) continue;
            begin(entry, name);
            flag("erased");
            put_marks(decoded, name);
            out_.end_object();
        }
    }

 private:
    void begin(const StoredEntry& entry, const std::string& name) {
        out_.begin_object();
        out_.key("entry");
        out_.string(to_string(entry.id));
        out_.key("name");
        out_.string(question::escape_for_display(name));
    }
    void flag(std::string_view name) {
        out_.key(name);
        out_.boolean(true);
    }
    /// The parts that were left out when the value was recorded.
    void put_marks(const Result<ledger::DecodedEntry>& decoded, const std::string& name) {
        if (!decoded) return;
        if (decoded->commits_to(name + "_secrets")) flag("masked");
        if (decoded->commits_to(name + "_whole")) flag("cut");
    }

    JsonWriter& out_;
    std::set<std::string> seen_{};
};

/// The row of an entry, which has no values.
void put_row(JsonWriter& out, StoredEntry entry, const question::EntryFacts& facts) {
    entry.payloads.clear();
    const std::string text = question::entry_json(entry, facts);
    out.raw(std::string_view(text).substr(0, text.find('\n')));
}

}  // namespace

void put_part(JsonWriter& out, std::string_view text, std::size_t from, std::size_t bytes_max) {
    std::size_t begin = std::min(from, text.size());
    while (begin < text.size() && is_utf8_continuation(text[begin])) ++begin;
    const std::size_t end = begin + first_bytes(text.substr(begin), bytes_max).size();
    out.key("bytes");
    out.integer(std::uint64_t{text.size()});
    out.key("from");
    out.integer(std::uint64_t{begin});
    if (end < text.size()) {
        out.key("next");
        out.integer(std::uint64_t{end});
    }
    out.key("text");
    out.string(text.substr(begin, end - begin));
}

std::string text_of_value(std::string_view bytes) {
    return is_valid_utf8(bytes) ? std::string(bytes) : question::escape_for_display(bytes);
}

tl::expected<StoredEntry, net::Response> find_entry(ledger::Store& store, const Asked& asked) {
    const auto id = ledger::parse_entry_id(asked.id);
    auto entry = id ? store.entry(*id) : Result<std::optional<StoredEntry>>();
    if (!entry) return tl::unexpected(refusal(entry.error()));
    if (!*entry)
        return tl::unexpected(
            refusal(404, "not_found", "There is no entry of that id; list them: /api/entries."));
    return **std::move(entry);
}

Result<std::string> entry_view(const Parts& parts, const StoredEntry& entry) {
    IAM_TRY(facts, question::facts_of(parts.store, entry));
    IAM_TRY(story, question::story_of(parts.store, parts.registry, entry));
    JsonWriter out;
    out.begin_object();
    out.key("call");
    out.begin_array();
    for (std::size_t i = 0; i < story.entries.size(); ++i)
        put_row(out, story.entries[i], story.facts[i]);
    out.end_array();
    out.key("row");
    put_row(out, entry, facts);
    if (story.undoable) {
        out.key("undoable");
        out.string(to_string(*story.undoable));
    }
    out.key("values");
    out.begin_array();
    ValueList values(out);
    values.add(entry);
    for (const StoredEntry& one : story.entries) values.add(one);
    out.end_array();
    out.end_object();
    return out.take();
}

}  // namespace iam::console
