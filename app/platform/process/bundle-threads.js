// The build configuration imports this file before TypeScript is compiled, so it is JavaScript.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'

/** Worker threads: the source of each script and its output file. */
export const threads = {
  runner: { entry: 'app/entry.action-worker.server.ts', outfile: 'build/runner-worker.js' },
  evaluation: {
    entry: 'app/features/automations/evaluation/evaluate-worker.server.ts',
    outfile: 'build/evaluate-worker.js',
  },
  importing: {
    entry: 'app/features/cms/import/import-worker.server.ts',
    outfile: 'build/import-worker.js',
  },
  icons: { entry: 'app/features/site/icon-worker.server.ts', outfile: 'build/icon-worker.js' },
  drawing: { entry: 'app/entry.render-worker.server.ts', outfile: 'build/draw-worker.js' },
}

/** @typedef {keyof typeof threads} ThreadName */

/** @type {import('esbuild').BuildOptions} */
const options = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error' }

/**
 * Options that bundle packages into a few files. Loading over a thousand files takes two seconds.
 * @type {import('esbuild').BuildOptions}
 */
const withPackages = {
  ...options,
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  // Omits React's development build.
  define: { 'process.env.NODE_ENV': '"production"' },
  // Keeps lines short, because Node prints the whole line of an uncaught error.
  minifyWhitespace: true,
  lineLimit: 160,
  // Packages with native parts, data files or lazy loading.
  external: [
    ...['@node-rs/argon2', '@resvg/resvg-js', 'better-sqlite3', 'better-sqlite3-napi', 'sharp'],
    ...['bufferutil', 'pg-native', 'utf-8-validate', 'zlib-sync'],
    ...['esbuild', 'ioredis', 'mdx-bundler', 'pino', 'satori', 'shiki', 'vite'],
  ],
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
  },
}

/** Bundles packages into Vite's server build and replaces it with a single function for `loadBuild`. */
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
  // Scripts that are not modules have no `import()` in Node 20.
  for (const { text } of outputFiles ?? [])
    await writeFile(`${outdir}/index.cjs`, text.replaceAll(/\bimport\((?=")/g, '__import('))
}

/** Writes the scripts of all worker threads. */
export async function writeThreads() {
  for (const { entry, outfile } of Object.values(threads))
    await build({ ...withPackages, entryPoints: [entry], outfile })
}

/** Returns the script of a thread as CommonJS text, which Node can run without a file. @param {ThreadName} name */
export async function bundleThread(name) {
  const { entry } = threads[name]
  // Not written to disk. Packages load from `node_modules`.
  const { outputFiles } = await build({
    ...options,
    packages: 'external',
    entryPoints: [entry],
    format: 'cjs',
    write: false,
  })
  return /** @type {{ text: string }[]} */ (outputFiles)[0]?.text ?? ''
}
