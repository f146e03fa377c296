#include "console/api/consent/freeze_requests.hpp"

#include "console/api/asked.hpp"
#include "console/api/consent/consent_views.hpp"
#include "console/http/answers.hpp"
#include "console/http/json_members.hpp"

#include <array>
#include <string>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_freeze_reason_max = 1024;

constexpr std::array k_freeze{
    Member{"reason", Kind::text, true, k_freeze_reason_max, {}, "For the record and for callers."}};

constexpr std::array k_thaw{
    Member{"reason", Kind::text, true, k_freeze_reason_max, {}, "For the record."},
    Member{"since", Kind::text, true, k_word_max, {}, "Of the freeze as the person saw it."}};

net::Response freeze_answer(const std::optional<consent::Freeze>& freeze) {
    return object_answer([&](JsonWriter& out) {
        put_flag(out, "frozen", freeze.has_value());
        if (!freeze) return;
        put(out, "frozen_by", freeze->frozen_by);
        put(out, "reason", freeze->reason);
        put(out, "since", to_rfc3339(freeze->since));
    });
}

net::Response show_freeze(const ApiParts& api, const Asked&) {
    const auto freeze = api.parts.runtime.consent().frozen();
    return freeze ? freeze_answer(*freeze) : refusal(freeze.error());
}

net::Response freeze(const ApiParts& api, const Asked& asked) {
    const auto freeze = consent_of(api.parts).freeze(asked.text("reason"), subject_of(api.parts));
    return freeze ? freeze_answer(*freeze) : refusal(freeze.error());
}

net::Response thaw(const ApiParts& api, const Asked& asked) {
    gate::Consent consent = consent_of(api.parts);
    const auto freeze = consent.frozen();
    if (!freeze) return refusal(freeze.error());
    if (!*freeze) return refusal(404, "not_found", "Nothing is frozen.");
    if (to_rfc3339((*freeze)->since) != asked.text("since"))
        return refusal(409, "conflict",
                       "Another freeze was set meanwhile; read its reason before you end it.");
    const auto done = consent.thaw(asked.text("reason"), subject_of(api.parts), *freeze);
    return done ? freeze_answer(std::nullopt) : refusal(done.error());
}

constexpr std::array k_freeze_routes{
    Route{.method = "GET",
          .path = "/api/freeze",
          .respond = show_freeze,
          .summary = "Says whether all calls are denied.",
          .answer = "frozen, frozen_by, reason, since"},
    Route{.method = "POST",
          .path = "/api/freeze",
          .respond = freeze,
          .members = k_freeze,
          .summary = "Denies every call in every process on this state, and asks running tools to "
                     "stop.",
          .answer = "frozen, frozen_by, reason, since"},
    Route{.method = "POST",
          .path = "/api/thaw",
          .respond = thaw,
          .members = k_thaw,
          .summary = "Ends a freeze.",
          .answer = "frozen"}};

}  // namespace

std::span<const Route> freeze_routes() noexcept {
    return k_freeze_routes;
}

}  // namespace iam::console
