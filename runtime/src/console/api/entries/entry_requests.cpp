#include "console/api/entries/entry_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/entries/entry_views.hpp"
#include "console/api/entries/ledger_requests.hpp"
#include "console/api/entries/undo_requests.hpp"
#include "console/http/answers.hpp"
#include <iam/core/json_writer.hpp>
#include <iam/ledger/filter.hpp>
#include <iam/question/entry_text.hpp>
#include <iam/question/filter_words.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_list_bytes_max = std::size_t{4} << 20U;
constexpr std::size_t k_default_limit = 50;
constexpr std::size_t k_entries_max = 500;
// Of a filter that fits few entries; with a text their values are read, too.
constexpr std::uint64_t k_looked_at_max = 10'000;
constexpr std::uint64_t k_looked_at_for_text_max = 1'000;
// No store keeps a longer value.
constexpr std::size_t k_value_bytes_max = std::size_t{1} << 40U;

constexpr std::array k_entries{
    Member{"limit", Kind::integer, false, k_entries_max, {}, "How many; 50 if absent."},
    Member{"before", Kind::text, false, k_word_max, {}, "Older than this entry: the next page."},
    Member{"since",
           Kind::text,
           false,
           k_word_max,
           {},
           "Not older: 2h, 2026-01-02, 2026-01-02T03:04:05Z."},
    Member{"until", Kind::text, false, k_word_max, {}, "Older than this."},
    Member{"tool", Kind::text, false, k_word_max, {}, "Of this tool: name, or origin/name."},
    Member{"subject",
           Kind::text,
           false,
           k_word_max,
           {},
           "Of this user, workspace, session or agent; \"-\" is no workspace."},
    Member{
        "outcome", Kind::text, false, k_word_max, {}, "done, failed, refused, unknown, or a code."},
    Member{"risk", Kind::text, false, k_word_max, "low medium high", "Of this risk."},
    Member{"text", Kind::text, false, k_word_max, {}, "Holds this text in its facts or values."}};

constexpr std::array k_value{
    Member{"name", Kind::text, true, k_word_max, {}, "The value: arguments, result, …"},
    Member{"from", Kind::integer, false, k_value_bytes_max, {}, "Begins at this byte."}};

question::FilterWords words_in(const Asked& asked) {
    return {asked.text("since"),   asked.text("until"), asked.text("tool"), asked.text("subject"),
            asked.text("outcome"), asked.text("risk"),  asked.text("text")};
}

/// The JSON of one line, without its end.
std::string_view in_line(std::string_view text) {
    return text.substr(0, text.find('\n'));
}

/// One page of entries, as it grows.
struct Page {
    JsonWriter out{};
    std::size_t bytes = 0;
    std::size_t count = 0;
    std::optional<ledger::EntryId> last{};
};

Result<bool> add_entry(Page& page, ledger::Store& store, ledger::StoredEntry entry) {
    IAM_TRY(facts, question::facts_of(store, entry));
    // Values may be long; a list has none of them.
    entry.payloads.clear();
    const std::string text = question::entry_json(entry, facts);
    page.out.raw(in_line(text));
    page.bytes += text.size();
    ++page.count;
    page.last = entry.id;
    return page.bytes < k_list_bytes_max;
}

tl::unexpected<Error> bad_filter() {
    return fail(Errc::invalid_argument,
                "The filter cannot be read: since and until are times such as 2h, 2026-01-02 or "
                "2026-01-02T03:04:05Z, and tool names one tool.");
}

void put_count(JsonWriter& out, std::string_view name, std::uint64_t count) {
    out.key(name);
    out.integer(count);
}

Result<std::string> page_of(const Parts& parts, const Asked& asked) {
    const auto filter =
        question::read_filter(words_in(asked), parts.clock.now().wall, parts.registry);
    if (!filter) return bad_filter();
    ledger::Query query;
    const auto limit = asked.integers.find("limit");
    query.limit = limit == asked.integers.end() ? k_default_limit : limit->second;
    query.with_payloads = !filter->text.empty();
    if (asked.texts.count("before") != 0) {
        const auto before = ledger::parse_entry_id(asked.text("before"));
        if (!before) return fail(Errc::invalid_argument, "\"before\" must be an entry, e.g. 0.12.");
        IAM_TRY(place, place_of(parts.store, *before));
        query.before = place;
    }
    Page page;
    page.out.begin_object();
    page.out.key("entries");
    page.out.begin_array();
    IAM_TRY(searched, ledger::search(
                          parts.store, *filter, query,
                          [&](const ledger::StoredEntry& entry) {
                              return add_entry(page, parts.store, entry);
                          },
                          filter->text.empty() ? k_looked_at_max : k_looked_at_for_text_max));
    page.out.end_array();
    put_count(page.out, "looked_at", searched.looked_at);
    put_count(page.out, "matched", searched.matched);
    if (!searched.at_end && searched.last) {
        page.out.key("next");
        page.out.string(to_string(searched.last->id));
    }
    page.out.end_object();
    return page.out.take();
}

net::Response list_entries(const ApiParts& api, const Asked& asked) {
    auto page = page_of(api.parts, asked);
    return page ? json_answer(*std::move(page)) : refusal(page.error());
}

net::Response show_entry(const ApiParts& api, const Asked& asked) {
    auto entry = find_entry(api.parts.store, asked);
    if (!entry) return std::move(entry).error();
    auto text = entry_view(api.parts, *entry);
    return text ? json_answer(*std::move(text)) : refusal(text.error());
}

net::Response show_value(const ApiParts& api, const Asked& asked) {
    if (asked.texts.count("name") == 0)
        return refusal(Error{Errc::invalid_argument, "\"name\" must be there: the value's name."});
    const auto entry = find_entry(api.parts.store, asked);
    if (!entry) return entry.error();
    const std::string name = asked.text("name");
    const auto value = std::find_if(entry->payloads.begin(), entry->payloads.end(),
                                    [&](const ledger::Payload& one) { return one.name == name; });
    if (value == entry->payloads.end())
        return refusal(404, "not_found",
                       "The entry has no value of this name, or it was erased; load the entry "
                       "anew.");
    const auto from = asked.integers.find("from");
    JsonWriter out;
    out.begin_object();
    put_part(out, text_of_value(value->bytes), from == asked.integers.end() ? 0 : from->second,
             k_part_bytes);
    out.end_object();
    return json_answer(out.take());
}

constexpr std::array k_entry_routes{
    Route{.method = "GET",
          .path = "/api/entries",
          .respond = list_entries,
          .members = k_entries,
          .summary = "Lists entries of the ledger, the newest first.",
          .answer = "entries, looked_at, matched, next (for before; absent at the end)"},
    Route{
        .method = "GET",
        .path = "/api/entries/{id}",
        .respond = show_entry,
        .summary = "Gives one entry, the entries of its call, and the first 64 KiB of each value.",
        .answer = "call (rows), row (as in the list), undoable (an entry, if its call can be "
                  "undone), values: entry, name, bytes, from, next, text; cut, erased, masked"},
    Route{.method = "GET",
          .path = "/api/entries/{id}/value",
          .respond = show_value,
          .members = k_value,
          .summary = "Gives a part of a value of an entry, at most 256 KiB.",
          .answer = "bytes (of all of it), from, next (absent at the end), text"},
    Route{.method = "GET",
          .path = "/api/entries/{id}/undo",
          .respond = show_undo,
          .summary = "Tells whether the call of an entry can be undone, and the plan for it.",
          .answer = "possible; code, message (why not); or arguments, asks, calls, entry, exact, "
                    "later, later_count, plan, result, tool, unsettled, until"},
    Route{.method = "POST",
          .path = "/api/entries/{id}/undo",
          .respond = undo,
          .members = k_undo_members,
          .summary = "Undoes the call of an entry by its plan.",
          .answer = "state (undone, asked, failed), undone, left, entry; approval (the question), "
                    "code, message"},
    Route{.method = "GET",
          .path = "/api/ledger",
          .respond = show_ledger,
          .members = k_ledger_members,
          .summary = "Checks the newest entries of each chain, or the ones before another entry.",
          .answer = "chains: chain, entries (checked and good), newest, oldest (for before), "
                    "is_at_start, bad, reason; checkpoint (the newest among them): entry, key, "
                    "sealed, time"}};

}  // namespace

std::span<const Route> entry_routes() noexcept {
    return k_entry_routes;
}

}  // namespace iam::console
