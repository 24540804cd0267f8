/** Actions for automations and commands that are selected in a list. */
export type ItemAct = 'enable' | 'disable' | 'delete'

/** Returns the buttons for the actions, with the text that confirms a deletion. */
export const itemVerbs = (confirm: string) => [
  { value: 'enable', name: 'Enable' },
  { value: 'disable', name: 'Disable' },
  { value: 'delete', name: 'Delete', isDangerous: true, confirm },
]

/** State of the items after each action. */
export const itemBulkLabels: Record<ItemAct | 'undo', string> = {
  enable: 'enabled',
  disable: 'disabled',
  delete: 'deleted',
  undo: 'restored',
}
