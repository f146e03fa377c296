// Values that a type alias holds to rules wherever they stand: [[iam::range(0, 100)]] behind the name of the alias.
#pragma once

#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/rules.hpp>

#include <string>

namespace iam {

/// A codec under rules of its own: Source has them as its constant `k_rules`. Where the value stands there are none.
template <class Codec, class Source>
struct RuledCodec : Codec {
    template <class T>
    static bool decode(Decoder& in, T& value, const Rules& = {}) {
        return Codec::decode(in, value, Source::k_rules);
    }
    static std::string expected(const Rules&) { return Codec::expected(Source::k_rules); }
};

}  // namespace iam
