import { existsSync } from 'node:fs'
import { prepare } from '#app/prepare.js'

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
  const build = await import(new URL('../build/server/index.js', import.meta.url).href)
  await build.entry.module.serve({ build })
}
