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
#include <iam/tool/codecs/enum.hpp>
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
static_assert(std::is_same_v<decltype(::status::used), int>);
struct SeenStatus {
    decltype(::status::used) used;
};
static_assert(sizeof(SeenStatus) == sizeof(struct ::status));
static_assert(__builtin_offsetof(SeenStatus, used) == __builtin_offsetof(struct ::status, used));
static_assert(static_cast<unsigned long long>(::disk::drive::kind::local) == 0ull);
static_assert(static_cast<unsigned long long>(::disk::drive::kind::remote) == 1ull);
static_assert(static_cast<unsigned long long>(::disk::mode::fast) == 0ull);
static_assert(static_cast<unsigned long long>(::disk::mode::slow) == 1ull);
static_assert(sizeof(enum ::disk::level) == 2);
static_assert(std::is_signed_v<std::underlying_type_t<enum ::disk::level>>);
static_assert(std::is_same_v<decltype(::disk::Page<struct ::status, ::disk::mode::slow>::items), ::std::vector<struct ::status>>);
struct SeenDiskPageStatusDiskModeSlow {
    decltype(::disk::Page<struct ::status, ::disk::mode::slow>::items) items;
};
static_assert(sizeof(SeenDiskPageStatusDiskModeSlow) == sizeof(::disk::Page<struct ::status, ::disk::mode::slow>));
static_assert(__builtin_offsetof(SeenDiskPageStatusDiskModeSlow, items) == __builtin_offsetof(::disk::Page<struct ::status, ::disk::mode::slow>, items));
static_assert(sizeof(static_cast<enum ::disk::drive::kind (::disk::drive::*)(const struct ::status&) const>(&::disk::drive::kind)) > 0);
static_assert(sizeof(static_cast<struct ::status (*)(enum ::disk::mode, enum ::disk::level)>(&::disk::status)) > 0);
static_assert(sizeof(static_cast<::disk::Page<struct ::status, ::disk::mode::slow> (*)(const ::std::map<::std::string, struct ::status>&)>(&::disk::turn)) > 0);

struct StatusCodec : iam::RecordCodec<StatusCodec, struct ::status> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("used", &::status::used));
};

struct KindCodec : iam::EnumCodec<KindCodec, enum ::disk::drive::kind> {
    static constexpr std::array<std::string_view, 2> k_names{"local", "remote"};
    static constexpr std::array<enum ::disk::drive::kind, 2> k_values{::disk::drive::kind::local, ::disk::drive::kind::remote};
};

struct ModeCodec : iam::EnumCodec<ModeCodec, enum ::disk::mode> {
    static constexpr std::array<std::string_view, 2> k_names{"fast", "slow"};
    static constexpr std::array<enum ::disk::mode, 2> k_values{::disk::mode::fast, ::disk::mode::slow};
};

struct PageStatusDiskModeSlowCodec : iam::RecordCodec<PageStatusDiskModeSlowCodec, ::disk::Page<struct ::status, ::disk::mode::slow>> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::SequenceCodec<StatusCodec, ::std::vector<struct ::status>>>("items", &::disk::Page<struct ::status, ::disk::mode::slow>::items));
};

struct KindArguments {
    struct ::status of{};
};

struct KindArgumentsCodec : iam::RecordCodec<KindArgumentsCodec, KindArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<StatusCodec>("of", &KindArguments::of));
};

struct KindTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void* given, iam::Context&) {
        auto& arguments = *static_cast<KindArguments*>(given);
        const auto object = static_cast<const iam::Instance<class ::disk::drive>*>(bound)->find();
        if (!object) return iam::glue::no_object("disk::drive");
        return iam::glue::reply<KindCodec>(std::as_const(*object).kind(static_cast<struct ::status const&>(arguments.of)));
    }
};

struct StatusArguments {
    enum ::disk::mode mode = ::disk::mode::slow;
    enum ::disk::level level = static_cast<enum ::disk::level>(4);
};

struct StatusArgumentsCodec : iam::RecordCodec<StatusArgumentsCodec, StatusArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::defaulted<ModeCodec>("mode", &StatusArguments::mode),
        iam::defaulted<iam::StrongCodec<enum ::disk::level>>("level", &StatusArguments::level));
};

struct StatusTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<StatusArguments*>(given);
        return iam::glue::reply<StatusCodec>(::disk::status(std::move(arguments.mode), std::move(arguments.level)));
    }
};

struct TurnArguments {
    ::std::map<::std::string, struct ::status> all{};
};

struct TurnArgumentsCodec : iam::RecordCodec<TurnArgumentsCodec, TurnArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<iam::MapCodec<iam::StringKey, StatusCodec, ::std::map<::std::string, struct ::status>>>("all", &TurnArguments::all));
};

struct TurnTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<TurnArguments*>(given);
        return iam::glue::reply<PageStatusDiskModeSlowCodec>(::disk::turn(static_cast<::std::map<::std::string, struct ::status> const&>(arguments.all)));
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "kind",
        .description = "Says which it is.",
        .read_only = true,
        .bound_class = "disk::drive",
        .document = R"json({"name":"kind","description":"Says which it is.","inputSchema":{"type":"object","properties":{"of":{"type":"object","properties":{"used":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["used"],"additionalProperties":false}},"required":["of"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"string","enum":["local","remote"]}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"disk::drive::kind","source":{"file":"input.hpp","line":27},"result_member":"result"}}})json",
        .wire = "b9a1c5b8b12417cc8417f40b5629ca0f033515a2628ed3c959dce2c8dc2fd3d3",
        .consent = "623f181111d23b932fdff768b73f5773e7d8a5ce0c09aca49ad5b94e5a62f7e9",
        .behaviour = "54e0f1496622106213babc4a898139ce3a880ccdd03d14dc7d45c62f33b8e846",
        .code = {
            .table = KindArgumentsCodec::table(),
            .hold = &iam::glue::hold<KindArguments>,
            .call = &KindTool::call,
        }
    },
    {
        .name = "status",
        .description = "Says how full it is.",
        .read_only = true,
        .document = R"json({"name":"status","description":"Says how full it is.","inputSchema":{"type":"object","properties":{"mode":{"type":"string","enum":["fast","slow"],"default":"slow"},"level":{"type":"integer","minimum":-32768,"maximum":32767,"default":4}},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"used":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["used"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"disk::status","source":{"file":"input.hpp","line":36}}}})json",
        .wire = "a3ae2e880b44f271a9587b33679fa611644d0177117df2f9e8edab327992661a",
        .consent = "4502f6b01ac35d629ccb0a29010ce0663c8a58862798a67b08f71430315c38f9",
        .behaviour = "2da627db55467fbee4ca240b145f96f2bac5c5f4c4918d7ad0a52311217e1486",
        .code = {
            .table = StatusArgumentsCodec::table(),
            .hold = &iam::glue::hold<StatusArguments>,
            .call = &StatusTool::call,
        }
    },
    {
        .name = "turn",
        .description = "Turns the page.",
        .read_only = true,
        .document = R"json({"name":"turn","description":"Turns the page.","inputSchema":{"type":"object","properties":{"all":{"type":"object","properties":{},"additionalProperties":{"type":"object","properties":{"used":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["used"],"additionalProperties":false}}},"required":["all"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"used":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["used"],"additionalProperties":false}}},"required":["items"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"disk::turn","source":{"file":"input.hpp","line":39}}}})json",
        .wire = "a297c232e91e076a822cbad8ed32bea25f045c6cb861d56589985d719df960c4",
        .consent = "8259b69dae80e1ac54172a83ca728c2083e6924b978e4daffd0cbd3a6bc519b1",
        .behaviour = "3ec88b9590ac0842059e9ae14d75fafc4f2e1852350b85d06c8dd3badedc6a3c",
        .code = {
            .table = TurnArgumentsCodec::table(),
            .hold = &iam::glue::hold<TurnArguments>,
            .call = &TurnTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<class ::disk::drive> disk_drive_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<class ::disk::drive> disk_drive_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("disk::drive", disk_drive_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
