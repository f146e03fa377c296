// Converts C++ values to JSON and back, strictly. The decoder accepts exactly the values of its
// type's schema, coerces nothing, and reports every error at once.
//
// A codec is a class with static functions (see any of the included headers):
//     bool decode(Decoder&, T& value, const Rules& = {})
//         consumes one value; if it returns false, it has reported an error
//     void encode(JsonWriter&, const T& value)
//         writes canonical text; a value without one marks the writer as bad
//     std::string expected(const Rules&)
//         "integer from 0 to 23"
//     void schema(SchemaText&, const Rules&)
//         for tools defined by hand; generated tools bring their schema
//
// Codecs of less common types have headers of their own in codecs/. Generated code includes them as
// needed: array, bitset, bytes, chrono, converted, decimal, json, key, path, pointer, ruled, set,
// text, tuple, variant.
//
// Programs specialise iam::codec<T> for their own types, with these functions or with a wire type
// (iam/annotations.hpp). For a wire type the library makes the functions. codec_of<T> is the codec
// either way.
#pragma once

#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/record.hpp>
#include <iam/tool/codecs/scalar.hpp>
#include <iam/tool/codecs/string.hpp>
