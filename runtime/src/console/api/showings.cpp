#include "console/api/showings.hpp"

#include <iam/question/card.hpp>
#include <iam/question/sheet.hpp>

#include <algorithm>
#include <utility>

namespace iam::console {
namespace {

// Enough for all questions that a person looks at.
constexpr std::size_t k_showings_max = 256;

}  // namespace

const Digest& Showing::digest_of(consent::Answer answer, consent::CallScope scope) const {
    const auto at = static_cast<std::size_t>(scope);
    if (answer == consent::Answer::allow_always) return allow_always.at(at);
    return answer == consent::Answer::deny_always ? deny_always.at(at) : shown;
}

Showing showing_of(const Json& question, const consent::PromptRequest& request,
                   words::Locale locale) {
    std::vector<std::string> lines = question::sheet_lines(question);
    Showing showing;
    showing.shown = question::sheet_digest(lines);
    const auto with = [&](consent::CallScope scope, const words::Sentences& record) {
        if (record.empty()) return showing.shown;
        lines.push_back(question::stores_line(scope, record.text(locale)));
        const Digest digest = question::sheet_digest(lines);
        lines.pop_back();
        return digest;
    };
    for (const consent::CallScope scope : k_call_scopes) {
        const auto at = static_cast<std::size_t>(scope);
        const consent::PromptRequest scoped = question::about_scope(request, scope);
        showing.allow_always.at(at) = with(scope, scoped.always_would_store);
        showing.deny_always.at(at) = with(scope, scoped.deny_always_would_store);
    }
    return showing;
}

void Showings::add(Showing showing) {
    const std::lock_guard lock(mutex_);
    if (all_.size() >= k_showings_max) all_.pop_front();
    all_.push_back(std::move(showing));
}

std::optional<Showing> Showings::find(const std::string& nonce, const std::string& session,
                                      const std::string& approval) const {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const Showing& one) {
        return one.nonce == nonce && one.session == session && one.approval == approval;
    });
    return found == all_.end() ? std::nullopt : std::optional(*found);
}

void Showings::forget(const std::string& nonce) {
    const std::lock_guard lock(mutex_);
    std::erase_if(all_, [&](const Showing& one) { return one.nonce == nonce; });
}

}  // namespace iam::console
