// Made by iam-gen 0.1.0 from input.hpp. Changes here are lost.
#if defined(__GNUC__)
// The header may call deprecated what is offered all the same.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
#include "input.hpp"

#include <iam/tool/glue.hpp>

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

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

class LoginTool final : public iam::Handler {
 public:
    iam::Prepared prepare(std::string_view text) const override {
        return iam::glue::prepare<LoginArgumentsCodec, LoginArguments>(text, nullptr);
    }

    iam::Reply call(const iam::Permit&, std::string_view text, iam::Context&) const override {
        iam::Decoder in(text, nullptr);
        LoginArguments arguments;
        if (!iam::glue::read<LoginArgumentsCodec>(in, arguments)) return iam::glue::unreadable(in);
        return iam::glue::reply<iam::StringCodec>(::desk::login(std::move(arguments.user), std::move(arguments.password), std::move(arguments.key), std::move(arguments.pin)));
    }

    iam::Reply undo(const iam::Permit&, std::string_view text, std::string_view result_text,
                    iam::Context&) const override {
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

constexpr iam::glue::ToolFacts k_login{
    .name = "login",
    .description = "Logs in.",
    .open_world = true,
    .has_undo = true,
    .secret_arguments = k_login_secret_arguments,
    .generator = "0.1.0",
    .document = R"json({"name":"login","description":"Logs in.","inputSchema":{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string"},"key":{"type":"object","properties":{"name":{"type":"string"},"bytes":{"type":"string"}},"required":["name","bytes"],"additionalProperties":false},"pin":{"type":"string"}},"required":["user","password","key"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"],"additionalProperties":false},"annotations":{"openWorldHint":true},"_meta":{"iam/contract":{"hints_stated":["open_world"],"preview":false,"undo":{"grade":"compensating"},"secrets":["/password","/key/bytes","/pin"],"symbol":"desk::login","source":{"file":"input.hpp","line":15},"result_member":"result","digests":{"wire":"490528397bb8e9541545aaa77f685f988610d7e3b16a6a3461aed05e1acb1fea","consent":"b4b1cc42da06add63a45656e5d36294c37522b51253c67ac440e9d732b1b19f9","behaviour":"11e7e77fc9902a737f1d1ff1a2e5974ec3ab2e27a5590e2cf7642ba0179cccf5"}}}})json",
    .wire = "490528397bb8e9541545aaa77f685f988610d7e3b16a6a3461aed05e1acb1fea",
    .consent = "b4b1cc42da06add63a45656e5d36294c37522b51253c67ac440e9d732b1b19f9",
    .behaviour = "11e7e77fc9902a737f1d1ff1a2e5974ec3ab2e27a5590e2cf7642ba0179cccf5",
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    IAM_CHECK(iam::glue::add(registry, k_login, std::make_unique<const LoginTool>()));
    return {};
}

}  // namespace iam_glue_4_case_input
