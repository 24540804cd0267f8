import { z } from 'zod'
import { SITE_SEARCH } from '#app/platform/config/chat-limits.ts'
import { trimEndOf } from '#app/primitives/text.ts'

const baseUrl = z
  .string()
  .trim()
  .refine(
    (value) => {
      const url = URL.canParse(value) ? new URL(value) : null
      return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
    },
    { error: 'an address such as https://api.example.com/v1, without a query' },
  )
  .transform((value) => trimEndOf(value, '/'))

/** What goes into a header: no spaces and nothing but ASCII. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, { error: 'up to 500 letters, digits and signs without spaces' })

const model = z
  .string()
  .trim()
  .regex(/^[\w.:/@+-]{1,100}$/, { error: 'the name of a model: up to 100 letters, digits and . : / @ + -' })
  .refine((name) => name !== SITE_SEARCH, { error: `the name of a model other than ${SITE_SEARCH}` })

/** The settings of a model elsewhere, by the names of their environment variables. */
export const chatSettings = {
  CHAT_BASE_URL: baseUrl.optional(),
  CHAT_API_KEY: apiKey.optional(),
  CHAT_MODEL: model.optional(),
}

type ChatEnvironment = { [N in keyof typeof chatSettings]?: string | undefined }

/** Refuses what belongs together and is not there together, by the name of what is missing. */
export function checkChatSettings(
  { CHAT_BASE_URL, CHAT_API_KEY, CHAT_MODEL }: ChatEnvironment,
  check: z.RefinementCtx,
): void {
  const wrong = (name: string, message: string) => check.addIssue({ code: 'custom', path: [name], message })
  if (CHAT_BASE_URL && !CHAT_MODEL) wrong('CHAT_MODEL', 'the name of a model, together with CHAT_BASE_URL')
  if (!CHAT_BASE_URL && (CHAT_MODEL || CHAT_API_KEY))
    wrong('CHAT_BASE_URL', 'the address of the API that CHAT_MODEL and CHAT_API_KEY are for')
}
