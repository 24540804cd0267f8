// Used by the build’s configuration, which runs before any TypeScript is compiled.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

/** The threads that run TypeScript of ours: the script of each, and where the build leaves it. */
export const threads = {
  runner: { entry: 'app/entry.action-worker.server.ts', outfile: 'build/runner-worker.js' },
  evaluation: {
    entry: 'app/features/automations/evaluation/evaluate-worker.server.ts',
    outfile: 'build/evaluate-worker.js',
  },
  drawing: { entry: 'app/entry.render-worker.server.ts', outfile: 'build/draw-worker.js' },
}

/** @typedef {keyof typeof threads} ThreadName */

/** @type {import('esbuild').BuildOptions} */
const options = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error' }

/**
 * Bundles packages into a few files. Loading their more than a thousand files takes two seconds.
 * @type {import('esbuild').BuildOptions}
 */
const withPackages = {
  ...options,
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // React has a second copy of itself for development.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Short lines, since Node prints the whole line of an uncaught error.
  minifyWhitespace: true,
  lineLimit: 160,
  // These have compiled parts, read files of their own, or are loaded late.
  external: [
    ...['@node-rs/argon2', '@resvg/resvg-js', 'better-sqlite3', 'better-sqlite3-napi', 'sharp'],
    ...['bufferutil', 'pg-native', 'utf-8-validate', 'zlib-sync'],
    ...['esbuild', 'ioredis', 'mdx-bundler', 'pino', 'satori', 'shiki', 'vite'],
  ],
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
  },
}

/** Bundles packages into Vite's server build and replaces it in place with the one function that `loadBuild` calls. */
export async function bundleServer() {
  const outdir = 'build/server'
  const { outputFiles } = await build({
    ...withPackages,
    entryPoints: [`${outdir}/index.js`],
    format: 'cjs',
    define: { ...withPackages.define, 'import.meta.url': '__url' },
    banner: {
      js: "(function (exports, require, module, __filename, __dirname, __import) {\nconst __url = require('node:url').pathToFileURL(__filename).href",
    },
    footer: { js: '})' },
    write: false,
  })
  await rm(outdir, { recursive: true })
  await mkdir(outdir)
  // Scripts outside modules have no `import()` of their own in Node 20.
  for (const { text } of outputFiles ?? [])
    await writeFile(`${outdir}/index.cjs`, text.replaceAll(/\bimport\((?=")/g, '__import('))
}

/** Writes the script of every thread. */
export async function writeThreads() {
  for (const { entry, outfile } of Object.values(threads))
    await build({ ...withPackages, entryPoints: [entry], outfile })
}

/** The script of a thread as one text, which Node takes without a file when it is CommonJS. @param {ThreadName} name */
export async function bundleThread(name) {
  const { entry } = threads[name]
  // Nothing is written, and packages load from `node_modules`.
  const { outputFiles } = await build({
    ...options,
    packages: 'external',
    entryPoints: [entry],
    format: 'cjs',
    write: false,
  })
  return /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? ''
}
