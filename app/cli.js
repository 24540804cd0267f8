import { existsSync } from 'node:fs'
import { prepare } from '#app/prepare.js'

if (existsSync('.env')) process.loadEnvFile()
process.env.NODE_ENV ||= 'production'
await prepare({ quiet: true })

const build = await import(new URL('../build/server/index.js', import.meta.url).href)
const { runCli, serve } = build.entry.module
process.exitCode = await runCli(process.argv.slice(2), process.env, { serve: () => serve({ build }) })
