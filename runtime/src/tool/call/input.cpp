// Judges typed values in one place: for the terminal, for answers of other processes, and for the
// function.
#include "iam/tool/input.hpp"

#include <iam/core/json.hpp>
#include <iam/tool/format.hpp>

#include <algorithm>

namespace iam {
namespace {

using Kind = InputRequest::Kind;

bool is_one_line(std::string_view text) {
    const auto is_control = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
    };
    return text.size() <= k_input_bytes_max && is_valid_utf8(text) &&
           std::none_of(text.begin(), text.end(), is_control);
}

tl::unexpected<Error> bad_request(std::string why) {
    return fail(Errc::invalid_argument, "The function asks for input that nobody can give: " + why);
}

tl::unexpected<Error> unfit(const InputRequest& request) {
    return fail(Errc::invalid_argument, "Wanted is " + what_is_wanted(request) + ".");
}

Result<Input> read_number(const InputRequest& request, std::string_view typed) {
    const auto value = parse_json(typed);
    if (!value || !value->is_number()) return unfit(request);
    const double number = value->get<double>();
    if ((request.low && number < *request.low) || (request.high && number > *request.high)) {
        return unfit(request);
    }
    IAM_TRY(text, canonical_json(*value));
    return Input{std::move(text), number, false};
}

Result<Input> read_boolean(const InputRequest& request, std::string_view typed) {
    if (typed == "true" || typed == "yes") return Input{"true", 0, true};
    if (typed == "false" || typed == "no") return Input{"false", 0, false};
    return unfit(request);
}

std::string spelled_number(double number) {
    return canonical_json(Json(number)).value_or("?");
}

}  // namespace

std::string_view to_string(InputRequest::Kind kind) noexcept {
    switch (kind) {
        case Kind::text:
            return "text";
        case Kind::number:
            return "number";
        case Kind::boolean:
            return "boolean";
        case Kind::choice:
            return "choice";
        case Kind::date:
            return "date";
        case Kind::file:
            break;
    }
    return "file";
}

Result<void> check_input_request(const InputRequest& request) {
    if (request.prompt.empty() || !is_one_line(request.prompt)) {
        return bad_request("the prompt must be one line of text.");
    }
    if ((request.kind == Kind::choice) == request.choices.empty()) {
        return bad_request("a choice has choices, and nothing else has.");
    }
    if (request.choices.size() > k_input_choices_max ||
        !std::all_of(request.choices.begin(), request.choices.end(), is_one_line)) {
        return bad_request("a choice has at most " + std::to_string(k_input_choices_max) +
                           " of one line each.");
    }
    if ((request.low || request.high) && request.kind != Kind::number) {
        return bad_request("only a number has bounds.");
    }
    if (request.secret && request.kind != Kind::text) {
        return bad_request("only a text is secret.");
    }
    return {};
}

Result<Input> read_input(const InputRequest& request, std::string_view typed) {
    if (!is_one_line(typed)) return unfit(request);
    switch (request.kind) {
        case Kind::text:
            break;
        case Kind::number:
            return read_number(request, typed);
        case Kind::boolean:
            return read_boolean(request, typed);
        case Kind::choice: {
            const auto& all = request.choices;
            if (std::find(all.begin(), all.end(), typed) == all.end()) return unfit(request);
            break;
        }
        case Kind::date:
            if (!has_format(Format::date, typed)) return unfit(request);
            break;
        case Kind::file:
            if (typed.empty() || typed.front() != '/') return unfit(request);
            break;
    }
    return Input{std::string(typed), 0, false};
}

std::string what_is_wanted(const InputRequest& request) {
    switch (request.kind) {
        case Kind::text:
            return "one line of at most " + std::to_string(k_input_bytes_max) + " bytes";
        case Kind::number:
            return "a number" + (request.low ? " from " + spelled_number(*request.low) : "") +
                   (request.high ? " to " + spelled_number(*request.high) : "");
        case Kind::boolean:
            return "true or false";
        case Kind::choice: {
            std::string text = "one of:";
            for (const std::string& choice : request.choices) {
                text += (&choice == request.choices.data() ? " " : ", ") + choice;
            }
            return text;
        }
        case Kind::date:
            return "a date such as 2026-11-23";
        case Kind::file:
            break;
    }
    return "the absolute path of a file";
}

void put_input(JsonWriter& out, const InputRequest& request,
               void (&put)(JsonWriter& out, std::string_view name, std::string_view text)) {
    put(out, "key", request.key);
    put(out, "kind", to_string(request.kind));
    put(out, "prompt", request.prompt);
    put(out, "wanted", what_is_wanted(request));
}

}  // namespace iam
