// B5 one tool for each house of doc comments: what its model reads stands in expected.tools.json.
#ifndef INPUT_HPP
#define INPUT_HPP
#include <iam/annotations.hpp>

namespace desk {

/********************************************//**
 *  Opens a door below a banner.
 ***********************************************/
[[iam::tool({.read_only = true})]] int banner();

/////////////////////////////////////////////////
/// Opens a door between lines.
/////////////////////////////////////////////////
[[iam::tool({.read_only = true})]] int lines();

/************************************************
 *  Opens a door in a box.                      *
 *  \param door   the number of the door        *
 ***********************************************/
[[iam::tool({.read_only = true})]] int box(int door);

/*! Opens a door. \param door which one \param key, code what opens it \return its state */
[[iam::tool({.read_only = true})]] int one_line(int door, int key, int code);

/** \brief Opens a door.
 *         Slowly (e.g.\ in winter).
 *
 *  \param[in]  door  the number
 *  \param[in,out] key the key
 *  \retval 0 it is open
 *  \retval 1 it is not
 *  \sa close
 */
[[iam::tool({.read_only = true})]] int doxygen(int door, int key);

/// <summary>
/// Opens a <c>door</c>.
/// </summary>
/// <param name="door">the number, see <see cref="T:Desk.Door"/></param>
/// <returns>its <b>state</b>, &lt; 3</returns>
[[iam::tool({.read_only = true})]] int xml(int door);

/**
 * Opens a {@link Door}.
 * @param {number} door - the number
 * @param {number} [speed=1] - how fast
 * @returns {number} its state
 */
[[iam::tool({.read_only = true})]] int jsdoc(int door, int speed = 1);

/**
 * Opens a door.
 * @door: the number
 */
[[iam::tool({.read_only = true})]] int kernel(int door);

/// Opens a door:
/// @code{.cpp}
/// open(3);  // @param x is no parameter
/// @endcode
/// ```
/// close(3);
/// ```
/// @internal
/// The keys lie below the mat.
[[iam::tool({.read_only = true})]] int code();

//! Opens a door.
[[iam::tool({.read_only = true})]] int beside(int door,   ///< [in] the number
                                              int key,    //!< the key
                                                          //!< of it
                                              int speed /**< [in] how fast */);

struct Door {
    int number;  ///< [in] of the house
    int key;     /**< @brief opens it */
    int code;    /*!< \c 4 digits */
};
/// Takes a door.
/// @param door a door
[[iam::tool({.read_only = true})]] int fields(Door door);

}  // namespace desk

#endif
