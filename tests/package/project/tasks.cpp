#include "tasks.hpp"

std::string next_task(const std::string& area) {
    return "tidy up the " + area;
}
