// Defines tools without the generator. Any callable is described in code and called through the
// same gate.
//
//     iam::define("echo")
//         .description("Says a message back.")
//         .hints({.destructive = false})
//         .parameter("message", {.length_max = 80}, "the words to say")
//         .parameter("repeat", {.low = 1, .high = 10}).with_default(1)
//         .call(&echo)
//         .preview(&preview_echo, {"message"})
//         .undo(&retract_echo, {"result"})
//         .add_to(registry);
//
// The application has a name before its first tool: registry.name_application("echo-desk").
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/callable.hpp>
#include <iam/tool/codec.hpp>
#include <iam/tool/handler.hpp>
#include <iam/tool/registry.hpp>

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace iam {

/// Collects the description of one tool; add_to() reports its errors. Use it on one thread.
class Define {
 public:
    explicit Define(std::string name);

    Define& title(std::string text);
    Define& description(std::string text);
    Define& hints(const Hints& hints);
    // A function for each option of iam/contract/facts.def. They are explained there: policy(),
    // undo_window(), executor() and others. The registry must offer the executor
    // (Registry::offer_executor). A timeout() is 1 millisecond to one day. undo_exact() and
    // undo_window() (1 second to 10 years) require an undo(). lazy_outcome() requires the hint
    // read_only. iam-gen alone requires a policy_reason.
#define IAM_SWITCH(name, member) \
    Define& member() {           \
        contract_.member = true; \
        return *this;            \
    }
#define IAM_OPTION(name, member, kind)        \
    Define& member(option_kind::kind value) { \
        contract_.member = std::move(value);  \
        return *this;                         \
    }
#include <iam/contract/facts.def>
    /// Lets undeclared members through, in canonical form. For call_text() only.
    Define& open();

    /// Declares one parameter of the callable, in order. Injected ones (Context&, Progress&,
    /// std::stop_token) are not counted. `rules.pattern` must be a literal or live as long as the
    /// registry.
    Define& parameter(std::string name, const Rules& rules = {}, std::string description = {});
    /// Declares a parameter with its type, for call_text(), since it states no types.
    template <class T>
    Define& member(std::string name, const Rules& rules = {}, std::string description = {}) {
        parameter(std::move(name), rules, std::move(description));
        return typed(k_member_type<codec_of<T>, T>);
    }

    // The next functions are about the parameter declared last.
    /// Its value when it is left out: of any type with a codec. add_to() holds it against the
    /// parameter.
    template <class T>
    requires(!std::is_convertible_v<const T&, std::string_view>) Define& with_default(
        const T& value) {
        JsonWriter out;
        codec_of<T>::encode(out, value);
        return set_default(out);
    }
    Define& with_default(std::string_view text) {
        JsonWriter out;
        out.string(text);
        return set_default(out);
    }
    Define& secret();
    /// A person may allow calls by its value (Contract::consent_keys).
    Define& consent_key();
    Define& unit(std::string unit);

    /// The function of the tool: a function, a lambda or a function object. Several threads may
    /// call it at once. It returns void, a type with a codec, a future or expected of one (see
    /// settle.hpp), or a Reply. The runtime catches its exceptions.
    template <class Callable>
    Define& call(Callable callable) {
        using Adapter = callable::Adapter<decltype(std::function(callable))>;
        takes(Adapter::member_types());
        if (const MemberType* type = Adapter::result_type()) returns(*type);
        return set_call(
            [function = std::function(std::move(callable)), names = names()](
                std::string_view arguments, Context& context, const PatternSet* patterns) {
                Decoder in(arguments, patterns);
                return Adapter::call(function, names, in, nullptr, context);
            });
    }
    /// The plain form: the function gets the canonical text of the arguments and returns a Reply.
    Define& call_text(std::function<Reply(std::string_view arguments, Context&)> function);

    /// A function to tell the effects of a call, without effects of its own. It returns Preview and
    /// takes the parameters named in `taken`.
    template <class Callable>
    Define& preview(Callable callable, std::vector<std::string> taken) {
        using Adapter = callable::Adapter<decltype(std::function(callable))>;
        static_assert(std::is_same_v<typename Adapter::Result, Preview>,
                      "a preview returns iam::Preview");
        companion("preview", taken, Adapter::member_types(), false);
        taken = Adapter::spread(std::move(taken));
        return set_preview(
            [function = std::function(std::move(callable)), taken = std::move(taken)](
                std::string_view arguments, Context& context) -> PreviewReply {
                Decoder in(arguments);
                return Adapter::preview(function, taken, in, context);
            });
    }
    /// A function to take back a call. It takes parameters by name; "result" is the call's result.
    template <class Callable>
    Define& undo(Callable callable, std::vector<std::string> taken) {
        using Adapter = callable::Adapter<decltype(std::function(callable))>;
        companion("undo", taken, Adapter::member_types(), true);
        taken = Adapter::spread(std::move(taken));
        return set_undo([function = std::function(std::move(callable)), taken = std::move(taken)](
                            std::string_view arguments, std::string_view result, Context& context) {
            Decoder in(arguments, nullptr, Checking::types_only);
            Decoder returned(result, nullptr, Checking::types_only);
            return Adapter::call(function, taken, in, &returned, context);
        });
    }

    /// A function to find out whether a call with an unknown outcome happened (Runtime::reconcile).
    /// It has no effect and takes the parameters named in `taken`. It returns std::optional of the
    /// tool's result, empty if the call did not happen; bool if the tool returns nothing. Context
    /// and IdempotencyKey are the call's.
    template <class Callable>
    Define& reconcile(Callable callable, std::vector<std::string> taken) {
        using Adapter = callable::Adapter<decltype(std::function(callable))>;
        companion("reconcile", taken, Adapter::member_types(), false);
        taken = Adapter::spread(std::move(taken));
        return set_reconcile(
            [function = std::function(std::move(callable)), taken = std::move(taken)](
                std::string_view arguments, Context& context) -> ReconcileReply {
                Decoder in(arguments, nullptr, Checking::types_only);
                return Adapter::reconcile(function, taken, in, context);
            },
            Adapter::reconciled_type());
    }

    /// Adds the tool. Call it last and once. Error: invalid_argument for a fault of the
    /// description, or for a registry without an application's name (Registry::name_application).
    Result<void> add_to(Registry& registry);

    /// One declared parameter.
    struct Parameter {
        std::string name{};
        Rules rules{};
        std::string description{};
        std::string default_json{};
        std::string unit{};
        bool is_secret = false;
        bool is_consent_key = false;
        const MemberType* type = nullptr;

        bool required() const noexcept {
            return default_json.empty() && type != nullptr && !type->is_optional;
        }
    };
    /// The parts of the handler of a tool defined in code.
    struct Functions {
        std::vector<Parameter> parameters{};
        bool open = false;
        std::function<Reply(std::string_view, Context&, const PatternSet*)> call{};
        std::function<PreviewReply(std::string_view, Context&)> preview{};
        std::function<Reply(std::string_view, std::string_view, Context&)> undo{};
        std::function<ReconcileReply(std::string_view, Context&)> reconcile{};
    };

 private:
    Define& typed(const MemberType& type);
    Define& set_default(JsonWriter& json);
    void takes(const std::vector<const MemberType*>& types);
    void returns(const MemberType& type);
    void companion(std::string_view role, const std::vector<std::string>& taken,
                   const std::vector<const MemberType*>& types, bool may_take_result);
    void check_taken(std::string_view role, const std::string& name, const MemberType& type,
                     bool may_take_result);
    std::vector<std::string> names() const {
        return slots_;
    }
    Define& set_call(decltype(Functions::call) function);
    Define& set_preview(decltype(Functions::preview) function);
    Define& set_undo(decltype(Functions::undo) function);
    Define& set_reconcile(decltype(Functions::reconcile) function, const MemberType* wanted_result);
    void wrong(std::string problem);
    void check_options();
    Result<void> check_parameters();
    Result<void> complete_contract();

    Contract contract_;
    Functions functions_;
    std::vector<std::string> slots_;  // name of each parameter of the callable; "" = injected
    const MemberType* result_ = nullptr;
    std::string problem_;  // the first error
};

inline Define define(std::string name) {
    return Define(std::move(name));
}

}  // namespace iam
