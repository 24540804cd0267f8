// Used by the build’s configuration, which runs before any TypeScript is compiled.
import { build } from 'esbuild'

/** The threads that run TypeScript of ours: the script of each, and where the build leaves it. */
export const threads = {
  runner: { entry: 'app/runner/worker.server.ts', outfile: 'build/runner-worker.js' },
  evaluation: {
    entry: 'app/features/automations/evaluate-worker.server.ts',
    outfile: 'build/evaluate-worker.js',
  },
  drawing: { entry: 'app/features/content/draw-worker.server.ts', outfile: 'build/draw-worker.js' },
}

/** @typedef {keyof typeof threads} ThreadName */

/** @type {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // What is installed stays where it is; ours is one file.
  packages: 'external',
  logLevel: 'warning',
}

/** Writes the script of every thread. */
export async function writeThreads() {
  for (const { entry, outfile } of Object.values(threads))
    await build({ ...options, entryPoints: [entry], format: 'esm', outfile })
}

/** The script of a thread as one text, which Node takes without a file when it is CommonJS. @param {ThreadName} name */
export async function bundleThread(name) {
  const { entry } = threads[name]
  const { outputFiles } = await build({ ...options, entryPoints: [entry], format: 'cjs', write: false })
  return /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? ''
}
