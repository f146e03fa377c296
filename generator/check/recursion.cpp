// Marks aggregates with members of their own kind, and reports secrets in them.
#include <generator/check/steps.hpp>
#include <generator/model/reach.hpp>

#include <algorithm>
#include <set>

namespace iam::gen {
namespace {

/// The secrets outside of other secrets in a value, and the aggregates around them. A secret covers
/// everything within it.
class OpenValues {
 public:
    explicit OpenValues(const Model& model) : model_(model) {}

    void visit(const Type& type) {
        for_each_part(type, [&](const Type& part) { visit(part); });
        if (type.kind != TypeKind::record || !records_.insert(type.name).second) return;
        if (const auto record = model_.records.find(type.name); record != model_.records.end())
            visit(record->second.fields);
    }
    void visit(const std::vector<Member>& members) {
        for (const Member& member : members) {
            if (member.constraints.secret)
                secrets_.push_back(&member);
            else
                visit(member.type);
        }
    }
    bool holds(const std::string& record) const { return records_.count(record) != 0; }
    const std::vector<const Member*>& secrets() const { return secrets_; }

 private:
    const Model& model_;
    std::set<std::string> records_;
    std::vector<const Member*> secrets_;
};

}  // namespace

void mark_recursive(Model& model) {
    for (auto& [name, record] : model.records) {
        const auto within = records_within(model, record.fields);
        record.is_recursive = std::find(within.begin(), within.end(), name) != within.end();
    }
}

void check_recursion(const Model& model, Diagnostics& out) {
    for (const auto& [name, record] : model.records) {
        if (!record.is_recursive) continue;
        OpenValues open(model);
        open.visit(record.fields);
        if (!open.holds(name)) continue;
        for (const Member* secret : open.secrets())
            out.push_back(diagnose(
                DiagnosticId::secret_in_recursion, *secret->constraints.secret,
                in_quotes(secret->name) + " is a secret within " + in_quotes(record.name) +
                    ", which contains itself, so that the places of such secrets have no end; mark "
                    "the member that holds the inner ones, or refer to them by an id",
                {{in_quotes(record.name) + " is declared here", record.span}}));
    }
}

}  // namespace iam::gen
