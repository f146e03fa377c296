// The list of files.
#include "generator/emit/emit.hpp"

#include <generator/emit/glue.hpp>

namespace iam::gen {

std::vector<OutputFile> emit(const Model& model, Profile profile) {
    std::vector<Published> published;
    published.reserve(model.tools.size());
    for (const Tool& tool : model.tools) published.push_back(publish(model, tool, profile));
    const std::vector<std::string> namespaces = glue_namespaces(model);
    std::vector<OutputFile> files;
    for (std::size_t i = 0; i < model.headers.size(); ++i)
        files.push_back(
            {model.headers[i].stem + ".iam.cpp", header_glue(model, i, namespaces[i], published)});
    files.push_back({model.target + ".iam.hpp", register_header(model)});
    files.push_back({model.target + ".iam.cpp", register_source(model, namespaces)});
    files.push_back({model.target + ".tools.json", manifest_text(published)});
    return files;
}

}  // namespace iam::gen
