import { askAssistant } from '#agent-tools/ask-assistant.ts'
import { getMyProfile } from '#agent-tools/get-my-profile.ts'
import { listMySessions } from '#agent-tools/list-my-sessions.ts'
import { signOut } from '#agent-tools/sign-out.ts'
import { undoAction } from '#agent-tools/undo-action.ts'
import { updateMyProfile } from '#agent-tools/update-my-profile.ts'

/** The tools for everybody who is signed in. */
export const members = [getMyProfile, updateMyProfile, askAssistant, listMySessions, signOut, undoAction]
