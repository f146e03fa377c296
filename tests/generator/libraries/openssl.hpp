// OpenSSL: functions of its C interface, declared once more.
#pragma once

#include <iam/annotations.hpp>

#include <openssl/crypto.h>

extern "C" {

/// The first number of the version of OpenSSL.
[[iam::tool({.read_only = true})]] unsigned int OPENSSL_version_major(void);

/// What a hexadecimal digit is worth; -1 where it is none.
/// @param digit  its ASCII code
[[iam::tool({.read_only = true})]] int OPENSSL_hexchar2int([[iam::range(0,
                                                                        127)]] unsigned char digit);

}  // extern "C"
