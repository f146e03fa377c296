// A descriptor that is closed with its owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace iam::process {

class Descriptor {
 public:
    Descriptor() = default;
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            number_ = std::exchange(other.number_, -1);
        }
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }

    int number() const noexcept { return number_; }  ///< -1: none
    void close() noexcept {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

 private:
    int number_ = -1;
};

}  // namespace iam::process
