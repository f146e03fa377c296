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
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::add)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::undo_numbers)) > 0);
static_assert(sizeof(static_cast<int (*)(const ::std::string&)>(&::desk::add)) > 0);
static_assert(sizeof(static_cast<void (*)(const ::std::string&)>(&::desk::undo_texts)) > 0);

struct AddNumbersArguments {
    int a{};
};

struct AddNumbersArgumentsCodec : iam::RecordCodec<AddNumbersArgumentsCodec, AddNumbersArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddNumbersArguments::a));
};

struct AddNumbersUndo {
    int a{};
};

struct AddNumbersUndoCodec : iam::RecordCodec<AddNumbersUndoCodec, AddNumbersUndo> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddNumbersUndo::a));
};

struct AddNumbersTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddNumbersArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(std::move(arguments.a)));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view text, std::string_view,
                           iam::Context&) {
        iam::Decoder in(text, nullptr, iam::Checking::types_only);
        AddNumbersUndo arguments;
        if (!iam::glue::read_recorded<AddNumbersUndoCodec>(in, arguments)) {
            return iam::glue::unreadable_record(in);
        }
        ::desk::undo_numbers(std::move(arguments.a));
        return iam::Reply::done();
    }
};

struct AddTextsArguments {
    ::std::string a{};
};

struct AddTextsArgumentsCodec : iam::RecordCodec<AddTextsArgumentsCodec, AddTextsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddTextsArguments::a));
};

struct AddTextsUndo {
    ::std::string a{};
};

struct AddTextsUndoCodec : iam::RecordCodec<AddTextsUndoCodec, AddTextsUndo> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("a", &AddTextsUndo::a));
};

struct AddTextsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<AddTextsArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::add(static_cast<::std::string const&>(arguments.a)));
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view text, std::string_view,
                           iam::Context&) {
        iam::Decoder in(text, nullptr, iam::Checking::types_only);
        AddTextsUndo arguments;
        if (!iam::glue::read_recorded<AddTextsUndoCodec>(in, arguments)) {
            return iam::glue::unreadable_record(in);
        }
        ::desk::undo_texts(static_cast<::std::string const&>(arguments.a));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "add_numbers",
        .description = "Adds numbers.",
        .idempotent = true,
        .document = R"json({"name":"add_numbers","description":"Adds numbers.","inputSchema":{"type":"object","properties":{"a":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::add","source":{"file":"input.hpp","line":10},"result_member":"result"}}})json",
        .wire = "c39914d1d3b8a8adc655f21dd5dc1f147b3dba8c0770f2f314077e878bacd938",
        .consent = "81f6ba4c347e8deca98d60d262e160c2593e318d1d10691f934bdaac3fcd98e2",
        .behaviour = "e6ba1a8ab39c9ad94c02a82b783cd3214b1bd86f01d752adb798a903f4ccf083",
        .code = {
            .table = AddNumbersArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddNumbersArguments>,
            .call = &AddNumbersTool::call,
            .undo = &AddNumbersTool::undo,
        }
    },
    {
        .name = "add_texts",
        .description = "Adds texts.",
        .idempotent = true,
        .document = R"json({"name":"add_texts","description":"Adds texts.","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::add","source":{"file":"input.hpp","line":12},"result_member":"result"}}})json",
        .wire = "41e881114d256de5cb9d708f100516c71518b55d22076b3a225982493dcbf4d9",
        .consent = "57fdac676e35c7c55fcdfeb52e24741de233c10e508508cbc002ebe3692a78e1",
        .behaviour = "d54ff594ffc8266c943d21e6511c3c58142b510d98f5713d4279352bd1e304ab",
        .code = {
            .table = AddTextsArgumentsCodec::table(),
            .hold = &iam::glue::hold<AddTextsArguments>,
            .call = &AddTextsTool::call,
            .undo = &AddTextsTool::undo,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
