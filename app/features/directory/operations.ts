import { guildDirectory, memberList, memberSearch } from '#app/features/directory/schema.ts'
import { guildRead, inGuild } from '#app/operations/parts.ts'

export const readGuildDirectory = inGuild('readGuildDirectory', 'GET /directory', {
  access: guildRead,
  keys: 'directory:read',
  answers: { 200: guildDirectory },
  summary: 'Read the directory',
  description:
    'Roles, channels and emojis as reported by the runner, with what the bot can do. Empty until a runner has reported them. Deleted entries are included for 30 days.',
})

export const searchGuildMembers = inGuild('searchGuildMembers', 'GET /members', {
  access: guildRead,
  keys: 'members:read',
  query: memberSearch,
  answers: { 200: memberList },
  refuses: [503],
  summary: 'Search members',
  description:
    'Asks a connected runner for up to 25 members whose user name or nickname begins with `q`. Returns 503 if no runner responds within five seconds.',
})
