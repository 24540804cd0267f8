import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build, defineConfig, runnerImport, type Plugin, type Rollup } from 'vite'
import { writeThreads } from './app/bundle-thread.js'
import remixOptions from './remix.config.js'

/**
 * Runs a module when the build meets it and ships what it exports as JSON, without what it needed to get there. Without
 * a build, in development and in tests, the module is what its source says.
 */
function evaluated(file: string): Plugin {
  return {
    name: 'signpost:evaluated',
    async load(id) {
      if (id !== resolve(file)) return null
      const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false })
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
        .join('')
    },
  }
}

/**
 * Bundles the one script of the public pages next to the client build and leaves its address in
 * `build/page-script.json`. It stands apart from Remix's graph, so no React can slip into a public page.
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
      const result = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        plugins: [evaluated('agent-tools/operations.ts')],
        build: {
          target: 'es2022',
          outDir: 'build/client',
          emptyOutDir: false,
          modulePreload: false,
          rollupOptions: {
            input: 'app/entry.page.ts',
            output: { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
          },
        },
      })
      const entry = (result as Rollup.RollupOutput).output.find(
        (file) => file.type === 'chunk' && file.isEntry,
      )
      if (!entry) throw new Error('the page script has no entry')
      await writeFile('build/page-script.json', JSON.stringify({ src: `/${entry.fileName}` }))
    },
  }
}

/** Bundles the scripts of the threads. */
function threadScripts(): Plugin {
  return {
    name: 'signpost:threads',
    apply: 'build',
    async closeBundle() {
      await writeThreads()
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions), pageScript(), threadScripts()],
  build: { target: 'es2022' },
})
