// How C++ values go to JSON and back, strictly: the decoder accepts exactly what the schema of its type accepts, coerces nothing, and
// reports every error at once.
//
// A codec is a class with static functions (see any of the included headers):
//     bool decode(Decoder&, T& value, const Rules& = {})   consumes one value; false: reported
//     void encode(JsonWriter&, const T& value)             canonical text; what has none marks the writer as bad
//     std::string expected(const Rules&)                   "integer from 0 to 23"
//     void schema(SchemaText&, const Rules&)                for types of tools by hand; generated tools bring their schema
// Codecs of less common types have headers of their own, which generated code includes where it needs them: codec_array, codec_bitset,
// codec_bytes, codec_chrono, codec_converted, codec_decimal, codec_json, codec_key, codec_path, codec_pointer, codec_ruled, codec_set, codec_text, codec_tuple, codec_variant.
// Programs specialise iam::codec<T> for types of their own: with these functions, or with a wire type (iam/annotations.hpp), of which the
// library makes them. codec_of<T> is the codec either way.
#pragma once

#include <iam/tool/codecs/container.hpp>
#include <iam/tool/codecs/enum.hpp>
#include <iam/tool/codecs/optional.hpp>
#include <iam/tool/codecs/record.hpp>
#include <iam/tool/codecs/scalar.hpp>
#include <iam/tool/codecs/string.hpp>
