#include "console/api/program/profile_requests.hpp"

#include "console/api/api.hpp"
#include "console/api/asked.hpp"
#include "console/api/program/keeper_answers.hpp"

#include <array>

namespace iam::console {
namespace {

using Kind = Member::Kind;

constexpr std::size_t k_profile_name_max = 64;
constexpr std::size_t k_profile_text_max = std::size_t{64} << 10U;

constexpr Member k_profile_name{"name", Kind::text, true, k_profile_name_max, {}, "The profile."};
constexpr Member k_profile_text{
    "text", Kind::text, true, k_profile_text_max, {}, "The JSON text of the profile."};

constexpr std::array k_named_profile{k_profile_name};
constexpr std::array k_profile_check{k_profile_text};
constexpr std::array k_profile_save{
    k_profile_name, k_profile_text,
    Member{
        "version", Kind::text, false, k_word_max, {}, "Of the text that was seen; absent: new."}};
constexpr std::array k_profile_removal{
    k_profile_name,
    Member{"version", Kind::text, true, k_word_max, {}, "Of the text that was seen."}};

net::Response list_profiles(const ApiParts& api, const Asked& /*asked*/) {
    return list_of_keeper(api.parts.profiles);
}

net::Response show_profile(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.profiles,
                      [&](ProfileKeeper& keeper) { return keeper.show(asked.text("name")); });
}

net::Response check_profile(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.profiles,
                      [&](ProfileKeeper& keeper) { return keeper.judge(asked.text("text")); });
}

net::Response save_profile(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.profiles, [&](ProfileKeeper& keeper) {
        return keeper.save({asked.text("name"), asked.text("text"), asked.text("version")});
    });
}

net::Response remove_profile(const ApiParts& api, const Asked& asked) {
    return ask_keeper(api.parts.profiles, [&](ProfileKeeper& keeper) {
        return keeper.remove(asked.text("name"), asked.text("version"));
    });
}

constexpr std::array k_profile_routes{
    Route{.method = "GET",
          .path = "/api/profiles",
          .respond = list_profiles,
          .summary = "Lists the profiles of the state.",
          .answer = "is_here (false: the program has none), example, profiles"},
    Route{.method = "GET",
          .path = "/api/profiles/one",
          .respond = show_profile,
          .members = k_named_profile,
          .summary = "Gives the text of one profile.",
          .answer = "name, text, version"},
    Route{.method = "POST",
          .path = "/api/profiles/check",
          .respond = check_profile,
          .members = k_profile_check,
          .summary = "Names each mistake of a profile; changes nothing.",
          .answer = "mistakes: line, column, pointer, message"},
    Route{.method = "POST",
          .path = "/api/profiles/save",
          .respond = save_profile,
          .members = k_profile_save,
          .summary = "Writes a profile without mistakes.",
          .answer = "done"},
    Route{.method = "POST",
          .path = "/api/profiles/remove",
          .respond = remove_profile,
          .members = k_profile_removal,
          .summary = "Removes the file of a profile.",
          .answer = "done"}};

}  // namespace

std::span<const Route> profile_routes() noexcept {
    return k_profile_routes;
}

}  // namespace iam::console
