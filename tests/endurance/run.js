/**
 * `npm run endure`: holds the built server under crowds, kills and a long load, and says whether others noticed, whether
 * anything was lost, and whether memory stayed flat. Takes more than an hour; `--only=kills` and the like take less.
 */
import { spawnSync } from 'node:child_process'
import { prepare } from '#app/platform/process/bootstrap.js'
import { bundle } from '#tests/bench/bundle.js'

await prepare({})
const program = await bundle('endurance', 'main')
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
