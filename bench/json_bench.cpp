// The reader, the canonical form and the typed path against nlohmann's parse() and dump() in one
// run.
//   json_bench                times and ratios, by Google Benchmark
//   json_bench CASE TIMES     does one case so many times, to count instructions
#include "cases.hpp"
#include <iam/core/json.hpp>
#include <iam/tool/codec.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

enum class Priority { low, normal, high };

struct Booking {
    std::string title;
    int room = 0;
    double hours = 0;
    Priority priority = Priority::low;
    bool catering = false;
};

struct PriorityCodec : iam::EnumCodec<PriorityCodec, Priority> {
    static constexpr std::array<std::string_view, 3> k_names{"low", "normal", "high"};
    static constexpr std::array<Priority, 3> k_values{Priority::low, Priority::normal,
                                                      Priority::high};
};

/// What iam-gen writes for a call of five arguments.
struct BookingCodec : iam::RecordCodec<BookingCodec, Booking> {
    static constexpr auto k_fields = std::make_tuple(
        iam::required("title", &Booking::title, {.length_min = 1, .length_max = 100}),
        iam::required("room", &Booking::room, {.low = 1, .high = 500}),
        iam::required("hours", &Booking::hours, {.low = 0, .high = 24}),
        iam::required<PriorityCodec>("priority", &Booking::priority),
        iam::required("catering", &Booking::catering));
};

constexpr std::string_view k_call =
    R"({"title":"Quarterly planning with the whole team","room":204,"hours":1.5,"priority":"high","catering":true})";

/// Ten million bytes of records with strings, escapes, numbers, lists and objects.
std::string document() {
    constexpr std::size_t k_bytes = 10'000'000;
    std::string text = "[";
    for (unsigned i = 0; text.size() < k_bytes; ++i) {
        const std::string number = std::to_string(i * 7919U % 1'000'003U);
        text += (i == 0 ? "" : ",");
        text += R"({"id":)" + number + R"(,"name":"guest )" + number +
                " of the caf\xC3\xA9\",\"score\":" + number + ".125," +
                R"("note":"first line\nsecond \"line\", somewhat longer","active":true,)" +
                R"("tags":["alpha","beta","gamma"],"place":{"x":)" + number +
                R"(,"y":-0.5,"z":null}})";
    }
    return text + "]";
}

/// Keeps the optimiser from dropping what is measured.
volatile std::size_t sink = 0;

void stop(const char* why) {
    std::fprintf(stderr, "json_bench: %s\n", why);
    std::exit(1);
}

void decode_call() {
    iam::Decoder in(k_call);
    Booking booking;
    const bool good = BookingCodec::decode(in, booking);
    if (!in.finish() || !good) stop("the call was refused");
    sink = sink + booking.title.size();
}

std::vector<bench::Case> cases() {
    const auto text = std::make_shared<const std::string>(document());
    const auto value = std::make_shared<const iam::Json>(iam::parse_json(*text).value());
    return {
        {"document_parse", nullptr, 0,
         [text] { sink = sink + nlohmann::json::parse(*text).size(); }},
        {"document_read", "document_parse", 2,
         [text] { sink = sink + iam::parse_json(*text).value().size(); }},
        {"document_dump", nullptr, 0, [value] { sink = sink + value->dump().size(); }},
        {"document_canonical", "document_dump", 2,
         [value] { sink = sink + iam::canonical_json(*value).value().size(); }},
        {"call_parse", nullptr, 0, [] { sink = sink + nlohmann::json::parse(k_call).size(); }},
        {"call_decode", "call_parse", 0.2, decode_call},
    };
}

}  // namespace

int main(int argc, char** argv) {
    return bench::run("json_bench", cases(), argc, argv);
}
