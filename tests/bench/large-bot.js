/** `node tests/bench/large-bot.js` prints the memory of a runner with many guilds, which takes about seven minutes. */
import { runProgram } from '#tests/bench/bundle.js'

process.stdout.write(`${JSON.stringify(await runProgram('large-bot'))}\n`)
