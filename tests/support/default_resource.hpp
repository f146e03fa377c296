// While one lives, whoever asks the program's default memory resource for memory gets
// std::bad_alloc.
#pragma once

#include <memory_resource>

namespace iam::test {

class NoDefaultResource {
 public:
    NoDefaultResource()
        : before_(std::pmr::set_default_resource(std::pmr::null_memory_resource())) {}
    NoDefaultResource(const NoDefaultResource&) = delete;
    NoDefaultResource& operator=(const NoDefaultResource&) = delete;
    ~NoDefaultResource() { std::pmr::set_default_resource(before_); }

 private:
    std::pmr::memory_resource* before_;
};

}  // namespace iam::test
