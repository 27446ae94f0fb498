import { Store } from '../../kernel/store.ts'

export class HealthStore extends Store<object> {
  /** Bytes that the database takes on its disk. */
  async databaseBytes(): Promise<number> {
    const { dialect, reader } = this.sql
    const { bytes } = await reader.selectNoFrom(dialect.databaseBytes().as('bytes')).executeTakeFirstOrThrow()
    return Number(bytes)
  }
}
