// Collects the aggregates within a type, and shortens qualified names.
#include "generator/model/reach.hpp"

#include <set>
#include <string_view>

namespace iam::gen {
namespace {

class Reach {
 public:
    explicit Reach(const Model& model) : model_(model) {}

    void visit(const Type& type) {
        for_each_part(type, [&](const Type& part) { visit(part); });
        const auto record =
            type.kind == TypeKind::record ? model_.records.find(type.name) : model_.records.end();
        if (record == model_.records.end() || !seen_.insert(type.name).second) return;
        names_.push_back(type.name);
        visit(record->second.fields);
    }
    void visit(const std::vector<Member>& members) {
        for (const Member& member : members) visit(member.type);
    }
    std::vector<std::string> take() { return std::move(names_); }

 private:
    const Model& model_;
    std::set<std::string> seen_;
    std::vector<std::string> names_;
};

bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::vector<std::string> records_within(const Model& model, const Type& type) {
    Reach reach(model);
    reach.visit(type);
    return reach.take();
}

std::vector<std::string> records_within(const Model& model, const std::vector<Member>& members) {
    Reach reach(model);
    reach.visit(members);
    return reach.take();
}

std::string short_name(const std::string& qualified) {
    std::string out;
    std::string word;
    const auto end_word = [&] {
        if (word.empty()) return;
        out += (out.empty() ? "" : "_") + word;
        word.clear();
    };
    for (std::size_t i = 0; i < qualified.size(); ++i) {
        if (is_word(qualified[i])) {
            word += qualified[i];
        } else if (std::string_view(qualified).substr(i, 2) == "::") {
            word.clear();  // it was a namespace
            ++i;
        } else {
            end_word();
        }
    }
    end_word();
    return out;
}

}  // namespace iam::gen
