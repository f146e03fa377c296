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
#include <iam/tool/instance.hpp>
#pragma pop_macro("abs")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("round")

static_assert(IAM_GLUE_VERSION == 1, "run iam-gen again");

namespace iam_glue_4_case_input {
namespace {

// What iam-gen saw. Where one of these fails, the compiler reads the header differently: iam-gen explain IAM1020.
static_assert(sizeof(static_cast<int (*)()>(&::audio::v2::LowPass::level)) > 0);
static_assert(sizeof(static_cast<void (::audio::v2::Mixer::*)(int)>(&::audio::v2::Mixer::setLevel)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::audio::v2::LowPass::frequency)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::noLevel)) > 0);
static_assert(sizeof(static_cast<int (*)()>(&::video::level)) > 0);
static_assert(sizeof(static_cast<::iam::Preview (*)()>(&::video::preview_level)) > 0);

struct AudioLowPassLevelArguments {
};

struct AudioLowPassLevelArgumentsCodec : iam::RecordCodec<AudioLowPassLevelArgumentsCodec, AudioLowPassLevelArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct AudioLowPassLevelTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::audio::v2::LowPass::level());
    }
};

struct AudioSetLevelArguments {
    int level{};
};

struct AudioSetLevelArgumentsCodec : iam::RecordCodec<AudioSetLevelArgumentsCodec, AudioSetLevelArguments> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("level", &AudioSetLevelArguments::level));
};

struct AudioSetLevelTool {
    static iam::Reply call(const iam::Permit&, const void* bound, void* given, iam::Context&) {
        auto& arguments = *static_cast<AudioSetLevelArguments*>(given);
        const auto object = static_cast<const iam::Instance<::audio::v2::Mixer>*>(bound)->find();
        if (!object) return iam::glue::no_object("audio::v2::Mixer");
        object->setLevel(std::move(arguments.level));
        return iam::Reply::done();
    }
};

struct CutoffArguments {
};

struct CutoffArgumentsCodec : iam::RecordCodec<CutoffArgumentsCodec, CutoffArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct CutoffTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::audio::v2::LowPass::frequency());
    }
};

struct NoLevelArguments {
};

struct NoLevelArgumentsCodec : iam::RecordCodec<NoLevelArgumentsCodec, NoLevelArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct NoLevelTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::noLevel());
    }
};

struct VideoLevelArguments {
};

struct VideoLevelArgumentsCodec : iam::RecordCodec<VideoLevelArgumentsCodec, VideoLevelArguments> {
    static constexpr auto k_fields = std::make_tuple();
};

struct VideoLevelTool {
    static iam::Reply call(const iam::Permit&, const void*, void*, iam::Context&) {
        return iam::glue::reply<iam::IntegerCodec<int>>(::video::level());
    }

    static iam::PreviewReply preview(const void*, void*, iam::Context&) {
        return ::video::preview_level();
    }
};

constexpr iam::glue::ToolFacts k_tools[] = {
    {
        .name = "audio_low_pass_level",
        .description = "In two of them.",
        .read_only = true,
        .document = R"json({"name":"audio_low_pass_level","description":"In two of them.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"audio::v2::LowPass::level","source":{"file":"input.hpp","line":20},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "4bca90cbc9e24725380cc54361e23eb13b2c387694caee13306a54185c3933b8",
        .code = {
            .table = AudioLowPassLevelArgumentsCodec::table(),
            .hold = &iam::glue::hold<AudioLowPassLevelArguments>,
            .call = &AudioLowPassLevelTool::call,
        }
    },
    {
        .name = "audio_set_level",
        .description = "Has the namespace of its class.",
        .idempotent = true,
        .bound_class = "audio::v2::Mixer",
        .document = R"json({"name":"audio_set_level","description":"Has the namespace of its class.","inputSchema":{"type":"object","properties":{"level":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["level"],"additionalProperties":false},"annotations":{"idempotentHint":true},"_meta":{"iam/contract":{"hints_stated":["idempotent"],"preview":false,"symbol":"audio::v2::Mixer::setLevel","source":{"file":"input.hpp","line":14}}}})json",
        .wire = "c64997f72f2d9ff08778365058caee47ee0af035e89f1ea37f2b100c6e30c2ec",
        .consent = "4013e655eb7e2e3b7cb02a008255249daac3e78dbd3107abfb9d929daa400510",
        .behaviour = "e9e02206506be7a3371d907adcc684c756fd2aec693c72ffd79a7f9acf29b68c",
        .code = {
            .table = AudioSetLevelArgumentsCodec::table(),
            .hold = &iam::glue::hold<AudioSetLevelArguments>,
            .call = &AudioSetLevelTool::call,
        }
    },
    {
        .name = "cutoff",
        .description = "A .name is the whole name.",
        .read_only = true,
        .document = R"json({"name":"cutoff","description":"A .name is the whole name.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"audio::v2::LowPass::frequency","source":{"file":"input.hpp","line":23},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "c9eee809f9b629ed6292509bc5730c0b173135e1c9fff3205287ce2132fd0919",
        .code = {
            .table = CutoffArgumentsCodec::table(),
            .hold = &iam::glue::hold<CutoffArguments>,
            .call = &CutoffTool::call,
        }
    },
    {
        .name = "no_level",
        .description = "Stands in no namespace.",
        .read_only = true,
        .document = R"json({"name":"no_level","description":"Stands in no namespace.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":false,"symbol":"noLevel","source":{"file":"input.hpp","line":7},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "12e33777a56cab37925315fc9b344462508d6215981db1541fc05d1d3edd7863",
        .behaviour = "8d533509cc1251eb1f8d1386895ec7a9e4b8098b12ae2811a442233013a1d700",
        .code = {
            .table = NoLevelArgumentsCodec::table(),
            .hold = &iam::glue::hold<NoLevelArguments>,
            .call = &NoLevelTool::call,
        }
    },
    {
        .name = "video_level",
        .description = "The same name elsewhere.",
        .read_only = true,
        .document = R"json({"name":"video_level","description":"The same name elsewhere.","inputSchema":{"type":"object","properties":{},"additionalProperties":false},"outputSchema":{"type":"object","properties":{"result":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["result"],"additionalProperties":false},"annotations":{"readOnlyHint":true},"_meta":{"iam/contract":{"hints_stated":["read_only"],"preview":true,"symbol":"video::level","source":{"file":"input.hpp","line":32},"result_member":"result"}}})json",
        .wire = "f37aea5d1d8449803a2a5b6b4a25d8715d6ee96cfe9dae9c9bdb22aa45151380",
        .consent = "8996f428e8f1f030584b6d1d8c23de506eca46f6cbca1aed0ccdbdbf8651f50b",
        .behaviour = "6e750f371898782b15a762b816713ac9b538f388369aa5671517bd38561e36a2",
        .code = {
            .table = VideoLevelArgumentsCodec::table(),
            .hold = &iam::glue::hold<VideoLevelArguments>,
            .call = &VideoLevelTool::call,
            .preview = &VideoLevelTool::preview,
        }
    },
};

}  // namespace

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::audio::v2::Mixer> audio_v2_mixer_object);

iam::Result<void> add_tools(iam::Registry& registry, iam::Instance<::audio::v2::Mixer> audio_v2_mixer_object) {
    const iam::glue::BoundObject objects[] = {
        iam::glue::bound_object("audio::v2::Mixer", audio_v2_mixer_object),
    };
    return iam::glue::add(registry, "0.1.0", k_tools, objects);
}

}  // namespace iam_glue_4_case_input
