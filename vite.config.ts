import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'esbuild'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
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
      const { metafile } = await build({
        entryPoints: ['app/entry.page.ts'],
        outdir: 'build/client/assets',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        metafile: true,
      })
      const entry = Object.entries(metafile.outputs).find(([, output]) => output.entryPoint)?.[0]
      if (!entry) throw new Error('the page script has no entry')
      await writeFile('build/page-script.json', JSON.stringify({ src: `/assets/${basename(entry)}` }))
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions), pageScript()],
  build: { target: 'es2022' },
})
