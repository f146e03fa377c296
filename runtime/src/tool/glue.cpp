// Replies of generated code that no function of the program gave.
#include "iam/tool/glue.hpp"

namespace iam::glue {

std::vector<ValueError> unwritable(std::string_view why) {
    return {ValueError{"",
                       "a value that is left out has a default without a JSON form (" +
                           std::string(why) + "); give every value",
                       "values that can be written as JSON", "a default"}};
}

std::vector<ValueError> spoilt(std::vector<ValueError> errors) {
    for (ValueError& error : errors)
        error.message +=
            " once the program has filled in what was left out and read the rest; "
            "give another value";
    return errors;
}

Reply unreadable(Decoder& in) {
    return Reply::failed(code::tool_failed,
                         "the arguments are not what this tool prepared: " + in.error_text());
}

Reply unreadable_record(Decoder& in) {
    return Reply::failed(code::undo_incompatible,
                         "the record of the call does not fit this version of the program (" +
                             in.error_text() + "); take it back by hand");
}

Reply no_object(std::string_view class_name) {
    return Reply::failed(code::tool_failed, "there is no " + std::string(class_name) +
                                                " to call this tool on; open one and call again");
}

Reply no_value(std::string_view parameter) {
    return Reply::failed(code::tool_failed,
                         "the value of '" + std::string(parameter) +
                             "' is made by the tool itself when it is left out; give it");
}

Reply unencodable(std::string_view why) {
    return Reply::failed(
        code::unencodable_result,
        "the function ran, but its result cannot be written as JSON: " + std::string(why));
}

}  // namespace iam::glue
