/** Rate limit of `points` per `seconds`, counted by `per`. */
export type Limit = {
  points: number
  seconds: number
  per: 'key' | 'user' | 'address' | 'account' | 'device' | 'session' | 'guild'
  /** Seconds to wait after each consecutive failure, if only failures count. */
  pauses?: readonly number[]
}

const minute = 60

/** All rate limits. The documentation page is checked against this table. */
export const rateLimits = {
  v1: { points: 120, seconds: minute, per: 'key' },
  api_anonymous: { points: 60, seconds: minute, per: 'address' },
  api_session: { points: 240, seconds: minute, per: 'user' },
  login: { points: 10, seconds: 15 * minute, per: 'address' },
  login_account: { points: 5, seconds: 15 * minute, per: 'account', pauses: [0, 0, 5, 30] },
  login_device: { points: 5, seconds: 15 * minute, per: 'device', pauses: [0, 0, 5, 30] },
  login_session: { points: 5, seconds: 15 * minute, per: 'session', pauses: [0, 0, 5, 30] },
  login_notice: { points: 1, seconds: 24 * 60 * minute, per: 'account' },
  signup: { points: 5, seconds: 60 * minute, per: 'address' },
  signup_account: { points: 3, seconds: 60 * minute, per: 'account' },
  oauth: { points: 30, seconds: 15 * minute, per: 'address' },
  reset: { points: 10, seconds: 60 * minute, per: 'address' },
  reset_account: { points: 3, seconds: 60 * minute, per: 'account' },
  verification: { points: 5, seconds: 60 * minute, per: 'user' },
  claim: { points: 10, seconds: 10 * minute, per: 'user' },
  account_token: { points: 30, seconds: 15 * minute, per: 'address' },
  chat: { points: 20, seconds: minute, per: 'user' },
  chat_guild: { points: 60, seconds: minute, per: 'guild' },
  contact: { points: 5, seconds: 60 * minute, per: 'address' },
  feedback: { points: 30, seconds: 60 * minute, per: 'address' },
  mcp: { points: 120, seconds: minute, per: 'address' },
  mcp_ask: { points: 10, seconds: minute, per: 'address' },
  runner_token: { points: 30, seconds: 15 * minute, per: 'address' },
  runner_pending: { points: 20, seconds: 5, per: 'address' },
  pages: { points: 600, seconds: minute, per: 'address' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof rateLimits
