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
/* Counts. [[iam::tool]] int beside_text();  // iam-warning: in a comment that is still open here
/** Adds. */
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

#define DESK_SIZE 4 \
[[iam::tool]] int in_a_directive();  // iam-warning: belongs to its directive
#define DESK_DROPS(declaration)
DESK_DROPS([[iam::tool]] int dropped();)  // iam-warning: a macro takes the tag iam::tool and drops it
#define DESK_TEXT(declaration) #declaration
inline const char* text = DESK_TEXT([[iam::tool]] int spelled();)  // iam-warning: drops it
    ;

// What follows is meant as it stands.
#define DESK_KEEPS(declaration) declaration
#define DESK_TOOL [[iam::tool({.read_only = true})]]
#define DESK_UNUSED \
    [[iam::tool({.read_only = true})]]
#define DESK_COUNTER(name) \
[[iam::tool({.description = "Counts.", .read_only = true})]] int name()
DESK_COUNTER(counter);

DESK_KEEPS([[iam::tool({.description = "Counts.", .read_only = true})]] int kept();)
/**
 * Counts more. Functions with `[[iam::tool]]` are tools, as is this one:
 * [[iam::tool]] int example();
 * ```
[[iam::tool]] int example();
 * ```
 * @code
[[iam::tool]] int example();
 * @endcode
 */
DESK_TOOL int made();
/// Counts less. Tags look like this:
/// [[iam::tool]] int example();
DESK_TOOL int made_too();
// [[iam::tool]] int switched_off();
/* [[iam::tool]] int switched_off(); */
/*
// [[iam::tool]] int switched_off();
 Whoever writes [[iam::tool]] in a sentence mentions it.
*/

}  // namespace desk

#endif
