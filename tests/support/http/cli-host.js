/** Runs commands of the built CLI for `cli-client.ts`, one after the other, and marks where the output of each ends. */
import { Readable } from 'node:stream'
import { loadBuild } from '#app/platform/process/load-build.js'

const { runCli } = loadBuild().entry.module

let last = Promise.resolve()

/** @typedef {{ id: number, args: string[], env: Record<string, string>, input: string }} Asked */

process.on('message', (/** @type {Asked} */ asked) => {
  last = last.then(() => run(asked))
})
process.on('disconnect', () => process.exit())

/** @param {Asked} asked */
async function run({ id, args, env, input }) {
  const stdin = Readable.from(input ? [Buffer.from(input)] : [], { objectMode: false })
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  const serve = () => Promise.reject(new Error('serve has no host here'))
  const code = await runCli(args, env, { serve })
  for (const stream of [process.stdout, process.stderr]) stream.write(`\0${id} ${code}\0`)
}
