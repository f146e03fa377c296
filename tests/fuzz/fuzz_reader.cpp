// Any bytes: the documents, the pull reader and a reader with narrow limits agree on whether they
// are JSON, and an error names a place that can be shown.
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

bool same(const iam::Error& a, const iam::Error& b) {
    return a.code == b.code && a.message == b.message && a.pointer == b.pointer;
}

void check_error(const iam::Error& error) {
    must(error.code == iam::Errc::invalid_argument && !error.message.empty());
    must(iam::is_valid_utf8(error.message) && iam::is_valid_utf8(error.pointer));
}

void check_limits(std::string_view text, const iam::Limits& limits) {
    const auto document = iam::parse_json(text, limits);
    const auto ordered = iam::parse_ordered_json(text, limits);
    iam::JsonReader reader(text, limits);
    const bool skipped = reader.skip() && reader.finish();
    must(skipped == document.has_value() && skipped == ordered.has_value());
    must(skipped != reader.failed());
    if (skipped) return;
    check_error(reader.error());
    must(same(reader.error(), document.error()) && same(reader.error(), ordered.error()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check_limits(text, {});
    iam::Limits narrow;
    narrow.bytes_max = 2048;
    narrow.depth_max = 4;
    narrow.members_max = 3;
    narrow.elements_max = 3;
    narrow.string_bytes_max = 5;
    narrow.key_bytes_max = 3;
    narrow.nodes_max = 10;
    narrow.allow_nul = true;
    check_limits(text, narrow);
    // What fits narrow limits fits wide ones, but for U+0000.
    narrow.allow_nul = false;
    if (iam::parse_json(text, narrow)) must(iam::parse_json(text).has_value());
    return 0;
}
