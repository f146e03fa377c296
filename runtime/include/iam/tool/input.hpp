// Defines a function's questions to a person before it has any effect, and their answers.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

class JsonWriter;

struct InputRequest {
    enum class Kind {
        text,     ///< one line
        number,   ///< as JSON writes it; `low` and `high` are included
        boolean,  ///< true or false; yes and no are understood
        choice,   ///< one of `choices`
        date,     ///< 2026-11-23
        file,     ///< an absolute path; the function opens the file (Context::pin_file)
    };
    Kind kind = Kind::text;
    /// the text for the person: 1 to k_input_bytes_max bytes of UTF-8
    std::string prompt{};
    std::vector<std::string> choices{};
    std::optional<double> low{};
    std::optional<double> high{};
    /// For a text: it is typed only where the call was made, shown to nobody, committed to and
    /// never stored.
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

/// A person's answer in its one text form, and as a value if the kind has one.
struct Input {
    std::string text{};
    double number = 0;
    bool boolean = false;
};

inline constexpr std::size_t k_input_bytes_max = 4096;
inline constexpr std::size_t k_input_choices_max = 64;

/// Error: invalid_argument if the request is no valid question.
Result<void> check_input_request(const InputRequest& request);
/// Reads typed text as a value of the requested kind. Error: invalid_argument with a sentence for
/// the person about the wanted value.
Result<Input> read_input(const InputRequest& request, std::string_view typed);
/// "a number from 1 to 10", "one of: red, blue"
std::string what_is_wanted(const InputRequest& request);
/// Writes the members key, kind, prompt and wanted of an object, each by `put(out, name, text)`.
void put_input(JsonWriter& out, const InputRequest& request,
               void (&put)(JsonWriter& out, std::string_view name, std::string_view text));

}  // namespace iam
