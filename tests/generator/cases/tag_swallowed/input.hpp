// B4 whatever makes a spelled tag vanish is a warning with its place; what only mentions a tag is none.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

/// Counts the files below C:\logs\
[[iam::tool({.read_only = true})]] int below_a_backslash();  // iam-warning: a backslash ends the line before

/* The comment that nobody closed.
[[iam::tool({.read_only = true})]] int in_a_comment();  // iam-warning: in a comment that is still open here
DESK_API [[using iam: tool]] int behind_a_macro();  // iam-warning: in a comment that is still open here
/// The end is of another one. */
#if 0
[[iam::tool]] void never();  // iam-warning: #if 0 leaves the tag iam::tool out
/* a comment in text that is left out
[[iam::tool]] void twice_lost();  // iam-warning: in a comment that is still open here
*/
#endif

inline const char* raw() {
    return R"(
[[iam::tool]] int in_a_string();  // iam-warning: stands in a string
)";
}

#define DESK_DROPS(declaration)
DESK_DROPS([[iam::tool]] int dropped();)  // iam-warning: a macro takes the tag iam::tool and drops it
#define DESK_KEEPS(declaration) declaration
#define DESK_TOOL [[iam::tool({.read_only = true})]]

/// Counts. Functions with `[[iam::tool]]` are tools:
/// [[iam::tool]] int example();
DESK_KEEPS([[iam::tool({.read_only = true})]] int kept();)
/**
 * Counts more.
 * [[iam::tool]] int example();
 * ```
[[iam::tool]] int example();
 * ```
 */
DESK_TOOL int made();
// [[iam::tool]] int switched_off();
/* [[iam::tool]] int switched_off(); */
/*
// [[iam::tool]] int switched_off();
 Whoever writes [[iam::tool]] in a sentence mentions it.
*/

}  // namespace desk

#endif
