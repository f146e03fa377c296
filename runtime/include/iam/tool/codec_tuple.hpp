// std::pair and std::tuple: an array of exactly so many values, each of its own type.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codec_container.hpp>

#include <cstddef>
#include <string>
#include <tuple>
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
    // What is too much is passed over; its number is reported.
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

}  // namespace iam
