// Keys of maps other than texts: integers and enumerators. JSON spells them as names.
#pragma once

#include <iam/tool/codecs/decimal.hpp>
#include <iam/tool/codecs/decoder.hpp>
#include <iam/tool/codecs/scalar.hpp>

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// Reports a member and skips it, if its name is not the only spelling of an integer of this type;
/// returns false.
bool refuse_integer_key(Decoder& in, std::string_view name, const NumberType& type);
/// Reports a member and skips it, if its name is none of `names`; returns false.
bool refuse_name_key(Decoder& in, std::string_view name, std::span<const std::string_view> names);

/// An integer as a name, e.g. "-7": digits without a plus sign or leading zeros.
template <std::integral T>
struct IntegerKey {
    static bool decode(Decoder& in, std::string_view name, T& key) {
        return read_decimal(name, key) || refuse_integer_key(in, name, IntegerCodec<T>::k_type);
    }
    static std::string text(JsonWriter&, T key) { return std::to_string(key); }
};

/// An enumerator as the first name of its value. Codec is an EnumCodec.
template <class Codec, class Enum>
struct EnumKey {
    static bool decode(Decoder& in, std::string_view name, Enum& key) {
        for (std::size_t i = 0; i < Codec::k_names.size(); ++i) {
            if (Codec::k_names[i] != name) continue;
            key = Codec::k_values[i];
            if (Codec::index_of(key) == i) return true;
        }
        std::vector<std::string_view> first_names;
        for (std::size_t i = 0; i < Codec::k_names.size(); ++i)
            if (Codec::index_of(Codec::k_values[i]) == i) first_names.push_back(Codec::k_names[i]);
        return refuse_name_key(in, name, first_names);
    }
    static std::string_view text(JsonWriter& out, Enum key) {
        const std::size_t index = Codec::index_of(key);
        if (index < Codec::k_names.size()) return Codec::k_names[index];
        out.fail("an enumerator that has no name");
        return {};
    }
};

}  // namespace iam
