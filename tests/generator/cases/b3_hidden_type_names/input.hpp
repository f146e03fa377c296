#pragma once

#include <iam/annotations.hpp>

#include <map>
#include <string>
#include <vector>

// As stat(2) has it. GCC warns of such names where it is asked to.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
struct status {
    int used;
};
int status(const char* path);

namespace disk {

enum mode { fast, slow };
int mode();
enum class level : short {};
extern int level;
class drive {
 public:
    enum kind { local, remote };
    /// Says which it is.
    [[iam::tool({.read_only = true})]] enum kind kind(const struct ::status& of) const;
};
drive drive();
template <class Item, enum mode Mode>
struct Page {
    std::vector<Item> items;
};

/// Says how full it is.
[[iam::tool({.read_only = true})]] struct ::status status(enum mode mode = slow,
                                                          enum level level = static_cast<enum level>(4));
/// Turns the page.
[[iam::tool({.read_only = true})]] Page<struct ::status, slow> turn(const std::map<std::string, struct ::status>& all);

}  // namespace disk
#pragma GCC diagnostic pop
