/*
 * What Redis does as one step. All of it would also work without scripts, but not at once.
 */

export interface Script {
  readonly text: string
  readonly sha: () => Promise<string>
}

/** The member of each key, or nothing. `!` is the character after the space. */
export const GET = script(`
local members = {}
for i, place in ipairs(ARGV) do
  members[i] = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. place .. ' ', '(' .. place .. '!', 'LIMIT', 0, 1)[1] or false
end
return members
`)

/**
 * Answers what `ZRANGE` with these arguments answers, at half the speed where there are many members; but where a
 * cluster redirects the command, libraries follow.
 */
export const RANGE = script(`return redis.call('ZRANGE', KEYS[1], unpack(ARGV))`)

/** For errors that only a command with a key brings to light, and for redirections that only it follows. */
export const NOTHING = script('return 0')

/**
 * ARGV: how many checks and how many deletions; the checks, `=` and a member that must be there or `!` and the place of
 * a key that must not; the places of keys to delete; the members to set.
 *
 * An empty member is there while it writes, for two reasons. Of all commands that a script calls, Redis refuses only the
 * first that writes, when it is out of memory, a replica or unable to save; and deletions are allowed when it is out of
 * memory: so an addition has to come first. And a set that loses its last member is gone, and in a cluster that is just
 * moving it to another server, it could not be added to any more.
 */
export const COMMIT = script(`
local key, checks, deletions = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local function lowest(place) return '[' .. place .. ' ' end
local function highest(place) return '(' .. place .. '!' end

for i = 3, 2 + checks do
  local wanted, what = string.sub(ARGV[i], 1, 1) == '=', string.sub(ARGV[i], 2)
  if wanted then
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

function script(text: string): Script {
  let sha: Promise<string> | undefined
  return { text, sha: () => (sha ??= sha1(text)) }
}

async function sha1(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
