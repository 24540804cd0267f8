import type { Sample } from '#tests/support/interfaces/sample.ts'
import { accountSamples } from '#tests/support/interfaces/samples/accounts.ts'
import { botSamples } from '#tests/support/interfaces/samples/bot.ts'
import { contentSamples } from '#tests/support/interfaces/samples/content.ts'
import { guildSamples } from '#tests/support/interfaces/samples/guild.ts'
import { peopleSamples } from '#tests/support/interfaces/samples/people.ts'

/** Samples by operation. Each operation has one, and all tests that walk the operations use it. */
export const samples: Record<string, Sample> = {
  ...guildSamples,
  ...contentSamples,
  ...peopleSamples,
  ...botSamples,
  ...accountSamples,
}
