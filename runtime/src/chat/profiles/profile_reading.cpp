// Reads a profile strictly: an unknown member is an error, since a misspelt "budgets" would bound
// nothing. All mistakes are reported at once.
#include "chat/profiles/profile_reading.hpp"

#include "chat/http/http_endpoint.hpp"
#include <iam/consent/rules.hpp>
#include <iam/core/value_text.hpp>

#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

namespace iam::chat {

const Json* ProfileReading::object(const Json& value, const std::string& pointer,
                                   std::initializer_list<std::string_view> known) {
    if (!value.is_object()) {
        complain(pointer, "expected an object, as {\"name\": …}.");
        return nullptr;
    }
    mistakes_.add_unknown_members(value, pointer, known);
    return &value;
}

const Json* ProfileReading::find(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

const std::string* ProfileReading::text(const Json& value, const std::string& pointer) {
    if (value.is_string() && !value.get_ref<const std::string&>().empty())
        return &value.get_ref<const std::string&>();
    complain(pointer, value.is_string() ? "the text is empty; write one, or take the member out."
                                        : "expected a text; put it in quotes.");
    return nullptr;
}

std::string ProfileReading::words(const Json& object, const std::string& pointer,
                                  const char* name) {
    const Json* const found = find(object, name);
    const std::string* const written =
        found == nullptr ? nullptr : text(*found, pointer_below(pointer, name));
    return written == nullptr ? std::string() : *written;
}

bool ProfileReading::flag(const Json& object, const std::string& pointer, const char* name) {
    const Json* const found = find(object, name);
    if (found == nullptr) return false;
    if (!found->is_boolean())
        complain(pointer_below(pointer, name), "expected true or false, without quotes.");
    return found->is_boolean() && found->get<bool>();
}

std::optional<std::uint64_t> ProfileReading::number(const Json& object, const std::string& pointer,
                                                    const char* name, std::uint64_t least,
                                                    std::uint64_t most) {
    const Json* const found = find(object, name);
    if (found == nullptr) return std::nullopt;
    if (found->is_number_unsigned()) {
        const auto value = found->get<std::uint64_t>();
        if (value >= least && value <= most) return value;
    }
    complain(pointer_below(pointer, name), "expected a whole number from " + std::to_string(least) +
                                               " to " + std::to_string(most) + ", without quotes.");
    return std::nullopt;
}

std::optional<Millionths> ProfileReading::money(const Json& object, const std::string& pointer,
                                                const char* name) {
    const Json* const found = find(object, name);
    if (found == nullptr) return std::nullopt;
    constexpr double k_unit = 1e6;
    constexpr double k_most = 1e6;
    const double value = found->is_number() ? found->get<double>() : -1;
    const double millionths = std::round(value * k_unit);
    // The nearest double of a decimal with six places is this near to a whole millionth.
    constexpr double k_near = 1e-3;
    if (value >= 0 && value <= k_most && std::abs(value * k_unit - millionths) < k_near)
        return static_cast<Millionths>(millionths);
    complain(pointer_below(pointer, name),
             "expected an amount from 0 to 1000000 with at most six decimals, as 2.5.");
    return std::nullopt;
}

std::optional<std::vector<std::string>> ProfileReading::names(const Json& object,
                                                              const std::string& pointer,
                                                              const char* name) {
    const Json* const found = find(object, name);
    if (found == nullptr) return std::nullopt;
    const std::string place = pointer_below(pointer, name);
    std::vector<std::string> all;
    if (!found->is_array()) {
        complain(place, "expected a list, as [\"…\"].");
        return all;
    }
    if (found->size() > k_profile_names_max) {
        complain(place, "the list has more than " + std::to_string(k_profile_names_max) +
                            " names; write patterns instead, as \"files/*\".");
        return all;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < found->size(); ++i) {
        const std::string* const each = text((*found)[i], pointer_below(place, i));
        if (each == nullptr) continue;
        if (!seen.insert(*each).second)
            complain(pointer_below(place, i),
                     quoted_name(*each) + " stands here twice; take one out.");
        all.push_back(*each);
    }
    return all;
}

std::string ProfileReading::whole_path(const std::string& path) const {
    return path.empty() ? path
                        : (std::filesystem::path(folder_) / path).lexically_normal().string();
}

Profile ProfileReading::profile() {
    Profile profile;
    const Json* const root =
        object(document_.value, "",
               {"version", "name", "model", "model_url", "key_file", "text_tools", "system",
                "options", "servers", "tools", "budgets", "mode"});
    if (root == nullptr) return profile;
    version(*root);
    profile.name = words(*root, "", "name");
    model(*root, profile);
    profile.model_url = words(*root, "", "model_url");
    if (!profile.model_url.empty()) {
        if (const auto url = check_model_url(profile.model_url); !url)
            complain("/model_url", url.error().message);
    }
    profile.key_file = whole_path(words(*root, "", "key_file"));
    profile.text_tools = flag(*root, "", "text_tools");
    profile.system = words(*root, "", "system");
    options(*root, profile);
    profile.tools.servers = names(*root, "", "servers");
    tools(*root, profile);
    budgets(*root, profile);
    mode(*root, profile);
    return profile;
}

void ProfileReading::version(const Json& root) {
    const Json* const found = find(root, "version");
    if (found == nullptr) return complain("", "the version is missing; add \"version\": 1.");
    if (!found->is_number_unsigned())
        return complain("/version", "expected a whole number; write \"version\": 1.");
    if (found->get<std::uint64_t>() == k_profile_version) return;
    complain("/version",
             "this program reads version 1 of profiles; write \"version\": 1, or use a "
             "newer program.");
}

void ProfileReading::model(const Json& root, Profile& profile) {
    const Json* const found = find(root, "model");
    if (found == nullptr) return complain_without_model(root);
    const std::string* const written = text(*found, "/model");
    if (written == nullptr) return;
    const std::size_t slash = written->find('/');
    if (slash == std::string::npos || slash + 1 == written->size())
        return complain("/model",
                        "expected PROVIDER/NAME, as \"ollama/qwen3:8b\", or the whole path of a "
                        "model's file.");
    const std::string provider = written->substr(0, slash + 1);
    profile.model =
        provider == "scripted/" ? provider + whole_path(written->substr(slash + 1)) : *written;
}

void ProfileReading::complain_without_model(const Json& root) {
    for (const char* const name : {"model_url", "key_file", "text_tools"}) {
        if (find(root, name) != nullptr)
            complain(pointer_below("", name),
                     "this counts with a model alone; add \"model\", or take it out.");
    }
}

void ProfileReading::options(const Json& root, Profile& profile) {
    const Json* const found = find(root, "options");
    if (found == nullptr) return;
    const Json* const all = object(*found, "/options", {"temperature", "output_tokens_max"});
    if (all == nullptr) return;
    if (const Json* const temperature = find(*all, "temperature")) {
        constexpr double k_temperature_max = 2;
        const double value = temperature->is_number() ? temperature->get<double>() : -1;
        if (value >= 0 && value <= k_temperature_max)
            profile.temperature = value;
        else
            complain("/options/temperature", "expected a number from 0 to 2, without quotes.");
    }
    constexpr std::uint64_t k_output_tokens_max = 10'000'000;
    profile.output_tokens_max =
        number(*all, "/options", "output_tokens_max", 1, k_output_tokens_max);
}

void ProfileReading::tools(const Json& root, Profile& profile) {
    const Json* const found = find(root, "tools");
    if (found == nullptr) return;
    const Json* const all = object(*found, "/tools", {"allow", "deny"});
    if (all == nullptr) return;
    profile.tools.allow = names(*all, "/tools", "allow");
    profile.tools.deny = names(*all, "/tools", "deny").value_or(std::vector<std::string>());
    if (profile.tools.allow) check_patterns(*profile.tools.allow, "/tools/allow");
    check_patterns(profile.tools.deny, "/tools/deny");
}

void ProfileReading::check_patterns(const std::vector<std::string>& patterns,
                                    const std::string& pointer) {
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        const auto pattern = consent::NamePattern::parse(patterns[i]);
        if (!pattern) complain(pointer_below(pointer, i), pattern.error().message);
    }
}

void ProfileReading::budgets(const Json& root, Profile& profile) {
    const Json* const found = find(root, "budgets");
    if (found == nullptr) return;
    const Json* const all = object(*found, "/budgets", {"call", "turn", "chat", "day", "prices"});
    if (all == nullptr) return;
    budgets_of_calls(*all, profile.budgets);
    budgets_of_turns(*all, profile.budgets);
    profile.budgets.chat = budget(*all, "chat");
    profile.budgets.day = budget(*all, "day");
    profile.budgets.prices = prices(*all);
}

void ProfileReading::budgets_of_calls(const Json& budgets, ProfileBudgets& all) {
    const std::string place = "/budgets/call";
    const Json* const found = find(budgets, "call");
    if (found == nullptr || object(*found, place, {"seconds", "result_bytes"}) == nullptr) return;
    constexpr std::uint64_t k_day_seconds = 86'400;
    constexpr std::uint64_t k_bytes_min = 1'024;
    constexpr std::uint64_t k_bytes_max = 1'048'576;
    if (const auto seconds = number(*found, place, "seconds", 1, k_day_seconds))
        all.call_time = std::chrono::seconds(*seconds);
    all.result_bytes = number(*found, place, "result_bytes", k_bytes_min, k_bytes_max);
}

void ProfileReading::budgets_of_turns(const Json& budgets, ProfileBudgets& all) {
    const std::string place = "/budgets/turn";
    const Json* const found = find(budgets, "turn");
    if (found == nullptr || object(*found, place, {"calls", "requests"}) == nullptr) return;
    constexpr std::uint64_t k_most = 1'000;
    if (const auto calls = number(*found, place, "calls", 1, k_most))
        all.calls_of_turn = static_cast<std::uint32_t>(*calls);
    if (const auto requests = number(*found, place, "requests", 1, k_most))
        all.requests_of_turn = static_cast<std::uint32_t>(*requests);
}

Budget ProfileReading::budget(const Json& budgets, const char* name) {
    Budget budget;
    const Json* const found = find(budgets, name);
    const std::string place = pointer_below("/budgets", name);
    if (found == nullptr || object(*found, place, {"tokens", "cost"}) == nullptr) return budget;
    constexpr std::uint64_t k_tokens_max = 1'000'000'000'000;
    budget.tokens = number(*found, place, "tokens", 1, k_tokens_max);
    budget.cost = money(*found, place, "cost");
    if (budget.cost && find(budgets, "prices") == nullptr)
        complain(place + "/cost",
                 "a cost needs prices; add \"prices\" to the budgets, or take the cost out.");
    return budget;
}

std::optional<Prices> ProfileReading::prices(const Json& budgets) {
    const Json* const found = find(budgets, "prices");
    const std::string place = "/budgets/prices";
    if (found == nullptr ||
        object(*found, place, {"currency", "input", "cached", "output"}) == nullptr)
        return std::nullopt;
    for (const char* const name : {"input", "output"}) {
        if (find(*found, name) == nullptr)
            complain(place, "the price of " + std::string(name) +
                                " is missing; add it, as the price of a million tokens.");
    }
    Prices prices;
    prices.currency = words(*found, place, "currency");
    prices.input = money(*found, place, "input").value_or(0);
    prices.cached = money(*found, place, "cached").value_or(prices.input);
    prices.output = money(*found, place, "output").value_or(0);
    return prices;
}

void ProfileReading::mode(const Json& root, Profile& profile) {
    const Json* const found = find(root, "mode");
    if (found == nullptr) return;
    const std::string* const written = text(*found, "/mode");
    if (written == nullptr) return;
    std::vector<std::string_view> known;
    for (const ConsentMode mode : {ConsentMode::usual, ConsentMode::ask, ConsentMode::read_only}) {
        known.push_back(to_string(mode));
        if (*written != known.back()) continue;
        profile.mode = mode;
        return;
    }
    const std::string hint = did_you_mean(*written, known);
    complain("/mode", "there is no mode " + quoted_name(*written) + "; known are " +
                          quoted_list(known) + (hint.empty() ? "." : hint) +
                          " No mode allows a call.");
}

}  // namespace iam::chat
