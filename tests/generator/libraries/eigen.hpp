// Eigen: vectors and matrices are arrays of numbers.
#pragma once

#include <iam/annotations.hpp>

#include <Eigen/Dense>

#include <array>

template <>
struct iam::codec<Eigen::Vector3d> {
    using wire = std::array<double, 3>;
    static Eigen::Vector3d from_wire(const wire& numbers) {
        return {numbers[0], numbers[1], numbers[2]};
    }
    static wire to_wire(const Eigen::Vector3d& vector) { return {vector[0], vector[1], vector[2]}; }
};

template <>
struct iam::codec<Eigen::Matrix2d> {
    using wire = std::array<std::array<double, 2>, 2>;
    static Eigen::Matrix2d from_wire(const wire& rows) {
        Eigen::Matrix2d matrix;
        matrix << rows[0][0], rows[0][1], rows[1][0], rows[1][1];
        return matrix;
    }
    static wire to_wire(const Eigen::Matrix2d& matrix) {
        return {{{matrix(0, 0), matrix(0, 1)}, {matrix(1, 0), matrix(1, 1)}}};
    }
};

namespace geometry {

/// The vector that is at right angles to both.
/// @param left   the first
/// @param right  the second
[[iam::tool({.read_only = true})]] Eigen::Vector3d cross(const Eigen::Vector3d& left,
                                                         const Eigen::Vector3d& right);

/// The inverse of a matrix, by rows.
/// @param matrix  fails with the code `singular` where there is no inverse
[[iam::tool({.read_only = true})]] Eigen::Matrix2d inverse(const Eigen::Matrix2d& matrix);

}  // namespace geometry
