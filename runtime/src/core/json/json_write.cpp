// Writes a value as text with its members in their stored order.
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

namespace iam {

void write_json(JsonWriter& out, const OrderedJson& value) {
    switch (value.type()) {
        case OrderedJson::value_t::null:
            return out.null();
        case OrderedJson::value_t::boolean:
            return out.boolean(value.get<bool>());
        case OrderedJson::value_t::number_integer:
            return out.integer(value.get<std::int64_t>());
        case OrderedJson::value_t::number_unsigned:
            return out.integer(value.get<std::uint64_t>());
        case OrderedJson::value_t::number_float:
            return out.number(value.get<double>());
        case OrderedJson::value_t::string:
            return out.string(value.get_ref<const std::string&>());
        case OrderedJson::value_t::array:
            out.begin_array();
            for (const OrderedJson& element : value.get_ref<const OrderedJson::array_t&>())
                write_json(out, element);
            return out.end_array();
        case OrderedJson::value_t::object:
            out.begin_object();
            for (const auto& [name, member] : value.get_ref<const OrderedJson::object_t&>()) {
                out.key(name);
                write_json(out, member);
            }
            return out.end_object();
        default:
            return out.fail("not a JSON value");
    }
}

}  // namespace iam
