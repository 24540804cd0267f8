import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { readFrontMatter, type Problem } from '#app/features/content/store/files.server.ts'
import { slugPattern } from '#app/features/content/schema.ts'

/**
 * Agent skill. `bytes` are served unchanged, because `digest` (`sha256:<hex>`) is computed from them. `queries` are
 * sample questions for catalogs.
 */
export type Skill = { name: string; description: string; queries: string[]; bytes: Buffer; digest: string }

/** Bundled content folder: Signpost’s manual, which is also Signpost’s own site. */
export const BUNDLED_CONTENT = resolve('content')

/** Key in the front matter's `metadata` with the sample queries, one per line. */
const QUERIES = 'representative-queries'

/** Front matter of SKILL.md as defined by the Agent Skills specification. Other keys are rejected. */
const skillMatter = z.strictObject({
  name: z.string().max(64).regex(slugPattern, { error: 'Use lowercase letters, digits and single hyphens.' }),
  description: z.string().trim().min(1).max(1024),
  license: z.string().min(1).optional(),
  compatibility: z.string().min(1).max(500).optional(),
  metadata: z
    .record(z.string(), z.string())
    .refine(hasEnoughQueries, { error: `Write two to five lines in ${QUERIES}.` })
    .optional(),
  'allowed-tools': z.string().min(1).optional(),
})

const MAX_LINES = 500

/**
 * Reads `skills/<name>/SKILL.md` below the content folder, by name. Invalid skills are skipped and listed in
 * `problems`.
 */
export async function readSkills(contentDir: string): Promise<{ skills: Skill[]; problems: Problem[] }> {
  const skills: Skill[] = []
  const problems: Problem[] = []
  for (const folder of await foldersIn(join(contentDir, 'skills'))) {
    const file = `skills/${folder}/SKILL.md`
    const bytes = await readFile(join(contentDir, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    const read = bytes ? check(folder, bytes) : { problems: [{ line: 1, reason: 'the file is missing' }] }
    if ('skill' in read) skills.push(read.skill)
    else problems.push(...read.problems.map((problem) => ({ file, ...problem })))
  }
  return { skills, problems }
}

/** Skills that every site has. A skill in the content folder replaces the built-in skill with the same name. */
export const builtInSkills: ReadonlySet<string> = new Set([
  'call-the-api',
  'contact-the-owner',
  'read-this-site',
  'use-browser-tools',
])

/** Reads the skills of the content folder and the built-in skills, by name. */
export async function readAllSkills(contentDir: string): Promise<{ skills: Skill[]; problems: Problem[] }> {
  const own = await readSkills(contentDir)
  if (resolve(contentDir) === BUNDLED_CONTENT) return own
  const names = new Set(own.skills.map(({ name }) => name))
  const builtIn = (await readSkills(BUNDLED_CONTENT)).skills.filter(
    ({ name }) => builtInSkills.has(name) && !names.has(name),
  )
  const skills = [...own.skills, ...builtIn].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { skills, problems: own.problems }
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
    return {
      problems: [
        { line: 2, reason: `the name is ${name}, but the folder is ${folder}: use the same name for both` },
      ],
    }
  if (read.body.split('\n').length > MAX_LINES) {
    return {
      problems: [{ line: MAX_LINES, reason: `the body has more than ${MAX_LINES} lines: shorten it` }],
    }
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

/** Checks that there are no queries, or as many as Agentic Resource Discovery recommends. */
function hasEnoughQueries(metadata: Record<string, string>) {
  const { length } = queriesOf(metadata)
  return !(QUERIES in metadata) || (length >= 2 && length <= 5)
}
