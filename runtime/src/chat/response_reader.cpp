// Members of responses, arguments and errors in the providers' forms.
#include "chat/response_reader.hpp"

#include <utility>

namespace iam::chat {
namespace {

Result<Place> member(const Place& of, const char* name, Json::value_t type, const char* expected) {
    std::string pointer = of.pointer;
    append_pointer(pointer, name);
    const auto found = of.value.is_object() ? of.value.find(name) : of.value.end();
    if (!of.value.is_object() || found == of.value.end()) return wrong(pointer, expected, nullptr);
    if (found->type() != type) return wrong(pointer, expected, &*found);
    return Place{*found, std::move(pointer)};
}

/// A value read from the response, as text again.
std::string text_again(const Json& value) {
    return canonical_json(value).value_or("null");
}

/// No arguments, however a provider spells them: left out, null, an empty text.
bool is_none(const Json* value) {
    if (value == nullptr || value->is_null()) return true;
    if (!value->is_string()) return false;
    const auto& text = value->get_ref<const std::string&>();
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string::npos ||
           text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first) == "null";
}

}  // namespace

tl::unexpected<Error> wrong(const std::string& pointer, const std::string& expected,
                            const Json* got) {
    const std::string came = got == nullptr ? "nothing" : std::string(got->type_name());
    return fail(Errc::invalid_argument, "expected " + expected + ", got " + came, pointer);
}

Result<Place> array_of(const Place& of, const char* name) {
    return member(of, name, Json::value_t::array, "an array");
}
Result<Place> object_of(const Place& of, const char* name) {
    return member(of, name, Json::value_t::object, "an object");
}

std::string optional_text(const Json& of, const char* name) {
    const auto found = of.is_object() ? of.find(name) : of.end();
    return of.is_object() && found != of.end() && found->is_string() ? found->get<std::string>()
                                                                     : std::string();
}

bool has(const Place& of, const char* name) {
    return of.value.is_object() && of.value.contains(name);
}

Place element(const Place& of, std::size_t index) {
    std::string pointer = of.pointer;
    append_pointer(pointer, index);
    return Place{of.value[index], std::move(pointer)};
}

const Json* find(const Json& of, const char* name) {
    const auto found = of.is_object() ? of.find(name) : of.end();
    return of.is_object() && found != of.end() ? &*found : nullptr;
}

std::string arguments_in_text(const Json& call) {
    const Json* value = find(call, "arguments");
    if (is_none(value)) return "{}";
    return value->is_string() ? value->get<std::string>() : text_again(*value);
}

std::string arguments_in_value(const Json& call, const char* name) {
    const Json* value = find(call, name);
    return is_none(value) ? "{}" : text_again(*value);
}

const Json& part_of(const Json& of, const char* name) {
    static const Json nothing = Json::object();
    const Json* part = find(of, name);
    return part != nullptr && part->is_object() ? *part : nothing;
}

std::optional<Error> error_in(std::string_view provider, const Json& root) {
    if (root.is_array() && root.size() == 1) return error_in(provider, root.front());
    const Json* error = find(root, "error");
    if (error == nullptr || error->is_null()) return std::nullopt;
    std::string message =
        error->is_string() ? error->get<std::string>() : optional_text(*error, "message");
    if (message.empty()) message = text_again(*error);
    std::string kind = optional_text(*error, "type");
    if (kind.empty()) kind = optional_text(*error, "status");
    if (!kind.empty()) kind = " (" + kind + ")";
    return Error{Errc::unavailable,
                 std::string(provider) + " answered with an error" + kind +
                     ", so there is nothing to call: " + message,
                 {}};
}

Result<Json> read_root(std::string_view provider, std::string_view text) {
    IAM_TRY(root, parse_json(text));
    if (auto error = error_in(provider, root)) return tl::unexpected(*std::move(error));
    return root;
}

Reader::Reader(Provider provider, WireForm form, std::string model, std::string id)
    : provider_(to_string(provider)), model_(std::move(model)) {
    response_.provider = provider;
    response_.form = form;
    response_.id = std::move(id);
}

void Reader::add(const Json& named, std::string arguments, std::string request_id) {
    Call call;
    call.tool.name = optional_text(named, "name");
    call.arguments = std::move(arguments);
    call.proposer.kind = Proposer::Kind::model;
    call.proposer.provider = provider_;
    call.proposer.model = model_;
    call.proposer.request_id = std::move(request_id);
    response_.calls.push_back(std::move(call));
}

}  // namespace iam::chat
