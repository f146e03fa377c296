#include "mcp/client/authorization/metadata/www_authenticate.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace iam::mcp {
namespace {

bool is_field_token_letter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(letter) != std::string_view::npos;
}

std::string challenge_name(std::string_view name) {
    std::string lower(name);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return lower;
}

struct ChallengeParts {
    std::string scheme{};  ///< in lower case
    std::map<std::string, std::string> parameters{};
};

class ChallengeReader {
 public:
    explicit ChallengeReader(std::string_view text) : rest_(text) {}

    /// The parameters of the first challenge of this scheme. Nothing after a mistake.
    std::optional<ChallengeParts> find(std::string_view scheme) {
        std::optional<ChallengeParts> found;
        ChallengeParts current;
        while (skip_to_item()) {
            const std::string name = token();
            if (name.empty()) return std::nullopt;
            const std::size_t blanks = skip_blanks();
            if (!current.scheme.empty() && rest_.starts_with('=')) {
                if (!add_parameter(current, name)) return std::nullopt;
                continue;
            }
            if (current.scheme == scheme && !found) found = std::move(current);
            current = {.scheme = challenge_name(name)};
            if (blanks > 0 && !begin_challenge(current)) return std::nullopt;
        }
        if (current.scheme == scheme && !found) found = std::move(current);
        return found;
    }

 private:
    std::size_t skip_blanks() {
        const std::size_t count = std::min(rest_.find_first_not_of(" \t"), rest_.size());
        rest_.remove_prefix(count);
        return count;
    }
    /// Goes over commas. False at the end.
    bool skip_to_item() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t,"), rest_.size()));
        return !rest_.empty();
    }
    /// True where an item of the list ends.
    bool ends_item() {
        skip_blanks();
        return rest_.empty() || rest_.front() == ',';
    }
    std::string token() {
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_field_token_letter);
        const std::string text(rest_.begin(), end);
        rest_.remove_prefix(text.size());
        return text;
    }

    /// What follows a scheme in the same item: nothing, a token68, or its first parameter.
    bool begin_challenge(ChallengeParts& challenge) {
        if (ends_item()) return true;
        const std::string_view item = rest_;
        const std::string name = token();
        skip_blanks();
        if (!name.empty() && rest_.starts_with('=') && add_parameter(challenge, name)) return true;
        rest_ = item;
        return skip_token68();
    }
    bool skip_token68() {
        const auto is_letter = [](char letter) {
            return is_field_token_letter(letter) || letter == '/';
        };
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_letter);
        const auto size = static_cast<std::size_t>(end - rest_.begin());
        if (size == 0) return false;
        rest_.remove_prefix(size);
        rest_.remove_prefix(std::min(rest_.find_first_not_of('='), rest_.size()));
        return ends_item();
    }
    bool add_parameter(ChallengeParts& challenge, const std::string& name) {
        rest_.remove_prefix(1);  // '='
        skip_blanks();
        std::string value;
        if (rest_.starts_with('"')) {
            if (!quoted(value)) return false;
        } else {
            value = token();
            if (value.empty()) return false;
        }
        return ends_item() && ++count_ <= k_challenge_parameters_max &&
               challenge.parameters.emplace(challenge_name(name), std::move(value)).second;
    }
    bool quoted(std::string& value) {
        for (std::size_t i = 1; i < rest_.size(); ++i) {
            char letter = rest_[i];
            if (letter == '"') {
                rest_.remove_prefix(i + 1);
                return true;
            }
            if (letter == '\\') {
                if (++i == rest_.size()) return false;
                letter = rest_[i];
            }
            value += letter;
        }
        return false;
    }

    std::string_view rest_;
    std::size_t count_ = 0;
};

}  // namespace

std::optional<BearerChallenge> read_bearer_challenge(std::string_view field) {
    if (field.size() > k_challenge_bytes_max) return std::nullopt;
    auto parts = ChallengeReader(field).find("bearer");
    if (!parts) return std::nullopt;
    BearerChallenge challenge;
    challenge.error = std::move(parts->parameters["error"]);
    challenge.resource_metadata = std::move(parts->parameters["resource_metadata"]);
    if (auto scopes = read_scopes(parts->parameters["scope"]))
        challenge.scopes = *std::move(scopes);
    return challenge;
}

}  // namespace iam::mcp
