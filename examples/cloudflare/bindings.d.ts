/** What `env` of `cloudflare:workers` has; `npx wrangler types` makes such a file of the configuration. */
declare namespace Cloudflare {
  interface Env {
    /** Of `wrangler.jsonc`. */
    readonly DB: D1Database
    /** Of `durable-object.jsonc`. */
    readonly CALENDAR: DurableObjectNamespace
    /** A secret, which no configuration holds. */
    readonly TOKEN?: string
  }
}
