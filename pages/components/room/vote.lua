-- One answer a person, while the question is open: read and written in one, whichever replicas ask.
-- KEYS: the room, the votes of the question. ARGV: the question, the person, the answer, most persons, time to live, the
-- channel of numbers.
if redis.call('HGET', KEYS[1], 'asked') ~= ARGV[1] or redis.call('HGET', KEYS[1], 'revealed') ~= '0' then
  return 'over' end
if tonumber(ARGV[3]) >= tonumber(redis.call('HGET', KEYS[1], 'choices')) then return 'none' end
if redis.call('HEXISTS', KEYS[2], ARGV[2]) == 0 and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then
  return 'full' end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', ARGV[6], 'vote')
return 'kept'
