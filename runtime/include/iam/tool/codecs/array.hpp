// Codec of lists with a fixed number of elements: std::array, and arrays as fields.
#pragma once

#include <iam/tool/codecs/container.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace iam {

/// Array is std::array<T, N> or T[N].
template <class Element, class Array>
struct ArrayCodec {
    static constexpr std::size_t k_count = std::tuple_size_v<Array>;
    using T = typename Array::value_type;

    static bool decode(Decoder& in, Array& value, const Rules& rules = {}) {
        std::size_t index = 0;
        return read_elements<Element, T>(in, exactly(k_count, rules), [&](T element, std::size_t) {
            if (index < k_count) value[index++] = std::move(element);
            return true;
        });
    }
    static void encode(JsonWriter& out, const Array& value) { write_elements<Element>(out, value); }
    static std::string expected(const Rules& rules) {
        return describe_count("array", "elements", exactly(k_count, rules));
    }
};

template <class Element, class T, std::size_t N>
struct ArrayCodec<Element, T[N]> {
    static bool decode(Decoder& in, T (&value)[N], const Rules& rules = {}) {
        std::size_t index = 0;
        return read_elements<Element, T>(in, exactly(N, rules), [&](T&& element, std::size_t) {
            if (index < N) move_into(value[index++], element);
            return true;
        });
    }
    static void encode(JsonWriter& out, const T (&value)[N]) {
        write_elements<Element>(out, value);
    }
    static std::string expected(const Rules& rules) {
        return describe_count("array", "elements", exactly(N, rules));
    }

 private:
    template <class Value>
    static void move_into(Value& to, Value& from) {
        if constexpr (std::is_array_v<Value>)
            for (std::size_t i = 0; i < std::extent_v<Value>; ++i) move_into(to[i], from[i]);
        else
            to = std::move(from);
    }
};

}  // namespace iam
