import { askAssistant } from '#agent-tools/members/ask-assistant.ts'
import { getMyProfile, updateMyProfile } from '#agent-tools/members/my-profile.ts'
import { listMySessions, signOut } from '#agent-tools/members/sessions.ts'
import { undoAction } from '#agent-tools/members/undo-action.ts'

/** Tools for all signed-in users. */
export const members = [getMyProfile, updateMyProfile, askAssistant, listMySessions, signOut, undoAction]
