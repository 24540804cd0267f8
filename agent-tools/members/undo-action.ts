import { toolCalls, undoCall } from '#agent-tools/tool/activity.ts'
import { undoing } from '#agent-tools/members/operations.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { forgetWrites, tool } from '#agent-tools/tool/tool.ts'

export const undoAction = tool({
  name: 'undo_action',
  title: 'Take something back',
  description:
    'Takes back what another tool did on this page. Where that has consequences of its own, the first call only asks and the call with the confirm_token does it.',
  uses: undoing,
  input: {
    action_id: {
      type: 'string',
      pattern: '^a[0-9]{1,9}$',
      description: 'The action_id under undo in the answer of the tool that did it.',
    },
  },
  required: ['action_id'],
  untrusted: false,
  describeInput: ({ action_id }) => toolCalls.find(({ id }) => id === action_id)?.summary,
  async run({ action_id }, { call }) {
    const act = toolCalls.find(({ id }) => id === action_id)
    if (!act?.undo) {
      return failure('not_found', `There is nothing to take back under ${action_id}.`, {
        path: 'action_id',
        hint: 'Only what was done on this page since it was loaded can be taken back, and once.',
      })
    }
    const steps = act.undo.length
    /** Where a step went before: what has consequences is still to come. */
    const done = () =>
      (act.undo?.length ?? 0) < steps
        ? 'The earlier text is back as a draft; readers have what they had.'
        : undefined
    const summary = `Undone: ${act.summary}`
    await undoCall(act, (route, ask) => {
      const so = done()
      const proposal = { summary: `Take back: ${act.summary}`, ...(so ? { done: so } : {}) }
      return call(route, { ...ask, proposal })
    })
    forgetWrites('undo_action')
    return { ok: true, summary }
  },
})
