/* The atomic operations in Redis. Without scripts, the same commands would work but would not be atomic. */

/** The ending of the key of a calendar whose first key is sealed. */
export const SEALED = ':4'

export interface Script {
  readonly text: string
  readonly sha: () => Promise<string>
}

/** Returns the member of each key, or nothing. `!` is the character after the space. */
export const GET = script(`
local members = {}
for i, place in ipairs(ARGV) do
  members[i] = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. place .. ' ', '(' .. place .. '!', 'LIMIT', 0, 1)[1] or false
end
return members
`)

/**
 * Returns the same as `ZRANGE` with these arguments. It is half as fast with many members, but libraries follow a
 * cluster redirection of it.
 */
export const RANGE = script(`return redis.call('ZRANGE', KEYS[1], unpack(ARGV))`)

/** A command with a key, to trigger errors and redirections of that key. */
export const NOTHING = script('return 0')

/**
 * ARGV: the number of checks and the number of deletions; the checks, either `=` and a member that must exist, or `!`
 * and the place of a key that must not exist; the places of keys to delete; the members to set.
 *
 * The script adds an empty member before it writes, for two reasons. First, Redis checks only the first write command
 * of a script for memory, replica state and the ability to save, and it allows deletions when memory is full. So the
 * first write must be an addition. Second, a set that loses its last member is deleted. In a cluster that is migrating
 * the key to another server, later additions would then fail.
 */
export const COMMIT = script(`
local key, checks, deletions = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local function lowest(place) return '[' .. place .. ' ' end
local function highest(place) return '(' .. place .. '!' end

for i = 3, 2 + checks do
  local mustExist, what = string.sub(ARGV[i], 1, 1) == '=', string.sub(ARGV[i], 2)
  if mustExist then
    if not redis.call('ZSCORE', key, what) then return 0 end
  elseif redis.call('ZLEXCOUNT', key, lowest(what), highest(what)) > 0 then
    return 0
  end
end
if #ARGV == 2 + checks then return 1 end

local refused = redis.pcall('ZADD', key, 0, '')
if type(refused) == 'table' and refused.err then return refused end

for i = 3 + checks, 2 + checks + deletions do
  redis.call('ZREMRANGEBYLEX', key, lowest(ARGV[i]), highest(ARGV[i]))
end
for i = 3 + checks + deletions, #ARGV do
  local place = string.sub(ARGV[i], 1, string.find(ARGV[i], ' ', 1, true) - 1)
  redis.call('ZREMRANGEBYLEX', key, lowest(place), highest(place))
  redis.call('ZADD', key, 0, ARGV[i])
end
redis.call('ZREM', key, '')
return 1
`)

const SEAL_TEXT = 'used by kalends 0.8 or later: see '

/**
 * Moves the sorted set to the key with the ending `:4`, and leaves a text in its place: for every other command, the old
 * key is then one of the wrong type. Both keys are in the same slot of a cluster, because of the braces.
 */
export const SEAL = script(`
local key = KEYS[1]
if redis.call('TYPE', key).ok == 'string' then return 1 end
if redis.call('TYPE', key).ok == 'zset' then redis.call('RENAME', key, key .. '${SEALED}') end
redis.call('SET', key, '${SEAL_TEXT}' .. key .. '${SEALED}')
return 1
`)

/** Whether the text is there. Any other key of the wrong type belongs to another program. */
export const IS_SEALED = script(`
local key = KEYS[1]
return redis.call('GET', key) == '${SEAL_TEXT}' .. key .. '${SEALED}' and 1 or 0
`)

function script(text: string): Script {
  let sha: Promise<string> | undefined
  return { text, sha: () => (sha ??= sha1(text)) }
}

async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
