// Explains the diagnostics 1xxx: the text of the headers and their attributes.
#include <generator/report/families.hpp>

namespace iam::gen {
namespace {

using enum DiagnosticId;

constexpr Explanation k_attributes[] = {
    {.id = does_not_compile,
     .why = "iam-gen reads the headers as the compiler does, with the flags of the target. What a "
            "compiler refuses has no meaning that a tool could be made of.",
     .wrong = R"code([[iam::tool({.read_only = true})]] int count(Missing filter);
)code",
     .right = R"code(/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out =
         "Include what the header uses, so that it compiles by itself. Where your compiler accepts "
         "it and iam-gen does not, look at the flags of the target: the parser is clang 19."},
    {.id = unknown_attribute,
     .why = "Compilers are told to keep quiet about attributes in iam::, so a typing error would "
            "silently lose a tool, a bound or a secret. Therefore every name in iam:: has to be "
            "one of ours.",
     .wrong = R"code([[iam::tol({.read_only = true})]] int count();
)code",
     .right = R"code(/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Correct the name; the message names the nearest one and all that there are."},
    {.id = attribute_misplaced,
     .why = "An attribute that stands where nothing reads it changes nothing, while its author "
            "relies on it.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true}), iam::range(0, 23)]] int count(int hour);
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23)]] int hour);
)code",
     .way_out = "Put attributes about values in front of a parameter of a tool or a field of a "
                "struct that it takes, and tool, preview and undo in front of a function."},
    {.id = attribute_arguments,
     .why = "The attribute takes other arguments than these, in number or in kind, or they are not "
            "known at build time.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(23)]] int hour);
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(iam::none, 23)]] int hour);
)code",
     .way_out = "Write the attribute as the message shows it; iam::none leaves one side of a range "
                "or length open."},
    {.id = attribute_twice,
     .why = "Two attributes of one name contradict each other, or one of them is a mistake.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23)]] [[iam::range(0, 24)]] int hour);
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23)]] int hour);
)code",
     .way_out = "Keep one of them."},
    {.id = unknown_option,
     .why = "iam::tool has no option of this name. An option that is passed over might have been "
            "the one that asks a person.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.readonly = true})]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Correct the name; the options are those of iam::ToolOptions in annotations.hpp."},
    {.id = option_twice,
     .why = "Of two values for one option only one can be meant.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true, .read_only = false})]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Keep one of them."},
    {.id = option_value,
     .why = "The option takes a value of another kind, or one that is known at build time: what it "
            "says is published.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = "yes"})]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Give what the message asks for: true or false, a string literal in UTF-8, a whole "
                "number, or iam::allow, iam::confirm, iam::deny."},
    {.id = unbalanced_brackets,
     .why = "A compiler passes over the rest of an attribute whose brackets do not match, without "
            "a word.",
     .wrong = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23))]] int hour);
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count([[iam::range(0, 23)]] int hour);
)code",
     .way_out = "Close exactly what was opened."},
    {.id = tag_in_system_header,
     .why = "Headers of the system and of installed libraries do not belong to the project, so "
            "what they tag is no decision of the project.",
     .wrong = R"code(#include <library.hpp>
/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
// file: system/library.hpp
[[iam::tool({.read_only = true})]] int library_count();
)code",
     .right = R"code(#include <library.hpp>
/// Counts what the library holds.
[[iam::tool({.read_only = true})]] inline int count() {
    return library_count();
}
// file: system/library.hpp
int library_count();
)code",
     .way_out = "Declare a function of your own that calls the library's, and tag that."},
    {.id = tag_in_unlisted_header,
     .why = "The build generates code for the headers that iam_generate_tools lists. A tag in "
            "another header of the project makes no tool, which its author would find out late.",
     .wrong = R"code(#include "other.hpp"
/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
// file: other.hpp
[[iam::tool({.read_only = true})]] int count_again();
)code",
     .right = R"code(#include "other.hpp"
/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
// file: other.hpp
int count_again();
)code",
     .way_out = "Add the header to HEADERS of iam_generate_tools, or take the tag away."},
    {.id = hidden_character,
     .why = "What a model and a person read must be what is written. Characters that turn the "
            "direction of text, or that nobody sees, can hide instructions or make one text look "
            "like another.",
     .wrong = R"code(/// Counts <U+202E>alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Delete the character that the message names and type the word again."},
    {.id = not_utf8,
     .why = "JSON is UTF-8. Text in another encoding would reach the model garbled, or not at all.",
     .wrong = R"code(/// Z<E4>hlt.
[[iam::tool({.read_only = true})]] int count();
)code",
     .right = R"code(/// Zählt.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Save the file in UTF-8."},
    {.id = tag_in_other_configuration,
     .why = "The preprocessor leaves this tag out in the present configuration, so other builds of "
            "the same sources have other tools: the lock, the prompts and standing consents then "
            "differ between, say, debug and release.",
     .wrong = R"code(#ifdef DESK_WITH_ALARMS
           /// Counts alarms.
           [[iam::tool({.read_only = true})]] int count();
#endif
)code",
     .right = R"code(/// Counts alarms; fails where the program was built without them.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Declare the tool in every configuration and let the function say that it cannot, "
                "with iam::tool_error; or move the tag to a header that only the target with these "
                "tools lists."},
    {.id = hidden_by_macro,
     .why = "The words of an attribute are subject to macros like all others. Where iam is one, "
            "compilers see another vendor's attribute or none, and the tool would be lost without "
            "a word.",
     .wrong = R"code(#define iam gnu
/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
#undef iam
)code",
     .right = R"code(#define my_iam gnu
/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Give the macro another name, or undefine it before the tags; where it comes from "
                "a flag, such as -Diam=1, take the flag away from the target."},
    {.id = modules_left_out,
     .why = "The parser of iam-gen has none of the modules that the build makes, and reads headers "
            "without them. The flags of the target say that the compiler has them, so it may see "
            "other declarations.",
     .wrong = R"code(// compiled with -fmodules-ts
/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .right = R"code(/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Include in headers of tools what these need, and leave the flags to the targets "
                "and sources that import; SILENCE IAM1017 (--silence) where no header of tools "
                "hangs on a module."},
    {.id = tag_swallowed,
     .why =
         "A tag that stands in a comment, in a string, behind #if 0 or in the arguments of a macro "
         "that drops them is text that no compiler sees: the tool is missing without a word. In a "
         "comment a line that begins with a tag is reported; one that begins with an asterisk or "
         "two slashes, and examples between ``` or @code and @endcode, only mention it.",
     .wrong = R"code(/// Counts the files below C:\logs\
[[iam::tool({.read_only = true})]] int count();
int other();
)code",
     .right = R"code(/// Counts the files below `C:\logs`.
[[iam::tool({.read_only = true})]] int count();
int other();
)code",
     .way_out = "Take the backslash at the end of the comment's line away, end the comment with "
                "*/, or put // before each line of a declaration that should be no tool for now."},
    {.id = near_scope,
     .why = "Compilers pass over attributes of scopes that they do not know, so a tag whose scope "
            "is misspelled makes no tool and no error.",
     .wrong = R"code(/// Counts alarms.
[[ima::tool({.read_only = true})]] int count();
)code",
     .right = R"code(/// Counts alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Write iam. If the attribute is another vendor's, SILENCE IAM1019 (--silence)."},
    {.id = read_differently,
     .why = "iam-gen reads headers with clang, and the compiler of the target is another one. "
            "Where a header asks which compiler reads it, the two may see other names, hints, "
            "bounds and types, and a call would do something else than its question said.",
     .wrong = R"code(// compiled by g++
#ifdef __clang__
#define IS_HARMFUL false
#else
#define IS_HARMFUL true
#endif
/// Wipes the list.
[[iam::tool({.destructive = IS_HARMFUL})]] void wipe();
)code",
     .right = R"code(// compiled by g++
/// Wipes the list.
[[iam::tool({.destructive = true})]] void wipe();
)code",
     .way_out =
         "Declare the tool and the types that it takes in the same words for every compiler, and "
         "keep conditions to the definitions. An attribute needs no condition: iam::annotations "
         "keeps compilers quiet about those that they do not know."},
    {.id = not_compared,
     .why = "A header of the tools asks which compiler reads it. iam-gen then asks the target's "
            "compiler for the preprocessed text (-E) and compares, which failed.",
     .wrong = R"code(// compiled by no-such-compiler
#ifdef __clang__
#endif
/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .right = R"code(// compiled by no-such-compiler
/// Counts the open alarms.
[[iam::tool({.read_only = true})]] int count();
)code",
     .way_out = "Let the compiler preprocess the headers with the target's flags: the message has "
                "its first error. In runs by hand, --compiler names the compiler, one word each."},
};

}  // namespace

std::span<const Explanation> explained_attributes() {
    return k_attributes;
}

}  // namespace iam::gen
