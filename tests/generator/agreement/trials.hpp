// The generated tools of constructs.hpp with their schemas of the full profile, and what their
// decoders say to values beside the border.
#pragma once

#include <iam/core/json.hpp>
#include <iam/tool/registry.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace iam::test {

/// One tool, as the manifest has it.
struct Construct {
    std::string name;
    OrderedJson input;
    OrderedJson output;
    bool is_wrapped = false;  ///< the output is an object around the result
};

/// One value and what the decoder says to it.
struct Trial {
    std::string text;  ///< canonical
    Json value;
    bool is_taken = false;
    std::string prepared;  ///< the canonical arguments, or a line for each error
};

class Trials {
 public:
    Trials();

    const std::vector<Construct>& constructs() const { return constructs_; }
    /// So many values for the input of one of them. The same ones with every run.
    std::vector<Trial> values_of(const Construct& construct, std::size_t count) const;
    /// What the tool gives back for arguments that its decoder has taken; else why not.
    std::string call(const Construct& construct, const std::string& arguments) const;
    bool takes(const Construct& construct, const std::string& arguments) const;

 private:
    Registry registry_;
    std::vector<Construct> constructs_;
};

/// The same members in the order of their names.
Json sorted(const OrderedJson& json);
/// True where every number in it is one of the doubles up to ±2^53, which readers of JSON in other
/// languages keep.
bool is_within_doubles(const Json& value);

}  // namespace iam::test
