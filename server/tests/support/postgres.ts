import { sharedServices } from './environment.ts'
import { migrateAndClose } from './migrated.ts'
import { PostgresCluster, type TestDatabase } from './postgres-cluster.ts'

export { hasPostgres } from './postgres-cluster.ts'

const TEMPLATE = 'avatary_migrated'

let cluster: Promise<PostgresCluster> | undefined

/** Creates an empty database in the run's cluster, or in one of this process's own, which the first call starts. */
export async function createEmptyPostgres(): Promise<TestDatabase> {
  return await (await clusterOfRun()).createDatabase()
}

/** Like `createEmptyPostgres`, with the newest schema. */
export async function createPostgresDatabase(): Promise<TestDatabase> {
  return await (await clusterOfRun()).createDatabase(TEMPLATE)
}

/** Starts a cluster with a template database that has the newest schema. */
export async function startPostgresWithTemplate(): Promise<PostgresCluster> {
  const started = await PostgresCluster.start()
  await started.execute(`create database ${TEMPLATE}`)
  await migrateAndClose(started.urlOf(TEMPLATE))
  return started
}

function clusterOfRun(): Promise<PostgresCluster> {
  const folder = sharedServices?.postgresFolder
  cluster ??= folder ? Promise.resolve(new PostgresCluster(folder)) : startPostgresWithTemplate()
  return cluster
}
