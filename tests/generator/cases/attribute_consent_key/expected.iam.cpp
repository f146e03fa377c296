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
#include <iam/tool/codecs/tuple.hpp>
#include <iam/tool/glue.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(std::is_same_v<decltype(::desk::Place::folder), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Place::name), ::std::string>);
static_assert(std::is_same_v<decltype(::desk::Folder::folder), ::std::string>);
struct SeenDeskFolder {
    decltype(::desk::Folder::folder) folder;
};
static_assert(sizeof(SeenDeskFolder) == sizeof(::desk::Folder));
static_assert(__builtin_offsetof(SeenDeskFolder, folder) == __builtin_offsetof(::desk::Folder, folder));
static_assert(sizeof(static_cast<::desk::Folder (*)(const ::desk::Place&)>(&::desk::folder_of)) > 0);
static_assert(sizeof(static_cast<void (*)(const ::std::string&, const ::desk::Place&, const ::std::vector<::std::string>&, const ::std::pair<int, ::desk::Place>&, const ::std::optional<::desk::Place>&)>(&::desk::send)) > 0);

struct PlaceCodec : iam::RecordCodec<PlaceCodec, ::desk::Place> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("folder", &::desk::Place::folder),
        iam::required("name", &::desk::Place::name));
};

struct FolderCodec : iam::RecordCodec<FolderCodec, ::desk::Folder> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("folder", &::desk::Folder::folder));
};

struct FolderOfArguments {
    ::desk::Place place{};
};

struct FolderOfArgumentsCodec : iam::RecordCodec<FolderOfArgumentsCodec, FolderOfArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required<PlaceCodec>("place", &FolderOfArguments::place));
};

struct FolderOfTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<FolderOfArguments*>(given);
        return iam::glue::reply<FolderCodec>(::desk::folder_of(static_cast<::desk::Place const&>(arguments.place)));
    }
};

constexpr std::string_view k_folder_of_consent_keys[] = {"/place/folder"};

struct SendArguments {
    ::std::string account{};
    ::desk::Place place{};
    ::std::vector<::std::string> people{};
    ::std::pair<int, ::desk::Place> copy{};
    ::std::optional<::desk::Place> draft{};
};

struct SendArgumentsCodec : iam::RecordCodec<SendArgumentsCodec, SendArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("account", &SendArguments::account),
        iam::required<PlaceCodec>("place", &SendArguments::place),
        iam::required("to", &SendArguments::people),
        iam::required<iam::NamedTupleCodec<::std::pair<int, ::desk::Place>, iam::IntegerCodec<int>, PlaceCodec>>("copy", &SendArguments::copy),
        iam::defaulted<iam::OptionalCodec<PlaceCodec, ::desk::Place>>("draft", &SendArguments::draft));
};

struct SendTool {
    static iam::Reply call(const iam::Permit&, const void*, void* given, iam::Context&) {
        auto& arguments = *static_cast<SendArguments*>(given);
        ::desk::send(static_cast<::std::string const&>(arguments.account), static_cast<::desk::Place const&>(arguments.place), static_cast<::std::vector<::std::string> const&>(arguments.people), static_cast<::std::pair<int, ::desk::Place> const&>(arguments.copy), static_cast<::std::optional<::desk::Place> const&>(arguments.draft));
        return iam::Reply::done();
    }
};

constexpr std::string_view k_send_consent_keys[] = {"/account", "/place/folder", "/to", "/copy/second/folder", "/draft/folder"};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "folder_of",
        .description = "Gives the folder of a place, which as a result is nothing to allow by.",
        .read_only = true,
        .consent_keys = k_folder_of_consent_keys,
        .document = R"json({"name":"folder_of","description":"Gives the folder of a place, which as a result is nothing to allow by.","inputSchema":{"type":"object","properties":{"place":{"type":"object","properties":{"folder":{"type":"string"},"name":{"type":"string"}},"required":["folder","name"],"additionalProperties":false}},"required":["place"],"additionalProperties":false},"outputSchema":{"type":"object","properties":{"folder":{"type":"string"}},"required":["folder"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"consent_keys":["/place/folder"],"symbol":"desk::folder_of","source":{"file":"input.hpp","line":26}}}})json",
        .wire = "ffda86f1c352ce876610d271416fe11019894334e978458b4b08451a977f579b",
        .consent = "0ab2a505c3c219ccb8154de4084702ed89b5632c9790cc14f2c26207307f859c",
        .behaviour = "b77a01625cf2cd20c7e7abe3d6975e0be0f8ba1ce63d875bfbea3cb9f94ae187",
        .code = {
            .table = FolderOfArgumentsCodec::table(),
            .hold = &iam::glue::hold<FolderOfArguments>,
            .call = &FolderOfTool::call,
        }
    },
    {
        .name = "send",
        .description = "Sends letters.",
        .open_world = true,
        .consent_keys = k_send_consent_keys,
        .document = R"json({"name":"send","description":"Sends letters.","inputSchema":{"type":"object","properties":{"account":{"type":"string"},"place":{"type":"object","properties":{"folder":{"type":"string"},"name":{"type":"string"}},"required":["folder","name"],"additionalProperties":false},"to":{"type":"array","items":{"type":"string"}},"copy":{"type":"object","properties":{"first":{"type":"integer","minimum":-2147483648,"maximum":2147483647},"second":{"type":"object","properties":{"folder":{"type":"string"},"name":{"type":"string"}},"required":["folder","name"],"additionalProperties":false}},"required":["first","second"],"additionalProperties":false},"draft":{"type":"object","properties":{"folder":{"type":"string"},"name":{"type":"string"}},"required":["folder","name"],"additionalProperties":false}},"required":["account","place","to","copy"],"additionalProperties":false},"annotations":{"openWorldHint":true},"_meta":{"iam/contract":{"hints_stated":["open_world"],"preview":false,"consent_keys":["/account","/place/folder","/to","/copy/second/folder","/draft/folder"],"symbol":"desk::send","source":{"file":"input.hpp","line":21}}}})json",
        .wire = "d676547e12c5befff6881370321e949d9ce76429ae3cb763c79d69820a4f5562",
        .consent = "6a66aeb043d4a65a46e512381f23b10922dcee56f52dd77c1e4790a4b894e25f",
        .behaviour = "b89909cb7c28b992536e983d47f0d4d544bbd07f0f0fa59894fd9b93ee8c754b",
        .code = {
            .table = SendArgumentsCodec::table(),
            .hold = &iam::glue::hold<SendArguments>,
            .call = &SendTool::call,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry);

iam::Result<void> add_tools(iam::Registry& registry) {
    return iam::glue::add(registry, "0.1.0", k_tools);
}

}  // namespace iam_glue_4_case_input
