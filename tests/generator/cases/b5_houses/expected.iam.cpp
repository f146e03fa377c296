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
static_assert(std::is_same_v<decltype(::desk::Door::number), int>);
static_assert(std::is_same_v<decltype(::desk::Door::key), int>);
static_assert(std::is_same_v<decltype(::desk::Door::code), int>);
struct SeenDeskDoor {
    decltype(::desk::Door::number) number;
    decltype(::desk::Door::key) key;
    decltype(::desk::Door::code) code;
};
static_assert(sizeof(SeenDeskDoor) == sizeof(::desk::Door));
static_assert(__builtin_offsetof(SeenDeskDoor, number) == __builtin_offsetof(::desk::Door, number));
static_assert(__builtin_offsetof(SeenDeskDoor, key) == __builtin_offsetof(::desk::Door, key));
static_assert(__builtin_offsetof(SeenDeskDoor, code) == __builtin_offsetof(::desk::Door, code));
static_assert(sizeof(static_cast<int (*)()>(&::desk::banner)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int, int)>(&::desk::beside)) > 0);
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::box)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::code)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::doxygen)) > 0);
static_assert(sizeof(static_cast<int (*)(::desk::Door)>(&::desk::fields)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int)>(&::desk::jsdoc)) > 0);
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::kernel)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::desk::lines)) > 0);
static_assert(sizeof(static_cast<int (*)(int, int, int)>(&::desk::one_line)) > 0);
static_assert(sizeof(static_cast<int (*)(int)>(&::desk::xml)) > 0);

struct DoorCodec : iam::RecordCodec<DoorCodec, ::desk::Door> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("number", &::desk::Door::number),
        iam::required("key", &::desk::Door::key),
        iam::required("code", &::desk::Door::code));
};

struct BannerArguments {
};

struct BannerArgumentsCodec : iam::RecordCodec<BannerArgumentsCodec, BannerArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct BannerTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::banner());
    }
};

struct BesideArguments {
    int door{};
    int key{};
    int speed{};
};

struct BesideArgumentsCodec : iam::RecordCodec<BesideArgumentsCodec, BesideArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &BesideArguments::door),
        iam::required("key", &BesideArguments::key),
        iam::required("speed", &BesideArguments::speed));
};

struct BesideTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<BesideArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::beside(std::move(arguments.door), std::move(arguments.key), std::move(arguments.speed)));
    }
};

struct BoxArguments {
    int door{};
};

struct BoxArgumentsCodec : iam::RecordCodec<BoxArgumentsCodec, BoxArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &BoxArguments::door));
};

struct BoxTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<BoxArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::box(std::move(arguments.door)));
    }
};

struct CodeArguments {
};

struct CodeArgumentsCodec : iam::RecordCodec<CodeArgumentsCodec, CodeArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct CodeTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::code());
    }
};

struct DoxygenArguments {
    int door{};
    int key{};
};

struct DoxygenArgumentsCodec : iam::RecordCodec<DoxygenArgumentsCodec, DoxygenArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &DoxygenArguments::door),
        iam::required("key", &DoxygenArguments::key));
};

struct DoxygenTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<DoxygenArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::doxygen(std::move(arguments.door), std::move(arguments.key)));
    }
};

struct FieldsArguments {
    ::desk::Door door{};
};

struct FieldsArgumentsCodec : iam::RecordCodec<FieldsArgumentsCodec, FieldsArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<DoorCodec>("door", &FieldsArguments::door));
};

struct FieldsTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<FieldsArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::fields(std::move(arguments.door)));
    }
};

struct JsdocArguments {
    int door{};
    int speed = 1;
};

struct JsdocArgumentsCodec : iam::RecordCodec<JsdocArgumentsCodec, JsdocArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &JsdocArguments::door),
        iam::defaulted("speed", &JsdocArguments::speed));
};

struct JsdocTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<JsdocArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::jsdoc(std::move(arguments.door), std::move(arguments.speed)));
    }
};

struct KernelArguments {
    int door{};
};

struct KernelArgumentsCodec : iam::RecordCodec<KernelArgumentsCodec, KernelArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &KernelArguments::door));
};

struct KernelTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<KernelArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::kernel(std::move(arguments.door)));
    }
};

struct LinesArguments {
};

struct LinesArgumentsCodec : iam::RecordCodec<LinesArgumentsCodec, LinesArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct LinesTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::lines());
    }
};

struct OneLineArguments {
    int door{};
    int key{};
    int code{};
};

struct OneLineArgumentsCodec : iam::RecordCodec<OneLineArgumentsCodec, OneLineArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &OneLineArguments::door),
        iam::required("key", &OneLineArguments::key),
        iam::required("code", &OneLineArguments::code));
};

struct OneLineTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<OneLineArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::one_line(std::move(arguments.door), std::move(arguments.key), std::move(arguments.code)));
    }
};

struct XmlArguments {
    int door{};
};

struct XmlArgumentsCodec : iam::RecordCodec<XmlArgumentsCodec, XmlArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("door", &XmlArguments::door));
};

struct XmlTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<XmlArguments*>(given);
        return iam::glue::reply<iam::IntegerCodec<int>>(::desk::xml(std::move(arguments.door)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "banner",
        .description = "Opens a door below a banner.",
        .read_only = true,
        .document = R"json({"name":"banner","description":"Opens a door below a banner.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::banner","source":{"file":"input.hpp","line":11},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "9ddd5536c467554bfaba5336f9ca5389133303fe16d2e72027d042ff4a93a075",
        .code = {
            .table = BannerArgumentsCodec::table(),
            .hold = &iam::glue::hold<BannerArguments>,
            .call = &BannerTool::call,
        }
    },
    {
        .name = "beside",
        .description = "Opens a door.",
        .read_only = true,
        .document = R"json({"name":"beside","description":"Opens a door.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the number"},"key":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the key of it"},"speed":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"how fast"}},"required":["door","key","speed"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::beside","source":{"file":"input.hpp","line":71},"result_member":"result"}}})json",
        .wire = "2ff61c0b9b288052a284edd19ea5d569f5f28fa0bd7d28a7d3fb298783a191e6",
        .consent = "82f05b0eec5daeb942bbfe9a96cbca64c9c77f0f3416ed920d76df7f767a9f72",
        .behaviour = "ee950f8649e127a2d8d41fc90395525ed4bbdcda27ae889b02b9329bf397cf2a",
        .code = {
            .table = BesideArgumentsCodec::table(),
            .hold = &iam::glue::hold<BesideArguments>,
            .call = &BesideTool::call,
        }
    },
    {
        .name = "box",
        .description = "Opens a door in a box.",
        .read_only = true,
        .document = R"json({"name":"box","description":"Opens a door in a box.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the number of the door"}},"required":["door"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::box","source":{"file":"input.hpp","line":22},"result_member":"result"}}})json",
        .wire = "afd9e1dc5bb19da97c8c356312dbaaa688cd63670ba8bc3ced2e270145b2ad70",
        .consent = "ac1027d109000af2839a71795b060e48bc0c45962c8affef23a84d6886d8e2a0",
        .behaviour = "5ccf67862a4cb2b8d16522dd64dd6ea60943ab7e7eaa2dcaabf5117b0c3d4fa9",
        .code = {
            .table = BoxArgumentsCodec::table(),
            .hold = &iam::glue::hold<BoxArguments>,
            .call = &BoxTool::call,
        }
    },
    {
        .name = "code",
        .description = "Opens a door:\n```\nopen(3);  // @param x is no parameter\n```\n\n```\nclose(3);\n```",
        .read_only = true,
        .document = R"json({"name":"code","description":"Opens a door:\n```\nopen(3);  // @param x is no parameter\n```\n\n```\nclose(3);\n```","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::code","source":{"file":"input.hpp","line":68},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "09dc05a7c3351010e5ab618b938a4ef9f7797e10d02e624df2ae11889f2aaa4f",
        .code = {
            .table = CodeArgumentsCodec::table(),
            .hold = &iam::glue::hold<CodeArguments>,
            .call = &CodeTool::call,
        }
    },
    {
        .name = "doxygen",
        .description = "Opens a door. Slowly (e.g. in winter).",
        .read_only = true,
        .document = R"json({"name":"doxygen","description":"Opens a door. Slowly (e.g. in winter).","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the number"},"key":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the key"}},"required":["door","key"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"- 0: it is open\n- 1: it is not"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::doxygen","source":{"file":"input.hpp","line":36},"result_member":"result"}}})json",
        .wire = "309be40e2178c6a6550fec9d01021662f448028c03a7fa84731914d3b11ada4e",
        .consent = "e80ef056efdbf651de6abd66b8053441d56bebd459bfb4af2d05d33b5934acd4",
        .behaviour = "fec0367105af2e34ddd651fc34bd7e725d25fae8e729156d5a3bd36e7d59b848",
        .code = {
            .table = DoxygenArgumentsCodec::table(),
            .hold = &iam::glue::hold<DoxygenArguments>,
            .call = &DoxygenTool::call,
        }
    },
    {
        .name = "fields",
        .description = "Takes a door.",
        .read_only = true,
        .document = R"json({"name":"fields","description":"Takes a door.","inputSchema":{"type":"object","properties":{"door":{"type":"object","properties":{"number":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"of the house"},"key":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"opens it"},"code":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"4 digits"}},"required":["number","key","code"],"additionalProperties":false,"description":"a door"}},"required":["door"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::fields","source":{"file":"input.hpp","line":83},"result_member":"result"}}})json",
        .wire = "f790f5658c71cedc893b3f91acc3002c520b92c423c06d2e12838ffeb2f6a9d6",
        .consent = "5cd7de5c7f5393dafb8591b4e25218b8ae7c42655340cd233b5428ad51e3492a",
        .behaviour = "01ddec543fc49fe181dfea7b68559921e95b7da95a55c043551b49630eccbf89",
        .code = {
            .table = FieldsArgumentsCodec::table(),
            .hold = &iam::glue::hold<FieldsArguments>,
            .call = &FieldsTool::call,
        }
    },
    {
        .name = "jsdoc",
        .description = "Opens a Door.",
        .read_only = true,
        .document = R"json({"name":"jsdoc","description":"Opens a Door.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the number"},"speed":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"how fast","default":1}},"required":["door"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"its state"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::jsdoc","source":{"file":"input.hpp","line":51},"result_member":"result"}}})json",
        .wire = "851b37dc3253a7a49ce80f9d3bca3c007ddf87cbcf2c3afcf3b92466d5b0bbd0",
        .consent = "2842a89bdb25f17af27fd8e1a67d5f485d793f3d3674b6bddfa27eee515e77d8",
        .behaviour = "20de3ad0dcd901e69f11c0cdecd42b16ba9af34baff5b7f1b48c786fee6af2b5",
        .code = {
            .table = JsdocArgumentsCodec::table(),
            .hold = &iam::glue::hold<JsdocArguments>,
            .call = &JsdocTool::call,
        }
    },
    {
        .name = "kernel",
        .description = "Opens a door.",
        .read_only = true,
        .document = R"json({"name":"kernel","description":"Opens a door.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the number"}},"required":["door"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::kernel","source":{"file":"input.hpp","line":57},"result_member":"result"}}})json",
        .wire = "afd9e1dc5bb19da97c8c356312dbaaa688cd63670ba8bc3ced2e270145b2ad70",
        .consent = "ac1027d109000af2839a71795b060e48bc0c45962c8affef23a84d6886d8e2a0",
        .behaviour = "92c960a4da5a4a769923cc035787785750dbd1d95b2113dbb3450a666c4a02de",
        .code = {
            .table = KernelArgumentsCodec::table(),
            .hold = &iam::glue::hold<KernelArguments>,
            .call = &KernelTool::call,
        }
    },
    {
        .name = "lines",
        .description = "Opens a door between lines.",
        .read_only = true,
        .document = R"json({"name":"lines","description":"Opens a door between lines.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::lines","source":{"file":"input.hpp","line":16},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "68f772101d19c8b7255e0b929aebf10c0ebeacb0300880ec2bb6a38bad7c0391",
        .code = {
            .table = LinesArgumentsCodec::table(),
            .hold = &iam::glue::hold<LinesArguments>,
            .call = &LinesTool::call,
        }
    },
    {
        .name = "one_line",
        .description = "Opens a door.",
        .read_only = true,
        .document = R"json({"name":"one_line","description":"Opens a door.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"which one"},"key":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"what opens it"},"code":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"what opens it"}},"required":["door","key","code"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"its state"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::one_line","source":{"file":"input.hpp","line":25},"result_member":"result"}}})json",
        .wire = "4516c835064eac9f8d1975fe3198c604375c2168f1875cba2eeb67db013077e8",
        .consent = "514c90c3e76135fe31b49a9dbbeb96f6a880163c8681ad8aa6f9869fcea2598c",
        .behaviour = "5fea88aeceba2a4780471d4a8ca33aad4ffb6ebba8973f8cf98caac35bd99439",
        .code = {
            .table = OneLineArgumentsCodec::table(),
            .hold = &iam::glue::hold<OneLineArguments>,
            .call = &OneLineTool::call,
        }
    },
    {
        .name = "xml",
        .description = "Opens a `door`.",
        .read_only = true,
        .document = R"json({"name":"xml","description":"Opens a `door`.","inputSchema":{"type":"object","properties":{"door":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"the number, see Desk.Door"}},"required":["door"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"its state, < 3"}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"desk::xml","source":{"file":"input.hpp","line":43},"result_member":"result"}}})json",
        .wire = "afd9e1dc5bb19da97c8c356312dbaaa688cd63670ba8bc3ced2e270145b2ad70",
        .consent = "ac1027d109000af2839a71795b060e48bc0c45962c8affef23a84d6886d8e2a0",
        .behaviour = "b1398f33c10ba06547703a60a79dbffb3fabc322a41235e9a752d5be9d414c49",
        .code = {
            .table = XmlArgumentsCodec::table(),
            .hold = &iam::glue::hold<XmlArguments>,
            .call = &XmlTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
