-- Asks what stands in a file, one question a line, in its order and again from the beginning; see question.ts.
-- Arguments: the file, the serial number of the first write, the line to begin with.

local SERIAL = "#serial#"
local heads, tails = {}, {}
local serial, at
local asked = 0

function init(args)
  serial = tonumber(args[2])
  for line in io.lines(args[1]) do
    local method, path, fields, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { Host = "localhost" }
    for name, value in fields:gmatch("([^\31]-): ([^\31]*)") do
      headers[name] = value
    end
    local request = wrk.format(method, path, headers, body ~= "" and body or nil)
    local from, to = request:find(SERIAL, 1, true)
    heads[#heads + 1] = from and request:sub(1, from - 1) or request
    tails[#heads] = from and request:sub(to + 1) or false
  end
  at = tonumber(args[3]) % #heads
end

function request()
  -- The first one is made to see whether it is one; with the second the asking begins.
  asked = asked + 1
  if asked == 2 then io.stderr:write("ASKING\n") end
  at = at % #heads + 1
  local tail = tails[at]
  if not tail then return heads[at] end
  serial = serial + 1
  return string.format("%s%08d%s", heads[at], serial, tail)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"refused":%d,"broken":%d,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, summary.duration, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
