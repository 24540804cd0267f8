import type { BotReport } from '#app/features/integrations/bot/schema.ts'
import { answerInteractions } from '#app/features/interactions/operations.ts'

/** Returns the URL to which Discord can send interactions. */
export const endpointOf = (siteUrl: string): string => `${siteUrl}${answerInteractions.path}`

/** Returns how Discord delivers interactions, from the application's endpoint URL. */
export const deliveryOf = (url: string | null, siteUrl: string): NonNullable<BotReport['delivery']> =>
  url === null ? 'gateway' : url === endpointOf(siteUrl) ? 'http' : 'other'
