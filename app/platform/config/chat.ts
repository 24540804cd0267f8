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
    { error: 'a URL such as https://api.example.com/v1, without a query' },
  )
  .transform((value) => trimEndOf(value, '/'))

/** API key that is safe in a header: ASCII without spaces. */
const apiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/, { error: 'up to 500 letters, digits and symbols, without spaces' })

const model = z
  .string()
  .trim()
  .regex(/^[\w.:/@+-]{1,100}$/, { error: 'a model name of up to 100 letters, digits and . : / @ + -' })
  .refine((name) => name !== SITE_SEARCH, { error: `a model name other than ${SITE_SEARCH}` })

/** Settings of the external chat model, by environment variable. */
export const chatSettings = {
  CHAT_BASE_URL: baseUrl.optional(),
  CHAT_API_KEY: apiKey.optional(),
  CHAT_MODEL: model.optional(),
}

type ChatEnvironment = { [N in keyof typeof chatSettings]?: string | undefined }

/** Adds an issue for each missing setting in a group of settings that must be set together. */
export function checkChatSettings(
  { CHAT_BASE_URL, CHAT_API_KEY, CHAT_MODEL }: ChatEnvironment,
  check: z.RefinementCtx,
): void {
  const wrong = (name: string, message: string) => check.addIssue({ code: 'custom', path: [name], message })
  if (CHAT_BASE_URL && !CHAT_MODEL) wrong('CHAT_MODEL', 'a model name, together with CHAT_BASE_URL')
  if (!CHAT_BASE_URL && (CHAT_MODEL || CHAT_API_KEY))
    wrong('CHAT_BASE_URL', 'the URL of the API for CHAT_MODEL and CHAT_API_KEY')
}
