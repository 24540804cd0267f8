export { readersExport as loader, readersExport as action } from '#app/http/operations/readers.server.ts'
