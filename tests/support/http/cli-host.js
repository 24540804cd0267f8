/** Runs commands of the built CLI for `cliJson`, one after the other, and sends what each printed. */
const build = await import(new URL('../../../build/server/index.js', import.meta.url).href)
const { runCli } = build.entry.module

let last = Promise.resolve()

process.on('message', (/** @type {{ id: number, args: string[], env: Record<string, string> }} */ asked) => {
  last = last.then(() => run(asked))
})
process.on('disconnect', () => process.exit())

/** @param {{ id: number, args: string[], env: Record<string, string> }} asked */
async function run({ id, args, env }) {
  const said = { out: '', err: '' }
  const restore = [capture(process.stdout, 'out', said), capture(process.stderr, 'err', said)]
  const code = await runCli(args, env, { serve: () => Promise.reject(new Error('serve has no host here')) })
  for (const undo of restore) undo()
  process.send?.({ id, code, ...said })
}

/** @param {NodeJS.WriteStream} stream @param {'out' | 'err'} name @param {{ out: string, err: string }} said */
function capture(stream, name, said) {
  const write = stream.write
  stream.write = (/** @type {string | Uint8Array} */ chunk) => {
    said[name] += chunk.toString()
    return true
  }
  return () => void (stream.write = write)
}
