// Writes assertions to compare the compiler's view of a header with iam-gen's.
#include "generator/emit/seen.hpp"

#include <generator/emit/tool_glue.hpp>
#include <generator/emit/writer.hpp>
#include <generator/model/text.hpp>

#include <limits>
#include <set>

namespace iam::gen {
namespace {

std::string assertion(const std::string& condition) {
    return "static_assert(" + condition + ");\n";
}

std::string is_same(const std::string& left, const std::string& right) {
    return assertion("std::is_same_v<" + left + ", " + right + ">");
}

class SeenWriter {
 public:
    SeenWriter(const Model& model, Namer& namer) : model_(model), namer_(namer) {}

    /// Companions take only parameters and results of the tool. These are covered.
    void add(const Tool& tool) {
        for (const Member& parameter : tool.function.parameters) add(parameter.type);
        add(tool.function.result);
        for (const Function* function : functions_of(tool)) add(*function);
    }

    std::string text() && { return types_ + functions_; }

 private:
    void add(const Function& function) {
        if (function.failure) add(*function.failure);
        // The operand of sizeof is not evaluated, so the function's address needs no linking.
        if (!function.type_cpp.empty() && seen_.insert(function.cpp + function.type_cpp).second)
            functions_ += assertion("sizeof(static_cast<" + function.type_cpp + ">(&" +
                                    function.cpp + ")) > 0");
    }

    void add(const Type& type) {
        for_each_part(type, [&](const Type& part) { add(part); });
        const bool is_long = type.cpp == "long" || type.cpp == "unsigned long";
        const bool is_strong = type.kind == TypeKind::integer && type.form == NumberForm::strong;
        if (type.kind == TypeKind::record) return add(model_.records.at(type.name));
        if (type.kind == TypeKind::enumeration) return add(model_.enums.at(type.name));
        if ((!is_long && !is_strong) || !seen_.insert(type.cpp).second) return;
        types_ += assertion("sizeof(" + type.cpp + ") == " + std::to_string(type.bits / 8));
        if (is_strong)
            types_ += assertion((type.is_signed ? "std::is_signed_v<" : "std::is_unsigned_v<") +
                                ("std::underlying_type_t<" + type.cpp + ">>"));
    }

    void add(const Record& record) {
        if (!seen_.insert(record.cpp).second) return;
        for (const Member& field : record.fields) add(field.type);
        for (const Member& field : record.fields)
            if (!field.declared.empty())
                types_ += is_same("decltype(" + bare_name(record.cpp) + "::" + field.name + ")",
                                  field.declared);
        if (record.is_plain_layout) add_layout(record);
    }

    /// Compares the class with one of its fields alone. If iam-gen missed a field, or saw it in
    /// another place, they differ.
    void add_layout(const Record& record) {
        const std::string name = namer_.unique("Seen" + pascal_case(identifier(record.name)));
        std::string fields;
        std::string offsets;
        for (const Member& field : record.fields) {
            fields +=
                "decltype(" + bare_name(record.cpp) + "::" + field.name + ") " + field.name + ";\n";
            if (!record.is_standard_layout) continue;
            const std::string place = ", " + field.name + ")";
            offsets += assertion("__builtin_offsetof(" + name + place + " == __builtin_offsetof(" +
                                 record.cpp + place);
        }
        types_ += fill({{"name", name}, {"fields", fields}, {"type", record.cpp}}, R"glue(
struct $name$ {
    $fields$
};
static_assert(sizeof($name$) == sizeof($type$));
)glue") + offsets;
    }

    void add(const Enum& type) {
        if (!seen_.insert(type.cpp).second) return;
        for (const Enumerator& enumerator : type.enumerators)
            if (!enumerator.value.empty())
                types_ += assertion(
                    value_of(bare_name(type.cpp) + "::" + enumerator.name, enumerator.value));
    }

    static std::string value_of(const std::string& enumerator, const std::string& digits) {
        const bool is_negative = digits.front() == '-';
        // The lowest number has no literal of its own.
        const bool is_lowest = digits == std::to_string(std::numeric_limits<std::int64_t>::min());
        const std::string literal =
            is_lowest ? std::to_string(std::numeric_limits<std::int64_t>::min() + 1) + "ll - 1"
                      : digits + (is_negative ? "ll" : "ull");
        return std::string("static_cast<") +
               (is_negative ? "long long>(" : "unsigned long long>(") + enumerator +
               ") == " + literal;
    }

    const Model& model_;
    Namer& namer_;
    std::set<std::string> seen_;
    std::string types_;
    std::string functions_;
};

}  // namespace

std::string seen_text(const Model& model, const std::vector<std::size_t>& tools, Namer& namer) {
    SeenWriter writer(model, namer);
    for (const std::size_t index : tools) writer.add(model.tools[index]);
    const std::string text = std::move(writer).text();
    if (text.empty()) return text;
    return "// What iam-gen saw. Where one of these fails, the compiler reads the header "
           "differently: "
           "iam-gen explain IAM1020.\n" +
           text;
}

}  // namespace iam::gen
