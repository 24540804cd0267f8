import type { Word } from '#app/openapi/types.ts'
import { cmsWords } from '#app/openapi/vocabulary-cms.ts'
import { discordWords } from '#app/openapi/vocabulary-discord.ts'
import { guildWords } from '#app/openapi/vocabulary-guilds.ts'
import { jobWords } from '#app/openapi/vocabulary-jobs.ts'

const word = (means: string, example?: unknown): Word => ({ means, example })

const time = '2026-11-21T09:30:00.000Z'
const whole = (means: string, example: number) => word(means, example)

/**
 * Names mean the same on every surface, so their words are said once, here; `owner.name` is for where a name means something
 * of its own. A schema that says more has the last word: its description and its example are kept.
 */
export const vocabulary: Readonly<Record<string, Word>> = {
  ...cmsWords,
  ...discordWords,
  ...guildWords,
  ...jobWords,

  // Lists and versions
  total: whole('How many there are in all, whatever `limit` and `offset` are.', 1),
  limit: whole('How many to answer with at most.', 50),
  offset: whole('How many to pass over.', 0),
  version: whole('Counts the changes. A write names it in `If-Match: "v<version>"`.', 3),

  // Things and people
  id: word('The id.', '01KAJ7N3M4QX6T0V9W2Y5Z8B1C'),
  name: word('The name.', 'Ada Lovelace'),
  type: word('What kind of thing this is.', 1),
  kind: word('What kind of thing this is.', 'user'),
  title: word('The title.', 'External API'),
  description: word('What it is for, in a few words.', 'Says hello.'),
  url: word('The absolute address.', 'https://signpost.example.org/docs/external-api'),
  status: word('How it stands.', 'active'),
  query: word('What was searched for.', 'api keys'),
  results: word('What was found, best first.', undefined),
  user: word('The account.', undefined),
  users: word('The accounts of this part of the list.', undefined),
  entries: word('The rows of this part of the list.', undefined),
  sessions: word('Where the account is signed in, the latest first.', undefined),
  audit: word('What the audit log holds on the account.', undefined),
  email: word('The e-mail address, in lower case.', 'ada@example.com'),
  email_verified: word('True once the owner of the address has confirmed it.', true),
  password: word('The password of the account.', 'correct horse battery staple'),
  new_password: word('The new password.', 'seven quiet rivers meet'),
  current_password: word('The password that the account has now.', 'correct horse battery staple'),
  token: word('From the link in the letter.', 'Q3m9Xr1b7vK0sT4wY8zA2cE6gI5kM1oP3qS7uW9yB0d'),
  has_password: word('False when only a provider can sign in to the account.', true),
  avatar_url: word('The HTTPS address of a picture, or null.', 'https://www.gravatar.com/avatar/0'),
  theme: word('The colours of the pages for this account.', 'system'),
  role: word('What the account may do: see the table of roles.', 'member'),
  disabled: word('True ends every session and lets nobody sign in.', false),
  connections: word('The providers whose identities sign in to the account.', undefined),
  provider: word('The outside service.', 'github'),
  username: word('The name that the account has at the provider.', 'ada'),
  session_count: whole('How many sessions are open.', 1),
  current: word('What stands now.', undefined),
  user_agent: word('What the browser or program calls itself.', 'curl/8.14.1'),
  ip_prefix: word('The network that it came from, never the whole address.', '203.0.113.0/24'),
  redirect_to: word('A path of this site to go to afterwards.', '/profile'),

  // The audit log
  action: word('What was done.', 'session.opened'),
  actor: word('Who did it.', undefined),
  target: word('Whom or what it was done to.', undefined),
  address: word('The network that it came from, or null.', '203.0.113.0/24'),
  details: word('More about it, by name.', { method: 'password' }),
  request_id: word('The id of the request, as in `X-Request-Id`.', '7d0c6a53-9f0e-4b7e-9a43-2b1f6c0e8d11'),
  format: word('The name of the form that this file has.', undefined),

  'StatsReport.current': word('How the guild stands now; null before the first report.', undefined),
  'sessions.current': word('True for the session that asks.', true),
  'Session.current': word('True for the session that asks.', true),
  'StatsReport.timezone': word('Days are in UTC.', 'UTC'),
  'StatsReport.days': whole('How many days the report has, today included.', 30),

  // Refusals
  error: word('A sentence for a person. Its words may change.', 'limit: A whole number from 1 to 100.'),
  code: word('The machine word. Decide by it.', undefined),
  issues: word('One for each field that is wrong, only where input was.', undefined),
  path: word('The field, with dots between the levels.', 'limit'),
  message: word('What is wrong with it, for a person.', 'A whole number from 1 to 100.'),

  // The contact form
  submission: word('The message.', undefined),
  submissions: word('The messages of this part of the list.', undefined),
  counts: word('How many there are of each kind.', undefined),
  'counts.unread': whole('How many nobody has read.', 1),
  'counts.read': whole('How many were read.', 4),
  'counts.resolved': whole('How many are done with.', 12),
  'counts.spam': whole('How many are spam.', 3),
  parameters: word('What is to be done.', undefined),
  note: word('What was noted about it.', 'Sent a key on Friday.'),
  subject: word('What it is about; null when nothing was said.', 'A key for our server'),

  // Times and days
  at: word('When it happened.', time),
  created_at: word('When it was made.', time),
  updated_at: word('When it was changed last; null when it never was.', time),
  updated_by: word('Who changed it last; null when nobody is known.', 'Ada Lovelace'),
  exported_at: word('When the file was made.', time),
  recorded_at: word('When the runner reported it.', time),
  disabled_at: word('When it was disabled; null while it is not.', null),
  last_used_at: word('When it was last used; null before the first time.', time),
  last_seen_at: word('When it was last active; null before the first time.', time),
  period_start: word('When the day begins.', '2026-11-21T00:00:00.000Z'),
  period_end: word('When the next day begins.', '2026-11-22T00:00:00.000Z'),
  date: word('The day in UTC.', '2026-11-21'),
  from: word('The first day, itself included.', '2026-11-01'),
  to: word('The last day, itself included.', '2026-11-21'),
  days: whole('How many days.', 30),
  timezone: word('A time zone of the IANA database.', 'UTC'),

  // Search
  excerpt: word('Plain text around the first word that was found.', '… An API key belongs to one guild …'),
  score: word('Greater is better.', 12.4),
  markdown_url: word('The same page as Markdown.', 'https://signpost.example.org/docs/external-api.md'),
  q: word('The words to search for.', 'ada'),

  // Discord
  guild_id: word('The Discord id of the guild.', '100000000000000001'),
  channel_id: word('The Discord id of the channel.', '300000000000000001'),
  channel: word('The channel, or null.', undefined),
  member: word('Who asked, where it was in a guild.', undefined),
  global_name: word('The name that Discord shows.', 'Ada'),
  bot: word('True for a bot.', false),
  data: word('What belongs to this type.', undefined),
  options: word('The options, in order.', undefined),
  value: word('The value that was given.', 'hello'),
  openapi: word('The version of the OpenAPI specification.', '3.1.1'),

  'channel.id': word('The Discord id of the channel.', '300000000000000001'),
  'channel.name': word('The name of the channel.', 'general'),
  'top_channels.name': word('The name of the channel.', 'general'),
  'top_commands.name': word('The name of the command.', 'ping'),

  // Statistics
  totals: word('The sums over all days. A peak is the highest, not a sum.', undefined),
  daily_stats: word('One row a day, the oldest first.', undefined),
  top_channels: word('The channels with the most messages, 10 at most.', undefined),
  top_commands: word('The commands used most, 10 at most.', undefined),
  member_count: whole('How many members there were; null when nobody reported it.', 1284),
  human_count: whole('How many of them are people.', 1269),
  bot_count: whole('How many of them are bots.', 15),
  online_count: whole('How many of them are online; null when the runner does not know.', 312),
  channel_count: whole('How many channels there are.', 42),
  role_count: whole('How many roles there are.', 18),
  emoji_count: whole('How many emojis there are.', 57),
  boost_count: whole('How many boosts there are.', 7),
  boost_level: whole('The level of the boosts, 0 to 3.', 2),
  member_joins: whole('How many members came.', 5),
  member_leaves: whole('How many members left.', 1),
  member_net_change: whole('Joins less leaves.', 4),
  message_count: whole('How many messages were written.', 520),
  message_unique_users: whole('How many people wrote one.', 98),
  voice_total_seconds: whole('Seconds in voice channels, over all who were there.', 8700),
  voice_unique_users: whole('How many people were in a voice channel.', 9),
  voice_peak_concurrent: whole('How many were there at the same time at most.', 6),
  command_count: whole('How many commands were used.', 26),
  command_error_count: whole('How many of them failed.', 0),
  automation_run_count: whole('How often an automation ran.', 9),
  automation_error_count: whole('How often one failed.', 0),
  total_events: whole('How many events of the gateway there were, and uses of commands.', 655),
  use_count: whole('How often it was used.', 41),
  error_count: whole('How often it failed.', 0),
}
