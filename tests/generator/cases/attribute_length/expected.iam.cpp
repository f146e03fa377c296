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
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<void (*)(::std::string, ::std::vector<int>, ::std::map<::std::string, int>)>(&::desk::name_all)) > 0);

struct NameAllArguments {
    ::std::string title{};
    ::std::vector<int> ids{};
    ::std::map<::std::string, int> counts{};
};

struct NameAllArgumentsCodec : iam::RecordCodec<NameAllArgumentsCodec, NameAllArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("title", &NameAllArguments::title, {.length_min = 1, .length_max = 80}),
        iam::required("ids", &NameAllArguments::ids, {.length_max = 3}),
        iam::required("counts", &NameAllArguments::counts, {.length_min = 1}));
};

struct NameAllTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<NameAllArguments*>(given);
        ::desk::name_all(std::move(arguments.title), std::move(arguments.ids), std::move(arguments.counts));
        return iam::Reply::done();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "name_all",
        .description = "Names things.",
        .idempotent = true,
        .document = R"json({"name":"name_all","description":"Names things.","inputSchema":{"type":"object","properties":{"title":{"type":"string","minLength":1,"maxLength":80},"ids":{"type":"array","items":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"maxItems":3},"counts":{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"minProperties":1}},"required":["title","ids","counts"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"desk::name_all","source":{"file":"input.hpp","line":12}}}})json",
        .wire = "0f445ba819585fa2038afce34e5e2181f16d63cd0e8b2aa3b91acd01d4f820dc",
        .consent = "cb3610e7eb1494bdab9adfe5991ad0c7eaa800533b1a6f57ba4e42fd4878af32",
        .behaviour = "4f9dd7087575d1e3e880d5eca91f84d46f636578b6c3f5348a5c1dab622f4b52",
        .code = {
            .table = NameAllArgumentsCodec::table(),
            .hold = &iam::glue::hold<NameAllArguments>,
            .call = &NameAllTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
