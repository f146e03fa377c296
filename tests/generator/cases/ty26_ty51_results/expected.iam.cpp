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
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/glue.hpp>
#include <iam/tool/settle.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(static_cast<unsigned long long>(::desk::Problem::locked) == 0ull);
static_assert(static_cast<unsigned long long>(::desk::Problem::empty) == 1ull);
static_assert(std::is_same_v<decltype(::desk::Where::line), int>);
struct SeenDeskWhere {
    decltype(::desk::Where::line) line;
};
static_assert(sizeof(SeenDeskWhere) == sizeof(::desk::Where));
static_assert(__builtin_offsetof(SeenDeskWhere, line) == __builtin_offsetof(::desk::Where, line));
static_assert(sizeof(static_cast<::std::future<::std::string> (*)(::std::string)>(&::desk::in_future)) > 0);
static_assert(sizeof(static_cast<::lib::Task<void> (*)(int)>(&::desk::nothing)) > 0);
static_assert(sizeof(static_cast<::std::shared_future<void> (*)(int)>(&::desk::something)) > 0);
static_assert(sizeof(static_cast<::lib::Task<::std::optional<int>> (*)(int)>(&::desk::of_coroutine)) > 0);
static_assert(sizeof(static_cast<::tl::expected<int, ::desk::Problem> (*)(const ::std::string&)>(&::desk::with_name)) > 0);
static_assert(sizeof(static_cast<::lib::Outcome<bool> (*)(const ::std::string&)>(&::desk::with_outcome)) > 0);
static_assert(sizeof(static_cast<::std::future<::tl::expected<int, ::desk::Where>> (*)(int)>(&::desk::with_value)) > 0);
static_assert(sizeof(static_cast<::tl::expected<int, const char*> (*)(const ::std::string&)>(&::desk::with_words)) > 0);

struct ProblemCodec : iam::EnumCodec<ProblemCodec, ::desk::Problem> {
    static constexpr std::array<std::string_view, 2> k_names{"locked", "empty"};
    static constexpr std::array<::desk::Problem, 2> k_values{::desk::Problem::locked, ::desk::Problem::empty};
};

struct WhereCodec : iam::RecordCodec<WhereCodec, ::desk::Where> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("line", &::desk::Where::line));
};

struct InFutureArguments {
    ::std::string text{};
};

struct InFutureArgumentsCodec : iam::RecordCodec<InFutureArgumentsCodec, InFutureArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &InFutureArguments::text));
};

struct InFutureTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<InFutureArguments*>(given);
        return iam::glue::settle<iam::StringCodec>(::desk::in_future(std::move(arguments.text)), context);
    }
};

struct NothingArguments {
    int number{};
};

struct NothingArgumentsCodec : iam::RecordCodec<NothingArgumentsCodec, NothingArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &NothingArguments::number));
};

struct NothingUndo {
    int number{};
};

struct NothingUndoCodec : iam::RecordCodec<NothingUndoCodec, NothingUndo> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &NothingUndo::number));
};

struct NothingTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<NothingArguments*>(given);
        return iam::glue::settle<void>(::desk::nothing(std::move(arguments.number)), context);
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view text, std::string_view,
                           iam::Context& context) {
        iam::Decoder in(text, nullptr, iam::Checking::types_only);
        NothingUndo arguments;
        if (!iam::glue::read_recorded<NothingUndoCodec>(in, arguments)) {
            return iam::glue::unreadable_record(in);
        }
        return iam::glue::settle<void>(::desk::something(std::move(arguments.number)), context);
    }
};

struct OfCoroutineArguments {
    int number{};
};

struct OfCoroutineArgumentsCodec : iam::RecordCodec<OfCoroutineArgumentsCodec, OfCoroutineArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &OfCoroutineArguments::number));
};

struct OfCoroutineTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<OfCoroutineArguments*>(given);
        return iam::glue::settle<iam::OptionalCodec<iam::IntegerCodec<int>, int>>(::desk::of_coroutine(std::move(arguments.number)), context);
    }
};

struct WithNameArguments {
    ::std::string text{};
};

struct WithNameArgumentsCodec : iam::RecordCodec<WithNameArgumentsCodec, WithNameArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &WithNameArguments::text));
};

struct WithNameTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<WithNameArguments*>(given);
        return iam::glue::settle<iam::IntegerCodec<int>, ProblemCodec>(::desk::with_name(static_cast<::std::string const&>(arguments.text)), context);
    }
};

struct WithOutcomeArguments {
    ::std::string text{};
};

struct WithOutcomeArgumentsCodec : iam::RecordCodec<WithOutcomeArgumentsCodec, WithOutcomeArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &WithOutcomeArguments::text));
};

struct WithOutcomeTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<WithOutcomeArguments*>(given);
        return iam::glue::settle<iam::BooleanCodec>(::desk::with_outcome(static_cast<::std::string const&>(arguments.text)), context);
    }
};

struct WithValueArguments {
    int number{};
};

struct WithValueArgumentsCodec : iam::RecordCodec<WithValueArgumentsCodec, WithValueArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &WithValueArguments::number));
};

struct WithValueTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<WithValueArguments*>(given);
        return iam::glue::settle<iam::IntegerCodec<int>, WhereCodec>(::desk::with_value(std::move(arguments.number)), context);
    }
};

struct WithWordsArguments {
    ::std::string text{};
};

struct WithWordsArgumentsCodec : iam::RecordCodec<WithWordsArgumentsCodec, WithWordsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("text", &WithWordsArguments::text));
};

struct WithWordsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context& context) {
        auto& arguments = *static_cast<WithWordsArguments*>(given);
        return iam::glue::settle<iam::IntegerCodec<int>>(::desk::with_words(static_cast<::std::string const&>(arguments.text)), context);
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "in_future",
        .description = "In a future.",
        .read_only = true,
        .document = R"json({"name":"in_future","description":"In a future.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::in_future","source":{"file":"input.hpp","line":44},"result_member":"result"}}})json",
        .wire = "a4a1b762525065d904a61a90d1d23bac73aa437c4315b24b2bfb379cac08b0d6",
        .consent = "6bf8ab467045499cdc9bd61872d76f308f70db4242867181dd256182c0eaf9d1",
        .behaviour = "5911a3c14e89071dced39bdbc818965f21e609086e16af58c0946198c8ae2a32",
        .code = {
            .table = InFutureArgumentsCodec::table(),
            .hold = &iam::glue::hold<InFutureArguments>,
            .call = &InFutureTool::call,
        }
    },
    {
        .name = "nothing",
        .description = "Nothing, of a coroutine.",
        .idempotent = false,
        .document = R"json({"name":"nothing","description":"Nothing, of a coroutine.","inputSchema":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::nothing","source":{"file":"input.hpp","line":50}}}})json",
        .wire = "e219e99d50369150c1187a94b6aa9854022af79de32935a1550448cdce23c3e6",
        .consent = "32e8056614f3fc8978abe7c6876e2872009c0e52796dccdc6f30993122df9255",
        .behaviour = "da27793e598ab8f92a83ae8ae8d91f38eeaa4df30e94286e99a346b4fc2e138b",
        .code = {
            .table = NothingArgumentsCodec::table(),
            .hold = &iam::glue::hold<NothingArguments>,
            .call = &NothingTool::call,
            .undo = &NothingTool::undo,
        }
    },
    {
        .name = "of_coroutine",
        .description = "Of a coroutine.",
        .read_only = true,
        .document = R"json({"name":"of_coroutine","description":"Of a coroutine.","inputSchema":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"anyOf":[{"type":"integer","minimum":-2147483648,"maximum":2147483647},{"type":"null"}]}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::of_coroutine","source":{"file":"input.hpp","line":47},"result_member":"result"}}})json",
        .wire = "8178411110944cf9a84d059a7e6a722e311ed14076a1b0acdb3883f44e1c2ef6",
        .consent = "4473ce4e303b3505b30abfe2939fa9f40d4d101b3b0c7d360630b2a7cfb051fb",
        .behaviour = "44ebee9e766af0668a0ffa5f88c17d46aba4eb77d0abd6fe9c802b1bc8f864b4",
        .code = {
            .table = OfCoroutineArgumentsCodec::table(),
            .hold = &iam::glue::hold<OfCoroutineArguments>,
            .call = &OfCoroutineTool::call,
        }
    },
    {
        .name = "with_name",
        .description = "Refuses with a name.",
        .read_only = true,
        .document = R"json({"name":"with_name","description":"Refuses with a name.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::with_name","source":{"file":"input.hpp","line":54},"result_member":"result"}}})json",
        .wire = "49e271357f65b8adbfbdc936817b5e8fe967c708cae6c9b2528bc7bd8eec5f59",
        .consent = "42269665acf20d394708575a882f83f977fede9e7cb29636a6409f5712932bec",
        .behaviour = "95b1b6cf122f60a113212567d3b0d57d500eda78a2388225cf099094048c1d2c",
        .code = {
            .table = WithNameArgumentsCodec::table(),
            .hold = &iam::glue::hold<WithNameArguments>,
            .call = &WithNameTool::call,
        }
    },
    {
        .name = "with_outcome",
        .description = "Refuses as another library does.",
        .read_only = true,
        .document = R"json({"name":"with_outcome","description":"Refuses as another library does.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"boolean"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::with_outcome","source":{"file":"input.hpp","line":63},"result_member":"result"}}})json",
        .wire = "09c1df5e14483d915bb8ae1b13fab998fa3500a8601451d26d1a9bd50330b3ce",
        .consent = "208a4603ff15ff2d36d9169dfd55241fe0d58e4828ee9da1afc0a39252bc61b6",
        .behaviour = "2e76d448ae7e8dbb063d924b9a222581f8f963e9da12b9185a3446b569dd9386",
        .code = {
            .table = WithOutcomeArgumentsCodec::table(),
            .hold = &iam::glue::hold<WithOutcomeArguments>,
            .call = &WithOutcomeTool::call,
        }
    },
    {
        .name = "with_value",
        .description = "Refuses with a value, later.",
        .read_only = true,
        .document = R"json({"name":"with_value","description":"Refuses with a value, later.","inputSchema":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["number"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::with_value","source":{"file":"input.hpp","line":57},"result_member":"result"}}})json",
        .wire = "7ffb49ff72d4213864475bdce725d6fe776544400a406aaf8dc4c2086732b9d1",
        .consent = "ea536c91ea99fe0c99902a660b17b8018042cd4ce2017d4eba61c4140b4fcdaa",
        .behaviour = "5c0360550563dc24d9d93ee8e84c0869d602777f3460eaefe25416d144bddcdb",
        .code = {
            .table = WithValueArgumentsCodec::table(),
            .hold = &iam::glue::hold<WithValueArguments>,
            .call = &WithValueTool::call,
        }
    },
    {
        .name = "with_words",
        .description = "Refuses in words.",
        .read_only = true,
        .document = R"json({"name":"with_words","description":"Refuses in words.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::with_words","source":{"file":"input.hpp","line":60},"result_member":"result"}}})json",
        .wire = "49e271357f65b8adbfbdc936817b5e8fe967c708cae6c9b2528bc7bd8eec5f59",
        .consent = "42269665acf20d394708575a882f83f977fede9e7cb29636a6409f5712932bec",
        .behaviour = "68f890f7e75678d7e9ae3f99fff088cfde68c37fec1b714b7344ee1cd2304c9e",
        .code = {
            .table = WithWordsArgumentsCodec::table(),
            .hold = &iam::glue::hold<WithWordsArguments>,
            .call = &WithWordsTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
