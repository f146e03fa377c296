// GLM: a vector with named parts.
#pragma once

#include <iam/annotations.hpp>

#include <glm/glm.hpp>

namespace scene {

/// A place or a direction.
struct VectorForm {
    /// To the right.
    float x = 0;
    /// Up.
    float y = 0;
    /// Towards the viewer.
    float z = 0;
};

}  // namespace scene

template <>
struct iam::codec<glm::vec3> {
    using wire = scene::VectorForm;
    static glm::vec3 from_wire(const wire& form) { return {form.x, form.y, form.z}; }
    static wire to_wire(const glm::vec3& vector) { return {vector.x, vector.y, vector.z}; }
};

namespace scene {

/// Where a ray leaves a mirror.
/// @param ray     its direction
/// @param normal  at right angles to the mirror
[[iam::tool({.read_only = true})]] glm::vec3 reflect(const glm::vec3& ray,
                                                     const glm::vec3& normal = glm::vec3(0, 1, 0));

}  // namespace scene
