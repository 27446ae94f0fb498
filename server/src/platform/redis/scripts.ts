import { type CommandParser, defineScript } from '@redis/client'

/** Arguments of a command, as text. */
type Arguments = readonly string[]

function script(SCRIPT: string) {
  return defineScript({
    SCRIPT,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, ...args: Arguments) {
      parser.pushKey(key)
      parser.push(...args)
    },
    transformReply: (reply: unknown): unknown => reply,
  })
}

/**
 * Charges the windows of one client, which are fields of one hash, or only reads them. Uses the server's clock, because
 * clocks of processes may differ.
 * Arguments: `now` in milliseconds (negative: the server's time), length of a window in milliseconds, cost, group,
 * limits of group and backstop (0: not counted), `1` to charge, and the number of keys up to which a new key may be
 * created (negative: any). Returns the use of both windows before the charge and the milliseconds until each ends;
 * nothing when there is no room for a new key.
 */
export const CHARGE = script(`
local now, windowMs, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local group, limit, backstop = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
local isCharged, maxKeys = ARGV[7] == '1', tonumber(ARGV[8])
if now < 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local stored = redis.call('HMGET', KEYS[1], group .. ':from', group .. ':used', 'all:from', 'all:used')
if maxKeys >= 0 and not stored[1] and not stored[3] and redis.call('EXISTS', KEYS[1]) == 0
  and redis.call('DBSIZE') >= maxKeys then return {} end
local function window(from, used)
  local age = from and now - tonumber(from)
  if age and age >= 0 and age < windowMs then return tonumber(used), windowMs - age, false end
  return 0, windowMs, true
end
local function take(name, amount, begins)
  if not begins then return redis.call('HINCRBY', KEYS[1], name .. ':used', amount) end
  redis.call('HSET', KEYS[1], name .. ':from', string.format('%.0f', now), name .. ':used', amount)
  redis.call('PEXPIRE', KEYS[1], windowMs)
end
local used, reset, begins = window(stored[1], stored[2])
local backstopUsed, backstopReset, backstopBegins = window(stored[3], stored[4])
local fits = limit == 0 or used + cost <= limit
local backstopFits = backstop == 0 or backstopUsed + 1 <= backstop
if isCharged and fits and backstopFits then
  if limit > 0 then take(group, cost, begins) end
  if backstop > 0 then take('all', 1, backstopBegins) end
end
return { used, reset, backstopUsed, backstopReset }
`)

/**
 * Records that a process is alive. Arguments: its id, and the milliseconds for which that holds. Returns the number of
 * live processes, and 1 when this one was not known to be alive, else 0.
 */
export const BEAT = script(`
local time = redis.call('TIME')
local now, aliveMs = time[1] * 1000 + math.floor(time[2] / 1000), tonumber(ARGV[2])
local added = redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - aliveMs)
redis.call('PEXPIRE', KEYS[1], aliveMs)
return { redis.call('ZCARD', KEYS[1]), added }
`)
