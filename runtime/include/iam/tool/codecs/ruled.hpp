// Codec of values with rules on their type alias, for every use: [[iam::range(0, 100)]] after the
// alias's name.
#pragma once

#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>

#include <string>

namespace iam {

/// Applies the rules of Source::k_rules. The place of the value states no rules.
template <class Codec, class Source>
struct RuledCodec : Codec {
    template <class T>
    static bool decode(Decoder& in, T& value, const Rules& = {}) {
        return Codec::decode(in, value, Source::k_rules);
    }
    static std::string expected(const Rules&) { return Codec::expected(Source::k_rules); }
};

}  // namespace iam
