/** What launch.ts binds. */
declare namespace Cloudflare {
  interface Env {
    /** `memory`, or one of the storages of hosts/workerd.ts. */
    readonly STORAGE: string
    readonly DB: D1Database
    readonly KEY_VALUE_OBJECTS: DurableObjectNamespace
    readonly SQLITE_OBJECTS: DurableObjectNamespace
  }
}
