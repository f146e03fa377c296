// The words of the steps' enumerators, and the sources that taint.
#include "iam/chat/transcript.hpp"

#include <algorithm>
#include <limits>

namespace iam::chat {
namespace {

constexpr std::int64_t k_count_max = 1'000'000'000'000'000;

std::int64_t saturating_sum(std::int64_t a, std::int64_t b) noexcept {
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(a, b, &sum)) return sum;
    return a < 0 ? (std::numeric_limits<std::int64_t>::min)()
                 : (std::numeric_limits<std::int64_t>::max)();
}

std::int64_t bounded_count(const std::optional<std::uint64_t>& count) noexcept {
    constexpr std::uint64_t k_most = k_count_max;
    return static_cast<std::int64_t>(std::min(count.value_or(0), k_most));
}

}  // namespace

void add(Counted& sum, const Counted& more) noexcept {
    sum.tokens = saturating_sum(sum.tokens, more.tokens);
    sum.cost = saturating_sum(sum.cost, more.cost);
}

std::optional<Counted> counted_in(const Step& step) noexcept {
    if (const auto* request = std::get_if<RequestSent>(&step)) return request->counted;
    const auto* answer = std::get_if<Answered>(&step);
    if (answer == nullptr || answer->counted)
        return answer == nullptr ? std::nullopt : answer->counted;
    return Counted{.tokens =
                       bounded_count(answer->usage.input) + bounded_count(answer->usage.output)};
}

std::string_view to_string(Source::Kind kind) noexcept {
    switch (kind) {
        case Source::Kind::person:
            return "person";
        case Source::Kind::host:
            return "host";
        case Source::Kind::model:
            return "model";
        case Source::Kind::tool:
            return "tool";
        case Source::Kind::file:
            return "file";
        case Source::Kind::import:
            return "import";
    }
    return "";
}

bool taints(const Source& source) noexcept {
    return source.is_untrusted || source.kind == Source::Kind::file ||
           source.kind == Source::Kind::import;
}

std::string_view to_string(AnswerEnd end) noexcept {
    switch (end) {
        case AnswerEnd::whole:
            return "whole";
        case AnswerEnd::length:
            return "length";
        case AnswerEnd::filter:
            return "filter";
        case AnswerEnd::refusal:
            return "refusal";
        case AnswerEnd::other:
            return "other";
        case AnswerEnd::broken:
            return "broken";
        case AnswerEnd::stopped:
            return "stopped";
    }
    return "";
}

std::string_view to_string(TurnEnd end) noexcept {
    switch (end) {
        case TurnEnd::done:
            return "done";
        case TurnEnd::stopped:
            return "stopped";
        case TurnEnd::failed:
            return "failed";
        case TurnEnd::budget:
            return "budget";
        case TurnEnd::awaiting:
            return "awaiting";
    }
    return "";
}

}  // namespace iam::chat
