import { askAssistant } from '#agent-tools/members/ask-assistant.ts'
import { getMyProfile } from '#agent-tools/members/get-my-profile.ts'
import { listMySessions } from '#agent-tools/members/list-my-sessions.ts'
import { signOut } from '#agent-tools/members/sign-out.ts'
import { undoAction } from '#agent-tools/members/undo-action.ts'
import { updateMyProfile } from '#agent-tools/members/update-my-profile.ts'

/** Tools for all signed-in users. */
export const members = [getMyProfile, updateMyProfile, askAssistant, listMySessions, signOut, undoAction]
