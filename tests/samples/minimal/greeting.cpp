#include "greeting.hpp"

std::string greet(const std::string& name) {
    return "Hello, " + name + ".";
}
