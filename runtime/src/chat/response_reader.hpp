// Reading the responses of providers: members with their places, arguments in every form, calls of
// a model.
#pragma once

#include <iam/chat/provider.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iam::chat {

/// A value of the response and the pointer to it, so an error can name the place. The value
/// outlives it.
struct Place {
    const Json& value;
    std::string pointer;
};

/// The error "expected …, got …" at a place. `got` is null where there is nothing.
tl::unexpected<Error> wrong(const std::string& pointer, const std::string& expected,
                            const Json* got);
Result<Place> array_of(const Place& of, const char* name);
Result<Place> object_of(const Place& of, const char* name);
Place element(const Place& of, std::size_t index);
bool has(const Place& of, const char* name);

/// A member of an object; null where there is none.
const Json* find(const Json& of, const char* name);
/// The object below this name; an empty one if there is none.
const Json& part_of(const Json& of, const char* name);
/// An optional string.
std::string optional_text(const Json& of, const char* name);

/// Arguments sent by a provider as JSON in a text. Arguments sent as the value itself count as
/// well.
std::string arguments_in_text(const Json& call);
/// Arguments sent by a provider as a value. The gate refuses a value other than an object.
std::string arguments_in_value(const Json& call, const char* name);

/// The message of an error in place of an answer: {"error": {"message": …}}, {"error": "…"}, or a
/// list of the first.
std::optional<Error> error_in(std::string_view provider, const Json& root);
/// The whole response as JSON. Errors: no JSON, or an error of the provider in its place.
Result<Json> read_root(std::string_view provider, std::string_view text);

/// Collects the calls of one response.
class Reader {
 public:
    Reader(Provider provider, WireForm form, std::string model, std::string id = {});
    /// `named` has the name. Without one the call is of no tool; the gate says so and records it.
    void add(const Json& named, std::string arguments, std::string request_id);
    ModelResponse take() { return std::move(response_); }

 private:
    std::string provider_;
    std::string model_;
    ModelResponse response_;
};

}  // namespace iam::chat
