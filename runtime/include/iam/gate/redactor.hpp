// A ready-made interceptor: what of a value stays out of the record, and out of what callers read.
#pragma once

#include <iam/core/result.hpp>
#include <iam/gate/interceptor.hpp>

#include <memory>
#include <string>
#include <vector>

namespace iam::gate {

/// One thing to leave out. Of `pointers` and `patterns` one at least is given.
struct Redact {
    std::optional<ToolId> tool{};  ///< nothing: every tool
    /// "arguments", "result", "preview", "message", as Interceptor::on_record names them.
    std::vector<std::string> fields{"arguments", "result"};
    /// JSON Pointers of members that become "[redacted]"; a token "*" stands for every element or member at that place.
    std::vector<std::string> pointers{};
    /// ECMA-262, as in schemas: a text in which one is found becomes "[redacted]" as a whole, a "message" too, and so does the value of a member with such a
    /// name.
    std::vector<std::string> patterns{};
    /// True: also out of what the caller reads (`result` and `message`), once the record is made.
    bool replies = false;
};

/// What cannot be read as JSON where pointers or patterns are about its members is left out as a whole. The function itself gets the real
/// value; listeners and stores get what this leaves. A call whose arguments or result were changed for the record cannot be undone. For values that nobody but the
/// function may see there is [[iam::secret]].
class Redactor final : public Interceptor {
 public:
    /// invalid_argument: a pattern that is none, an unknown field, nothing to look for.
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
