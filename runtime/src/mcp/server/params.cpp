#include "mcp/server/params.hpp"

#include <iam/core/json_reader.hpp>
#include <iam/core/limits.hpp>

#include <utility>

namespace iam::mcp {
namespace {

std::string pointer_to(std::string_view pointer, std::string_view name) {
    std::string text(pointer);
    append_pointer(text, name);
    return text;
}

tl::unexpected<Error> wrong(std::string_view pointer, std::string_view name,
                            std::string_view wanted) {
    return fail(Errc::invalid_argument,
                "\"" + std::string(name) + "\" must be " + std::string(wanted) + ".",
                pointer_to(pointer, name));
}

const Json* member(const Json& object, std::string_view name) {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

/// Reads tools/call without a value for each part, since its arguments go on as they came.
class CallParamsReader {
 public:
    explicit CallParamsReader(std::string_view text)
        : text_(text), in_(text, limits_of_own_text(text.size())) {}

    Result<CallParams> read() {
        if (in_.peek() != JsonKind::object)
            return fail(Errc::invalid_argument, "The parameters must be an object.");
        in_.begin_object();
        for (std::string_view name; in_.next_member(name);) {
            IAM_CHECK(read_member(std::string(name)));
        }
        if (!in_.finish()) return tl::unexpected(in_.error());
        if (!has_name_) return wrong("", "name", "a string");
        return std::move(params_);
    }

 private:
    Result<void> read_member(const std::string& name) {
        if (name == "name") {
            if (in_.peek() != JsonKind::string) return wrong("", name, "a string");
            in_.read_string(params_.name);
            has_name_ = true;
            return {};
        }
        if (name == "arguments") return read_arguments();
        if (name == "_meta") return read_meta();
        in_.skip();
        return {};
    }

    Result<void> read_arguments() {
        if (in_.peek() != JsonKind::object) return wrong("", "arguments", "an object");
        const std::size_t begin = in_.offset();
        params_.arguments = next_value(begin);
        return {};
    }

    Result<void> read_meta() {
        if (in_.peek() != JsonKind::object) return wrong("", "_meta", "an object");
        in_.begin_object();
        for (std::string_view name; in_.next_member(name);) {
            if (name != "iam/call_id") {
                in_.skip();
            } else if (in_.peek() == JsonKind::string) {
                in_.read_string(params_.call_id.emplace());
            } else {
                return wrong("/_meta", "iam/call_id", "a string");
            }
        }
        return {};
    }

    /// The text of the value at `begin`. The reader skips the value.
    std::string next_value(std::size_t begin) {
        in_.skip();
        std::string_view text = text_.substr(begin, in_.offset() - begin);
        // offset() belongs to the next value, so a comma or white space may stand between.
        text.remove_suffix(text.size() - (text.rfind('}') + 1));
        return std::string(text);
    }

    std::string_view text_;
    JsonReader in_;
    CallParams params_{};
    bool has_name_ = false;
};

}  // namespace

Result<Json> read_params(std::string_view params) {
    if (params.empty()) return Json::object();
    IAM_TRY(value, rpc::value_of(params));
    if (!value.is_object())
        return fail(Errc::invalid_argument, "The parameters must be an object.");
    return std::move(value);
}

Result<std::string> text_member(const Json& object, std::string_view name,
                                std::string_view pointer) {
    IAM_TRY(text, optional_text(object, name, pointer));
    if (!text) return wrong(pointer, name, "a string");
    return *std::move(text);
}

Result<std::optional<std::string>> optional_text(const Json& object, std::string_view name,
                                                 std::string_view pointer) {
    const Json* value = member(object, name);
    if (value == nullptr) return std::optional<std::string>();
    if (!value->is_string()) return wrong(pointer, name, "a string");
    return std::optional(value->get<std::string>());
}

Result<const Json*> optional_object(const Json& object, std::string_view name,
                                    std::string_view pointer) {
    const Json* value = member(object, name);
    if (value != nullptr && !value->is_object()) return wrong(pointer, name, "an object");
    return value;
}

Result<Values> text_values(const Json& object, std::string_view name, std::string_view pointer) {
    IAM_TRY(given, optional_object(object, name, pointer));
    Values values;
    if (given == nullptr) return values;
    const std::string inside = pointer_to(pointer, name);
    for (const auto& [key, value] : given->items()) {
        if (!value.is_string()) return wrong(inside, key, "a string");
        values[key] = value.get<std::string>();
    }
    return values;
}

rpc::ErrorObject invalid_params(std::string message) {
    return {.code = rpc::code::invalid_params, .message = std::move(message)};
}

rpc::ErrorObject invalid_params(const Error& error) {
    const std::string place = error.pointer.empty() ? "" : " (at /params" + error.pointer + ")";
    return invalid_params(error.message + place);
}

Result<CallParams> read_call_params(std::string_view params) {
    if (params.empty()) return wrong("", "name", "a string");
    return CallParamsReader(params).read();
}

}  // namespace iam::mcp
