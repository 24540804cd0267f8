import type { Word } from '#app/openapi/types.ts'

const word = (means: string, example?: unknown): Word => ({ means, example })

/** The words of what Discord posts. Its own documentation has the rest. */
export const discordWords: Readonly<Record<string, Word>> = {
  application_id: word('The id of the application at Discord.', '700000000000000001'),
  guild_locale: word('The language that the guild prefers.', 'en-US'),
  context: word('Where it was asked: 0 a guild, 1 a message to the bot, 2 a private channel.', 0),
  app_permissions: word('What the application may do there, as bits.', '2147483648'),
  nick: word('The name that the member has in the guild, or null.', 'Ada'),
  permissions: word('What the member may do there, as bits.', '2147483648'),
  discriminator: word('The four digits of an old name, or 0.', '0'),
  filename: word('The name of the file.', 'report.pdf'),
  resolved: word('What the ids stand for, by id.'),
  members: word('The members, by id.'),
  roles: word('The roles, by id.'),
  channels: word('The channels, by id.'),
  messages: word('The messages, by id.'),
  attachments: word('The files, by id.'),
  target_id: word('The user or the message that a command of a menu was used on.', '200000000000000001'),
  custom_id: word('What the button, list or form was made with.'),
  component_type: word('What kind of component was used, as Discord counts.', 2),
  values: word('What was chosen in a list.'),
  component: word('The field under a label.'),
  components: word('The rows or labels, or the fields in one.'),
  focused: word('True for the option that is being typed.', true),
}
