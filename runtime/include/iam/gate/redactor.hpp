// A ready-made interceptor: keeps parts of values out of the record, and out of replies.
#pragma once

#include <iam/core/result.hpp>
#include <iam/gate/interceptor.hpp>

#include <memory>
#include <string>
#include <vector>

namespace iam::gate {

/// One thing to leave out. At least one of `pointers` and `patterns` is given.
struct Redact {
    std::optional<ToolId> tool{};  ///< nothing: every tool
    /// "arguments", "result", "preview" or "message", as in Interceptor::on_record.
    std::vector<std::string> fields{"arguments", "result"};
    /// JSON Pointers of members to replace with "[redacted]". A token "*" stands for every element
    /// or member at its place.
    std::vector<std::string> pointers{};
    /// ECMA-262, as in schemas. A text with a match becomes "[redacted]" as a whole, also a
    /// "message". So does the value of a member if the name has a match.
    std::vector<std::string> patterns{};
    /// True: also out of the caller's reply (`result` and `message`), after the record is made.
    bool replies = false;
};

/// If a rule is about members, a value other than JSON is left out as a whole. The function gets
/// the real value; listeners and stores get the redacted one. If arguments or result were changed
/// for the record, the call cannot be undone. Use [[iam::secret]] for values for the function
/// alone.
class Redactor final : public Interceptor {
 public:
    /// Error: invalid_argument for a bad pattern, an unknown field, or nothing to look for.
    static Result<std::shared_ptr<Redactor>> make(std::vector<Redact> rules);
    ~Redactor() override;

    std::string name() const override { return "redactor"; }
    std::optional<std::string> on_record(const CallView& call, std::string_view field,
                                         const std::string& bytes) override;
    std::optional<ToolResult> after_execute(const CallView& call,
                                            const ToolResult& result) override;

 private:
    struct Rules;
    explicit Redactor(std::unique_ptr<const Rules> rules);
    std::unique_ptr<const Rules> rules_;
};

}  // namespace iam::gate
