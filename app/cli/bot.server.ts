import { z } from 'zod'
import { command, lines } from '#app/cli/command.server.ts'
import { connectBot, disconnectBot } from '#app/features/bots/bots.server.ts'
import { connectBotInput, type BotView } from '#app/features/bots/schema.ts'
import { checkBot } from '#app/features/integrations/bot/checks.server.ts'
import { botCheckTitles, type BotCheck } from '#app/features/integrations/bot/schema.ts'

const nameOf = ({ name, application_id }: BotView) => `${name} (${application_id})`

export const botConnect = command({
  name: 'bot connect',
  summary: 'Connects the bot that a token belongs to. Running instances use it within seconds.',
  options: connectBotInput.extend({
    token: connectBotInput.shape.token.meta({
      description: 'Bot token. Use --token - and write the token to standard input.',
    }),
  }),
  run: connectBot,
  print: (bot) => `Connected the bot ${nameOf(bot)}.`,
})

const marks: Record<BotCheck['status'], string> = {
  ok: 'ok      ',
  waiting: 'waiting ',
  warning: 'warning ',
  failed: 'FAILED  ',
}

export const botStatus = command({
  name: 'bot status',
  summary: 'Shows the bot, and checks its settings at Discord.',
  options: z.strictObject({}),
  run: (ctx) => checkBot(ctx, { force: true }),
  failed: ({ checks }) => checks.some(({ status }) => status === 'failed'),
  print: ({ bot, checks, invite_url }) =>
    bot.status === 'none'
      ? 'No bot is connected.'
      : [
          lines({ name: bot.name, application: bot.application_id, source: bot.source, invite: invite_url }),
          ...checks.map(
            ({ id, status, found, fix }) =>
              `${marks[status]}${botCheckTitles[id]}: ${found}${fix ? `\n        ${fix}` : ''}`,
          ),
        ].join('\n'),
})

export const botDisconnect = command({
  name: 'bot disconnect',
  summary: 'Deletes the stored bot token. Running instances stop the bot within seconds.',
  options: z.strictObject({}),
  run: disconnectBot,
  print: () => 'The bot was disconnected.',
})
