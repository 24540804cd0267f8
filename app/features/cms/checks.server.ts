import { callerIdOf } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { Invalid, type Issue } from '#app/errors.ts'
import type { EntryInput } from '#app/features/cms/schema.ts'
import { shownOf } from '#app/features/cms/present.server.ts'
import { frontMatter, type EntryType } from '#app/features/content/schema.ts'
import { slugProblem } from '#app/features/content/slugs.ts'

type Drawing = Pick<Context, 'contentIndex' | 'actor'>

const belongs: Record<string, EntryType> = {
  section: 'doc',
  order: 'doc',
  author: 'post',
  published_on: 'post',
}
const nouns = { page: 'pages', doc: 'documents', post: 'posts' } as const

/** Returns the issues in an entry's fields for the entry's type. Drafts must pass too. */
function issuesOfFields(type: EntryType, fields: EntryInput): Issue[] {
  const issues: Issue[] = []
  const slug = slugProblem(type, fields.slug)
  if (slug) issues.push({ path: 'slug', message: slug })
  for (const [name, its] of Object.entries(belongs)) {
    if (its !== type && fields[name as keyof EntryInput] !== null)
      issues.push({ path: name, message: `This field is for ${nouns[its]} only. Clear the field.` })
  }
  if (type !== 'post' && fields.tags.length)
    issues.push({ path: 'tags', message: 'Only posts can have tags. Remove the tags.' })
  return issues
}

/** Returns the issues in a body, with their lines and columns, counted from 1. */
const issuesOfBody = async (ctx: Drawing, body: string): Promise<Issue[]> => {
  const drawn = await ctx.contentIndex.renderSafely(body, callerIdOf(ctx))
  return 'html' in drawn
    ? []
    : drawn.refused.map(({ line, column, reason }) => ({
        path: 'body',
        message: line === null ? reason : `Line ${line}, column ${column}: ${reason}`,
      }))
}

/**
 * Checks fields before a save, even of a draft. Throws `Invalid` with each invalid field and each invalid position in
 * the body.
 */
export async function checkFields(ctx: Drawing, type: EntryType, fields: EntryInput): Promise<void> {
  const issues = [...issuesOfFields(type, fields), ...(await issuesOfBody(ctx, fields.body))]
  if (issues.length) throw new Invalid('This entry cannot be saved. Fix the marked fields.', issues)
}

/**
 * Checks that an entry has all fields that its type requires for publication. The description can be empty. Throws
 * `Invalid`.
 */
export async function checkPublishable(
  ctx: Drawing & Pick<Context, 'now'>,
  type: EntryType,
  fields: EntryInput,
) {
  const now = ctx.now().toISOString()
  const {
    slug: _slug,
    path: _path,
    body: _body,
    type: _type,
    ...facts
  } = shownOf(type, fields, { first: now, now })
  const given: Record<string, unknown> = {
    ...facts,
    ...(type === 'doc' ? { section: fields.section ?? undefined, order: fields.order ?? undefined } : {}),
  }
  if (type !== 'post') delete given.tags
  const parsed = frontMatter[type].safeParse(given)
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: path[0] === 'published' ? 'published_on' : path.join('.'),
    message,
  }))
  const all = [...issuesOfFields(type, fields), ...issues, ...(await issuesOfBody(ctx, fields.body))]
  if (all.length) throw new Invalid('This entry cannot be published. Fix the marked fields.', all)
}
