import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { writeFile } from 'node:fs/promises'
import { build, defineConfig, type Plugin, type Rollup } from 'vite'
import remixOptions from './remix.config.js'

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

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions), pageScript()],
  build: { target: 'es2022' },
})
