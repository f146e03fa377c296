// Tightens decisions for tainted chats.
#include "iam/chat/taint_guard.hpp"

#include "chat/conversation/for_models/read_result.hpp"
#include "chat/conversation/for_models/result_text.hpp"
#include <iam/consent/risk.hpp>
#include <iam/core/json.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace iam::chat {
namespace {

std::string words_of(const Source& source) {
    const std::string kind(to_string(source.kind));
    return source.origin.empty() ? kind : kind + " '" + source.origin + "'";
}

bool has_other(const Taint& taint, const std::string& origin) {
    return std::any_of(taint.begin(), taint.end(), [&](const Source& source) {
        return source.kind != Source::Kind::tool || source.origin != origin;
    });
}

bool wants_question(const gate::CallView& view, const TaintGuard::Exposure& exposure) {
    if (view.contract == nullptr) return true;
    // It gives back texts that calls of this chat got, and their sources stay.
    if (is_read_result(view.contract)) return false;
    const std::string& origin = view.call.tool.origin;
    if (has_other(exposure.taint, origin) || has_other(exposure.described, origin)) return true;
    // Who lets a server's tools run unasked knows their descriptions.
    if (exposure.taint.empty()) return false;
    const bool may_leave = view.contract->hints.open_world.value_or(true);
    return may_leave || consent::risk_of(*view.contract, origin.empty()) != consent::Risk::low;
}

bool stands_in(const std::vector<std::string>& texts, std::string_view part) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
        return text.find(part) != std::string::npos;
    });
}

bool is_place(std::string_view text) {
    constexpr std::size_t k_place_bytes_min = 4;
    return text.size() >= k_place_bytes_min && text.find_first_of("@/\\") != std::string_view::npos;
}

/// Texts of the arguments that only an untrusted text has.
class Borrowed {
 public:
    explicit Borrowed(const TaintGuard::Exposure& exposure) : exposure_(exposure) {}

    void look_at(const Json& value) {
        if (value.is_string()) return look_at(value.get_ref<const std::string&>());
        if (!value.is_structured()) return;
        for (const Json& each : value) look_at(each);
    }
    const std::set<std::string>& found() const noexcept { return found_; }

 private:
    void look_at(const std::string& text) {
        if (text.size() >= TaintGuard::k_borrowed_bytes_min) take(text);
        std::string_view rest = text;
        constexpr std::string_view k_borders = " \t\n\"'<>(),;";
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find_first_of(k_borders), rest.size());
            if (is_place(rest.substr(0, end))) take(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    void take(std::string_view text) {
        if (stands_in(exposure_.untrusted, text) && !stands_in(exposure_.of_person, text))
            found_.emplace(text);
    }

    const TaintGuard::Exposure& exposure_;
    std::set<std::string> found_;
};

/// A sentence about texts of strangers in the arguments; empty if there are none.
std::string borrowed_words(const gate::CallView& view, const TaintGuard::Exposure& exposure) {
    const auto arguments = parse_json(view.call.arguments);
    if (!arguments) return {};
    Borrowed borrowed(exposure);
    borrowed.look_at(*arguments);
    constexpr std::size_t k_named_max = 3;
    constexpr std::size_t k_named_bytes_max = 200;
    std::string names;
    std::size_t named = 0;
    for (const std::string& text : borrowed.found()) {
        if (++named > k_named_max) continue;
        names +=
            (named == 1 ? "" : ", ") + ("\"" + bounded(shown(text), k_named_bytes_max, "") + "\"");
    }
    if (named == 0) return {};
    if (named > k_named_max) names += " and " + std::to_string(named - k_named_max) + " more";
    return "Only untrusted text has these parts of its arguments: " + names + ".";
}

std::string words_of(const TaintGuard::Exposure& exposure) {
    std::string words;
    for (const Source& source : exposure.taint)
        words += (words.empty() ? "" : ", ") + words_of(source);
    for (const Source& source : exposure.described)
        words +=
            (words.empty() ? "" : ", ") + ("descriptions of the tools of '" + source.origin + "'");
    return words;
}

}  // namespace

void TaintGuard::set(const std::string& chat, Exposure exposure) {
    auto held = std::make_shared<const Exposure>(std::move(exposure));
    const std::lock_guard lock(mutex_);
    if (held->taint.empty() && held->described.empty() && !held->asks_always)
        exposures_.erase(chat);
    else
        exposures_[chat] = std::move(held);
}

std::optional<consent::Decision> TaintGuard::on_resolve(const gate::CallView& call,
                                                        const consent::Decision& upstream) {
    if (upstream.effect != Policy::allow) return std::nullopt;
    std::shared_ptr<const Exposure> exposure;
    {
        const std::lock_guard lock(mutex_);
        const auto found = exposures_.find(call.call.proposer.conversation_id);
        if (found == exposures_.end()) return std::nullopt;
        exposure = found->second;
    }
    const bool is_tainted = !exposure->taint.empty() || !exposure->described.empty();
    if (!is_tainted || !wants_question(call, *exposure)) {
        if (!exposure->asks_always) return std::nullopt;
        return consent::Decision{.effect = Policy::confirm,
                                 .source = consent::Source::interceptor,
                                 .source_id = name(),
                                 .reason =
                                     "The mode of this chat has a person asked about each "
                                     "call."};
    }
    consent::Decision decision{.effect = Policy::confirm,
                               .source = consent::Source::interceptor,
                               .source_id = name(),
                               .reason = "The chat has read untrusted text (" +
                                         words_of(*exposure) +
                                         "), which may have led to this call."};
    const std::string borrowed = borrowed_words(call, *exposure);
    if (!borrowed.empty()) decision.reason.add(borrowed);
    return decision;
}

}  // namespace iam::chat
