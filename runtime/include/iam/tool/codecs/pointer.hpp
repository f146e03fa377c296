// Codec of owning pointers. They work as optionals do, also for types not complete yet.
#pragma once

#include <iam/core/json_writer.hpp>
#include <iam/tool/codecs/optional.hpp>

#include <memory>
#include <string>
#include <type_traits>

namespace iam {

/// Pointer is std::unique_ptr<T> or std::shared_ptr<T>. An empty one is absent as a member and null
/// elsewhere.
template <class Value, class Pointer>
struct PointerCodec {
    using T = std::remove_const_t<typename Pointer::element_type>;

    static bool decode(Decoder& in, Pointer& value, const Rules& rules = {}) {
        auto made = std::make_unique<T>();
        const bool good = Value::decode(in, *made, rules);
        value = std::move(made);
        return good;
    }
    static bool decode_element(Decoder& in, Pointer& value, const Rules& rules = {}) {
        if (in.reader().peek() != JsonKind::null) return decode(in, value, rules);
        value.reset();
        return in.reader().read_null();
    }
    static bool absent(const Pointer& value) { return value == nullptr; }
    static void encode(JsonWriter& out, const Pointer& value) {
        if (value)
            Value::encode(out, *value);
        else
            out.null();
    }
    static std::string expected(const Rules& rules) { return Value::expected(rules); }
};

}  // namespace iam
