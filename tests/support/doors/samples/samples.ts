import type { Sample } from '#tests/support/doors/sample.ts'
import { accountSamples } from '#tests/support/doors/samples/accounts.ts'
import { botSamples } from '#tests/support/doors/samples/bot.ts'
import { contentSamples } from '#tests/support/doors/samples/content.ts'
import { guildSamples } from '#tests/support/doors/samples/guild.ts'
import { peopleSamples } from '#tests/support/doors/samples/people.ts'

/** Samples by operation. Each operation has one, and all tests that walk the operations use it. */
export const samples: Record<string, Sample> = {
  ...guildSamples,
  ...contentSamples,
  ...peopleSamples,
  ...botSamples,
  ...accountSamples,
}
