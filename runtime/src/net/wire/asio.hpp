// The types of Boost.Asio for this module. Private: no other module includes Boost.
#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <chrono>

namespace iam::net {

namespace asio = boost::asio;
using boost::system::error_code;

using Executor = asio::io_context::executor_type;
using Strand = asio::strand<Executor>;
using Tcp = asio::ip::tcp;
using Socket = asio::basic_stream_socket<Tcp, Strand>;
using Acceptor = asio::basic_socket_acceptor<Tcp, Strand>;
using Steady = std::chrono::steady_clock;
using Timer = asio::basic_waitable_timer<Steady, asio::wait_traits<Steady>, Strand>;

}  // namespace iam::net
