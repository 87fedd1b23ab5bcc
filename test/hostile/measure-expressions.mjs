/*
 * A process of its own, because only its end stops an expression. From the standard input: expressions as JSON, each with
 * its inputs. To the standard output: a line for each, whether the time for an input grows with the square of its size.
 */

/** Characters; each four times the one before. */
const SIZES = [100, 400, 1600, 6400, 25_600]

/** Milliseconds of CPU that a ratio needs, so that it is not one of clock ticks. A square has them at these sizes. */
const ENOUGH = 4

/** Four times the input takes 4 times as long, or 16 times if it takes the square. */
const SQUARE = 9

/** The least of these times counts: what else a process does adds to some of them only. */
const REPEATS = 4

/** @param {RegExp} expression @param {string} input */
function timeOf(expression, input) {
  const start = process.cpuUsage()
  input.replace(expression, '')
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** @param {RegExp} expression @param {string} input */
function leastTime(expression, input) {
  let least = timeOf(expression, input)
  for (let again = 1; again < REPEATS && least < 1000; again++)
    least = Math.min(least, timeOf(expression, input))
  return least
}

/** @param {{ before: string, pump: string, after: string }} input @param {number} size */
const filled = ({ before, pump, after }, size) =>
  before + pump.repeat(Math.ceil(size / pump.length)).slice(0, size) + after

/** @param {RegExp} expression @param {{ before: string, pump: string, after: string }} input */
function isSquare(expression, input) {
  for (const size of SIZES) {
    const longer = filled(input, size)
    if (timeOf(expression, longer) < ENOUGH) continue
    const time = leastTime(expression, longer)
    if (time >= ENOUGH && time > SQUARE * leastTime(expression, filled(input, size / 4))) return true
  }
  return false
}

let text = ''
for await (const piece of process.stdin) text += piece
for (const { source, flags, inputs } of JSON.parse(text)) {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const found = inputs.find((/** @type {any} */ input) => isSquare(expression, input))
  console.log(JSON.stringify(found ?? null))
}
