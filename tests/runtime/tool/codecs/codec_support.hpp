// Decoding and encoding one value, and saying what came of it in one line.
#pragma once

#include <iam/tool/codec.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>

namespace iam::test {

/// "pointer | message | expected | got" per error, or the canonical text of what was read.
template <class T, class Codec = codec<T>>
std::string read(std::string_view text, const Rules& rules = {}) {
    const PatternSet patterns;
    Decoder in(text, &patterns);
    T value{};
    const bool good = Codec::decode(in, value, rules);
    const bool finished = in.finish();
    if (good && finished) {
        JsonWriter out;
        Codec::encode(out, value);
        return out.ok() ? out.take() : "unencodable: " + out.why();
    }
    std::string lines;
    for (const ValueError& error : in.take_errors()) {
        if (!lines.empty()) lines += "\n";
        lines += error.pointer + " | " + error.message + " | " + error.expected + " | " + error.got;
    }
    return lines.empty() ? "refused without an error" : lines;
}

template <class T, class Codec = codec<T>>
std::string write(const T& value) {
    JsonWriter out;
    Codec::encode(out, value);
    return out.ok() ? out.take() : "unencodable: " + out.why();
}

}  // namespace iam::test
