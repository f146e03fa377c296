// Reads streams in tests: whole, in pieces, cut off.
#pragma once

#include <iam/chat/stream.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::chat::test {

/// The events of an answer, with its pieces joined.
struct Seen {
    std::string text{};
    std::string thinking{};
    std::vector<std::string> call_pieces{};  ///< "name:arguments" by the call's place
    std::vector<WholeCall> calls{};
    std::vector<Usage> usages{};
    std::optional<End> end{};
    std::optional<StreamError> error{};
    std::size_t events = 0;
    std::size_t events_behind_end = 0;

    bool has_ended() const { return end || error; }
    void take(const Event& event) {
        ++events;
        if (has_ended()) ++events_behind_end;
        std::visit([this](const auto& each) { add(each); }, event);
    }

 private:
    void add(const TextPiece& piece) { text += piece.text; }
    void add(const ThinkingPiece& piece) { thinking += piece.text; }
    void add(const CallPiece& piece) {
        if (piece.call >= call_pieces.size()) call_pieces.resize(piece.call + 1);
        std::string& so_far = call_pieces[piece.call];
        const std::size_t colon = so_far.find(':');
        const std::string arguments =
            colon == std::string::npos ? std::string() : so_far.substr(colon + 1);
        so_far = piece.name + ":" + arguments + piece.arguments;
    }
    void add(const WholeCall& call) { calls.push_back(call); }
    void add(const Usage& usage) { usages.push_back(usage); }
    void add(const End& last) { end = last; }
    void add(const TakenBack& /*piece*/) {}  // no parser takes anything back
    void add(const StreamError& last) { error = last; }
};

/// One line for the parts of an answer that no cut may change.
inline std::string summary(const Seen& seen) {
    std::string all = "text=" + seen.text + "\nthinking=" + seen.thinking;
    for (const std::string& piece : seen.call_pieces) all += "\npiece=" + piece;
    for (const WholeCall& call : seen.calls)
        all += "\ncall=" + call.id + " " + call.name + " " + call.arguments;
    for (const Usage& usage : seen.usages)
        all += "\nusage=" + std::to_string(usage.input.value_or(0)) + " " +
               std::to_string(usage.cached.value_or(0)) + " " +
               std::to_string(usage.output.value_or(0));
    if (seen.end)
        all += "\nend=" + std::to_string(int(seen.end->finish)) + " " + seen.end->reason + " " +
               seen.end->items;
    if (seen.error)
        all += "\nerror=" + std::to_string(int(seen.error->kind)) + " " + seen.error->message;
    return all;
}

inline Seen read_pieces(WireForm form, const std::vector<std::string_view>& pieces,
                        const StreamOptions& options = {}) {
    Seen seen;
    const auto parser = make_stream_parser(form, options);
    const auto take = [&](const Event& event) { seen.take(event); };
    for (const std::string_view piece : pieces) parser->add(piece, take);
    parser->finish(take);
    CHECK(seen.has_ended());
    CHECK(parser->has_ended());
    CHECK(seen.events_behind_end == 0);
    return seen;
}

inline Seen read_whole(WireForm form, std::string_view bytes, const StreamOptions& options = {}) {
    return read_pieces(form, {bytes}, options);
}

/// The same, whole, byte by byte and in every two pieces.
inline Seen read_every_way(WireForm form, std::string_view bytes,
                           const StreamOptions& options = {}) {
    const Seen whole = read_whole(form, bytes, options);
    const std::string expected = summary(whole);
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
        const Seen two = read_pieces(form, {bytes.substr(0, cut), bytes.substr(cut)}, options);
        if (summary(two) != expected) {
            CAPTURE(cut);
            REQUIRE(summary(two) == expected);
        }
    }
    std::vector<std::string_view> bytewise;
    for (std::size_t at = 0; at < bytes.size(); ++at) bytewise.push_back(bytes.substr(at, 1));
    REQUIRE(summary(read_pieces(form, bytewise, options)) == expected);
    return whole;
}

/// Cuts the stream off at every byte before `mark`: none of these answers may have a call or an
/// end.
inline void check_cut_off(WireForm form, std::string_view bytes, std::string_view mark) {
    const std::size_t end = bytes.rfind(mark);
    REQUIRE(end != std::string_view::npos);
    for (std::size_t cut = 0; cut <= end; ++cut) {
        const Seen seen = read_whole(form, bytes.substr(0, cut));
        if (!seen.calls.empty() || !seen.error || seen.error->kind != StreamError::Kind::cut_off) {
            CAPTURE(cut, summary(seen));
            REQUIRE(seen.calls.empty());
            REQUIRE(seen.error);
            REQUIRE(seen.error->kind == StreamError::Kind::cut_off);
        }
    }
}

/// A recorded stream.
inline std::string recorded(const std::string& name) {
    std::ifstream file(std::string(IAM_TEST_CHAT_STREAMS) + "/" + name, std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace iam::chat::test
