// A profile: a model, its instructions, its tools and its budgets in one file.
//
//   {"version": 1, "model": "ollama/qwen3:8b", "system": "You keep alarms.",
//    "tools": {"allow": ["*_alarm"]}, "mode": "ask"}
//
// docs/profiles.md explains each member. A profile allows no call: the gate decides, and a profile
// only tightens.
#pragma once

#include <iam/chat/budgets.hpp>
#include <iam/chat/consent_mode.hpp>
#include <iam/chat/tool_choice.hpp>
#include <iam/core/json_places.hpp>
#include <iam/core/result.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::chat {

struct ConversationOptions;  // conversation.hpp

inline constexpr std::uint64_t k_profile_version = 1;
inline constexpr std::size_t k_profile_bytes_max = std::size_t{1} << 20U;
inline constexpr std::size_t k_profile_names_max = 256;  ///< of one list of names or patterns

struct ProfileBudgets {
    std::optional<std::chrono::seconds> call_time{};  ///< of one call: 1 s to one day
    std::optional<std::size_t> result_bytes{};        ///< of one result, as the model gets it
    std::optional<std::uint32_t> calls_of_turn{};     ///< 1 to 1000
    std::optional<std::uint32_t> requests_of_turn{};  ///< 1 to 1000
    Budget chat{};
    Budget day{};  ///< of all chats in one store
    std::optional<Prices> prices{};
    friend bool operator==(const ProfileBudgets&, const ProfileBudgets&) = default;
};

struct Profile {
    std::string name{};       ///< for people; empty: none
    std::string model{};      ///< PROVIDER/NAME; a file of "scripted/FILE" is a whole path
    std::string model_url{};  ///< empty: the provider's own
    std::string key_file{};   ///< a whole path; empty: the provider's variable
    bool text_tools = false;
    std::string system{};
    std::optional<double> temperature{};
    std::optional<std::uint64_t> output_tokens_max{};
    ToolChoice tools{};
    ProfileBudgets budgets{};
    ConsentMode mode = ConsentMode::usual;
    friend bool operator==(const Profile&, const Profile&) = default;
};

/// All mistakes of the text with their places, in order. `folder` is the folder of the profile's
/// file: relative paths of the profile begin there.
tl::expected<Profile, std::vector<PlacedError>> check_profile(std::string_view text,
                                                              const std::string& folder);
/// The same with the first mistake alone: invalid_argument with its JSON Pointer. The message names
/// line and column, the pointer, and the way out.
Result<Profile> read_profile(std::string_view text, const std::string& folder);

/// Gives a conversation the profile's instructions, options, tools, budgets and mode. The model and
/// the record of the profile's name are the host's.
void use_profile(const Profile& profile, ConversationOptions& options);

/// "3:14: /mode: …": a mistake as read_profile() words it.
std::string mistake_text(const PlacedError& mistake);

/// A profile that reads, with every member.
std::string_view example_profile() noexcept;

}  // namespace iam::chat
