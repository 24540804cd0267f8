import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { writeFile } from 'node:fs/promises'
import { build as bundle } from 'esbuild'
import { defineConfig, runnerImport, type Plugin } from 'vite'
import { bundleServer, writeThreads } from './app/platform/process/bundle-threads.js'
import remixOptions from './remix.config.js'

/** The modules whose exports are data about the operations of the site. */
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
  plugins: [tailwindcss(), dataModules(), remix(remixOptions), pageScript(), serverScripts()],
  build: {
    target: 'es2022',
    // Pages of the console load 13 modules instead of 25, for at most a fifth more bytes.
    rollupOptions: {
      output: {
        experimentalMinChunkSize: 20_000,
        // Pages without a host must not load it, so it stays apart from code that every page shares.
        manualChunks: (id) => (id.endsWith('/agent-tools/polyfill.ts') ? 'polyfill' : undefined),
      },
    },
  },
})
