/** How much there may be. Conversations and running answers are counted by user. */
export const chatLimits = {
  conversations: 200,
  messages: 500,
  running: 3,
  question: 4_000,
  title: 100,
} as const

/** The model that is always there. */
export const SITE_SEARCH = 'site-search'
