/** Types of actions, with Discord's names where it has one. */
export const actionTypes = [
  'SEND_MESSAGE',
  'SEND_DM',
  'ADD_ROLE',
  'REMOVE_ROLE',
  'TIMEOUT_MEMBER',
  'KICK_MEMBER',
  'BAN_MEMBER',
  'DELETE_MESSAGE',
  'CREATE_THREAD',
  'ADD_REACTION',
  'LOG_TO_CHANNEL',
  'CALL_WEBHOOK',
] as const

export type ActionType = (typeof actionTypes)[number]
