// Reads the rows of one statement's answer.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct pg_result;

namespace iam::store_postgres {

struct ClearResult {
    void operator()(pg_result* result) const noexcept;
};
using ResultHandle = std::unique_ptr<pg_result, ClearResult>;

/// Owns the answer of one statement. Columns and rows count from 0; all values are binary.
class Rows {
 public:
    explicit Rows(ResultHandle result) noexcept : result_(std::move(result)) {}

    int size() const noexcept;
    /// The number of rows that the statement changed.
    std::int64_t changed() const noexcept;
    bool is_null(int row, int column) const noexcept;
    /// A number or a boolean of any width.
    std::int64_t integer(int row, int column) const noexcept;
    /// Views the bytes in the answer, for as long as this object lives.
    std::string_view view(int row, int column) const noexcept;
    std::string bytes(int row, int column) const { return std::string(view(row, column)); }
    /// Errors: corrupt (the column does not have 32 bytes).
    Result<Digest> digest(int row, int column) const;

 private:
    ResultHandle result_;
};

}  // namespace iam::store_postgres
