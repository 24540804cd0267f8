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
  await build.entry.module.serve({ build: load, vite })
} else {
  const build = loadBuild()
  // Garbage may take half as much as what is in use. Left to itself, V8 lets it grow to several times that while pages are
  // rendered in advance, and a process that serves from memory hardly ever collects it afterwards. Saved code is for a V8
  // without flags, so this comes after it.
  setFlagsFromString('--heap-growing-percent=50')
  await build.entry.module.serve({ build })
}
