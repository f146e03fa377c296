// What a function asks a person for before it has done anything, and what it gets.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

struct InputRequest {
    enum class Kind {
        text,     ///< one line
        number,   ///< as JSON writes it; `low` and `high` are included
        boolean,  ///< true or false; yes and no are understood
        choice,   ///< one of `choices`
        date,     ///< 2026-11-23
        file,  ///< an absolute path; what is there is looked at by the function (Context::pin_file)
    };
    Kind kind = Kind::text;
    std::string prompt{};  ///< what the person reads: 1 to k_input_bytes_max bytes of UTF-8
    std::vector<std::string> choices{};
    std::optional<double> low{};
    std::optional<double> high{};
    /// Of a text: typed where the call was made and nowhere else, shown to nobody, committed to and never stored.
    bool secret = false;
    std::string key{};  ///< the function's name for it
    friend bool operator==(const InputRequest&, const InputRequest&) = default;
};
std::string_view to_string(InputRequest::Kind kind) noexcept;

struct InputValue {
    std::string key{};
    std::string text{};
    friend bool operator==(const InputValue&, const InputValue&) = default;
};

/// What a person gave, in its one form, and as a value where the kind has another one.
struct Input {
    std::string text{};
    double number = 0;
    bool boolean = false;
};

inline constexpr std::size_t k_input_bytes_max = 4096;
inline constexpr std::size_t k_input_choices_max = 64;

/// invalid_argument: what the function asks for is no question.
Result<void> check_input_request(const InputRequest& request);
/// What was typed as a value of that kind. invalid_argument: a sentence for who typed it, which says what is wanted.
Result<Input> read_input(const InputRequest& request, std::string_view typed);
/// "a number from 1 to 10", "one of: red, blue"
std::string what_is_wanted(const InputRequest& request);

}  // namespace iam
