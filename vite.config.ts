import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build as bundle } from 'esbuild'
import { minifySync } from 'oxc-minify'
import { defineConfig, runnerImport, type Plugin, type Rollup } from 'vite'
import { bundleServer, writeThreads } from './app/platform/process/bundle-threads.js'
import type * as EnglishPatterns from './app/site/messages/english-patterns.ts'
import { PRIVATE_ELEMENTS, PUBLIC_SECTIONS } from './app/site/messages/private-format.ts'
import remixOptions from './remix.config.js'

/** The modules whose exports are data: the operations of the site. */
const DATA = /\/agent-tools\/\w+\/operations\.ts$/

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

/** Inlines Remix's future flags, so that Rollup drops the code of the behaviour that they replace. */
function remixFlags(): Plugin {
  return {
    name: 'signpost:remix-flags',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    transform(code, id) {
      if (!id.includes('/@remix-run/react/dist/esm/')) return null
      const flags: Record<string, boolean> = remixOptions.future
      return {
        code: code.replace(/\b(?:\w+\.)*future\.(v3_\w+)/g, (text, flag) => String(flags[flag] ?? text)),
        map: null,
      }
    },
  }
}

type Texts = Record<string, string>

/**
 * Ships only the texts of private pages, which are in English. They are parsed during the build, and formatted without
 * the package that also parses, and formats plurals and dates.
 */
function privateTexts(): Plugin {
  const withoutPublic = <T>(texts: Record<string, T>) =>
    Object.fromEntries(Object.entries(texts).filter(([id]) => !PUBLIC_SECTIONS.includes(id.split('.')[0]!)))
  return {
    name: 'signpost:private-texts',
    enforce: 'pre',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId: (source) =>
      source === 'intl-messageformat' ? resolve('app/site/messages/private-format.ts') : null,
    async load(id) {
      const isCatalogue = id.endsWith('/site/messages/en.json')
      if (!isCatalogue && !id.endsWith('/site/messages/english-patterns.ts')) return null
      const source = join(dirname(id), 'english-patterns.ts')
      const { module } = await runnerImport<typeof EnglishPatterns>(source, { configFile: false })
      const patterns = withoutPublic(module.englishPatterns)
      for (const [text, pattern] of Object.entries(patterns))
        if (!pattern.every(({ type }) => PRIVATE_ELEMENTS.includes(type)))
          this.error(`Private pages cannot format ${text}. Extend app/site/messages/private-format.ts`)
      if (isCatalogue) {
        // Parsed texts replace their sources.
        const texts = withoutPublic(JSON.parse(await readFile(id, 'utf8')) as Record<string, Texts>)
        for (const [section, key] of Object.keys(patterns).map((text) => text.split('.')))
          texts[section!]![key!] = ''
        return JSON.stringify(texts)
      }
      return `export const englishPatterns = ${JSON.stringify(patterns)}`
    },
  }
}

/** Marks a public page in the source of its route. */
const IS_PUBLIC = /^export const handle = \{ public: true/m

/** Leaves public pages out of the client build: they do not load React. If the router opens one, it reloads the page. */
function withoutPublicPages(): Plugin {
  return {
    name: 'signpost:without-public-pages',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async transform(_, id) {
      const [file, query] = id.split('?')
      if (query !== PAGE_QUERY.slice(1) || !IS_PUBLIC.test(await readFile(file!, 'utf8'))) return null
      return { code: `export { default } from '${resolve('app/ui/layout/reload-page.tsx')}'`, map: null }
    },
  }
}

/** Ends the ids of the entries that Remix makes of the routes. */
const PAGE_QUERY = '?__remix-build-client-route'

/** The pages with most scripts, which share the editors of actions. */
const BUILDERS = /\/console\/guild\/(?:automations|commands)\.(?:new|\$id)\.tsx/

/** Adds a module and its imports, but neither late imports nor icons, whose package imports each of them. */
function collectImports(id: string, getModule: Rollup.GetModuleInfo, found: Set<string>): Set<string> {
  if (found.has(id) || id.includes('/lucide-react/')) return found
  found.add(id)
  for (const imported of getModule(id)?.importedIds ?? []) collectImports(imported, getModule, found)
  return found
}

/**
 * Bundles what all builders need into two files: one for the builders, and one for all private pages, with what other
 * pages need as well. By default, a page would load dozens of small files, which compress badly.
 */
function sharedChunks(): Rollup.GetManualChunk {
  let pages: { id: string; modules: Set<string> }[] | undefined
  return (id, { getModuleIds, getModuleInfo }) => {
    // Few pages load these, so they stay apart from code that every page shares.
    const late = /\/(?:agent-tools\/(polyfill)|schedule\/(next-runs))\.ts$/.exec(id)?.slice(1).find(Boolean)
    if (late) return late
    pages ??= [...getModuleIds()]
      .filter((entry) => entry.endsWith(PAGE_QUERY) && /\/routes\/(?:account|console)\//.test(entry))
      .map((entry) => ({ id: entry, modules: collectImports(entry, getModuleInfo, new Set()) }))
    const users = pages.filter(({ modules }) => modules.has(id))
    const builders = users.filter((page) => BUILDERS.test(page.id)).length
    if (builders < 4) return id.endsWith('/app/root.tsx') ? 'console' : undefined
    return users.length > 4 ? 'console' : 'builder'
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

/**
 * Minifies the scripts of private pages. They are as small as with Terser, which took two fifths of the processor time of
 * the build. Licenses are on `/docs/licenses`, not in every file.
 */
function minifiedScripts(): Plugin {
  return {
    name: 'signpost:minified-scripts',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    renderChunk: {
      order: 'post',
      handler(code, { fileName }) {
        const minified = minifySync(fileName, code, { module: true, compress: { target: 'es2022' } })
        if (minified.errors.length) this.error(minified.errors[0]!.message)
        return { code: minified.code, map: null }
      },
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
    privateTexts(),
    remixFlags(),
    remix(remixOptions),
    withoutPublicPages(),
    minifiedScripts(),
    pageScript(),
    serverScripts(),
  ],
  build: {
    target: 'es2022',
    // See `minifiedScripts`.
    minify: false,
    cssMinify: 'esbuild',
    rollupOptions: { output: { manualChunks: sharedChunks() } },
  },
})
