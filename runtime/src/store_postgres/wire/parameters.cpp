// Encodes values as PostgreSQL's send functions do: numbers big endian, texts and bytes as they
// are.
#include "store_postgres/wire/parameters.hpp"

#include <bit>
#include <cstddef>

namespace iam::store_postgres {
namespace {

template <class Unsigned>
void put_number(std::string& out, Unsigned value) {
    for (std::size_t i = sizeof(Unsigned); i-- > 0;)
        out.push_back(static_cast<char>((value >> (8 * i)) & 0xFFU));
}

constexpr std::uint32_t k_null_size = 0xFFFFFFFFU;

/// Begins an array of one dimension: see array_send() of PostgreSQL.
std::string array_head(std::size_t size, bool has_null, Type element) {
    std::string out;
    put_number(out, std::uint32_t{size == 0 ? 0U : 1U});
    put_number(out, std::uint32_t{has_null ? 1U : 0U});
    put_number(out, static_cast<std::uint32_t>(element));
    if (size == 0) return out;
    put_number(out, static_cast<std::uint32_t>(size));
    put_number(out, std::uint32_t{1});  // the first index
    return out;
}

Parameter array_of(const std::vector<std::string>& values, Type array, Type element) {
    Parameter made{array, false, array_head(values.size(), false, element)};
    for (const std::string& value : values) {
        put_number(made.bytes, static_cast<std::uint32_t>(value.size()));
        made.bytes += value;
    }
    return made;
}

}  // namespace

Parameter parameter(std::int64_t value) {
    Parameter made{Type::int8, false, {}};
    put_number(made.bytes, static_cast<std::uint64_t>(value));
    return made;
}

Parameter parameter(std::uint64_t value) {
    return parameter(static_cast<std::int64_t>(value));
}

Parameter parameter(std::uint32_t value) {
    return parameter(std::int64_t{value});
}

Parameter parameter(int value) {
    return parameter(std::int64_t{value});
}

Parameter parameter(double value) {
    Parameter made{Type::float8, false, {}};
    put_number(made.bytes, std::bit_cast<std::uint64_t>(value));
    return made;
}

Parameter parameter(bool value) {
    return {Type::boolean, false, std::string(1, value ? '\1' : '\0')};
}

Parameter parameter(Text value) {
    return {Type::text, false, std::string(value.text)};
}

Parameter parameter(Bytes value) {
    return {Type::bytes, false, std::string(value.bytes)};
}

Parameter parameter(const Digest& value) {
    return {Type::bytes, false, std::string(value.bytes.begin(), value.bytes.end())};
}

Parameter null_of(Type type) {
    return {type, true, {}};
}

Parameter int_array(const std::vector<std::optional<std::int64_t>>& values) {
    bool has_null = false;
    for (const auto& value : values) has_null = has_null || !value;
    Parameter made{Type::int8_array, false, array_head(values.size(), has_null, Type::int8)};
    for (const auto& value : values) {
        put_number(made.bytes, value ? std::uint32_t{sizeof(std::int64_t)} : k_null_size);
        if (value) put_number(made.bytes, static_cast<std::uint64_t>(*value));
    }
    return made;
}

Parameter bytes_array(const std::vector<std::string>& values) {
    return array_of(values, Type::bytes_array, Type::bytes);
}

Parameter text_array(const std::vector<std::string>& values) {
    return array_of(values, Type::text_array, Type::text);
}

}  // namespace iam::store_postgres
