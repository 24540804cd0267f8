import { BrowserToolList, BrowserToolPlaces } from '#app/openapi/reference/browser-tools-list.server.tsx'
import type { ContentKit } from '#app/features/content/render/components.server.tsx'
import { OperationDetails, OperationList } from '#app/openapi/reference/operation-details.server.tsx'
import { operations, surfaces } from '#app/openapi/operations.ts'

/** Components and names that content bodies can use for operations and browser tools. */
export const referenceKit: ContentKit = {
  components: {
    Operation: OperationDetails,
    Operations: OperationList,
    BrowserTools: BrowserToolList,
    BrowserToolPlaces,
  },
  names: { operations: operations.map(({ id }) => id), surfaces: Object.keys(surfaces) },
}
