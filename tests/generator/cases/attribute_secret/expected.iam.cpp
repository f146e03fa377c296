// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

// The standard library does not compile where these are macros.
#pragma push_macro("abs")
#undef abs
#pragma push_macro("max")
#undef max
#pragma push_macro("min")
#undef min
#pragma push_macro("round")
#undef round
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Key::name), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Key::bytes), ::std::string>);
struct SeenDeskKey {
    decltype(::desk::Key::name) name;
    decltype(::desk::Key::bytes) bytes;
};
static_assert(sizeof(SeenDeskKey) == sizeof(::desk::Key));
static_assert(__builtin_offsetof(SeenDeskKey, name) == __builtin_offsetof(::desk::Key, name));
static_assert(__builtin_offsetof(SeenDeskKey, bytes) == __builtin_offsetof(::desk::Key, bytes));
static_assert(sizeof(static_cast<::std::string (*)(::std::string, ::std::string, ::desk::Key, ::std::string)>(&::desk::login)) > 0);
static_assert(sizeof(static_cast<void (*)(::std::string, const ::std::string&)>(&::desk::logout)) > 0);

struct KeyCodec : iam::RecordCodec<KeyCodec, ::desk::Key> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("name", &::desk::Key::name),
        iam::required("bytes", &::desk::Key::bytes).secret());
};

struct LoginArguments {
    ::std::string user{};
    ::std::string password{};
    ::desk::Key key{};
    ::std::string pin = "0000";
};

struct LoginArgumentsCodec : iam::RecordCodec<LoginArgumentsCodec, LoginArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("user", &LoginArguments::user),
        iam::required("password", &LoginArguments::password).secret(),
        iam::required<KeyCodec>("key", &LoginArguments::key),
        iam::defaulted("pin", &LoginArguments::pin).secret());
};

struct LoginUndo {
    ::std::string user{};
};

struct LoginUndoCodec : iam::RecordCodec<LoginUndoCodec, LoginUndo> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("user", &LoginUndo::user));
};

struct LoginTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<LoginArguments*>(given);
        return iam::glue::reply<iam::StringCodec>(::desk::login(std::move(arguments.user), std::move(arguments.password), std::move(arguments.key), std::move(arguments.pin)));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view text, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder in(text, nullptr, iam::Checking::types_only);
        LoginUndo arguments;
        if (!iam::glue::read_recorded<LoginUndoCodec>(in, arguments)) {
            return iam::glue::unreadable_record(in);
        }
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        ::std::string result{};
        if (!iam::glue::read_result<iam::StringCodec>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        ::desk::logout(std::move(arguments.user), static_cast<::std::string const&>(result));
        return iam::Reply::done();
    }
};

constexpr std::string_view k_login_secret_arguments[] = {"/password", "/key/bytes", "/pin"};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "login",
        .description = "Logs in.",
        .open_world = true,
        .secret_arguments = k_login_secret_arguments,
        .document = R"json({"name":"login","description":"Logs in.","inputSchema":{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string"},"key":{"type":"object","properties":{"name":{"type":"string"},"bytes":{"type":"string"}},"required":["name","bytes"],"additionalProperties":false},"pin":{"type":"string"}},"required":["user","password","key"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"],"additionalProperties":false},"annotations":{"openWorldHint":true},"_meta":{"iam/contract":{"hints_stated":["open_world"],"preview":false,"undo":{"grade":"compensating"},"secrets":["/password","/key/bytes","/pin"],"symbol":"desk::login","source":{"file":"input.hpp","line":15},"result_member":"result"}}})json",
        .wire = "490528397bb8e9541545aaa77f685f988610d7e3b16a6a3461aed05e1acb1fea",
        .consent = "b4b1cc42da06add63a45656e5d36294c37522b51253c67ac440e9d732b1b19f9",
        .behaviour = "11e7e77fc9902a737f1d1ff1a2e5974ec3ab2e27a5590e2cf7642ba0179cccf5",
        .code = {
            .table = LoginArgumentsCodec::table(),
            .hold = &iam::glue::hold<LoginArguments>,
            .call = &LoginTool::call,
            .undo = &LoginTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
