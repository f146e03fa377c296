// Codec of std::pair and std::tuple: an array of exactly as many values. If the types differ, also
// an object with one member for each.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/record.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace iam {

template <class Tuple, class... Parts>
struct TupleCodec {
    static constexpr std::size_t k_count = sizeof...(Parts);

    static bool decode(Decoder& in, Tuple& value, const Rules& = {}) {
        if (!in.expect(JsonKind::array, "array", false) || !in.reader().begin_array()) return false;
        bool good = true;
        std::size_t count = 0;
        for (; in.reader().next_element(); ++count)
            good = decode_part(in, value, count, std::index_sequence_for<Parts...>{}) && good;
        if (in.reader().failed()) return false;
        return check_count(in, count, "array", "elements", exactly(k_count)) && good;
    }
    static void encode(JsonWriter& out, const Tuple& value) {
        encode_parts(out, value, std::index_sequence_for<Parts...>{});
    }
    static std::string expected(const Rules&) {
        return describe_count("array", "elements", exactly(k_count));
    }

 private:
    // Values beyond the last are skipped; their number is reported.
    template <std::size_t... I>
    static bool decode_part(Decoder& in, [[maybe_unused]] Tuple& value, std::size_t index,
                            std::index_sequence<I...>) {
        if (index >= k_count) return in.reader().skip();
        bool good = false;
        static_cast<void>((
            (I == index && ((good = decode_element<Parts>(in, std::get<I>(value))), true)) || ...));
        return good;
    }
    template <std::size_t... I>
    static void encode_parts(JsonWriter& out, [[maybe_unused]] const Tuple& value,
                             std::index_sequence<I...>) {
        if (!may_nest(out)) return;
        out.begin_array();
        (Parts::encode(out, std::get<I>(value)), ...);
        out.end_array();
    }
};

/// Names the parts of a tuple: "item0", "item1" …
template <std::size_t I>
struct ItemName {
    static constexpr std::size_t digits() {
        std::size_t count = 1;
        for (std::size_t left = I; left >= 10; left /= 10) ++count;
        return count;
    }
    static constexpr auto k_text = [] {
        std::array<char, 4 + digits()> text{'i', 't', 'e', 'm'};
        std::size_t left = I;
        for (std::size_t at = text.size(); at > 4; left /= 10)
            text[--at] = static_cast<char>('0' + left % 10);
        return text;
    }();
};

/// The parts of a pair or tuple as members of an object; a pair has "first" and "second". An empty
/// optional part is left out.
template <class Tuple, class... Parts>
struct PartsCodec : RecordCodec<PartsCodec<Tuple, Parts...>, Tuple> {
    template <std::size_t I>
    struct Access {
        constexpr const auto& get(const Tuple& value) const { return std::get<I>(value); }
    };
    template <std::size_t I>
    static constexpr std::string_view name() {
        if constexpr (requires(Tuple pair) { pair.first; })
            return I == 0 ? "first" : "second";
        else
            return {ItemName<I>::k_text.data(), ItemName<I>::k_text.size()};
    }
    template <std::size_t I, class Part>
    static constexpr auto part() {
        const bool may_be_absent = requires(const std::tuple_element_t<I, Tuple>& value) {
            Part::absent(value);
        };
        return Field<Tuple, Part, Access<I>>{name<I>(), {}, !may_be_absent};
    }
    template <std::size_t... I>
    static constexpr auto parts(std::index_sequence<I...>) {
        return std::make_tuple(part<I, Parts>()...);
    }
    static constexpr auto k_fields = parts(std::index_sequence_for<Parts...>{});
};

/// Reads both forms and writes the array, as schemas of the full profile state it.
template <class Tuple, class... Parts>
struct MixedTupleCodec : TupleCodec<Tuple, Parts...> {
    static bool decode(Decoder& in, Tuple& value, const Rules& = {}) {
        if (in.reader().peek() == JsonKind::object)
            return PartsCodec<Tuple, Parts...>::decode(in, value);
        return TupleCodec<Tuple, Parts...>::decode(in, value);
    }
};

/// Reads both forms and writes the object, as portable schemas state it.
template <class Tuple, class... Parts>
struct NamedTupleCodec : PartsCodec<Tuple, Parts...> {
    static bool decode(Decoder& in, Tuple& value, const Rules& = {}) {
        if (in.reader().peek() == JsonKind::array)
            return TupleCodec<Tuple, Parts...>::decode(in, value);
        return PartsCodec<Tuple, Parts...>::decode(in, value);
    }
};

}  // namespace iam
