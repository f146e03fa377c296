// Writes the list of generated files.
#include "generator/emit/emit.hpp"

#include <generator/emit/glue.hpp>

#include <cstddef>
#include <future>
#include <system_error>

namespace iam::gen {
namespace {

// The glue of a header ends in .iam.cpp, so this ending cannot clash with any header's glue.
constexpr const char* k_register_ending = ".iam.register.cpp";

/// Makes the glue of each header, and the published form of its tools.
class HeaderWork {
 public:
    HeaderWork(const Model& model, Profile profile)
        : model_(model),
          profile_(profile),
          tools_(tools_of_headers(model)),
          namespaces_(glue_namespaces(model)),
          published_(model.tools.size()),
          entries_(model.tools.size()),
          glue_(model.headers.size()) {}

    /// Makes the headers from `begin` to `end`. Another thread may make others at the same time.
    void make(std::size_t begin, std::size_t end) {
        Publisher publisher(model_, profile_);
        for (std::size_t i = begin; i < end; ++i) {
            for (const std::size_t tool : tools_[i]) {
                published_[tool] = publisher.publish(model_.tools[tool]);
                entries_[tool] = manifest_entry(published_[tool]);
            }
            glue_[i] =
                header_glue(model_, model_.headers[i], tools_[i], namespaces_[i], published_);
        }
    }

    /// The index of the header with about as many tools before it as behind it.
    std::size_t middle() const {
        std::size_t before = 0;
        for (std::size_t i = 0; i < tools_.size(); ++i) {
            if (2 * before >= model_.tools.size()) return i;
            before += tools_[i].size();
        }
        return tools_.size();
    }

    std::vector<OutputFile> files() && {
        std::vector<OutputFile> files;
        files.reserve(glue_.size() + 3);
        for (std::size_t i = 0; i < glue_.size(); ++i)
            files.push_back({model_.headers[i].stem + ".iam.cpp", std::move(glue_[i])});
        files.push_back({model_.target + ".iam.hpp", register_header(model_, tools_)});
        files.push_back(
            {model_.target + k_register_ending, register_source(model_, tools_, namespaces_)});
        files.push_back({model_.target + ".tools.json", manifest_text(published_, entries_)});
        return files;
    }

 private:
    const Model& model_;
    const Profile profile_;
    const ToolsOfHeaders tools_;
    const std::vector<std::string> namespaces_;
    std::vector<Published> published_;
    std::vector<std::string> entries_;
    std::vector<std::string> glue_;
};

/// Makes all headers. A second thread takes half of them if there are enough tools to be worth its
/// start: a tool takes about 50 microseconds.
void make_all(HeaderWork& work, const Model& model) {
    constexpr std::size_t k_tools_for_two = 32;
    const std::size_t end = model.headers.size();
    const std::size_t middle = model.tools.size() < k_tools_for_two ? end : work.middle();
    std::future<void> other;
    try {
        if (middle < end) other = std::async(std::launch::async, [&] { work.make(middle, end); });
    } catch (const std::system_error&) {
        // The system may not allow a second thread.
    }
    work.make(0, other.valid() ? middle : end);
    if (other.valid()) other.get();
}

}  // namespace

std::vector<OutputFile> emit(const Model& model, Profile profile) {
    HeaderWork work(model, profile);
    make_all(work, model);
    return std::move(work).files();
}

}  // namespace iam::gen
