/** Steps of the setup, in order. */
export const setupSteps = [
  'name',
  'content',
  'texts',
  'post',
  'bot',
  'server',
  'automation',
  'backup',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** Title, description and URL of each step in the checklist. */
export const setupTexts: Record<SetupStep, { title: string; lead: string; href: string }> = {
  name: {
    title: 'Name and logo',
    lead: 'Shown to visitors on every page.',
    href: '/admin/setup?step=name',
  },
  content: {
    title: 'Starter content',
    lead: 'Choose a template for your first pages.',
    href: '/admin/setup?step=content',
  },
  texts: {
    title: 'Starter texts',
    lead: 'Replace the texts in [square brackets], and complete and publish the privacy page.',
    href: '/admin/content',
  },
  post: {
    title: 'First post',
    lead: 'Write and publish a post of your own.',
    href: '/admin/content/new?type=post',
  },
  bot: {
    title: 'Connect your bot',
    lead: 'Paste the token of a Discord bot, for commands and automations.',
    href: '/admin/bot',
  },
  server: {
    title: 'First server',
    lead: 'Add the bot to your Discord server, and approve the server.',
    href: '/admin/servers',
  },
  automation: {
    title: 'First automation',
    lead: 'Welcome new members, or react to messages.',
    href: '/admin/servers',
  },
  backup: {
    title: 'Backups',
    lead: 'Create a backup in the data folder. If you back up elsewhere, skip this step.',
    href: '/admin/help/backups',
  },
}
