-- Requests of one kind for wrk. Arguments: method, path, the largest number in the path, seed, body.
-- A %d in the path or the body becomes another random number in each request.
local method, path, largest, body

function init(args)
  method, path, largest, body = args[1], args[2], tonumber(args[3]), args[5]
  math.randomseed(tonumber(args[4]))
end

function request()
  local number = math.random(largest)
  return wrk.format(method, path:format(number), nil, body and body:format(math.random(99999)))
end
