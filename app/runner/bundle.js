// Used by the build’s configuration, which runs before any TypeScript is compiled.
import { build } from 'esbuild'

/** @type {import('esbuild').BuildOptions} */
const options = {
  entryPoints: ['app/runner/worker.server.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  // What is installed stays where it is; ours is one file.
  packages: 'external',
  logLevel: 'warning',
}

/** Writes the script of the actions’ thread. @param {string} outfile */
export async function writeWorker(outfile) {
  await build({ ...options, format: 'esm', outfile })
}

/** The same as one text, which Node takes without a file when it is CommonJS. */
export async function bundleWorker() {
  const { outputFiles } = await build({ ...options, format: 'cjs', write: false })
  return /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? ''
}
