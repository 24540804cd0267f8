/** Guild with the demo data. */
export const DEMO_GUILD = { id: '100000000000000001', name: 'Signpost Demo' } as const
