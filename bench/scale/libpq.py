"""Connects to PostgreSQL by libpq.so.5 and ctypes: Debian's python3 comes without a driver."""
import ctypes

GOOD = (1, 2)  # PGRES_COMMAND_OK, PGRES_TUPLES_OK
CONNECTED = 0

_libpq = ctypes.CDLL("libpq.so.5")
for _name in ("PQconnectdb", "PQexec"):
    getattr(_libpq, _name).restype = ctypes.c_void_p
for _name in ("PQresultErrorMessage", "PQerrorMessage", "PQgetvalue"):
    getattr(_libpq, _name).restype = ctypes.c_char_p


class Connection:
    """Not for several threads at once. libpq's calls let other threads run."""

    def __init__(self, address: str):
        self._handle = ctypes.c_void_p(_libpq.PQconnectdb(address.encode()))
        if _libpq.PQstatus(self._handle) != CONNECTED:
            raise RuntimeError(_libpq.PQerrorMessage(self._handle).decode())
        self.process = _libpq.PQbackendPID(self._handle)

    def run(self, sql: bytes) -> str | None:
        """Sends statements as one message. Returns the first value of the last statement."""
        result = ctypes.c_void_p(_libpq.PQexec(self._handle, sql))
        try:
            if _libpq.PQresultStatus(result) not in GOOD:
                raise RuntimeError(_libpq.PQresultErrorMessage(result).decode())
            if _libpq.PQntuples(result) == 0 or _libpq.PQgetisnull(result, 0, 0):
                return None
            return _libpq.PQgetvalue(result, 0, 0).decode()
        finally:
            _libpq.PQclear(result)

    def close(self) -> None:
        _libpq.PQfinish(self._handle)
