/** Limits of the chat. Conversations and running responses are counted per user. */
export const chatLimits = {
  conversations: 200,
  messages: 500,
  running: 3,
  question: 4_000,
  title: 100,
} as const

/** Id of the built-in model. */
export const SITE_SEARCH = 'site-search'
