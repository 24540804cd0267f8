// Some scanners look here. Clients find the card in the catalog.
export { action, loader } from '#app/routes/machine/mcp.server-card.ts'
