/** Version 13 of the SQLite driver under an alias. `better-sqlite3` is version 12. */
declare module 'better-sqlite3-napi' {
  import Database from 'better-sqlite3'
  export default Database
}
