// A place for chats and tasks, for the cases that all lasting stores of them share.
#pragma once

#include <iam/chat/chat_store.hpp>
#include <iam/chat/tasks/task_store.hpp>
#include <iam/store/backend.hpp>

#include <memory>
#include <string>

namespace iam::test {

/// A place that nobody else uses. It goes with the object.
class SidePlace {
 public:
    virtual ~SidePlace() = default;
    virtual Result<std::unique_ptr<chat::ChatStore>> chats(store::Mode mode) = 0;
    virtual Result<std::unique_ptr<chat::TaskStore>> tasks(store::Mode mode) = 0;
    /// Runs a statement past the stores. '@' stands for the schema of the tables, if it has one.
    virtual void past(const std::string& sql) = 0;
    /// The statement that replaces the text of the step 1 of all chats.
    virtual std::string change_of_step(const std::string& text) const = 0;
    /// The statement that adds this many copies of the only task, each with a name of its own.
    virtual std::string copies_of_task(int count) const = 0;
};

/// The test program of a store defines it.
std::unique_ptr<SidePlace> make_side_place();

}  // namespace iam::test
