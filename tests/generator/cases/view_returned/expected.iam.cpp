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
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/ruled.hpp>
#include <iam/tool/glue.hpp>
#include <iam/tool/instance.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Lamp::name), ::std::string>);
struct SeenDeskLamp {
    decltype(::desk::Lamp::name) name;
};
static_assert(sizeof(SeenDeskLamp) == sizeof(::desk::Lamp));
static_assert(__builtin_offsetof(SeenDeskLamp, name) == __builtin_offsetof(::desk::Lamp, name));
static_assert(sizeof(static_cast<int& (*)()>(&::desk::count)) > 0);
static_assert(sizeof(static_cast<void (*)(int)>(&::desk::count_back)) > 0);
static_assert(sizeof(static_cast<const ::std::vector<::desk::Lamp>& (::desk::Room::*)() const>(&::desk::Room::lamps)) > 0);
static_assert(sizeof(static_cast<::std::basic_string_view<char> (::desk::Room::*)() const>(&::desk::Room::name)) > 0);
static_assert(sizeof(static_cast<const char* (::desk::Room::*)() const>(&::desk::Room::short_name)) > 0);
static_assert(sizeof(static_cast<::std::basic_string_view<char> (::desk::Room::*)() const>(&::desk::Room::word)) > 0);

struct WordRules {
    static constexpr iam::Rules k_rules{.length_min = 1, .length_max = 9};
};

struct LampCodec : iam::RecordCodec<LampCodec, ::desk::Lamp> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("name", &::desk::Lamp::name));
};

struct CountArguments {
};

struct CountArgumentsCodec : iam::RecordCodec<CountArgumentsCodec, CountArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct CountTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::count());
    }

    static iam::Reply undo(const iam::Permit&, const void*, std::string_view, std::string_view result_text,
                           iam::Context&) {
        iam::Decoder returned(result_text, nullptr, iam::Checking::types_only);
        int result{};
        if (!iam::glue::read_result<iam::IntegerCodec<int>>(returned, result)) {
            return iam::glue::unreadable_record(returned);
        }
        ::desk::count_back(std::move(result));
        return iam::Reply::done();
    }
};

struct LampsArguments {
};

struct LampsArgumentsCodec : iam::RecordCodec<LampsArgumentsCodec, LampsArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct LampsTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void*, iam::Context&) {
        const auto object = static_cast<const iam::Instance<::desk::Room>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Room");
        return iam::glue::reply<iam::SequenceCodec<LampCodec, ::std::vector<::desk::Lamp>>>(std::as_const(*object).lamps());
    }
};

struct NameArguments {
};

struct NameArgumentsCodec : iam::RecordCodec<NameArgumentsCodec, NameArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct NameTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void*, iam::Context&) {
        const auto object = static_cast<const iam::Instance<::desk::Room>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Room");
        return iam::glue::reply<iam::StringCodec>(std::as_const(*object).name());
    }
};

struct ShortNameArguments {
};

struct ShortNameArgumentsCodec : iam::RecordCodec<ShortNameArgumentsCodec, ShortNameArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct ShortNameTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void*, iam::Context&) {
        const auto object = static_cast<const iam::Instance<::desk::Room>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Room");
        return iam::glue::reply<iam::OptionalCodec<iam::StringCodec, ::std::string>>(iam::glue::text_or_none(std::as_const(*object).short_name()));
    }
};

struct WordArguments {
};

struct WordArgumentsCodec : iam::RecordCodec<WordArgumentsCodec, WordArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct WordTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void*, iam::Context&) {
        const auto object = static_cast<const iam::Instance<::desk::Room>*>(bound)->find();
        if (!object) return iam::glue::no_object("desk::Room");
        return iam::glue::reply<iam::RuledCodec<iam::StringCodec, WordRules>>(std::as_const(*object).word());
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "count",
        .description = "Counts up.",
        .idempotent = false,
        .document = R"json({"name":"count","description":"Counts up.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"idempotentHint":false},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"undo":{"grade":"compensating"},"symbol":"desk::count","source":{"file":"input.hpp","line":33},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "03bb957918d80e1725b5b00358f5217075224150761c670fc82122754e106032",
        .behaviour = "b252eb1738bfcec5822e5fc2cf88012929a5d59c2ee03ab855a04d12eee10040",
        .code = {
            .table = CountArgumentsCodec::table(),
            .hold = &iam::glue::hold<CountArguments>,
            .call = &CountTool::call,
            .undo = &CountTool::undo,
        }
    },
    {
        .name = "lamps",
        .description = "All lamps.",
        .read_only = true,
        .bound_class = "desk::Room",
        .document = R"json({"name":"lamps","description":"All lamps.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::Room::lamps","source":{"file":"input.hpp","line":20},"result_member":"result"}}})json",
        .wire = "3b2ff6097ac9dd6671a0e2438560ca4d620bbc3d0f0a23082df5bd69eecf0642",
        .consent = "83bbb43da27741115828005ed044b00ff7bd365ec8ab3ffaa2fb138923f85b30",
        .behaviour = "d10421ff3d3e5c09cade0ae672108cba3c86937cc99bd6a1454681fd45bef1ea",
        .code = {
            .table = LampsArgumentsCodec::table(),
            .hold = &iam::glue::hold<LampsArguments>,
            .call = &LampsTool::call,
        }
    },
    {
        .name = "name",
        .description = "The name.",
        .read_only = true,
        .bound_class = "desk::Room",
        .document = R"json({"name":"name","description":"The name.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::Room::name","source":{"file":"input.hpp","line":22},"result_member":"result"}}})json",
        .wire = "4bb98e568bdc7a66a8650e77cb6cd01573d9d64590d85e254ad0142ad15c7a71",
        .consent = "51b6fae4390abb8e9d998a3ca3fdf086acc760f1c743ebc6995872e4323cb408",
        .behaviour = "40f7cf98b587b2b80c7d7fbf09adb636e9299dc3b578202205e49696e4a06572",
        .code = {
            .table = NameArgumentsCodec::table(),
            .hold = &iam::glue::hold<NameArguments>,
            .call = &NameTool::call,
        }
    },
    {
        .name = "short_name",
        .description = "The short name, which it need not have.",
        .read_only = true,
        .bound_class = "desk::Room",
        .document = R"json({"name":"short_name","description":"The short name, which it need not have.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::Room::short_name","source":{"file":"input.hpp","line":24},"result_member":"result"}}})json",
        .wire = "5610a9534c9dac768c7759dbb22689d8107ed2460189ba64b483bd8c45729822",
        .consent = "f3c025720069c267db6eecac74c01e5023e6be94c3a4a1e5913d730b42bcb31f",
        .behaviour = "48490d456a13c9b16bdcd848d77c043c99590549e30623e63d885191c28fcd61",
        .code = {
            .table = ShortNameArgumentsCodec::table(),
            .hold = &iam::glue::hold<ShortNameArguments>,
            .call = &ShortNameTool::call,
        }
    },
    {
        .name = "word",
        .description = "One word of it.",
        .read_only = true,
        .bound_class = "desk::Room",
        .document = R"json({"name":"word","description":"One word of it.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","minLength":1,"maxLength":9}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::Room::word","source":{"file":"input.hpp","line":26},"result_member":"result"}}})json",
        .wire = "dc2d8c7c4e79b54cc86d8cae6b97787fb9c7b4bfef130fa7398fd0afa95e0a20",
        .consent = "93086d21b9a12c6be91354712894795a743768b50606f1cbf4ef575c07fbf0de",
        .behaviour = "ff25966429bb2b694dadfa1d6931e181065983747bf5b912b00abd8ac7a00900",
        .code = {
            .table = WordArgumentsCodec::table(),
            .hold = &iam::glue::hold<WordArguments>,
            .call = &WordTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Room> desk_room_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::desk::Room> desk_room_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("desk::Room", desk_room_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
