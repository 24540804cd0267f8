import { botView, connectBotInput } from '#app/features/bots/schema.ts'
import { botReport, deliveryInput } from '#app/features/integrations/bot/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

const forBot = operationsAt('/api/bot', { access: { session: 'bot:manage' } })

export const readBot = forBot('readBot', 'GET', {
  answers: { 200: botReport },
  summary: 'Get the bot and its checks',
  description:
    'For owners. Asks Discord at most once every 30 seconds. If Discord does not respond, returns its last response with the time. The token is never returned.',
})

export const connectBot = forBot('connectBot', 'PUT', {
  body: connectBotInput,
  confirmed: true,
  answers: { 200: botView },
  refuses: ['conflict', 'proof_required', 'unavailable'],
  summary: 'Connect a bot',
  description:
    'For owners. Stores the token encrypted, in place of the current bot. All instances use the new bot within a second. Returns 400 if Discord rejects the token or the token belongs to another application than DISCORD_APPLICATION_ID or DISCORD_PUBLIC_KEY, 409 if DISCORD_BOT_TOKEN sets the bot, and 503 if Discord does not respond. Requires a proof of identity from the last ten minutes.',
})

export const disconnectBot = forBot('disconnectBot', 'DELETE', {
  confirmed: true,
  answers: { 200: botView },
  refuses: [404, 'conflict', 'proof_required'],
  summary: 'Disconnect the bot',
  description:
    'For owners. Deletes the stored token. Returns 409 if DISCORD_BOT_TOKEN sets the bot. Requires a proof of identity from the last ten minutes.',
})

export const checkBot = forBot('checkBot', 'POST /checks', {
  safe: true,
  answers: { 200: botReport },
  summary: 'Check the bot',
  description: 'For owners. Asks Discord again, regardless of the time of the last check.',
})

export const enableBotIntents = forBot('enableBotIntents', 'POST /intents', {
  confirmed: true,
  answers: { 200: botReport },
  refuses: ['conflict', 'unavailable'],
  summary: 'Enable the privileged intents',
  description:
    'For owners. Enables the Server Members and Message Content intents of the application at Discord. Returns 409 if Discord does not enable them.',
})

export const setBotDelivery = forBot('setBotDelivery', 'PUT /delivery', {
  body: deliveryInput,
  confirmed: true,
  answers: { 200: botReport },
  refuses: ['conflict', 'unavailable'],
  summary: 'Set how Discord delivers interactions',
  description:
    'For owners. Changes the interactions endpoint URL of the application at Discord. For `http`, Discord calls the endpoint first, and a failed call returns 400.',
})
