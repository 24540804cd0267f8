/** Formats of the toolbar and of the menu that `/` opens. Loaded without the editor, so it has no commands. */
export const formats = [
  { id: 'bold', name: 'Bold', keys: 'Mod-b' },
  { id: 'italic', name: 'Italic', keys: 'Mod-i' },
  { id: 'heading', name: 'Heading', keys: 'Mod-Alt-2' },
  { id: 'link', name: 'Link', keys: 'Mod-Shift-k' },
  { id: 'list', name: 'List', keys: 'Mod-Shift-8' },
  { id: 'quote', name: 'Quote', keys: 'Mod-Shift-9' },
  { id: 'code', name: 'Code', keys: 'Mod-e' },
] as const

export type Format = (typeof formats)[number]['id']
