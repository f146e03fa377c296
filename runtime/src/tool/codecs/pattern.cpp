// Compiles each expression once for all calls of a handler.
#include "iam/tool/pattern.hpp"

#include <iam/schema/pattern.hpp>

#include <map>
#include <mutex>

namespace iam {

struct PatternSet::State {
    std::mutex mutex;
    std::map<std::string_view, Result<schema::Pattern>> compiled;
};

PatternSet::PatternSet() : state_(std::make_unique<State>()) {}
PatternSet::~PatternSet() = default;

bool PatternSet::matches(std::string_view pattern, std::string_view text) const {
    const Result<schema::Pattern>* expression = nullptr;
    {
        const std::lock_guard lock(state_->mutex);
        auto found = state_->compiled.find(pattern);
        if (found == state_->compiled.end())
            found = state_->compiled.emplace(pattern, schema::Pattern::compile(pattern)).first;
        expression = &found->second;
    }
    return *expression && (*expression)->search(text);
}

}  // namespace iam
