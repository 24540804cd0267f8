import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readFrontMatter, type Problem } from '#app/features/content/store/files.server.ts'
import { slugPattern } from '#app/features/content/schema.ts'

/**
 * An agent skill. `bytes` go out as they are, because `digest` (`sha256:<hex>`) is of these very bytes. `queries` are
 * questions that it answers, for catalogues.
 */
export type Skill = { name: string; description: string; queries: string[]; bytes: Buffer; digest: string }

/** The key of the front matter's `metadata` that holds them, one a line. */
const QUERIES = 'representative-queries'

/** The front matter of a SKILL.md as the Agent Skills specification allows it; other keys are refused. */
const skillMatter = z.strictObject({
  name: z.string().max(64).regex(slugPattern, { error: 'small letters, digits and single hyphens' }),
  description: z.string().trim().min(1).max(1024),
  license: z.string().min(1).optional(),
  compatibility: z.string().min(1).max(500).optional(),
  metadata: z
    .record(z.string(), z.string())
    .refine(hasEnoughQueries, { error: `${QUERIES} takes two to five lines` })
    .optional(),
  'allowed-tools': z.string().min(1).optional(),
})

const MAX_LINES = 500

/** Reads `skills/<name>/SKILL.md` below the content folder, by name. Wrong ones are left out and said in `problems`. */
export async function readSkills(contentDir: string): Promise<{ skills: Skill[]; problems: Problem[] }> {
  const skills: Skill[] = []
  const problems: Problem[] = []
  for (const folder of await foldersIn(join(contentDir, 'skills'))) {
    const file = `skills/${folder}/SKILL.md`
    const bytes = await readFile(join(contentDir, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    const read = bytes ? check(folder, bytes) : { problems: [{ line: 1, reason: 'it is not there' }] }
    if ('skill' in read) skills.push(read.skill)
    else problems.push(...read.problems.map((problem) => ({ file, ...problem })))
  }
  return { skills, problems }
}

async function foldersIn(folder: string) {
  const items = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return items
    .filter((item) => item.isDirectory())
    .map(({ name }) => name)
    .sort()
}

function check(folder: string, bytes: Buffer) {
  const read = readFrontMatter(bytes.toString('utf8'), skillMatter)
  if ('problems' in read) return read
  const { name, description, metadata } = read.data
  if (name !== folder)
    return { problems: [{ line: 2, reason: `its name is ${name}, but its folder is ${folder}` }] }
  if (read.body.split('\n').length > MAX_LINES) {
    return { problems: [{ line: MAX_LINES, reason: `its body has more than ${MAX_LINES} lines` }] }
  }
  return {
    skill: {
      name,
      description,
      queries: queriesOf(metadata),
      bytes,
      digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    },
  }
}

function queriesOf(metadata: Record<string, string> = {}) {
  return (metadata[QUERIES] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** As many as Agentic Resource Discovery advises, or none. */
function hasEnoughQueries(metadata: Record<string, string>) {
  const { length } = queriesOf(metadata)
  return !(QUERIES in metadata) || (length >= 2 && length <= 5)
}
