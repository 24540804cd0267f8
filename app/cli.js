import { existsSync } from 'node:fs'
import { loadBuild } from '#app/platform/process/load-build.js'
import { prepare } from '#app/platform/process/bootstrap.js'

if (existsSync('.env')) process.loadEnvFile()
process.env.NODE_ENV ||= 'production'
// Revoking a key must work even if a content file is invalid.
await prepare({ quiet: true, content: process.argv[2] === 'serve' })

const build = loadBuild()
const { runCli, serve } = build.entry.module
process.exitCode = await runCli(process.argv.slice(2), process.env, {
  serve: () => serve({ build, env: process.env }),
})
