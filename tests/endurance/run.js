/**
 * `npm run endure`: holds the built server under crowds, kills and a long load, and says whether others noticed, whether
 * anything was lost, and whether memory stayed flat. Takes more than an hour; `--only=kills` and the like take less.
 */
import { build } from 'esbuild'
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { prepare } from '#app/prepare.js'

await prepare({})
const outfile = resolve('build', 'endurance', 'main.mjs')
await build({
  entryPoints: [join('tests', 'endurance', 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
})
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
