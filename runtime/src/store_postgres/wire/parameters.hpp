// Holds one SQL statement with its parameters in PostgreSQL's binary form.
#pragma once

#include <iam/core/digest.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::store_postgres {

/// Numbers of PostgreSQL's types in pg_type; they never change.
enum class Type : unsigned {
    boolean = 16,
    bytes = 17,
    int8 = 20,
    text = 25,
    float8 = 701,
    bytes_array = 1001,
    text_array = 1009,
    int8_array = 1016,
};

/// Opaque bytes: a column of type bytea.
struct Bytes {
    std::string_view bytes;
};
/// UTF-8 without NUL: a column of type text.
struct Text {
    std::string_view text;
};

struct Parameter {
    Type type = Type::text;
    bool is_null = false;
    std::string bytes{};  ///< binary form; copied, so a statement can be sent again
};

// Each function makes a parameter of one value.
Parameter parameter(std::int64_t value);
Parameter parameter(std::uint64_t value);
Parameter parameter(std::uint32_t value);
Parameter parameter(int value);
Parameter parameter(double value);
Parameter parameter(bool value);
Parameter parameter(Text value);
Parameter parameter(Bytes value);
Parameter parameter(const Digest& value);
Parameter null_of(Type type);
template <class T>
Parameter parameter(const std::optional<T>& value) {
    if (value) return parameter(*value);
    Parameter none = parameter(T{});
    return null_of(none.type);
}

/// Makes an array of one column, for unnest(). NULL is nullopt.
Parameter int_array(const std::vector<std::optional<std::int64_t>>& values);
Parameter bytes_array(const std::vector<std::string>& values);
Parameter text_array(const std::vector<std::string>& values);

/// A statement. In its SQL '@' stands for the schema of the ledger with its point.
struct Statement {
    Statement() = default;
    template <class... Args>
    explicit Statement(std::string_view text, const Args&... args)
        : sql(text), parameters{as_parameter(args)...} {}

    std::string sql{};
    std::vector<Parameter> parameters{};

 private:
    static Parameter as_parameter(const Parameter& made) { return made; }
    template <class T>
    static Parameter as_parameter(const T& value) {
        return parameter(value);
    }
};

}  // namespace iam::store_postgres
