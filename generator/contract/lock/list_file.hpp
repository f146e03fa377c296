// Reads iam-schema's hand-written lists: {"iam": 1, NAME: […]}.
#pragma once

#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

/// The entries, each read by `read_entry(entry, pointer)`. `form` is the error for a document of
/// another form.
template <class Entry>
Result<std::vector<Entry>> read_list(std::string_view text, const std::string& name,
                                     const char* form,
                                     Result<Entry> (*read_entry)(const Json&, const std::string&)) {
    IAM_TRY(document, parse_json(text));
    if (!document.is_object() || document.size() != 2 || !document.contains("iam") ||
        document["iam"] != 1 || !document.contains(name) || !document[name].is_array())
        return fail(Errc::invalid_argument, form);
    std::vector<Entry> list;
    for (std::size_t i = 0; i < document[name].size(); ++i) {
        IAM_TRY(entry, read_entry(document[name][i], "/" + name + "/" + std::to_string(i)));
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace iam::gen::contract
