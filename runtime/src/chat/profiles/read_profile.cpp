// From the text of a profile to its value, or to its mistakes.
#include "chat/profiles/profile_reading.hpp"
#include "iam/chat/profile.hpp"

#include <utility>

namespace iam::chat {

std::string_view to_string(ConsentMode mode) noexcept {
    switch (mode) {
        case ConsentMode::usual:
            return "usual";
        case ConsentMode::ask:
            return "ask";
        case ConsentMode::read_only:
            return "read_only";
    }
    return "";
}

tl::expected<Profile, std::vector<PlacedError>> check_profile(std::string_view text,
                                                              const std::string& folder) {
    // The place of each value is kept by its pointer, so these limits bound the memory of places.
    Limits limits;
    limits.bytes_max = k_profile_bytes_max;
    limits.depth_max = 8;
    limits.nodes_max = 4096;
    auto document = parse_placed_json(text, limits);
    if (!document) {
        document.error().error.message += ".";
        return tl::unexpected(std::vector<PlacedError>{std::move(document).error()});
    }
    ProfileReading reading(*document, folder);
    Profile profile = reading.profile();
    if (reading.mistakes().all().empty()) return profile;
    return tl::unexpected(reading.mistakes().in_order());
}

std::string mistake_text(const PlacedError& mistake) {
    const std::string& pointer = mistake.error.pointer;
    return std::to_string(mistake.place.line) + ":" + std::to_string(mistake.place.column) + ": " +
           (pointer.empty() ? std::string() : pointer + ": ") + mistake.error.message;
}

Result<Profile> read_profile(std::string_view text, const std::string& folder) {
    auto profile = check_profile(text, folder);
    if (profile) return *std::move(profile);
    const PlacedError& first = profile.error().front();
    std::string message = mistake_text(first);
    const std::size_t more = profile.error().size() - 1;
    if (more == 1) message += " There is 1 more mistake.";
    if (more > 1) message += " There are " + std::to_string(more) + " more mistakes.";
    return fail(Errc::invalid_argument, std::move(message), first.error.pointer);
}

std::string_view example_profile() noexcept {
    return R"json({
  "version": 1,
  "name": "Keeper of alarms",
  "model": "anthropic/claude-sonnet-4-5",
  "model_url": "https://api.anthropic.com",
  "key_file": "anthropic.key",
  "text_tools": false,
  "system": "You keep the alarms of one person. Ask if a time is not clear.",
  "options": {"temperature": 0.2, "output_tokens_max": 2048},
  "servers": ["calendar"],
  "tools": {"allow": ["*_alarm", "calendar/*"], "deny": ["calendar/delete_*"]},
  "budgets": {
    "call": {"seconds": 30, "result_bytes": 16384},
    "turn": {"calls": 10, "requests": 10},
    "chat": {"tokens": 200000, "cost": 1.5},
    "day": {"tokens": 1000000, "cost": 5},
    "prices": {"currency": "USD", "input": 3, "cached": 0.3, "output": 15}
  },
  "mode": "ask"
}
)json";
}

}  // namespace iam::chat
