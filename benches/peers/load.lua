-- For wrk: posts $BODY with `%N%` replaced by a number that no other request of the run has, and the headers of
-- $HEADERS ("Name: value", one a line); prints one line of JSON at the end.
local before, after = os.getenv("BODY"):match("^(.-)%%N%%(.*)$")
local number = tonumber(os.getenv("FIRST_NUMBER"))

wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
for line in os.getenv("HEADERS"):gmatch("[^\n]+") do
  local name, value = line:match("^([^:]+):%s*(.*)$")
  wrk.headers[name] = value
end

function request()
  number = number + 1
  return wrk.format(nil, nil, nil, before .. number .. after)
end

function done(summary, latency)
  local seconds = summary.duration / 1e6
  local errors = summary.errors
  local function ms(share) return latency:percentile(share) / 1000 end
  io.write(string.format(
    'RESULT {"rps": %.3f, "requests": %d, "seconds": %.3f, "p50_ms": %.3f, "p95_ms": %.3f, "p99_ms": %.3f, "max_ms": %.3f, '
      .. '"bad_status": %d, "socket_errors": %d, "timeouts": %d}\n',
    summary.requests / seconds, summary.requests, seconds, ms(50), ms(95), ms(99), latency.max / 1000,
    errors.status, errors.connect + errors.read + errors.write, errors.timeout))
end
