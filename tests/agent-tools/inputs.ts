const guild_id = '100000000000000001'
const entry = { type: 'page', id: '01JDEM00000000000000000001' }
const greet = {
  id: 'greet',
  type: 'SEND_MESSAGE',
  config: { channel_id: '300000000000000006', content: 'Hi' },
}

/** An input that each tool takes, with all that it requires. */
export const good: Record<string, Record<string, unknown>> = {
  search_site: { query: 'markdown' },
  read_page: { path: '/docs/markdown' },
  list_pages: { under: '/docs/' },
  send_contact_message: { name: 'Ada', email: 'ada@example.com', message: 'We would like a key.' },
  get_my_profile: {},
  update_my_profile: { name: 'Ada Lovelace' },
  ask_assistant: { question: 'How do I create an API key?' },
  list_my_sessions: {},
  sign_out: {},
  undo_action: { action_id: 'a1' },
  list_entries: { type: 'page' },
  read_entry: entry,
  draft_entry: { type: 'page', slug: 'opening-hours', title: 'Opening hours' },
  update_entry: { ...entry, title: 'Other hours' },
  publish_entry: { ...entry, version: Number.MAX_SAFE_INTEGER },
  list_guilds: {},
  read_stats: { guild_id },
  export_stats: { guild_id },
  list_events: { guild_id },
  list_commands: { guild_id },
  save_command: { guild_id, name: 'hours', description: 'When we answer', response: { content: 'At nine.' } },
  list_automations: { guild_id },
  test_automation: { guild_id, id: '01JDEM00000000000000000002' },
  run_automation: { guild_id, id: '01JDEM00000000000000000002' },
  save_automation: { guild_id, name: 'Welcome', trigger: { events: ['MEMBER_JOIN'] }, actions: [greet] },
  read_settings: { guild_id },
  update_settings: { guild_id, timezone: 'Europe/Paris' },
  read_integration_status: { guild_id },
}
