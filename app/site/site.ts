/** Media type of an OpenAPI 3.1 document. */
export const openapiType = 'application/vnd.oai.openapi+json;version=3.1'

/** Origin of the service in examples and documentation. */
export const EXAMPLE_ORIGIN = 'http://127.0.0.1:3000'

/** Path and media type of the MCP server card of the site. */
export const mcpCardPath = '/mcp/server-card'
export const mcpCardType = 'application/mcp-server-card+json'
