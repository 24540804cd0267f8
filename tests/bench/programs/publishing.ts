/** Prints how long the publication of one entry among 10,000 takes, and until another instance has it, in milliseconds. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { ulid } from 'ulid'
import { openApp } from '#app/app.server.ts'
import { readConfig } from '#app/platform/config/config.server.ts'
import { contextFor } from '#app/context.server.ts'
import { createEntry } from '#app/features/cms/entries.server.ts'
import { publishEntry } from '#app/features/cms/publishing.server.ts'
import { entryInput } from '#app/features/cms/schema.ts'
import { startContentSync } from '#app/features/content/store/content-sync.server.ts'
import { makeWords } from '#tests/bench/many.js'

const ENTRIES = 10_000
const BATCH = 200
const PUBLICATIONS = 40
const WARM_UP = 5

const folder = await mkdtemp(join(tmpdir(), 'signpost-publishing-'))
const [databaseUrl, redisUrl] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  NODE_ENV: 'production',
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
})
// The workers of the app do not keep a process alive.
setInterval(() => {}, 60_000)
const first = await openApp(config)
const { text } = makeWords()

const at = new Date().toISOString()
for (let from = 0; from < ENTRIES; from += BATCH) {
  const rows = Array.from({ length: BATCH }, (_, index) => {
    const slug = `many-${from + index}`
    const entry = {
      type: 'post',
      slug,
      path: `/blog/${slug}`,
      title: `Entry ${from + index}`,
      description: text(12),
      updated: at.slice(0, 10),
      published: at.slice(0, 10),
      author: 'Nobody',
      tags: [`tag-${index % 40}`],
      body: Array.from({ length: 4 }, () => `## ${text(4)}\n\n${text(70)}\n`).join('\n'),
      hash: slug,
      file: `cms/${slug}`,
      line: 1,
      isWritten: true,
    }
    return { id: ulid(), path: entry.path, entry: JSON.stringify(entry), revision: 0 }
  })
  await first.db.insertInto('published_entries').values(rows).execute()
}
// Both begin anew with all of it, as after a start.
await first.close()
const [one, other] = [await openApp(config), await openApp(config)]
const unfollow = [one, other].map((app) => startContentSync(app, () => {}))

// The floor: a row as long, with nothing around it.
await sql`create table bare_entries (path text primary key, entry text not null)`.execute(one.db)
const bare: number[] = []
const took: number[] = []
const seen: number[] = []
const writer = contextFor(one, { kind: 'system' })
for (let count = 0; count < PUBLICATIONS + WARM_UP; count++) {
  const fields = entryInput.parse({
    slug: `measured-${count}`,
    title: `Measured ${count}`,
    description: text(12),
    body: `${text(150)}\n`,
    author: 'Nobody',
  })
  const draft = await createEntry(writer, { type: 'post', ...fields })
  const started = performance.now()
  const { path } = await publishEntry(writer, { ...draft, type: 'post' })
  const published = performance.now()
  while (!other.contentIndex.find(path)) await wait(1)
  const inserting = performance.now()
  const row = JSON.stringify({ ...fields, path })
  await sql`insert into bare_entries values (${path}, ${row})`.execute(one.db)
  const inserted = performance.now() - inserting
  if (count < WARM_UP) continue
  bare.push(inserted)
  took.push(published - started)
  seen.push(performance.now() - published)
}
const sorted = (times: number[]) => [...times].sort((a, b) => a - b)
const median = (times: number[]) => sorted(times)[Math.floor(PUBLICATIONS / 2)]
process.stdout.write(
  JSON.stringify({ publish: median(took), insert: median(bare), latest: sorted(seen).at(-1) }),
)
for (const end of unfollow) end()
await Promise.all([one.close(), other.close()])
await rm(folder, { recursive: true, force: true })
process.exit(0)
