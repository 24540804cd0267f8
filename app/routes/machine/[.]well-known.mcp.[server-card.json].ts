// Some scanners expect the card here. Clients find it in the catalog.
export { action, loader } from '#app/routes/machine/mcp.server-card.ts'
