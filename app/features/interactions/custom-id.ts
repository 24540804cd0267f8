/**
 * What a control of ours carries, at most 100 characters: version, kind, the command, and for a control its own id, for a
 * form the interaction that opened it where it has something to remember. Discord signs what comes back, so that nobody
 * can send what we never made.
 */
type Control = { kind: 'control'; commandId: string; id: string }
type Form = { kind: 'form'; commandId: string; openedBy: string | null }

const pattern = /^1:(?:control:([0-9A-Z]{26}):([\w-]{1,40})|form:([0-9A-Z]{26})(?::(\d{1,25}))?)$/

export const controlId = (commandId: string, id: string) => `1:control:${commandId}:${id}`
export const formId = (commandId: string, openedBy: string | null) =>
  openedBy ? `1:form:${commandId}:${openedBy}` : `1:form:${commandId}`

/** What a custom id stands for; null for one that we did not make, or made in a way that is no longer in use. */
export function readCustomId(text: string | undefined): Control | Form | null {
  const [, command, id, form, openedBy] = pattern.exec(text ?? '') ?? []
  if (command && id) return { kind: 'control', commandId: command, id }
  return form ? { kind: 'form', commandId: form, openedBy: openedBy ?? null } : null
}
