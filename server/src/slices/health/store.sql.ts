import { Store } from '../../kernel/store.ts'

export class HealthStore extends Store<object> {
  /** The size of the database on disk, in bytes. */
  async databaseBytes(): Promise<number> {
    const { dialect, reader } = this.sql
    const { bytes } = await reader.selectNoFrom(dialect.databaseBytes().as('bytes')).executeTakeFirstOrThrow()
    return Number(bytes)
  }
}
