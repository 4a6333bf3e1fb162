/** Where the browser goes to fill a cart, and the fields that it brings along. */
export interface Entrance {
  url: string
  fields: readonly { name: string; value: string }[]
}

/** The web shops of partners. Each shop is another server, and one that fails says nothing of the others. */
export interface Shops {
  /** Posts a cXML message, and answers what the shop answers. Throws ShopFailure when there is no answer. */
  post(url: string, message: string, signal: AbortSignal): Promise<Uint8Array>
  /** The entrance of an OCI shop. */
  entrance(url: string, fields: Entrance['fields']): Entrance
  close(): Promise<void>
}

/** The shop did not answer, or not as shops do. */
export class ShopFailure extends Error {
  override readonly name = 'ShopFailure'
  readonly code = 'SHOP_FAILURE'
  /** The way out works: the circuit stays closed for the shops of others. */
  readonly beyondUpstream = true
}
