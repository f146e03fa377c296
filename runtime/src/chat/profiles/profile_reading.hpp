// Reads the members of a profile's file, each by a function of its own.
#pragma once

#include "iam/chat/profile.hpp"
#include <iam/core/json_mistakes.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::chat {

/// One file while it is read.
class ProfileReading {
 public:
    ProfileReading(const PlacedJson& document, std::string folder)
        : document_(document), folder_(std::move(folder)), mistakes_(document) {}

    Profile profile();
    const JsonMistakes& mistakes() const noexcept { return mistakes_; }

 private:
    void complain(const std::string& pointer, std::string message) {
        mistakes_.add(pointer, std::move(message));
    }
    void version(const Json& root);
    /// The members of an object; nullptr and a mistake, if it is none or has unknown members.
    const Json* object(const Json& value, const std::string& pointer,
                       std::initializer_list<std::string_view> known);
    /// The member, or nullptr.
    static const Json* find(const Json& object, const char* name);
    const std::string* text(const Json& value, const std::string& pointer);
    /// The text of a member that is not empty.
    std::string words(const Json& object, const std::string& pointer, const char* name);
    bool flag(const Json& object, const std::string& pointer, const char* name);
    std::optional<std::uint64_t> number(const Json& object, const std::string& pointer,
                                        const char* name, std::uint64_t least, std::uint64_t most);
    std::optional<Millionths> money(const Json& object, const std::string& pointer,
                                    const char* name);
    /// A list of different texts.
    std::optional<std::vector<std::string>> names(const Json& object, const std::string& pointer,
                                                  const char* name);
    std::string whole_path(const std::string& path) const;

    void model(const Json& root, Profile& profile);
    void complain_without_model(const Json& root);
    void options(const Json& root, Profile& profile);
    void tools(const Json& root, Profile& profile);
    void check_patterns(const std::vector<std::string>& patterns, const std::string& pointer);
    void budgets(const Json& root, Profile& profile);
    void budgets_of_calls(const Json& budgets, ProfileBudgets& all);
    void budgets_of_turns(const Json& budgets, ProfileBudgets& all);
    Budget budget(const Json& budgets, const char* name);
    std::optional<Prices> prices(const Json& budgets);
    void mode(const Json& root, Profile& profile);

    const PlacedJson& document_;
    const std::string folder_;
    JsonMistakes mistakes_;
};

}  // namespace iam::chat
