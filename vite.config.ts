import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { writeFile } from 'node:fs/promises'
import { build as bundle } from 'esbuild'
import { defineConfig, runnerImport, type Plugin } from 'vite'
import { bundleServer, writeThreads } from './app/platform/process/bundle-threads.js'
import remixOptions from './remix.config.js'

/** The modules whose exports are data: the operations of the site, and the parsed texts of private pages. */
const DATA = /\/(?:agent-tools\/\w+\/operations|app\/site\/messages\/english-patterns)\.ts$/

/**
 * Runs a module when the build meets it and ships what it exports as JSON, without what it needed to get there: neither
 * zod nor a schema reaches the browser. In tests, the module is what its source says.
 */
async function asData(path: string) {
  const { module } = await runnerImport<Record<string, unknown>>(path, { configFile: false })
  return Object.entries(module)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}

/** Ships such modules to the pages of the console. */
const dataModules = (): Plugin => ({
  name: 'signpost:data-modules',
  load: (id) => (DATA.test(id) ? asData(id) : null),
})

/** Modules that define schemas. */
const DEFINES_SCHEMAS = /from ["'](?:zod|[^"']*\/schema\.ts)["']/

/** Kinds of expressions that Rollup keeps, because it cannot tell what they do. */
const UNKNOWN_EFFECTS = ['CallExpression', 'MemberExpression', 'NewExpression']

/** Reports whether an expression does more than to create a value. Functions do nothing until they are called. */
function hasUnknownEffects(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasUnknownEffects)
  if (typeof node !== 'object' || node === null) return false
  const { type } = node as { type?: string }
  if (!type || type.endsWith('FunctionExpression')) return false
  return UNKNOWN_EFFECTS.includes(type) || Object.values(node).some(hasUnknownEffects)
}

/**
 * Lets Rollup drop the schemas that no page needs, and zod with them. Pages use constants and functions of modules that
 * also define schemas. Defining a schema calls zod, which Rollup would otherwise keep.
 */
function droppableSchemas(): Plugin {
  return {
    name: 'signpost:droppable-schemas',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (id.includes('/node_modules/') || !/\.tsx?$/.test(id) || !DEFINES_SCHEMAS.test(code)) return null
      const values = this.parse(code)
        .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
        .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
        .flatMap(({ init }) => (init && hasUnknownEffects(init) ? [init as typeof init & Span] : []))
      const dropped = values.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      )
      return { code: dropped, map: null, moduleSideEffects: false }
    },
  }
}

/** Position of a node in its source. */
type Span = { start: number; end: number }

/**
 * Leaves the parser of message texts out of the client build: private pages are in English, and their texts are parsed
 * during the build.
 */
function parsedTexts(): Plugin {
  return {
    name: 'signpost:parsed-texts',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId(source, importer, options) {
      if (source !== '@formatjs/icu-messageformat-parser') return null
      return this.resolve(`${source}/no-parser.js`, importer, options)
    },
  }
}

/**
 * Bundles the one script of the public pages next to the client build and leaves its address in
 * `build/page-script.json`. It stands apart from Remix's graph, so no React can slip into a public page, and from Vite,
 * whose help with preloading every page would have to fetch.
 */
function pageScript(): Plugin {
  let serverBuild = false
  return {
    name: 'signpost:page-script',
    apply: 'build',
    configResolved(config) {
      serverBuild = Boolean(config.build.ssr)
    },
    async closeBundle() {
      if (serverBuild) return
      const { metafile } = await bundle({
        entryPoints: ['app/entry.page.ts'],
        bundle: true,
        splitting: true,
        format: 'esm',
        target: 'es2022',
        minify: true,
        metafile: true,
        legalComments: 'none',
        logLevel: 'warning',
        outdir: 'build/client/assets',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        plugins: [
          {
            name: 'signpost:data-modules',
            setup({ onLoad }) {
              onLoad({ filter: DATA }, async ({ path }) => ({ contents: await asData(path), loader: 'js' }))
            },
          },
        ],
      })
      const [entry] = Object.entries(metafile.outputs).find(
        ([, { entryPoint }]) => entryPoint === 'app/entry.page.ts',
      )!
      await writeFile('build/page-script.json', JSON.stringify({ src: entry.replace('build/client', '') }))
    },
  }
}

/** Bundles the server and the scripts of its threads with the packages that they need. */
function serverScripts(): Plugin {
  let serverBuild = false
  return {
    name: 'signpost:server-scripts',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      serverBuild = Boolean(config.build.ssr)
    },
    async closeBundle() {
      if (!serverBuild) return
      await bundleServer()
      await writeThreads()
    },
  }
}

export default defineConfig({
  plugins: [
    tailwindcss(),
    dataModules(),
    droppableSchemas(),
    parsedTexts(),
    remix(remixOptions),
    pageScript(),
    serverScripts(),
  ],
  build: {
    target: 'es2022',
    // Merges small chunks. With a larger limit, pages load code of other pages: up to 8 % more bytes.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 3_000,
        // Few pages load these, so they stay apart from code that every page shares.
        manualChunks: (id) =>
          /\/(?:agent-tools\/(polyfill)|schedule\/(next-runs))\.ts$/.exec(id)?.slice(1).find(Boolean),
      },
    },
  },
})
