import { toolCalls, undoCall } from '#agent-tools/tool/activity.ts'
import { undoing } from '#agent-tools/members/operations.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { forgetWrites, tool } from '#agent-tools/tool/tool.ts'

export const undoAction = tool({
  name: 'undo_action',
  title: 'Undo an action',
  description:
    'Undoes an action of another tool on this page. If the undo needs confirmation, the first call only returns a confirm_token. After the person agrees, repeat the call with the token.',
  uses: undoing,
  input: {
    action_id: {
      type: 'string',
      pattern: '^a[0-9]{1,9}$',
      description: 'action_id from undo in the result of the action.',
    },
  },
  required: ['action_id'],
  untrusted: false,
  describeInput: ({ action_id }) => toolCalls.find(({ id }) => id === action_id)?.summary,
  async run({ action_id }, { call }) {
    const act = toolCalls.find(({ id }) => id === action_id)
    if (!act?.undo) {
      return failure('not_found', `There is no action to undo with id ${action_id}.`, {
        path: 'action_id',
        hint: 'Each action can be undone once, until the page is reloaded.',
      })
    }
    const steps = act.undo.length
    /** Describes the completed steps while the remaining step needs confirmation. */
    const done = () =>
      (act.undo?.length ?? 0) < steps
        ? 'The earlier text is restored as a draft. Readers still see the published version.'
        : undefined
    const summary = `Undone: ${act.summary}`
    await undoCall(act, (route, ask) => {
      const so = done()
      const proposal = { summary: `Undo: ${act.summary}`, ...(so ? { done: so } : {}) }
      return call(route, { ...ask, proposal })
    })
    forgetWrites('undo_action')
    return { ok: true, summary }
  },
})
