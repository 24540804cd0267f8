import { readersCsv, readersExportQuery, readersFile } from '#app/features/readers/schema.ts'
import { operationsAt, streamed } from '#app/operations/operation.ts'

const onReaders = operationsAt('/api/readers', {})

export const exportReaders = onReaders('exportReaders', 'GET /export', {
  access: { session: 'cms:write' },
  query: readersExportQuery,
  answers: { 200: streamed({ 'application/json': readersFile, 'text/csv': readersCsv }) },
  sends: ['Content-Disposition'],
  command: 'analytics export',
  summary: 'Export site analytics',
  description:
    'For editors. One row for each day, property, name and kind of reader. Views have one row for each hour. The file is streamed. If the connection ends early, the export is incomplete. Text that a spreadsheet would treat as a formula gets a leading apostrophe.',
})
