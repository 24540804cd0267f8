import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { loadBuild } from '#app/platform/process/load-build.js'
import { prepare } from '#app/platform/process/bootstrap.js'

if (existsSync('.env')) process.loadEnvFile()
process.env.NODE_ENV ||= 'production'
const development = process.env.NODE_ENV === 'development'
await prepare({ build: !development })

if (development) {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true } })
  const load = () => vite.ssrLoadModule('virtual:remix/server-build')
  const build = await load()
  await build.entry.module.serve({ build: load, env: process.env, vite })
} else {
  const build = loadBuild()
  // Limits garbage to half of the live heap. By default, V8 allows several times as much during prerendering and rarely
  // collects the garbage later. The flag is set after the code cache is loaded, because the cache was compiled without
  // flags.
  setFlagsFromString('--heap-growing-percent=50')
  await build.entry.module.serve({ build, env: process.env })
}
