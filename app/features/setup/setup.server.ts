import { allow, hasRole } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { hasAutomations } from '#app/features/automations/automations.server.ts'
import { hasBackup } from '#app/features/backups/backup.server.ts'
import { listCmsEntries } from '#app/features/cms/entries.server.ts'
import { changeStoredSite, readStoredSite } from '#app/features/content/store/publishing.server.ts'
import type { Starter } from '#app/features/content/store/site-content.ts'
import { templateFiles } from '#app/features/starter/starter.server.ts'
import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import { listGuilds } from '#app/features/guilds/guilds.server.ts'
import { type SetupStep, setupTexts } from '#app/features/setup/steps.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'

export type SetupState = {
  step: SetupStep
  state: 'open' | 'done' | 'skipped'
  /** URL of the page for the step. */
  href: string
  /** Entries that the step is about, if it is open. */
  entries: { title: string; href: string }[]
}

/** Returns the steps of the setup in order, with their state. The demo data does not complete a step. */
export async function readSetup(ctx: Context): Promise<SetupState[]> {
  allow(ctx, 'site:write')
  const { contentIndex } = ctx
  const { settings, starter, skipped } = await readStoredSite(ctx)
  const texts = await incompleteTexts(ctx, starter)
  const guild = (await listGuilds(ctx)).find(({ id }) => id !== DEMO_GUILD.id)
  const hasContent = starter !== null || !contentIndex.isBundled
  const done: Record<SetupStep, boolean> = {
    name: settings.name !== undefined || contentIndex.siteLocks.name !== undefined,
    content: hasContent,
    texts: hasContent && texts.length === 0,
    post: contentIndex
      .list('post')
      .some(({ isWritten, slug }) =>
        isWritten ? !starterPosts(starter).includes(slug) : !contentIndex.isBundled,
      ),
    bot: ctx.bot.current() !== null,
    server: guild !== undefined,
    automation: await hasAutomations(ctx),
    backup: await hasBackup(ctx.config),
  }
  const hrefs: Partial<Record<SetupStep, string>> = guild
    ? { automation: `/admin/guilds/${guild.id}/automations/new` }
    : {}
  // Only owners can open the page of the bot.
  const mayConnect = ctx.actor.kind !== 'user' || hasRole(ctx.actor.role, 'bot:manage')
  const steps = (Object.keys(done) as SetupStep[]).filter((step) => step !== 'bot' || mayConnect)
  // Without starter content, there are no texts to replace.
  const isSkipped = (step: SetupStep) =>
    skipped.includes(step) || (step === 'texts' && skipped.includes('content'))
  return steps.map((step) => ({
    step,
    href: hrefs[step] ?? setupTexts[step].href,
    state: done[step] ? 'done' : isSkipped(step) ? 'skipped' : 'open',
    entries: step === 'texts' ? texts : [],
  }))
}

/** Returns the files of the template that the owner chose. */
const filesOf = (starter: Starter | null) =>
  starter === null || starter === 'manual' ? [] : templateFiles(starter, { siteName: '', today: '' })

/** Returns the slugs of posts that a template contains. */
const starterPosts = (starter: Starter | null) =>
  filesOf(starter).flatMap(({ path }) => /^blog\/(.+)\.mdx$/.exec(path)?.[1] ?? [])

/** Returns the public entries that contain a placeholder of the template, and the privacy page while it is not public. */
async function incompleteTexts(ctx: Context, starter: Starter | null): Promise<SetupState['entries']> {
  const { contentIndex } = ctx
  const files = contentIndex.isBundled ? filesOf(starter) : []
  if (!files.length) return []
  const placeholders = files.flatMap(({ text }) => text.match(/\[[^[\]\n]+\](?!\()/g) ?? [])
  const open = contentIndex.entries
    .filter(({ isWritten, body }) => isWritten && placeholders.some((text) => body.includes(text)))
    .map(({ title, path }) => ({ title, href: `/admin/content/edit?${new URLSearchParams({ path })}` }))
  if (contentIndex.find('/privacy')) return open
  const { entries } = await listCmsEntries(ctx, { type: 'page', q: 'privacy', limit: 20, offset: 0 })
  const page = entries.find(({ slug }) => slug === 'privacy')
  const href = page ? `/admin/content/page/${page.id}` : '/admin/content/new?type=page'
  return [...open, { title: 'Privacy', href }]
}

/** Skips a step of the setup. */
export async function skipSetupStep(ctx: Context, { step }: { step: SetupStep }): Promise<void> {
  allow(ctx, 'site:write')
  await inTransaction(ctx, async (inner) => {
    const { skipped } = await readStoredSite(inner)
    if (!skipped.includes(step)) await changeStoredSite(inner, { skipped: [...skipped, step] })
  })
}
