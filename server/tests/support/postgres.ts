import { PostgresCluster, type TestDatabase } from './postgres-cluster.ts'

export { hasPostgres, type TestDatabase } from './postgres-cluster.ts'

let cluster: Promise<PostgresCluster> | undefined

/** A new empty database in this process's own throw-away cluster, which is started by the first call. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  cluster ??= PostgresCluster.start()
  return await (await cluster).createDatabase()
}
